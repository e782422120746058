// The form of a new product over its real routes: the NCM is taken before the table answered, a refusal stands beside its field, a copy starts full.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call } from '#client/data/api.ts'
import { queryClient } from '#client/data/queries.ts'
import { StepUpHost, withStepUp } from '#client/features/auth/step-up.tsx'
import { useToasts } from '#client/kit/toast.ts'
import { TodayProvider } from '#client/kit/today.tsx'
import { TooltipProvider } from '#client/kit/tooltip.tsx'
import { resourceRoutes } from '#client/routes/resource.tsx'
import { rootRoute } from '#client/routes/root.tsx'
import { controls } from '#client/shell/controls.ts'
import { useAsking } from '#client/surfaces/asked/asking.ts'
import { currentContext, setWhereabouts } from '#client/surfaces/context.ts'
import { openHouse, useHouse } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import type { CommandId } from '#commands/index.ts'
import { allCommands } from '#commands/index.ts'
import { type AnyCommand, targetOn } from '#commands/kit/command.ts'
import { ERRORS } from '#contract/errors.ts'
import type { Product } from '#contract/products.ts'
import { type FakeServer, fakeServer, refusal } from '../fake-server.ts'
import { closeSampleHouse, openSampleHouse } from '../surfaces/sample-house.ts'
import { WithForms } from '../surfaces/with-forms.tsx'

const C = '0199f0c2-0000-7000-8000-0000000000e1'
const LIST = `GET /v1/companies/${C}/products`
const CREATE = `POST /v1/companies/${C}/products`
const bread: Product = {
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
const went: unknown[] = []
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
  openSampleHouse({ commands: allCommands, controls })
  const { options } = useHouse.getState()
  if (options)
    openHouse({
      ...options,
      ports: {
        ...options.ports,
        call: ((row: never, input: never) => withStepUp(() => call(row, input))) as never,
        go: to => void went.push(to),
      },
    })
  went.length = 0
  setWhereabouts({ area: 'products', screen: 'products.create', company: { id: C, name: 'Padaria' }, can: () => true }, 0)
})
afterEach(() => {
  cleanup()
  closeSampleHouse()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function openAt(path: string): Promise<void> {
  const company = createRoute({
    getParentRoute: () => rootRoute,
    path: '/company/$companyId',
    staticData: { screen: null },
    component: WithForms,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([company.addChildren(resourceRoutes(company))]),
    history: createMemoryHistory({ initialEntries: [`/company/${C}/${path}`] }),
    parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
    defaultPendingMs: 0,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <TodayProvider value="2026-11-11">
        <TooltipProvider>
          <RouterProvider router={router as never} />
          <StepUpHost />
        </TooltipProvider>
      </TodayProvider>
    </QueryClientProvider>,
  )
}
const theForm = () => screen.findByRole('dialog', { name: 'Novo produto' })
async function openForm(): Promise<HTMLElement> {
  await openAt('products/create')
  return theForm()
}
const command = (id: CommandId) => useHouse.getState().registry.get(id) as AnyCommand
const onBread = () => ({ ...currentContext(), target: targetOn('product', [bread], { company: { id: C, name: '' }, from: 'focus' }) })
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
  await openAt('products')
  void runCommand(command('product.copy'), { source: 'key', context: onBread() })
  const form = await theForm()
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

it('written, it is said once, can be undone, and leads to the record', async () => {
  const form = await openForm()
  await fill(form)
  fireEvent.click(within(form).getByRole('button', { name: /^Criar produto/ }))
  await waitFor(() => expect(went).toEqual([`/company/${C}/products/${bread.id}`]))
  expect(useToasts.getState().current?.title).toBe('Produto Pão de queijo criado')
  expect(screen.queryByRole('dialog', { name: 'Novo produto' })).toBeNull()
})

it('what may not be done is not asked: the reason stands at the address', async () => {
  setWhereabouts(
    { area: 'products', screen: 'products.create', company: { id: C, name: 'Padaria' }, can: need => need !== 'products:c' },
    0,
  )
  await openAt('products/create')
  const notice = await screen.findByRole('dialog', { name: 'Novo produto' })
  expect(within(notice).queryByRole('textbox')).toBeNull()
  expect(within(notice).getByText(ERRORS['permission.denied'].message)).toBeTruthy()
  expect(useAsking.getState().stack).toEqual([])
})

it('asked within another form, it leaves what was typed there alone', async () => {
  setWhereabouts({ area: 'dashboard', screen: 'dashboard', company: { id: C, name: 'Padaria' }, can: () => true }, 0)
  await openAt('services/create')
  const outer = await screen.findByRole('dialog', { name: 'Novo serviço' })
  write(outer, 'Nome', 'Consultoria')
  act(() => void runCommand(command('product.create'), { source: 'palette', context: currentContext() }))
  const inner = await theForm()
  await fill(inner)
  fireEvent.click(within(inner).getByRole('button', { name: /^Criar produto/ }))
  await waitFor(() => expect(useAsking.getState().stack).toHaveLength(1))
  expect(went).toEqual([])
  expect(within(outer).getByRole<HTMLInputElement>('textbox', { name: 'Nome' }).value).toBe('Consultoria')
})

it('a whole input is written without a form: what a line or a script does', async () => {
  await openAt('products')
  const input = { name: 'Café', code: 'C', price_cents: 1990, ncm: '09012100' }
  expect(await runCommand(command('product.create'), { source: 'line', answers: input })).toBe('done')
  expect(server.bodies(CREATE)).toEqual([input])
})

it('its change stands in its drawer and carries the version that was read', async () => {
  server.answer(`PATCH /v1/companies/${C}/products/${bread.id}`, ({ body }) => ({ body: { ...bread, ...(body as object) } }))
  await openAt(`products/${bread.id}`)
  const drawer = await screen.findByRole('complementary', { name: 'Pão francês' })
  act(() => void runCommand(command('product.edit'), { source: 'key', context: onBread() }))
  fireEvent.change(await within(drawer).findByRole('textbox', { name: 'Preço' }), { target: { value: '2,00' } })
  fireEvent.click(within(drawer).getByRole('button', { name: /^Salvar/ }))
  await waitFor(() => expect(useToasts.getState().current?.title).toBe('Produto Pão francês alterado'))
  expect(server.bodies(`PATCH /v1/companies/${C}/products/${bread.id}`)[0]).toMatchObject({ price_cents: 200, version: 1, code: '1005' })
})

it('a fresh code is asked for over the form; left, the form is as it was and nothing is written', async () => {
  server.answer(CREATE, refusal(403, 'auth.step_up_required', 'Enviamos um código', { challenge_id: C }))
  const form = await openForm()
  await fill(form)
  fireEvent.click(within(form).getByRole('button', { name: /^Criar produto/ }))
  const code = await screen.findByRole('dialog', { name: ERRORS['auth.step_up_required'].title })
  fireEvent.click(within(code).getByRole('button', { name: /^Cancelar/ }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: ERRORS['auth.step_up_required'].title })).toBeNull())
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: 'Nome' }).value).toBe('Pão de queijo')
  expect(useAsking.getState().stack).toHaveLength(1)
  expect(server.count(CREATE)).toBe(1)
})
it('what another person changed meanwhile is not overwritten: the version sent is the one the form was filled from', async () => {
  const PATCH = `PATCH /v1/companies/${C}/products/${bread.id}`
  server.answer(PATCH, ({ body }) => ({ body: { ...bread, ...(body as object) } }))
  await openAt(`products/${bread.id}`)
  const drawer = await screen.findByRole('complementary', { name: 'Pão francês' })
  act(() => void runCommand(command('product.edit'), { source: 'key', context: onBread() }))
  const price = await within(drawer).findByRole('textbox', { name: 'Preço' })
  server.answer(LIST, { body: [{ ...bread, version: 2, unit: 'CX' }] })
  act(() => void queryClient.invalidateQueries())
  await waitFor(() => expect(server.count(LIST)).toBe(2))
  await act(() => new Promise(resolve => setTimeout(resolve, 300)))
  fireEvent.change(price, { target: { value: '2,00' } })
  fireEvent.click(within(drawer).getByRole('button', { name: /^Salvar/ }))
  await waitFor(() => expect(server.count(PATCH)).toBe(1))
  expect(server.bodies(PATCH)[0]).toMatchObject({ unit: 'KG', version: 1 })
})

it('keeps what was typed a moment before the page goes', async () => {
  const form = await openForm()
  fireEvent.change(within(form).getByLabelText('Nome'), { target: { value: 'Broa de milho' } })
  window.dispatchEvent(new Event('pagehide'))
  expect(Object.values(sessionStorage).join()).toContain('Broa de milho')
})
