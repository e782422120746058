// Yearly statements over the real server: prefilled by the books, once per year, replaced by a rectification, late with a fine.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { TaxRegime } from '#domain/enums.ts'
import { books } from '#tests/kit/books.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { annualStatements, categories, batches, notifications } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function mei(tax_regime: TaxRegime = 'MEI') {
  const b = await books(server, await server.aCompany(undefined, { tax_regime }))
  const me = server.as(b.owner)
  const chart = await me.ok(categories.list, { params: b.c })
  const leaf = (name: string) => chart.flatMap(root => root.categories ?? []).find(each => each.name === name)?.id ?? ''
  const sell = (competence_date: string, amount_cents: number, name: string) =>
    b.receivable({ competence_date, amount_cents, category_id: leaf(name) })
  return { ...b, me, sell }
}

async function authorityAnswers() {
  server.clock.advance(5_000)
  await server.drain()
}

test('the books fill the revenue of the year, trade and services apart', async () => {
  const b = await mei()
  await b.sell('2025-03-10', 2_000_000, 'Venda de produtos')
  await b.sell('2025-12-31', 5_000_000, 'Prestação de serviços')
  await b.sell('2026-01-01', 900_000, 'Venda de produtos')
  expect(await b.me.ok(annualStatements.prefill, { params: b.c, query: { year: 2025 } })).toEqual({
    kind: 'DASN_SIMEI',
    year: 2025,
    commerce_revenue_cents: 2_000_000,
    services_revenue_cents: 5_000_000,
    limit_cents: 8_100_000,
    limit_state: 'NEAR',
    due_date: '2026-05-31',
    fine_cents: 0,
    halved_fine_cents: 0,
  })
})

test('delivered once a year, with a receipt; a rectification takes its place', async () => {
  const b = await mei()
  await b.sell('2025-03-10', 2_000_000, 'Venda de produtos')
  const made = await b.me.call(annualStatements.create, { params: b.c, body: { year: 2025, had_employee: false } })
  expect(made.data).toMatchObject({
    status: 'PROCESSING',
    commerce_revenue_cents: 2_000_000,
    services_revenue_cents: 0,
    due_date: '2026-05-31',
    delivered_on: '2026-03-11',
  })
  expect(server.changes.at(-1)?.tags).toContain('annual-billing-statements')
  await authorityAnswers()
  const [first] = await b.me.ok(annualStatements.list, { params: b.c })
  expect(first).toMatchObject({ status: 'DONE', receipt_number: expect.stringMatching(/^2025\.\d{9}$/) })
  expect((await b.me.ok(notifications.list))[0]).toMatchObject({ type: 'TAX', title: 'DASN-SIMEI de 2025' })

  const body = { year: 2025, had_employee: true, commerce_revenue_cents: 2_500_000 }
  expect((await b.me.refused(annualStatements.create, { params: b.c, body })).id).toBe('conflict.already_exists')
  const second = await b.me.ok(annualStatements.create, { params: b.c, body: { ...body, rectifies: true } })
  expect(second).toMatchObject({ rectifies_id: first?.id, had_employee: true, commerce_revenue_cents: 2_500_000 })
  expect((await b.me.ok(annualStatements.list, { params: b.c })).map(each => each.id)).toEqual([second.id])
  expect(await b.me.ok(annualStatements.list, { params: b.c, query: { replaced: true } })).toHaveLength(2)
  const delivered = (await b.me.ok(batches.list, { params: b.c })).find(batch => batch.label === 'DASN-SIMEI de 2025 entregue')
  expect(delivered?.undoable).toBe(false)
  const undo = await b.me.refused(batches.undo, { params: { ...b.c, id: delivered?.id ?? '' } })
  expect(undo).toMatchObject({ id: 'undo.blocked', status: 409 })
})

test('late, it carries the fine and its half', async () => {
  const b = await mei()
  server.clock.set('2026-08-01T15:00:00Z')
  // Three months begun, 6% of twelve DAS of 76,90.
  const late = await b.me.ok(annualStatements.create, { params: b.c, body: { year: 2025, had_employee: false } })
  expect(late).toMatchObject({ fine_cents: 5_537, halved_fine_cents: 2_769, halved_until: '2026-08-31' })
  const rectified = await b.me.ok(annualStatements.create, { params: b.c, body: { year: 2025, had_employee: true, rectifies: true } })
  expect(rectified.fine_cents).toBe(0)
  server.clock.set('2026-03-11T15:00:00Z')
})

test('a year not over, a company outside the Simples, and a rectification of nothing are refused', async () => {
  const [b, ltda] = [await mei(), await mei('LUCRO_PRESUMIDO')]
  const refused = async (who: typeof b, body: object) =>
    (await who.me.refused(annualStatements.create, { params: who.c, body: { had_employee: false, ...body } })).details?.[0]?.field
  expect(await refused(b, { year: 2026 })).toBe('year')
  expect(await refused(ltda, { year: 2025 })).toBe('year')
  expect(await refused(b, { year: 2025, rectifies: true })).toBe('rectifies')
  expect(await refused(b, { year: 2026, closed_on: '2026-03-12' })).toBe('closed_on')
  expect(
    await b.me.ok(annualStatements.create, { params: b.c, body: { year: 2026, closed_on: '2026-02-10', had_employee: false } }),
  ).toMatchObject({
    closed_on: '2026-02-10',
    due_date: '2026-06-30',
  })
})

test('a company of the Simples delivers the DEFIS by 31 March, without a fine of its own', async () => {
  const b = await mei('SIMPLES_NACIONAL')
  await b.sell('2025-03-10', 400_000_000, 'Venda de produtos')
  expect(await b.me.ok(annualStatements.prefill, { params: b.c })).toMatchObject({
    kind: 'DEFIS',
    year: 2025,
    commerce_revenue_cents: 400_000_000,
    limit_cents: 480_000_000,
    limit_state: 'NEAR',
    due_date: '2026-03-31',
  })
  server.clock.set('2026-04-20T15:00:00Z')
  const late = await b.me.ok(annualStatements.create, { params: b.c, body: { year: 2025, had_employee: true } })
  expect(late).toMatchObject({ kind: 'DEFIS', due_date: '2026-03-31', delivered_on: '2026-04-20', fine_cents: 0, halved_until: null })
  await authorityAnswers()
  expect((await b.me.ok(annualStatements.list, { params: b.c }))[0]).toMatchObject({ status: 'DONE', kind: 'DEFIS' })
  expect((await b.me.ok(notifications.list))[0]).toMatchObject({ title: 'DEFIS de 2025' })
  server.clock.set('2026-03-11T15:00:00Z')
})

test('two at once deliver one', async () => {
  const b = await mei()
  const body = { year: 2024, had_employee: false }
  const answers = await Promise.all(Array.from({ length: 5 }, () => b.me.call(annualStatements.create, { params: b.c, body })))
  expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409, 409])
})
