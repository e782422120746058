// The sign-in that the page brings along, drawn ahead for each brand: the same as the client draws, and what is typed into it is not lost.
import { readFileSync } from 'node:fs'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { showPreparedForm } from '#client/kit/prepared-form.ts'
import { BRANDS, type Brand } from '#domain/brands.ts'
import { fakeServer } from '../fake-server.ts'
import { challengeOf, closeTab, newTab, openAt } from './way-in.tsx'

beforeEach(newTab)
afterEach(() => {
  delete document.documentElement.dataset.brand
  closeTab()
})

const server = () =>
  fakeServer({ 'GET /runtime-config.json': { body: { local: false } }, 'POST /v1/authenticate': { body: challengeOf() } })

/** What the client draws in a brand, without what depends on the browser: its theme's button. Its ids are of its own. */
async function drawn(brand: Brand): Promise<string> {
  document.documentElement.dataset.brand = brand
  server()
  openAt('/login')
  await screen.findByLabelText('Senha')
  const page = document.querySelector('[data-part="auth"]')
  page?.querySelector('footer')?.replaceChildren()
  // Where the picture has no room it is not fetched.
  page?.querySelector('img')?.setAttribute('loading', 'lazy')
  for (const [at, input] of page?.querySelectorAll('input').entries() ?? []) {
    for (const label of page?.querySelectorAll<HTMLLabelElement>(`[for="${input.id}"]`) ?? []) label.htmlFor = `prepared-${at}`
    input.id = `prepared-${at}`
  }
  return `${page?.outerHTML}\n`
}

it.each(BRANDS)('is what the client draws: %s', async brand => {
  await expect(await drawn(brand)).toMatchFileSnapshot(`../../../src/client/public/brand/${brand}-entrar.html`)
})

/** The page that brought the form, with the client's code still on its way. */
function waiting(): HTMLElement {
  const root = document.body.appendChild(document.createElement('div'))
  root.id = 'root'
  const template = document.createElement('template')
  template.innerHTML = readFileSync('src/client/public/brand/razao-entrar.html', 'utf8')
  showPreparedForm(template, () => root.querySelector('main') !== null)
  return root
}

it('passes on what was typed, the focus and an Enter as the real form is drawn', async () => {
  const user = userEvent.setup()
  const { bodies } = server()
  const root = waiting()
  await user.type(screen.getByLabelText('CPF ou CNPJ'), '52998224725')
  await user.type(screen.getByLabelText('Senha'), 'razao-demo-2026{Enter}')
  openAt('/login', root)
  await waitFor(() => expect(document.querySelector('[data-part="prepared"]')).toBeNull())
  await screen.findByText(/Digite o código/)
  expect(bodies('POST /v1/authenticate')).toEqual([{ document_number: '52998224725', password: 'razao-demo-2026' }])
})

it('leaves the focus where it was, and what is half typed in its mask', async () => {
  const user = userEvent.setup()
  server()
  const root = waiting()
  await user.type(screen.getByLabelText('CPF ou CNPJ'), '52998224')
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText('Senha'))
  openAt('/login', root)
  await waitFor(() => expect(document.querySelector('[data-part="prepared"]')).toBeNull())
  expect(screen.getByLabelText('CPF ou CNPJ')).toHaveProperty('value', '529.982.24')
  expect(document.activeElement).toBe(screen.getByLabelText('Senha'))
})
