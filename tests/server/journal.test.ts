// The journal: whatever was written can be taken back to what it was, once, by who may, unless something later stands in the way.

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { JOURNALED } from '#server/db/migrations/0001-house.ts'
import { type Books, books, image } from '#tests/kit/books.ts'
import { type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'

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

const { batches, bills, receivables, entries, reconciliation } = contract
const me = () => app.as(b.owner)
const at = (body: unknown, params: Record<string, string> = {}) => ({ params: { ...b.c, ...params }, body })
const batchOf = (answer: TestAnswer) => answer.headers['x-batch-id'] ?? ''
const undo = (id: string, user = b.owner) => app.call(user, batches.undo, at(undefined, { id }))

type Rows = Map<string, Record<string, unknown>>

/** Every journaled row of the company by id, as it is said. */
async function everything(): Promise<Rows> {
  const each = JOURNALED.map(table => `select '${table} ' || t.id as name, to_jsonb(t) as row from ${table} t where t.company_id = $1`)
  const rows = await app.sql<{ name: string; row: Record<string, unknown> }>(`${each.join(' union all ')} order by name`, [b.company.id])
  return new Map(rows.map(({ name, row }) => [name, image(row)]))
}

/** What was there is byte-equal; what was not is gone. */
function expectRestored(after: Rows, before: Rows): void {
  const made = [...after].filter(([id]) => !before.has(id))
  expect(made.filter(([, row]) => row.deleted_at === null)).toEqual([])
  for (const [id, row] of before) expect(JSON.stringify(after.get(id)), id).toBe(JSON.stringify(row))
}

interface Step {
  op: number
  pick: number
  more: number
}

const days = ['2026-01-20', '2026-02-10', '2026-03-05', '2026-04-01']

/** One write chosen by numbers, on rows that are there; most succeed, a refused one leaves no batch. */
async function write({ op, pick, more }: Step): Promise<TestAnswer> {
  const live = async (table: string) =>
    (await b.stored(table)).filter(row => row.deleted_at === null) as { id: string; [name: string]: unknown }[]
  const some = <T>(rows: readonly T[], count: number): T[] => rows.slice(pick % Math.max(1, rows.length)).slice(0, count)
  const all = await live('entries')
  const mine = all.filter(row => row.kind === 'BILL')
  const ids = some(mine, 1 + (more % 3)).map(row => row.id)
  const id = ids[0] ?? randomUUID()
  const lines = await live('statement_entries')
  const pending = some(
    lines.filter(row => row.status === 'PENDING' && row.conciliation_id === null),
    2,
  )
  const day = days[more % days.length] as string
  const call = (row: Parameters<typeof app.call>[1], body?: unknown, params: Record<string, string> = {}) =>
    app.call(b.owner, row, at(body, params))
  const first = async (table: string) => some(await live(table), 1)[0]?.id ?? randomUUID()
  switch (op) {
    case 0:
      return call(bills.create, {
        amount_cents: 1000 + more,
        due_date: day,
        bank_account_id: b.account,
        payment_details: { pix_key: 'a@b.c' },
      })
    case 1:
      return call(receivables.create, { amount_cents: 1000 + more, due_date: day, bank_account_id: b.account })
    case 2:
      return call(bills.createRecurring, {
        amount_cents: 500,
        due_date: day,
        frequency_interval: 'MONTHLY',
        frequency_unit: 1 + (more % 3),
      })
    case 3:
      return call(bills.update, { amount_cents: 100 + more, additional_information: `n ${more}` }, { id })
    case 4:
      return call(bills.updateMany, { ids, category_id: more % 2 ? b.category : null, competence_date: day })
    case 5:
      return call(bills.move, { ids, status: ['PAID', 'PENDING', 'APPROVED', 'WAITING_APPROVAL'][more % 4] })
    case 6:
      return call(
        bills.split,
        { children: [{ amount_cents: 1 }, { amount_cents: (mine.find(row => row.id === id)?.amount_cents as number) - 1 }] },
        { id },
      )
    case 7:
      return call(entries.delete, { entries: ids })
    case 8:
      return call(entries.restore, {
        entries: some(
          (await b.stored('entries')).filter(row => row.deleted_at !== null),
          2,
        ).map(row => row.id),
      })
    case 9:
      return call(entries.copy, { entries: ids })
    case 10: {
      const open = mine.find(row => row.status === 'PENDING' && !row.has_children && row.id === id)
      const line = await b.line(-Math.max(1, ((open?.amount_cents as number) ?? 100) - (more % 2 ? 40 : 0)))
      const differences = more % 2 ? [{ kind: more % 3 ? 'open' : 'discount', amount_cents: 40 }] : []
      return call(bills.conciliate, { bill_ids: [id], bank_statement_entry_ids: [line], differences })
    }
    case 11:
      return call(bills.unconciliate, { bill_ids: ids.slice(0, 1) })
    case 12:
      return call(reconciliation.ignore, { ids: pending.map(row => row.id), ignored: more % 2 === 0 })
    case 13:
      return call(reconciliation.categorise, { ids: pending.map(row => row.id), category_id: b.category })
    case 14:
      return call(reconciliation.createEntries, { items: pending.map(row => ({ id: row.id })) })
    case 15:
      return call(contract.transfers.create, {
        date: '2026-03-05',
        amount_cents: 1 + more,
        from_bank_account_id: b.account,
        to_bank_account_id: b.otherAccount,
      })
    case 16:
      return call(contract.transfers.delete, undefined, { id: await first('transfers') })
    case 17:
      return call(contract.rules.create, { contains: 'pix', category_id: b.category, priority: more })
    case 18:
      return call(contract.rules.apply, undefined, { id: await first('rules') })
    case 19:
      return call(contract.categories.create, { name: `Categoria ${more} ${randomUUID()}`, kind: 'DEBIT' })
    case 20:
      return more % 2
        ? call(contract.categories.inactivate, undefined, { id: b.category })
        : call(contract.categories.activate, undefined, { id: b.category })
    case 21:
      return call(entries.closeDateRange, { start_date: '2026-01-01', end_date: '2026-01-31' })
    case 22:
      return call(entries.openDateRange, undefined, { id: await first('date_ranges') })
    case 23:
      return call(bills.conciliate, { bill_ids: ids, date: '2026-03-04' })
    case 24:
      return call(reconciliation.unconciliate, {
        bank_statement_entry_ids: some(
          lines.filter(row => row.conciliation_id !== null),
          2,
        ).map(row => row.id),
      })
    case 25:
      return call(contract.bankAccounts.create, { routing_number: '341', kind: 'CHECKING', institution_name: 'Itaú' })
    case 26:
      return call(contract.rules.delete, undefined, { id: await first('rules') })
    default:
      return call(contract.contacts.create, { company_id: b.company.id, name: `Pessoa ${more}`, kind: 'SUPPLIER', type: 'LEGAL' })
  }
}

describe('undo', () => {
  test('of every kind of write, newest first, returns to the bytes before; redo returns to the bytes after', async () => {
    const step = fc.record({ op: fc.integer({ min: 0, max: 27 }), pick: fc.nat(20), more: fc.nat(11) })
    const done = new Map<string, number>()
    let runs = 0
    const startCompany = async () => {
      b = await books(app)
      await b.bills(3)
      for (const cents of [-1000, -2500, 700]) await b.line(cents, { description: 'PIX' })
      for (const op of [15, 17]) await write({ op, pick: 0, more: 1 })
      await b.close('2025-12-01', '2025-12-31')
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), fc.boolean(), async (program, redoes) => {
        app.clock.advance(60_000)
        // Programs leave no trace, so many share a company; a fresh one now and then keeps the deleted rows few.
        if (runs % 10 === 0) await startCompany()
        runs += 1
        const log: { id: string; before: Rows; after: Rows; op: number }[] = []
        for (const each of program) {
          const before = await everything()
          const answer = await write(each)
          expect(answer.status, JSON.stringify([each, answer.data])).toBeLessThan(500)
          const id = answer.headers['x-batch-id']
          if (answer.status >= 300 || id === undefined) continue
          log.push({ id, before, after: await everything(), op: each.op })
          done.set(String(each.op), (done.get(String(each.op)) ?? 0) + 1)
        }
        for (const { id, before, after, op } of log.reverse()) {
          const first = await undo(id)
          expect(first.status, `${op} ${JSON.stringify(first.data)}`).toBe(200)
          const restored = await everything()
          expectRestored(restored, withLines(before, restored))
          const again = await undo(id)
          expect([again.status, again.headers['x-batch-id']]).toEqual([200, undefined])
          if (!redoes) continue
          const redone = await undo(batchOf(first))
          expect(redone.status, `redo ${op} ${JSON.stringify(redone.data)}`).toBe(200)
          expectRestored(await everything(), withLines(after, await everything()))
          expect((await undo(id)).status).toBe(200)
          expectRestored(await everything(), withLines(before, await everything()))
        }
      }),
      { numRuns: 80, seed: 20260311 },
    )
    // The programs reach every kind of write, or they prove nothing of it.
    expect([...Array(28).keys()].filter(op => !done.has(String(op)))).toEqual([])
  }, 300_000)

  /** Lines a test put in by itself between two writes belong to no batch. */
  const withLines = (before: Rows, now: Rows): Rows =>
    new Map([
      ...[...now].filter(([id, row]) => id.startsWith('statement_entries') && row.deleted_at === null && !before.has(id)),
      ...before,
    ])
  test('is blocked by a later change, named, and changes nothing', async () => {
    const [one, two] = await b.bills(2)
    const moved = await app.call(b.owner, bills.move, at({ ids: [one?.id, two?.id], status: 'APPROVED' }))
    await me().ok(bills.update, at({ additional_information: 'depois' }, { id: two?.id ?? '' }))
    const before = await everything()
    const refused = await me().refused(batches.undo, at(undefined, { id: batchOf(moved) }))
    expect(refused).toMatchObject({
      status: 409,
      id: 'undo.blocked',
      details: [{ field: two?.id, message: 'Mudou depois: Conta a pagar alterada.' }],
    })
    expect(await everything()).toEqual(before)
  })

  test('is blocked where something newer hangs on what it would take away', async () => {
    const made = await app.call(b.owner, contract.categories.create, at({ name: 'Nova', kind: 'DEBIT' }))
    await b.bill({ category_id: (made.data as { id: string }).id })
    expect(await me().refused(batches.undo, at(undefined, { id: batchOf(made) }))).toMatchObject({ id: 'undo.blocked' })
    const bill = await app.call(b.owner, bills.create, at({ amount_cents: 1000, due_date: '2026-03-20' }))
    const { id } = bill.data as { id: string }
    await app.sql`insert into attachments (company_id, id, entry_id, name, content_type, size_bytes, sha256, storage_key) values (${b.company.id}, gen_random_uuid(), ${id}, 'nota.pdf', 'application/pdf', 1, 'x', 'x')`
    expect((await undo(batchOf(bill))).status).toBe(409)
  })

  test('twice at once has one effect', async () => {
    const bill = await b.bill()
    const moved = await app.call(b.owner, bills.move, at({ ids: [bill.id], status: 'APPROVED' }))
    const answers = await Promise.all([1, 2, 3, 4].map(() => undo(batchOf(moved))))
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200])
    expect(answers.filter(answer => answer.headers['x-batch-id'] !== undefined)).toHaveLength(1)
    expect(await b.billOf(bill.id)).toMatchObject({ status: 'PENDING', version: 3 })
  })

  test('and redo alternate as often as one likes, from the first line or the last', async () => {
    const bill = await b.bill()
    const moved = await app.call(b.owner, bills.move, at({ ids: [bill.id], status: 'APPROVED' }))
    let newest = batchOf(moved)
    for (let round = 0; round < 6; round += 1) {
      newest = batchOf(await undo(round % 4 === 2 ? batchOf(moved) : newest))
      expect((await b.billOf(bill.id)).status).toBe(round % 2 === 0 ? 'PENDING' : 'APPROVED')
      const [first] = (await me().ok(batches.list, { params: b.c })).filter(batch => batch.id === batchOf(moved))
      expect(first?.undoable).toBe(round % 2 === 1)
    }
    const labels = (await me().ok(batches.list, { params: b.c, query: { limit: 2 } })).map(batch => batch.label)
    expect(labels).toEqual(['Refeito: 1 conta movida para Aprovado', 'Desfeito: 1 conta movida para Aprovado'])
  })

  test('of another’s work needs d on it, of one’s own the right it took, and redo too', async () => {
    const operator = await app.aMember(b.company, 'OPERATOR')
    const other = await app.aMember(b.company, 'OPERATOR')
    const reader = await app.aMember(b.company, 'READER')
    const made = await app.call(operator, bills.create, at({ amount_cents: 1000, due_date: '2026-03-20' }))
    for (const person of [other, reader])
      expect((await app.as(person).refused(batches.undo, at(undefined, { id: batchOf(made) }))).id).toBe('permission.denied')
    const undone = await undo(batchOf(made), operator)
    expect(undone.status).toBe(200)
    await app.sql`update memberships set role_id = ${b.company.roles.READER} where company_id = ${b.company.id} and user_id = ${operator.id}`
    expect((await undo(batchOf(undone), operator)).status).toBe(403)
    expect((await undo(batchOf(undone))).status).toBe(200)
    const stranger = await books(app)
    expect((await app.as(stranger.owner).refused(batches.undo, { params: { ...stranger.c, id: batchOf(made) } })).status).toBe(404)
  })

  test('expires after thirty days', async () => {
    const bill = await b.bill()
    const moved = await app.call(b.owner, bills.move, at({ ids: [bill.id], status: 'APPROVED' }))
    await app.sql`update batches set created_at = now() - interval '30 days 1 minute' where company_id = ${b.company.id} and id = ${batchOf(moved)}`
    expect((await me().refused(batches.undo, at(undefined, { id: batchOf(moved) }))).id).toBe('undo.expired')
    await app.sql`update batches set created_at = now() - interval '29 days 23 hours' where company_id = ${b.company.id} and id = ${batchOf(moved)}`
    expect((await undo(batchOf(moved))).status).toBe(200)
  })
})

test('a preview and a refused call leave no batch and change nothing', async () => {
  const bill = await b.bill()
  const before = await everything()
  const count = async () => (await me().ok(batches.list, { params: b.c, query: { limit: 200 } })).length
  const written = await count()
  for (const [row, body] of [
    [bills.move, { ids: [bill.id], status: 'PAID' }],
    [bills.updateMany, { ids: [bill.id], amount_cents: 5 }],
    [entries.delete, { entries: [bill.id] }],
  ] as const) {
    const answer = await app.call(b.owner, row, { ...at(body), query: { preview: true } })
    expect([answer.status, batchOf(answer)]).toEqual([200, ''])
  }
  await me().refused(bills.move, at({ ids: [bill.id], status: 'REPROVED' }))
  expect(await everything()).toEqual(before)
  expect(await count()).toBe(written)
})

test('the history pages without a gap and shows each row before and after', async () => {
  const bill = await b.bill()
  for (let round = 1; round <= 4; round += 1) await me().ok(bills.update, at({ amount_cents: round }, { id: bill.id }))
  const whole = await me().ok(batches.list, { params: b.c, query: { limit: 200 } })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await app.call(b.owner, batches.list, { params: b.c, query: { limit: 2, cursor } })
    seen.push(...(page.data as { id: string }[]).map(batch => batch.id))
    cursor = page.headers['x-next-cursor']
  } while (cursor !== undefined && seen.length < 50)
  expect(seen).toEqual(whole.map(batch => batch.id))
  const [row] = await me().ok(batches.rows, at(undefined, { id: whole[0]?.id ?? '' }))
  expect(row).toMatchObject({ table: 'entries', id: bill.id, before: { amount_cents: 3 }, after: { amount_cents: 4 } })
  const [older] = await me().ok(batches.rows, at(undefined, { id: whole[2]?.id ?? '' }))
  expect(older).toMatchObject({ before: { amount_cents: 1, status: 'PENDING' }, after: { amount_cents: 2 } })
  const [first] = await me().ok(batches.rows, at(undefined, { id: whole[4]?.id ?? '' }))
  expect(first).toMatchObject({ before: null, after: { id: bill.id } })
  expect(first?.after?.amount_cents).not.toBe(4)
  for (const bad of ['x', '2026-13-45T00:00:00Z|x', `2026-99-01T00:00:00.000Z|${randomUUID()}`])
    expect((await app.call(b.owner, batches.list, { params: b.c, query: { cursor: bad } })).status).toBe(422)
})

test('nothing is written outside a batch, and the server’s role neither deletes rows nor rewrites the journal', async () => {
  const bill = await b.bill()
  const inCompany = (query: string) =>
    app.inCompany([b.company.id], async db => {
      const { sql } = await import('kysely')
      await sql.raw(query).execute(db)
    })
  await expect(inCompany(`delete from entries where id = '${bill.id}'`)).rejects.toThrow(/permission denied/)
  await expect(inCompany('delete from batch_rows')).rejects.toThrow(/permission denied/)
  await expect(inCompany("update batch_rows set before = '{}'")).rejects.toThrow(/permission denied/)
  await expect(
    inCompany(`select set_config('razao.batch', '', true); update entries set amount_cents = 1 where id = '${bill.id}'`),
  ).rejects.toThrow(/outside a batch/)
})
