// Categories: the default chart, a tree of three levels whose branches share their kind, and what may change.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Category } from '#contract/categories.ts'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let app: TestServer
let b: Books

beforeAll(async () => {
  app = await testServer()
})
beforeEach(async () => {
  app.clock.advance(60_000)
  b = await books(app)
})
afterAll(() => app?.close())

const { categories } = contract
const me = () => app.as(b.owner)
const at = (body: unknown, params: Record<string, string> = {}) => ({ params: { ...b.c, ...params }, body })
const create = (name: string, more: Record<string, unknown> = {}) => me().ok(categories.create, at({ name, ...more }))
const update = (id: string, body: Record<string, unknown>) => me().ok(categories.update, at(body, { id }))
const get = (id: string) => me().ok(categories.get, at(undefined, { id }))

test('the default chart is made once', async () => {
  const roots = await me().ok(categories.list, { params: b.c })
  expect(roots).toHaveLength(10)
  expect(
    roots.flatMap(root => root.categories ?? []).every(leaf => leaf.kind === roots.find(root => root.id === leaf.parent_category_id)?.kind),
  ).toBe(true)
  expect(await me().refused(categories.initialSetup, { params: b.c })).toMatchObject({ status: 409, id: 'category.setup_done' })
})

test('a child inherits kind and flags, three levels deep, and names are unique among siblings', async () => {
  const root = await create('Raiz', { kind: 'DEBIT', is_fixed: true })
  const child = await create('Filha', { parent_category_id: root.id, kind: 'CREDIT' })
  expect(child).toMatchObject({ kind: 'DEBIT', is_fixed: true })
  const leaf = await create('Neta', { parent_category_id: child.id })
  expect((await me().refused(categories.create, at({ name: 'Bisneta', parent_category_id: leaf.id }))).details?.[0]?.field).toBe(
    'parent_category_id',
  )
  expect(await me().refused(categories.create, at({ name: 'FILHA', parent_category_id: root.id }))).toMatchObject({
    status: 409,
    id: 'conflict.already_exists',
  })
  expect((await me().refused(categories.create, at({ name: 'Sem tipo' }))).details?.[0]?.field).toBe('kind')
  expect(
    (await me().refused(categories.create, at({ name: 'Duas', kind: 'DEBIT', is_deductible: true, is_increasing: true }))).status,
  ).toBe(422)
})

test('a branch moves whole: its kind follows, never into itself nor too deep', async () => {
  const debit = await create('Despesa', { kind: 'DEBIT' })
  const credit = await create('Receita', { kind: 'CREDIT' })
  const middle = await create('Meio', { parent_category_id: debit.id })
  const leaf = await create('Folha', { parent_category_id: middle.id })
  await update(middle.id, { parent_category_id: credit.id })
  expect((await get(leaf.id)).kind).toBe('CREDIT')
  expect((await me().refused(categories.update, at({ parent_category_id: leaf.id }, { id: middle.id }))).details?.[0]?.message).toContain(
    'si mesma',
  )
  const deep = await create('Outra', { parent_category_id: debit.id })
  expect((await me().refused(categories.update, at({ parent_category_id: deep.id }, { id: middle.id }))).details?.[0]?.message).toContain(
    'três níveis',
  )
  await update(credit.id, { kind: 'CHARGE' })
  expect((await get(leaf.id)).kind).toBe('CHARGE')
  expect((await update(middle.id, { parent_category_id: null })).parent_category_id).toBeNull()
})

test('two people moving branches into each other leave a tree', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [one, two] = [await create(`A${round}`, { kind: 'DEBIT' }), await create(`B${round}`, { kind: 'DEBIT' })]
    const answers = await Promise.all([
      app.call(b.owner, categories.update, at({ parent_category_id: two.id }, { id: one.id })),
      app.call(b.owner, categories.update, at({ parent_category_id: one.id }, { id: two.id })),
    ])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 422])
  }
})

test('an inactive branch leaves selectors with its children and comes back', async () => {
  const root = await create('Raiz', { kind: 'DEBIT' })
  const child = await create('Filha', { parent_category_id: root.id })
  await me().ok(categories.inactivate, at(undefined, { id: root.id }))
  expect((await get(child.id)).status).toBe('INACTIVE')
  expect(
    (await me().refused(contract.bills.create, at({ amount_cents: 1, due_date: '2026-03-20', category_id: child.id }))).details?.[0]?.field,
  ).toBe('category_id')
  await me().ok(categories.activate, at(undefined, { id: root.id }))
  expect((await get(child.id)).status).toBe('ACTIVE')
})

test('a stale version is refused, and the record read may be sent back', async () => {
  const made = await create('Raiz', { kind: 'DEBIT' })
  const back = await update(made.id, { ...(made as Category), name: 'Nova' })
  expect(back).toMatchObject({ name: 'Nova', version: 2 })
  expect(await me().refused(categories.update, at({ name: 'x', version: 1 }, { id: made.id }))).toMatchObject({
    status: 409,
    id: 'conflict.stale_version',
  })
})

test('used below in a closed period, a branch keeps its kind', async () => {
  const root = await create('Raiz', { kind: 'DEBIT' })
  const child = await create('Filha', { parent_category_id: root.id })
  await b.bill({ due_date: '2026-01-10', category_id: child.id })
  await b.close('2026-01-01', '2026-01-31')
  expect((await me().refused(categories.update, at({ kind: 'CHARGE' }, { id: root.id }))).id).toBe('period.closed')
  expect((await update(root.id, { name: 'Outro nome' })).name).toBe('Outro nome')
  await me().ok(categories.inactivate, at(undefined, { id: child.id }))
})
