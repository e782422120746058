// Rules: tried dry, then applied to exactly as many lines; never over what a person already said, never in a closed period.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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

const { rules, reconciliation } = contract
const me = () => app.as(b.owner)
const at = (body: unknown, params: Record<string, string> = {}) => ({ params: { ...b.c, ...params }, body })

test('the dry run counts what applying changes, and a second apply changes nothing', async () => {
  for (const description of ['TARIFA MANUTENCAO', 'Tarifa Pix', 'ALUGUEL']) await b.line(-100, { description })
  const marked = await b.line(-100, { description: 'TARIFA TED' })
  const [other] = (await me().ok(contract.categories.list, { params: b.c }))
    .flatMap(root => root.categories ?? [])
    .filter(each => each.id !== b.category)
  await me().ok(reconciliation.categorise, at({ ids: [marked], category_id: other?.id }))
  const body = { contains: 'tarifa', category_id: b.category, direction: 'DEBIT' }
  const dry = await me().ok(rules.dryRun, at(body))
  expect(dry.count).toBe(2)
  const rule = await me().ok(rules.create, at(body))
  expect(rule).toMatchObject({ name: 'tarifa', active: true, direction: 'DEBIT', version: 1 })
  const preview = await me().ok(rules.apply, { ...at(undefined, { id: rule.id }), query: { preview: true } })
  expect(preview.updated).toBe(2)
  expect((await b.lineOf(dry.line_ids[0] ?? '')).category_id).toBeNull()
  const applied = await me().ok(rules.apply, at(undefined, { id: rule.id }))
  expect(applied.ids?.toSorted()).toEqual(dry.line_ids.toSorted())
  expect((await b.lineOf(marked)).category_id).toBe(other?.id)
  expect((await me().ok(rules.apply, at(undefined, { id: rule.id }))).updated).toBe(0)
})

test('bounds, direction and account narrow it, and a rule before it takes its lines', async () => {
  for (const cents of [-100, -200, 300]) await b.line(cents, { description: 'UBER' })
  await b.line(-150, { description: 'UBER', bank_account_id: b.otherAccount })
  const count = async (more: Record<string, unknown>) =>
    (await me().ok(rules.dryRun, at({ contains: 'uber', category_id: b.category, ...more }))).count
  expect(await count({})).toBe(4)
  expect(await count({ direction: 'CREDIT' })).toBe(1)
  expect(await count({ min_amount_cents: 150, max_amount_cents: 250 })).toBe(2)
  expect(await count({ bank_account_id: b.otherAccount })).toBe(1)
  await me().ok(rules.create, at({ contains: 'uber', category_id: b.category, direction: 'DEBIT', priority: -1 }))
  expect(await count({})).toBe(1)
})

test('tells the names of what it fills, and goes on being called by its text until it has a name', async () => {
  const made = await me().ok(rules.create, at({ contains: 'uber', name: '', category_id: b.category, bank_account_id: b.otherAccount }))
  expect(made).toMatchObject({ name: 'uber', contact_name: null })
  expect([made.category_name, made.bank_account_name].every(name => name !== null && name.length > 2)).toBe(true)
  const renamed = await me().ok(rules.update, at({ contains: 'uber *trip', name: 'uber', version: made.version }, { id: made.id }))
  expect(renamed.name).toBe('uber *trip')
  const stale = await me().refused(rules.update, at({ contains: '99', version: made.version }, { id: made.id }))
  expect(stale.id).toBe('conflict.stale_version')
  const off = await me().ok(rules.create, at({ contains: 'taxi', category_id: b.category, active: false }))
  expect(off.active).toBe(false)
})

test('changed by several at once keeps one change and tells the others', async () => {
  for (let round = 0; round < 3; round += 1) {
    const rule = await me().ok(rules.create, at({ contains: `uber ${round}`, category_id: b.category }))
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(priority => me().call(rules.update, at({ priority, version: rule.version }, { id: rule.id }))),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  }
})

test('is changed, switched off, deleted and brought back by undo', async () => {
  const rule = await me().ok(rules.create, at({ contains: 'uber', category_id: b.category }))
  expect(await me().ok(rules.update, at({ active: false, name: 'Corridas' }, { id: rule.id }))).toMatchObject({
    active: false,
    name: 'Corridas',
    contains: 'uber',
    version: 2,
  })
  const gone = await app.call(b.owner, rules.delete, at(undefined, { id: rule.id }))
  expect(await me().ok(rules.list, { params: b.c })).toEqual([])
  await me().ok(contract.batches.undo, at(undefined, { id: gone.headers['x-batch-id'] ?? '' }))
  expect(await me().ok(rules.list, { params: b.c })).toHaveLength(1)
  expect((await me().refused(rules.create, at({ contains: 'x' }))).status).toBe(422)
  expect((await me().refused(rules.create, at({ contains: 'xx', category_id: rule.id }))).details?.[0]?.field).toBe('category_id')
})
