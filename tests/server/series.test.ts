// Changing and deleting occurrences of a series: what follows, what stays, what one undo takes back; on a real database.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bill } from '#contract/bills.ts'
import { contract } from '#contract/index.ts'
import { isBusinessDay } from '#domain/days.ts'
import { occurrenceDay } from '#domain/recurrence.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

let app: TestServer
let b: Books
let reader: TestUser

beforeAll(async () => {
  app = await testServer()
  b = await books(app)
  reader = await app.aMember(b.company, 'READER')
})
afterAll(() => app?.close())

const { bills, batches } = contract
const me = () => app.as(b.owner)
type Fields = Record<string, unknown>

const series = (fields: Fields = {}): Promise<Bill[]> =>
  me().ok(bills.createRecurring, {
    params: b.c,
    body: {
      amount_cents: 10_000,
      due_date: '2026-03-31',
      frequency_interval: 'MONTHLY',
      frequency_unit: 5,
      bank_account_id: b.account,
      ...fields,
    },
  })
const id = (row: Bill | undefined): string => row?.id ?? ''
const changing = (row: Bill | undefined, scope: string, body: Fields, query: Fields = {}) => ({
  params: { ...b.c, id: id(row) },
  query: { scope, ...query },
  body,
})
const now = (rows: readonly Bill[]) => Promise.all(rows.map(row => b.billOf(row.id)))
const dues = async (rows: readonly Bill[]) => (await now(rows)).map(row => row.due_date)
const amounts = async (rows: readonly Bill[]) => (await now(rows)).map(row => row.amount_cents)
const move = (row: Bill | undefined, status: string) => me().ok(bills.move, { params: b.c, body: { ids: [id(row)], status } })

describe('changing a series', () => {
  test('every occurrence tells its place', async () => {
    const made = await series()
    expect(made.map(row => [row.recurrence_index, row.scheduled_recurrence?.frequency_unit])).toEqual([0, 1, 2, 3, 4].map(at => [at, 5]))
  })

  test.each([
    ['NEXT', [10_000, 10_000, 7_000, 7_000, 7_000]],
    ['ALL', [7_000, 7_000, 7_000, 7_000, 7_000]],
  ])('%s reaches the right ones', async (scope, expected) => {
    const made = await series()
    expect(await me().ok(bills.updateSeries, changing(made[2], scope, { amount_cents: 7_000 }))).toMatchObject({
      updated: expected.filter(amount => amount === 7_000).length,
      blocked: [],
    })
    expect(await amounts(made)).toEqual(expected)
  })

  test('settled ones stay, and one batch is one undo', async () => {
    const made = await series({ due_date: '2026-01-31' })
    await move(made[0], 'PAID')
    const answer = await app.call(b.owner, bills.updateSeries, changing(made[2], 'ALL', { amount_cents: 7_000, due_date: '2026-04-05' }))
    expect(answer.data).toMatchObject({ updated: 4 })
    expect(await amounts(made)).toEqual([10_000, 7_000, 7_000, 7_000, 7_000])
    expect(await dues(made)).toEqual(['2026-01-31', '2026-03-05', '2026-04-05', '2026-05-05', '2026-06-05'])
    await me().ok(batches.undo, { params: { ...b.c, id: answer.headers['x-batch-id'] ?? '' } })
    expect(await amounts(made)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000])
    expect(await dues(made)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  })

  test('only what changes of the one that was opened goes to the others', async () => {
    const made = await series()
    await me().ok(bills.update, {
      params: { ...b.c, id: id(made[3]) },
      body: { amount_cents: 12_345, additional_information: 'Com multa' },
    })
    await me().ok(
      bills.updateSeries,
      changing(made[1], 'ALL', { amount_cents: 10_000, category_id: b.category, additional_information: null }),
    )
    const rows = await now(made)
    expect(rows.map(row => row.category_id)).toEqual(made.map(() => b.category))
    expect(rows[3]).toMatchObject({ amount_cents: 12_345, additional_information: 'Com multa' })
  })

  test('days move by the rhythm: clamped at month ends, off days by the rule it was made with, competence along', async () => {
    const made = await series({ due_date: '2026-03-10', business_day: 'PREVIOUS' })
    await me().ok(bills.updateSeries, changing(made[0], 'ALL', { due_date: '2026-01-31', competence_date: '2026-01-31' }))
    const rows = await now(made)
    expect(rows.map(row => row.due_date)).toEqual(['2026-01-30', '2026-02-27', '2026-03-31', '2026-04-30', '2026-05-29'])
    expect(rows.map(row => row.date)).toEqual(rows.map(row => row.due_date))
    expect(rows.map(row => row.competence_date)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
    expect(rows[0]?.scheduled_recurrence?.initial_date).toBe('2026-01-31')
  })

  test('one competence for all stays one', async () => {
    const made = await series({ competence_date: '2026-01-01', competence_follows: false })
    await me().ok(bills.updateSeries, changing(made[1], 'ALL', { competence_date: '2026-02-01' }))
    expect((await now(made)).map(row => row.competence_date)).toEqual(made.map(() => '2026-02-01'))
  })

  test('a slip stays with its occurrence while a Pix key goes to all', async () => {
    const made = await series()
    const boleto = { digitable_line: '23793381286008301352856000063307789840000150000' }
    await me().ok(bills.update, { params: { ...b.c, id: id(made[1]) }, body: { payment_details: { boleto } } })
    const own = { digitable_line: '34190000090000000000000000011874516620000037550' }
    await me().ok(bills.updateSeries, changing(made[0], 'ALL', { payment_details: { pix_key: 'a@b.com', pix_type: 'EMAIL', boleto: own } }))
    const kept = (await now(made)).map(row => row.payment_details)
    expect(kept.map(details => details?.pix_key)).toEqual(made.map(() => 'a@b.com'))
    expect(kept.map(details => details?.boleto?.digitable_line)).toEqual([
      own.digitable_line,
      boleto.digitable_line,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('a wrong line refuses the change of all of them', async () => {
    const made = await series()
    const payment_details = { pix_key: 'a@b.com', pix_type: 'EMAIL', boleto: { digitable_line: '123' } }
    expect((await me().refused(bills.updateSeries, changing(made[0], 'ALL', { payment_details }))).details).toMatchObject([
      { field: 'payment_details.boleto.digitable_line', message: 'Linha digitável inválida' },
    ])
    expect((await now(made)).map(row => row.payment_details)).toEqual(made.map(() => null))
  })

  test('what cannot follow stays and is told: a closed month, a divided one, one on its way to the bank', async () => {
    const made = await series({ due_date: '2024-01-10' })
    await me().ok(bills.split, {
      params: { ...b.c, id: id(made[1]) },
      body: { children: [{ amount_cents: 4_000 }, { amount_cents: 6_000 }] },
    })
    await move(made[2], 'APPROVED')
    await move(made[2], 'WAITING_PAYMENT')
    const range = await b.close('2024-01-01', '2024-01-31')
    const answer = await me().ok(bills.updateSeries, changing(made[3], 'ALL', { amount_cents: 7_000 }))
    expect(answer.updated).toBe(2)
    expect(answer.blocked?.map(row => [row.id, row.error_id])).toEqual(
      expect.arrayContaining([
        [id(made[0]), 'period.closed'],
        [id(made[1]), 'conflict.not_editable'],
        [id(made[2]), 'conflict.not_editable'],
      ]),
    )
    expect(await amounts(made)).toEqual([10_000, 10_000, 10_000, 7_000, 7_000])
    expect(await me().refused(bills.updateSeries, changing(made[0], 'NEXT', { amount_cents: 1 }))).toMatchObject({
      status: 409,
      id: 'period.closed',
    })
    expect(await amounts(made)).toEqual([10_000, 10_000, 10_000, 7_000, 7_000])
    await me().ok(contract.entries.openDateRange, { params: { ...b.c, id: range } })
  })

  test('a preview tells and writes nothing', async () => {
    const made = await series()
    expect(await me().ok(bills.updateSeries, changing(made[0], 'ALL', { due_date: '2026-04-02' }, { preview: true }))).toMatchObject({
      updated: 5,
    })
    expect(await dues(made)).toEqual(made.map(row => row.due_date))
    expect((await b.billOf(id(made[0]))).scheduled_recurrence?.initial_date).toBe('2026-03-31')
  })

  test('is refused for a stale record, a settled one, one of no series, a reader, and another company', async () => {
    const made = await series({ due_date: '2026-01-31' })
    await move(made[0], 'PAID')
    const one = await b.bill()
    const other = await books(app)
    expect((await me().refused(bills.updateSeries, changing(made[1], 'ALL', { amount_cents: 1, version: 9 }))).id).toBe(
      'conflict.stale_version',
    )
    expect((await me().refused(bills.updateSeries, changing(made[0], 'NEXT', { amount_cents: 1 }))).id).toBe('conflict.not_editable')
    expect((await me().refused(bills.updateSeries, changing(one, 'ALL', { amount_cents: 1 }))).id).toBe('conflict.invalid_transition')
    expect((await app.as(reader).refused(bills.updateSeries, changing(made[1], 'ALL', { amount_cents: 1 }))).status).toBe(403)
    const foreign = { ...changing(made[1], 'ALL', { amount_cents: 1 }), params: { ...other.c, id: id(made[1]) } }
    expect((await app.as(other.owner).refused(bills.updateSeries, foreign)).status).toBe(404)
    for (const scope of ['ONE', '', undefined])
      expect((await me().call(bills.updateSeries, changing(made[1], scope as string, {}))).status).toBe(422)
  })

  test('any due day, any rhythm: each open one falls on the day counted from the one that was moved', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('WEEKLY', 'BIWEEKLY', 'MONTHLY', 'ANNUALLY'),
        fc.constantFrom('NONE', 'NEXT', 'PREVIOUS'),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 28 }),
        fc.constantFrom('NEXT', 'ALL'),
        async (frequency_interval, business_day, at, day, scope) => {
          const made = await series({ frequency_interval, business_day, frequency_unit: 4 })
          const due_date = `2026-05-${String(day).padStart(2, '0')}`
          await me().ok(bills.updateSeries, changing(made[at], scope, { due_date }))
          const found = await dues(made)
          found.forEach((due, k) => {
            const nominal = occurrenceDay(due_date, frequency_interval, k - at)
            if (scope === 'NEXT' && k < at) expect(due).toBe(made[k]?.due_date)
            else if (business_day === 'NONE' || isBusinessDay(nominal)) expect(due).toBe(nominal)
            else expect(isBusinessDay(due) && (business_day === 'NEXT' ? due > nominal : due < nominal)).toBe(true)
          })
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('deleting from a series', () => {
  test.each([
    ['NEXT', [200, 200, 404, 404, 404]],
    ['ALL', [200, 404, 404, 404, 404]],
  ])('%s takes the open ones, and one undo brings them back', async (scope, expected) => {
    const made = await series({ due_date: '2026-01-31' })
    await move(made[0], 'PAID')
    const statuses = () => Promise.all(made.map(async row => (await me().call(bills.get, { params: { ...b.c, id: row.id } })).status))
    const answer = await app.call(b.owner, bills.deleteSeries, { params: { ...b.c, id: id(made[2]) }, query: { scope } })
    expect(answer).toMatchObject({ status: 200, data: { updated: expected.filter(status => status === 404).length, blocked: [] } })
    expect(await statuses()).toEqual(expected)
    await me().ok(batches.undo, { params: { ...b.c, id: answer.headers['x-batch-id'] ?? '' } })
    expect(await statuses()).toEqual([200, 200, 200, 200, 200])
  })

  test('leaves a closed month alone, takes a divided one whole, and asks the right', async () => {
    const made = await series({ due_date: '2023-01-10' })
    const children = await me().ok(bills.split, {
      params: { ...b.c, id: id(made[1]) },
      body: { children: [{ amount_cents: 4_000 }, { amount_cents: 6_000 }] },
    })
    await b.close('2023-01-01', '2023-01-31')
    const call = { params: { ...b.c, id: id(made[2]) }, query: { scope: 'ALL' } }
    expect((await app.as(reader).refused(bills.deleteSeries, call)).status).toBe(403)
    expect(await me().ok(bills.deleteSeries, { ...call, query: { scope: 'ALL', preview: true } })).toMatchObject({ updated: 4 })
    const answer = await me().ok(bills.deleteSeries, call)
    expect(answer).toMatchObject({ updated: 4, blocked: [{ id: id(made[0]), error_id: 'period.closed' }] })
    for (const child of children) expect((await me().call(bills.get, { params: { ...b.c, id: child.id } })).status).toBe(404)
    expect((await b.billOf(id(made[0]))).status).toBe('PENDING')
    expect((await me().refused(bills.deleteSeries, { ...call, params: { ...b.c, id: id(made[0]) } })).id).toBe('period.closed')
  })
})

test('receivables have the same calls', async () => {
  const { receivables } = contract
  const body = { amount_cents: 10_000, due_date: '2026-03-31', frequency_interval: 'MONTHLY', frequency_unit: 3 }
  const made = await me().ok(receivables.createRecurring, { params: b.c, body })
  const call = { params: { ...b.c, id: made[1]?.id ?? '' }, query: { scope: 'NEXT' } }
  expect(await me().ok(receivables.updateSeries, { ...call, body: { amount_cents: 5 } })).toMatchObject({ updated: 2 })
  expect(await me().ok(receivables.deleteSeries, call)).toMatchObject({ updated: 2 })
  expect((await b.receivableOf(made[0]?.id ?? '')).amount_cents).toBe(10_000)
})
