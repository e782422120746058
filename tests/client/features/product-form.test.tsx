// The form of a new product over its real routes: the NCM is taken before the table answered, a refusal stands beside its field, a copy starts full.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#client/data/queries.ts'
import { TodayProvider } from '#client/kit/today.tsx'
import { TooltipProvider } from '#client/kit/tooltip.tsx'
import { goodsRoutes } from '#client/routes/goods.tsx'
import { rootRoute } from '#client/routes/root.tsx'
import { setWhereabouts } from '#client/surfaces/context.ts'
import { allCommands } from '#commands/index.ts'
import { type FakeServer, fakeServer, refusal } from '../fake-server.ts'
import { closeSampleHouse, openSampleHouse } from '../surfaces/sample-house.ts'

vi.setConfig({ testTimeout: 30_000 })

const C = '0199f0c2-0000-7000-8000-0000000000e1'
const LIST = `GET /v1/companies/${C}/products`
const CREATE = `POST /v1/companies/${C}/products`
const bread = {
  id: '0199f0c2-0000-7000-8000-0000000000a1',
  company_id: C,
  version: 1,
  code: '1005',
  name: 'Pão francês',
  description: null,
  unit: 'KG',
  price_cents: 189,
  ncm: '19059090',
  cest: null,
  cfop: '5101',
  gtin: null,
  origin: 'NATIONAL',
  icms_rate: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}
let server: FakeServer
let tellTable: (() => void)[]

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  tellTable = []
  server = fakeServer({
    [LIST]: { body: [bread] },
    'GET /v1/product_classifications': () =>
      new Promise(resolve => tellTable.push(() => resolve({ body: [{ code: '5102', description: 'Venda', kind: 'CFOP' }] }))),
    [CREATE]: ({ body }) => ({ status: 201, body: { ...bread, ...(body as object) } }),
  })
  openSampleHouse({ commands: allCommands })
  setWhereabouts({ area: 'products', screen: 'products.create', company: { id: C, name: 'Padaria' }, can: () => true }, 0)
})
afterEach(() => {
  cleanup()
  closeSampleHouse()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function openForm(search = ''): Promise<HTMLElement> {
  const company = createRoute({
    getParentRoute: () => rootRoute,
    path: '/company/$companyId',
    staticData: { screen: null },
    component: Outlet,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([company.addChildren(goodsRoutes(company))]),
    history: createMemoryHistory({ initialEntries: [`/company/${C}/products/create${search}`] }),
    parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
    defaultPendingMs: 0,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <TodayProvider value="2026-11-11">
        <TooltipProvider>
          <RouterProvider router={router as never} />
        </TooltipProvider>
      </TodayProvider>
    </QueryClientProvider>,
  )
  return screen.findByRole('dialog', { name: 'Novo produto' }, { timeout: 8000 })
}
const write = (form: HTMLElement, name: string | RegExp, value: string) =>
  fireEvent.change(within(form).getByRole('textbox', { name }), { target: { value } })
const ncmOf = (form: HTMLElement) => within(form).getByRole<HTMLInputElement>('combobox', { name: 'NCM' })

async function fill(form: HTMLElement): Promise<void> {
  write(form, 'Nome', 'Pão de queijo')
  write(form, 'Código', 'PQ')
  write(form, 'Preço', '4,50')
  fireEvent.focus(ncmOf(form))
  fireEvent.change(ncmOf(form), { target: { value: '1905.9090' } })
  fireEvent.keyDown(ncmOf(form), { key: 'Tab' })
  fireEvent.blur(ncmOf(form))
  await waitFor(() => expect(ncmOf(form).value).toBe('1905.90.90'))
}

it('takes a whole NCM before the table has answered', async () => {
  const form = await openForm()
  await fill(form)
  fireEvent.click(within(form).getByRole('button', { name: /^Criar produto/ }))
  await waitFor(() => expect(server.count(CREATE)).toBe(1))
  expect(server.bodies(CREATE)[0]).toMatchObject({ name: 'Pão de queijo', code: 'PQ', price_cents: 450, ncm: '19059090', cfop: '5102' })
})

it('a refusal stands beside its field, and nothing typed is lost', async () => {
  const message = 'NCM não encontrado na tabela'
  server.answer(CREATE, refusal(422, 'validation.failed', 'Confira', { details: [{ field: 'ncm', message }] }))
  const form = await openForm()
  await fill(form)
  fireEvent.click(within(form).getByRole('button', { name: /^Criar produto/ }))
  await within(form).findByText(message)
  expect(ncmOf(form).getAttribute('aria-invalid')).toBe('true')
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: 'Nome' }).value).toBe('Pão de queijo')
})

it('a copy starts with all of its original but the code', async () => {
  const form = await openForm(`?copia=${bread.id}`)
  expect(within(form).getByText(/^Cópia de Pão francês/)).toBeTruthy()
  const value = (name: string | RegExp) => within(form).getByRole<HTMLInputElement>('textbox', { name }).value
  expect([value('Nome'), value('Código'), value('Preço'), value('Unidade'), ncmOf(form).value]).toEqual([
    'Pão francês',
    '',
    '1,89',
    'KG',
    '1905.90.90',
  ])
})
