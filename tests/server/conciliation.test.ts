// Conciliation: lines against titles in every shape, sums that tie out to the cent, and undo back to the state before.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Books, books, image } from '#tests/kit/books.ts'
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

const { bills, receivables, reconciliation, transfers } = contract
const me = () => app.as(b.owner)
const at = (body: unknown, params: Record<string, string> = {}) => ({ params: { ...b.c, ...params }, body })
const settle = (ids: string[], lines: string[], more: Record<string, unknown> = {}) =>
  me().ok(bills.conciliate, at({ bill_ids: ids, bank_statement_entry_ids: lines, ...more }))
const receive = (ids: string[], lines: string[], more: Record<string, unknown> = {}) =>
  me().ok(receivables.conciliate, at({ receivable_ids: ids, bank_statement_entry_ids: lines, ...more }))

/** All money rows as they are said, the deleted ones left out. */
async function state(): Promise<unknown> {
  const live: unknown[] = []
  for (const table of ['entries', 'statement_entries', 'conciliations']) {
    live.push((await b.stored(table)).filter(row => row.deleted_at === null).map(image))
  }
  return live
}

describe('one line', () => {
  test('and one bill: settled on the bank’s day and account, due date and competence stay', async () => {
    const bill = await b.bill({ bank_account_id: null, due_date: '2026-03-20' })
    const before = await state()
    const line = await b.line(-10_000, { date: '2026-03-09' })
    const opened = await state()
    const done = await settle([bill.id], [line])
    expect(await b.billOf(bill.id)).toMatchObject({
      status: 'PAID',
      date: '2026-03-09',
      bank_account_id: b.account,
      due_date: '2026-03-20',
      competence_date: '2026-03-20',
      conciliation_id: done.conciliation_id,
      editable: false,
      bank_statement_entries_count: 1,
    })
    expect(await b.lineOf(line)).toMatchObject({ status: 'CONCILIATED', conciliation_id: done.conciliation_id })
    expect(await b.balance()).toBe(-10_000)
    const group = await me().ok(bills.conciliation, at(undefined, { id: bill.id }))
    expect(group).toMatchObject({ remaining_cents: 0, created_by_name: expect.any(String), titles: [{ id: bill.id }] })
    expect((await me().refused(bills.update, at({ amount_cents: 1 }, { id: bill.id }))).id).toBe('conflict.not_editable')
    expect((await me().ok(bills.update, at({ category_id: b.category }, { id: bill.id }))).category_id).toBe(b.category)
    await me().ok(bills.update, at({ category_id: null }, { id: bill.id }))
    expect((await me().refused(bills.move, at({ ids: [bill.id], status: 'PENDING' }))).id).toBe('conciliation.already_done')
    expect((await me().refused(bills.delete, at(undefined, { id: bill.id }))).id).toBe('conciliation.already_done')
    await me().ok(bills.unconciliate, at({ bill_ids: [bill.id] }))
    expect(await state()).toEqual(opened)
    expect(before).not.toEqual(opened)
    expect((await me().refused(bills.unconciliate, at({ bill_ids: [bill.id] }))).id).toBe('conciliation.not_done')
  })

  test('and many bills, and many lines and one receivable', async () => {
    const many = await b.bills(3, { amount_cents: 1000 })
    const line = await b.line(-3000)
    const before = await state()
    const done = await settle(
      many.map(bill => bill.id),
      [line],
    )
    expect(done.updated).toBe(3)
    expect(await b.balance()).toBe(-3000)
    await me().ok(reconciliation.unconciliate, at({ bank_statement_entry_ids: [line] }))
    expect(await state()).toEqual(before)

    const sale = await b.receivable({ amount_cents: 5000 })
    const lines = [await b.line(2000, { date: '2026-03-02' }), await b.line(3000, { date: '2026-03-05' })]
    const open = await state()
    await receive([sale.id], lines)
    expect(await b.receivableOf(sale.id)).toMatchObject({ status: 'RECEIVED', date: '2026-03-05' })
    await me().ok(receivables.unconciliate, at({ receivable_ids: [sale.id] }))
    expect(await state()).toEqual(open)
  })

  test('is refused by the sign, when ignored, when done, over its amount or of another account', async () => {
    const bill = await b.bill({ amount_cents: 1000 })
    const refused = (lines: string[], more: Record<string, unknown> = {}) =>
      me().refused(bills.conciliate, at({ bill_ids: [bill.id], bank_statement_entry_ids: lines, ...more }))
    const before = await state()
    expect((await refused([await b.line(1000)])).message).toContain('saída do extrato')
    expect((await refused([await b.line(0)])).id).toBe('conciliation.mismatch')
    const pair = { bill_ids: [bill.id, (await b.bill({ amount_cents: 500 })).id] }
    expect((await refused([await b.line(-999)], pair)).message).toContain('passam R$')
    const two = [await b.line(-400), await b.line(-600, { bank_account_id: b.otherAccount })]
    expect((await refused(two)).message).toContain('contas bancárias diferentes')
    expect((await refused([randomUUID()])).status).toBe(404)
    expect((await refused([await b.line(-600), await b.line(-600)])).message).toContain('Falta explicar')
    const ignored = await b.line(-1000)
    await me().ok(reconciliation.ignore, at({ ids: [ignored] }))
    expect((await refused([ignored])).message).toContain('ignorada')
    await me().ok(reconciliation.ignore, at({ ids: [ignored], ignored: false }))
    await settle([bill.id], [ignored])
    expect(await me().refused(reconciliation.ignore, at({ ids: [ignored] }))).toMatchObject({
      status: 409,
      id: 'conciliation.already_done',
    })
    const other = await b.bill({ amount_cents: 1000 })
    const done = await me().refused(bills.conciliate, at({ bill_ids: [other.id], bank_statement_entry_ids: [ignored] }))
    expect(done).toMatchObject({ status: 409, id: 'conciliation.already_done', message: expect.stringContaining('por Pessoa') })
    expect((await refused([await b.line(-1000)])).id).toBe('conciliation.already_done')
    expect(before).toBeDefined()
  })

  test('once ignored, is refused wherever a line is answered, alone and among others', async () => {
    const [ignored, free] = [await b.line(-1000), await b.line(-1000)]
    await me().ok(reconciliation.ignore, at({ ids: [ignored] }))
    const [first, second] = await b.bills(2, { amount_cents: 1000 })
    const group = (bill: string, line: string) => ({ bill_ids: [bill], bank_statement_entry_ids: [line] })
    const part = { amount_cents: 500 }
    const moved = (line: string) => ({
      date: '2026-03-09',
      amount_cents: 1000,
      from_bank_account_id: b.account,
      to_bank_account_id: b.otherAccount,
      bank_statement_entry_ids: [line],
    })
    const alone = [
      await me().refused(reconciliation.conciliate, at({ groups: [group(first!.id, ignored)] })),
      await me().refused(reconciliation.split, at({ parts: [part, part] }, { id: ignored })),
      await me().refused(reconciliation.createEntries, at({ items: [{ id: ignored }] })),
      await me().refused(transfers.create, at(moved(ignored))),
      await me().refused(transfers.createMany, at({ transfers: [moved(ignored)] })),
    ]
    for (const refusal of alone)
      expect(refusal).toMatchObject({ id: 'conflict.invalid_transition', message: expect.stringContaining('ignorada') })
    const among = [
      await me().refused(reconciliation.conciliate, at({ groups: [group(first!.id, free), group(second!.id, ignored)] })),
      await me().refused(reconciliation.createEntries, at({ items: [{ id: free }, { id: ignored }] })),
      await me().refused(transfers.createMany, at({ transfers: [moved(free), moved(ignored)] })),
    ]
    for (const refusal of among)
      expect(refusal).toMatchObject({ id: 'bulk.rejected', details: [{ message: expect.stringContaining('ignorada') }] })
  })

  test('ignoring changes no balance', async () => {
    const line = await b.line(-500)
    await me().ok(reconciliation.ignore, at({ ids: [line] }))
    expect(await b.balance()).toBe(0)
    expect((await b.lineOf(line)).status).toBe('IGNORED')
  })
})

describe('by hand', () => {
  test('takes the account and day given, else the record’s own, and each title is undone alone', async () => {
    const [one, two] = await b.bills(2, { due_date: '2026-03-30' })
    const before = await state()
    await settle([one?.id ?? '', two?.id ?? ''], [], { bank_account_id: b.otherAccount, date: '2026-03-04' })
    expect(await b.billOf(one?.id ?? '')).toMatchObject({
      status: 'PAID',
      date: '2026-03-04',
      bank_account_id: b.otherAccount,
      conciliation_id: null,
    })
    await me().ok(bills.unconciliate, at({ bill_ids: [one?.id] }))
    expect((await b.billOf(two?.id ?? '')).status).toBe('PAID')
    await me().ok(bills.unconciliate, at({ bill_ids: [two?.id] }))
    expect(await state()).toEqual(before)
    expect((await me().refused(bills.conciliate, at({ bill_ids: [one?.id], date: '2026-03-12' }))).details?.[0]?.field).toBe('date')
    const homeless = await b.bill({ bank_account_id: null })
    expect((await me().refused(bills.conciliate, at({ bill_ids: [homeless.id] }))).details?.[0]?.field).toBe('bank_account_id')
  })

  test('goes to no account or category that is archived or gone, unless it is the title’s own', async () => {
    const bill = await b.bill()
    const gone = await app.call(b.owner, contract.bankAccounts.create, at({ routing_number: '001', kind: 'CHECKING' }))
    const { id } = gone.data as { id: string }
    await me().ok(contract.batches.undo, at(undefined, { id: gone.headers['x-batch-id'] ?? '' }))
    const refused = async (more: object) => (await me().refused(bills.conciliate, at({ bill_ids: [bill.id], ...more }))).details?.[0]
    expect(await refused({ bank_account_id: id })).toMatchObject({ field: 'bank_account_id', message: 'Conta não encontrada' })
    expect(await refused({ bank_account_id: randomUUID() })).toMatchObject({ field: 'bank_account_id' })
    await me().ok(contract.bankAccounts.archive, at(undefined, { id: b.otherAccount }))
    expect(await refused({ bank_account_id: b.otherAccount })).toMatchObject({ field: 'bank_account_id' })
    await me().ok(contract.categories.inactivate, at(undefined, { id: b.category }))
    const differences = [{ kind: 'interest', amount_cents: 100, category_id: b.category }]
    expect(await refused({ differences })).toMatchObject({ field: 'category_id' })
    await me().ok(contract.bankAccounts.archive, at(undefined, { id: b.account }))
    await settle([bill.id], [], { bank_account_id: b.account })
    expect(await b.billOf(bill.id)).toMatchObject({ status: 'PAID', bank_account_id: b.account })
  })

  test('settled by hand and then found in the statement: the undo goes back to by hand', async () => {
    const bill = await b.bill({ due_date: '2026-03-05' })
    await settle([bill.id], [], { bank_account_id: b.otherAccount, date: '2026-03-06' })
    const line = await b.line(-10_000, { date: '2026-03-09' })
    const before = await state()
    await settle([bill.id], [line])
    expect(await b.billOf(bill.id)).toMatchObject({ date: '2026-03-09', bank_account_id: b.account })
    await me().ok(bills.unconciliate, at({ bill_ids: [bill.id] }))
    expect(await state()).toEqual(before)
    await me().ok(bills.unconciliate, at({ bill_ids: [bill.id] }))
    expect(await b.billOf(bill.id)).toMatchObject({ status: 'PENDING', date: '2026-03-05', bank_account_id: b.account })
  })

  test('a bill nobody approved may be conciliated with its line, marked, and not by hand', async () => {
    const operator = await app.aMember(b.company, 'OPERATOR')
    await app.sql`update companies set requires_approval = true where id = ${b.company.id}`
    const bill = await app.as(operator).ok(bills.create, at({ amount_cents: 900, due_date: '2026-03-20', bank_account_id: b.account }))
    expect((await me().refused(bills.conciliate, at({ bill_ids: [bill.id] }))).message).toBe('Aprove a conta antes de baixá-la.')
    const line = await b.line(-900)
    await settle([bill.id], [line])
    expect((await b.stored('entries', [bill.id]))[0]).toMatchObject({ status: 'PAID', paid_without_approval: true })
    await me().ok(bills.unconciliate, at({ bill_ids: [bill.id] }))
    expect((await b.stored('entries', [bill.id]))[0]).toMatchObject({ status: 'WAITING_APPROVAL', paid_without_approval: false })
  })
})

describe('in part', () => {
  test('by an open difference: a settled child and an open rest, merged again by undo', async () => {
    const bill = await b.bill({ amount_cents: 10_000, category_id: b.category, contact_id: b.contact })
    const line = await b.line(-6000)
    const before = await state()
    await settle([bill.id], [line], { differences: [{ kind: 'open', amount_cents: 4000 }] })
    const children = (await b.stored('entries')).filter(row => row.parent_id === bill.id)
    expect(children.map(row => [row.amount_cents, row.status, row.due_date]).sort()).toEqual([
      [4000, 'PENDING', '2026-03-20'],
      [6000, 'PAID', '2026-03-20'],
    ])
    expect(await b.balance()).toBe(-6000)
    await me().ok(reconciliation.unconciliate, at({ bank_statement_entry_ids: [line] }))
    expect(await state()).toEqual(before)
  })

  test('by a smaller line that nothing explains, as a client of the spec calls it: the rest stays open', async () => {
    const bill = await b.bill({ amount_cents: 10_000, due_date: '2026-03-20' })
    const before = await state()
    const line = await b.line(-9_999)
    const opened = await state()
    await settle([bill.id], [line])
    expect(await b.balance()).toBe(-9_999)
    const children = (await b.stored('entries')).filter(row => row.parent_id === bill.id)
    expect(children.map(row => [row.amount_cents, row.status, row.due_date]).sort()).toEqual([
      [1, 'PENDING', '2026-03-20'],
      [9_999, 'PAID', '2026-03-20'],
    ])
    expect((await b.lineOf(line)).status).toBe('CONCILIATED')
    const paid = children.find(row => row.status === 'PAID')?.id as string
    await me().ok(bills.unconciliate, at({ bill_ids: [paid] }))
    expect(await state()).toEqual(opened)
    expect(before).not.toEqual(opened)
  })

  test('by allocation, of several titles under one parent too: each rest returns to its own', async () => {
    const bill = await b.bill({ amount_cents: 15_000 })
    const [a, z] = await me().ok(bills.split, at({ children: [{ amount_cents: 10_000 }, { amount_cents: 5000 }] }, { id: bill.id }))
    const line = await b.line(-9000)
    const before = await state()
    const allocations = [
      { bill_id: a?.id, amount_cents: 6000 },
      { bill_id: z?.id, amount_cents: 3000 },
    ]
    await settle([a?.id ?? '', z?.id ?? ''], [line], { allocations })
    expect(
      (await b.stored('entries'))
        .filter(row => row.parent_id === bill.id)
        .map(row => row.amount_cents as number)
        .sort((x, y) => x - y),
    ).toEqual([2000, 3000, 4000, 6000])
    await me().ok(reconciliation.unconciliate, at({ bank_statement_entry_ids: [line] }))
    expect(await state()).toEqual(before)
  })

  test('paid in two parts by two lines, undone in either order', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const bill = await b.bill({ amount_cents: 10_000 })
      const lines = [await b.line(-6000), await b.line(-3000)]
      const before = await state()
      await settle([bill.id], [lines[0] as string], { differences: [{ kind: 'open', amount_cents: 4000 }] })
      const rest = (await b.stored('entries')).find(row => row.parent_id === bill.id && row.status === 'PENDING')
      await settle([rest?.id as string], [lines[1] as string], { differences: [{ kind: 'open', amount_cents: 1000 }] })
      expect(await b.balance()).toBe(-9000)
      for (const index of order) await me().ok(reconciliation.unconciliate, at({ bank_statement_entry_ids: [lines[index]] }))
      expect(await b.balance()).toBe(0)
      const live = (await b.stored('entries')).filter(row => row.deleted_at === null && !row.has_children)
      expect(live.reduce((sum, row) => sum + (row.amount_cents as number), 0)).toBe(10_000)
      if (order[0] === 1) expect(await state()).toEqual(before)
      await app.sql`update entries set deleted_at = now() where company_id = ${b.company.id} and deleted_at is null`
      await app.sql`update statement_entries set deleted_at = now() where company_id = ${b.company.id}`
    }
  })

  test('the split stays when the open child was touched meanwhile', async () => {
    const bill = await b.bill({ amount_cents: 10_000 })
    const line = await b.line(-6000)
    await settle([bill.id], [line], { differences: [{ kind: 'open', amount_cents: 4000 }] })
    const rest = (await b.stored('entries')).find(row => row.parent_id === bill.id && row.status === 'PENDING')
    await me().ok(bills.update, at({ category_id: b.category }, { id: rest?.id as string }))
    await me().ok(reconciliation.unconciliate, at({ bank_statement_entry_ids: [line] }))
    const live = (await b.stored('entries')).filter(row => row.deleted_at === null)
    expect(live.find(row => row.id === bill.id)).toMatchObject({ has_children: true })
    expect(
      live
        .filter(row => row.parent_id === bill.id)
        .map(row => [row.amount_cents, row.status])
        .sort(),
    ).toEqual([
      [4000, 'PENDING'],
      [6000, 'PENDING'],
    ])
  })

  test('a line explained in part keeps its remainder and later calls extend its group', async () => {
    const [one, two] = await b.bills(2, { amount_cents: 4000 })
    const line = await b.line(-10_000)
    const first = await settle([one?.id ?? ''], [line])
    expect(await b.lineOf(line)).toMatchObject({ status: 'PENDING', conciliation_id: first.conciliation_id })
    expect((await me().ok(bills.conciliation, at(undefined, { id: one?.id ?? '' })))?.remaining_cents).toBe(-6000)
    const big = await b.bill({ amount_cents: 6001 })
    expect((await me().refused(bills.conciliate, at({ bill_ids: [big.id], bank_statement_entry_ids: [line] }))).message).toContain('0,01')
    const second = await settle([two?.id ?? ''], [line])
    expect(second.conciliation_id).toBe(first.conciliation_id)
    // What is left becomes an entry of its own.
    await me().ok(reconciliation.createEntries, at({ items: [{ id: line, category_id: b.category }] }))
    expect(await b.lineOf(line)).toMatchObject({ status: 'CONCILIATED', conciliation_id: first.conciliation_id })
    expect(await b.balance()).toBe(-10_000)
    const group = await me().ok(reconciliation.group, at(undefined, { id: first.conciliation_id ?? '' }))
    expect(group.titles).toHaveLength(3)
    await me().ok(reconciliation.unconciliate, at({ bank_statement_entry_ids: [line] }))
    expect((await b.lineOf(line)).status).toBe('PENDING')
    expect(await b.balance()).toBe(0)
  })

  test('never over-allocated', async () => {
    const bill = await b.bill({ amount_cents: 10_000 })
    const [one, two] = [await b.line(-7000), await b.line(-3000)]
    const refused = (allocations: unknown[]) =>
      me().refused(bills.conciliate, at({ bill_ids: [bill.id], bank_statement_entry_ids: [one, two], allocations }))
    expect((await refused([{ bill_id: bill.id, amount_cents: 10_001 }])).id).toBe('conciliation.mismatch')
    expect((await refused([{ bill_id: randomUUID(), amount_cents: 1 }])).id).toBe('conciliation.mismatch')
    const crossed = [
      { bill_id: bill.id, bank_statement_entry_id: one, amount_cents: 8000 },
      { bill_id: bill.id, bank_statement_entry_id: two, amount_cents: 2000 },
    ]
    expect((await refused(crossed)).message).toContain('do valor da linha')
    expect((await refused([{ bill_id: bill.id, bank_statement_entry_id: randomUUID(), amount_cents: 10_000 }])).message).toContain(
      'fora do grupo',
    )
  })
})

describe('differences', () => {
  const cases = [
    ['BILL', 'interest', 250, -10_250, { kind: 'BILL', category: 'Juros e multas pagos' }],
    ['BILL', 'fine', 200, -10_200, { kind: 'BILL', category: 'Juros e multas pagos' }],
    ['BILL', 'fee', 150, -10_150, { kind: 'BILL', category: 'Tarifas bancárias' }],
    ['BILL', 'discount', 300, -9700, { kind: 'RECEIVABLE', category: 'Descontos e reembolsos obtidos' }],
    ['BILL', 'withholding', 1100, -8900, { kind: 'RECEIVABLE', category: 'Ajuste de saldo (entrada)' }],
    ['RECEIVABLE', 'interest', 250, 10_250, { kind: 'RECEIVABLE', category: 'Juros e multas recebidos' }],
    ['RECEIVABLE', 'fine', 200, 10_200, { kind: 'RECEIVABLE', category: 'Juros e multas recebidos' }],
    ['RECEIVABLE', 'fee', 249, 9751, { kind: 'BILL', category: 'Taxas de cartão e marketplace' }],
    ['RECEIVABLE', 'discount', 300, 9700, { kind: 'BILL', category: 'Descontos concedidos' }],
    ['RECEIVABLE', 'withholding', 500, 9500, { kind: 'BILL', category: 'ISS' }],
  ] as const

  test.each(cases)(
    '%s with %s of %i: a linked settled entry, the balance is the bank’s, undo takes it away',
    async (kind, difference, cents, amount, made) => {
      const title = kind === 'BILL' ? await b.bill() : await b.receivable()
      const line = await b.line(amount)
      const before = await state()
      const differences = [{ kind: difference, amount_cents: cents }]
      const done = kind === 'BILL' ? await settle([title.id], [line], { differences }) : await receive([title.id], [line], { differences })
      expect(await b.balance()).toBe(amount)
      const created = (await b.stored('entries')).filter(row => row.difference_kind !== null && row.conciliation_id !== null)
      expect(created).toHaveLength(1)
      expect(created[0]).toMatchObject({
        kind: made.kind,
        amount_cents: cents,
        conciliation_id: done.conciliation_id,
        date: '2026-03-10',
        competence_date: '2026-03-10',
      })
      const [category] = await app.sql<{
        name: string
      }>`select name from categories where company_id = ${b.company.id} and id = ${created[0]?.category_id}`
      expect(category?.name ?? null).toBe(made.category)
      const [settled] = await b.stored('entries', [title.id])
      expect(settled).toMatchObject({ amount_cents: 10_000, status: kind === 'BILL' ? 'PAID' : 'RECEIVED' })
      const owed = (await b.stored('entries')).filter(row => row.difference_kind === 'withholding' && row.status === 'PENDING')
      expect(owed).toHaveLength(kind === 'BILL' && difference === 'withholding' ? 1 : 0)
      expect((await b.lineOf(line)).status).toBe('CONCILIATED')
      if (kind === 'BILL') await me().ok(bills.unconciliate, at({ bill_ids: [title.id] }))
      else await me().ok(receivables.unconciliate, at({ receivable_ids: [title.id] }))
      expect(await state()).toEqual(before)
    },
  )

  test('a tax withheld on a supplier waits for the 20th and leaves the expense whole', async () => {
    const bill = await b.bill({ category_id: b.category, competence_date: '2026-03-01' })
    await settle([bill.id], [await b.line(-8900)], { differences: [{ kind: 'withholding', amount_cents: 1100 }] })
    const [owed] = (await b.stored('entries')).filter(row => row.difference_kind === 'withholding' && row.status === 'PENDING')
    expect(owed).toMatchObject({ kind: 'BILL', amount_cents: 1100, due_date: '2026-04-20', date: '2026-04-20', category_id: b.category })
    const report = await me().ok(contract.incomeStatement.get, { params: b.c, query: { date: '2026-03-10' } })
    const amounts = Object.fromEntries(report.sections.map(section => [section.id, section.amount_cents]))
    expect(amounts).toMatchObject({ gross_revenue: 0, operating_expenses: -10_000, result: -10_000 })
  })

  test('several at once, a part left open among them', async () => {
    const bill = await b.bill({ amount_cents: 10_000 })
    const line = await b.line(-8230)
    await settle([bill.id], [line], {
      differences: [
        { kind: 'fine', amount_cents: 200 },
        { kind: 'interest', amount_cents: 30 },
        { kind: 'open', amount_cents: 2000 },
      ],
    })
    expect(await b.balance()).toBe(-8230)
    expect((await b.lineOf(line)).status).toBe('CONCILIATED')
  })

  test('that do not sum are refused', async () => {
    const bill = await b.bill({ amount_cents: 10_000 })
    const body = {
      bill_ids: [bill.id],
      bank_statement_entry_ids: [await b.line(-10_250)],
      differences: [{ kind: 'interest', amount_cents: 249 }],
    }
    expect((await me().refused(bills.conciliate, at(body))).message).toBe('Falta explicar R$ 0,01.')
  })
})

describe('many groups at once', () => {
  test('are one batch, all or nothing, and the refused are named', async () => {
    const made = await b.bills(4, { amount_cents: 1000 })
    const sale = await b.receivable({ amount_cents: 700 })
    const lines = [await b.line(-1000), await b.line(-1000), await b.line(-1000)]
    const inflow = await b.line(700)
    const groups = made.slice(0, 3).map((bill, index) => ({ bill_ids: [bill.id], bank_statement_entry_ids: [lines[index]] }))
    const before = await state()
    const bad = [...groups, { receivable_ids: [sale.id], bank_statement_entry_ids: [await b.line(-700)] }]
    const opened = await state()
    const refused = await me().refused(reconciliation.conciliate, at({ groups: bad }))
    expect(refused).toMatchObject({
      status: 422,
      id: 'bulk.rejected',
      details: [{ field: bad[3]?.bank_statement_entry_ids[0], id: 'conciliation.mismatch' }],
    })
    expect(await state()).toEqual(opened)
    expect(before).toBeDefined()
    const answer = await app.call(
      b.owner,
      reconciliation.conciliate,
      at({ groups: [...groups, { receivable_ids: [sale.id], bank_statement_entry_ids: [inflow] }] }),
    )
    expect(answer.status).toBe(201)
    expect(await b.balance()).toBe(-2300)
    await me().ok(contract.batches.undo, at(undefined, { id: answer.headers['x-batch-id'] ?? '' }))
    expect(await state()).toEqual(opened)
    const twice = { groups: [groups[0], { bill_ids: [made[3]?.id], bank_statement_entry_ids: [lines[0]] }] }
    expect((await me().refused(reconciliation.conciliate, at(twice))).id).toBe('conciliation.mismatch')
  })
})

describe('from the statement', () => {
  test('each line becomes a settled entry, or several whose sum it is', async () => {
    const lines = [await b.line(-1234, { description: 'TARIFA' }), await b.line(999)]
    await me().ok(
      reconciliation.createEntries,
      at({
        items: [
          { id: lines[0], category_id: b.category },
          { id: lines[1], competence_date: '2026-02-01' },
        ],
      }),
    )
    expect(await b.balance()).toBe(-235)
    const entries = await b.stored('entries')
    expect(entries.find(row => row.kind === 'BILL')).toMatchObject({
      status: 'PAID',
      additional_information: 'TARIFA',
      category_id: b.category,
    })
    expect(entries.find(row => row.kind === 'RECEIVABLE')).toMatchObject({ status: 'RECEIVED', competence_date: '2026-02-01' })
    expect((await me().refused(reconciliation.createEntries, at({ items: [{ id: lines[0] }] }))).id).toBe('conciliation.already_done')
    const line = await b.line(-1000)
    const parts = (amounts: number[]) => at({ parts: amounts.map(amount_cents => ({ amount_cents })) }, { id: line })
    expect((await me().refused(reconciliation.split, parts([400, 500]))).id).toBe('conciliation.mismatch')
    expect((await me().ok(reconciliation.split, parts([400, 600]))).updated).toBe(2)
    expect(await b.balance()).toBe(-1235)
    expect((await me().refused(reconciliation.split, parts([400, 600]))).id).toBe('conciliation.already_done')
    const zero = await b.line(0)
    expect((await me().refused(reconciliation.createEntries, at({ items: [{ id: zero }] }))).id).toBe('conciliation.mismatch')
  })

  test('a transfer explains one line of each account, and both sides are undone as a conciliation', async () => {
    const out = await b.line(-5000)
    const into = await b.line(5000, { bank_account_id: b.otherAccount })
    const pairs = await me().ok(contract.transfers.equal, { params: b.c })
    expect(pairs).toMatchObject([{ from_entry_id: out, to_entry_id: into, amount_cents: 5000 }])
    const body = {
      date: '2026-03-10',
      amount_cents: 5000,
      from_bank_account_id: b.account,
      to_bank_account_id: b.otherAccount,
      bank_statement_entry_ids: [out, into],
    }
    const transfer = await me().ok(contract.transfers.create, at(body))
    expect((await b.lineOf(out)).status).toBe('CONCILIATED')
    expect([await b.balance(), await b.balance(b.otherAccount)]).toEqual([-5000, 5000])
    expect((await me().refused(contract.entries.delete, at({ entries: [transfer.bill_id] }))).message).toContain('transferência')
    await me().ok(reconciliation.unconciliate, at({ bank_statement_entry_ids: [out, into] }))
    expect([await b.balance(), await b.balance(b.otherAccount)]).toEqual([-5000, 5000])
    expect((await b.lineOf(into)).status).toBe('PENDING')
  })
})

describe('one side of a transfer', () => {
  test('meets only a line of its own account, whole, and is not settled by hand alone', async () => {
    const body = { date: '2026-03-20', amount_cents: 5_000, from_bank_account_id: b.account, to_bank_account_id: b.otherAccount }
    const { bill_id } = await me().ok(contract.transfers.create, at(body))
    const elsewhere = await b.line(-5_000, { bank_account_id: b.otherAccount })
    const pay = (more: object) => me().refused(bills.conciliate, at({ bill_ids: [bill_id], ...more }))
    expect(await pay({ bank_statement_entry_ids: [elsewhere] })).toMatchObject({
      id: 'conciliation.mismatch',
      message: expect.stringContaining('deste lado da transferência'),
    })
    expect((await pay({ bank_account_id: b.account })).id).toBe('conflict.invalid_transition')
    const part = { bank_statement_entry_ids: [await b.line(-4_000)], differences: [{ kind: 'open', amount_cents: 1_000 }] }
    expect((await pay(part)).message).toContain('não se divide')
    await settle([bill_id], [await b.line(-5_000)])
    expect(await b.balance()).toBe(-5_000)
  })

  test('moves with the other one: settled together, open again together', async () => {
    const body = { date: '2026-03-10', amount_cents: 5_000, from_bank_account_id: b.account, to_bank_account_id: b.otherAccount }
    const transfer = await me().ok(contract.transfers.create, at(body))
    const sides = async () => (await b.stored('entries', [transfer.bill_id, transfer.receivable_id])).map(row => row.status).sort()
    await me().ok(bills.move, at({ ids: [transfer.bill_id], status: 'PENDING' }))
    expect(await sides()).toEqual(['PENDING', 'PENDING'])
    expect([await b.balance(), await b.balance(b.otherAccount)]).toEqual([0, 0])
    await me().ok(receivables.move, at({ ids: [transfer.receivable_id], status: 'RECEIVED' }))
    expect(await sides()).toEqual(['PAID', 'RECEIVED'])
    expect([await b.balance(), await b.balance(b.otherAccount)]).toEqual([-5_000, 5_000])
    const undone = await me().refused(bills.unconciliate, at({ bill_ids: [transfer.bill_id] }))
    expect(undone.id).toBe('conflict.invalid_transition')
    // The other side met its line: it says so, and neither moves.
    await receive([transfer.receivable_id], [await b.line(5_000, { bank_account_id: b.otherAccount })])
    const refused = await me().refused(bills.move, at({ ids: [transfer.bill_id], status: 'PENDING' }))
    expect(refused.id).toBe('conciliation.already_done')
    expect(await sides()).toEqual(['PAID', 'RECEIVED'])
    const sent = await me().refused(bills.move, at({ ids: [transfer.bill_id], status: 'WAITING_PAYMENT' }))
    expect(sent.id).toBe('conflict.invalid_transition')
  })
})

describe('races', () => {
  test('four people take the same line: one wins, the others are told, fifty times', async () => {
    const people = await Promise.all([0, 1, 2, 3].map(() => app.aMember(b.company, 'FINANCE')))
    for (let round = 0; round < 50; round += 1) {
      if (round % 10 === 0) app.clock.advance(60_000)
      const line = await b.line(-1000)
      const made = await b.bills(4, { amount_cents: 1000 })
      const answers = await Promise.all(
        people.map((person, index) =>
          round % 2 === 0
            ? app.call(person, bills.conciliate, at({ bill_ids: [made[index]?.id], bank_statement_entry_ids: [line] }))
            : app.call(
                person,
                reconciliation.conciliate,
                at({ groups: [{ bill_ids: [made[index]?.id], bank_statement_entry_ids: [line] }] }),
              ),
        ),
      )
      const refused = answers.filter(answer => answer.status >= 300)
      expect(refused.map(answer => [answer.status, (answer.data as { id: string }).id])).toEqual(
        Array(3).fill([409, 'conciliation.already_done']),
      )
    }
    const [double] = await app.sql<{
      n: number
    }>`select count(*)::int as n from (select l.id from statement_entries l join entries e on e.company_id = l.company_id and e.conciliation_id = l.conciliation_id
      where l.company_id = ${b.company.id} and e.deleted_at is null group by l.id having count(*) > 1) x`
    expect(double?.n).toBe(0)
  })

  test('doing and undoing at once never deadlock and leave a whole state', async () => {
    const bill = await b.bill({ amount_cents: 1000 })
    const line = await b.line(-1000)
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all([
        app.call(b.owner, bills.conciliate, at({ bill_ids: [bill.id], bank_statement_entry_ids: [line] })),
        app.call(b.owner, bills.unconciliate, at({ bill_ids: [bill.id] })),
        app.call(b.owner, reconciliation.unconciliate, at({ bank_statement_entry_ids: [line] })),
      ])
      expect(answers.every(answer => answer.status < 500)).toBe(true)
      const [entry] = await b.stored('entries', [bill.id])
      const stored = await b.lineOf(line)
      expect(entry?.conciliation_id).toBe(stored.conciliation_id)
      expect(entry?.status).toBe(stored.status === 'CONCILIATED' ? 'PAID' : 'PENDING')
    }
  })
})

describe('a bill paid by hand with its charges', () => {
  const charges = [
    { kind: 'fine', amount_cents: 200 },
    { kind: 'interest', amount_cents: 33 },
  ]
  const byHand = async () => {
    const bill = await b.bill({ bank_account_id: null, amount_cents: 10_000, due_date: '2026-02-20' })
    await settle([bill.id], [], { bank_account_id: b.account, date: '2026-03-02', differences: charges })
    return bill
  }

  test('leaves the account by the whole, and the line of the whole proves it, on the bank’s own day', async () => {
    const bill = await byHand()
    expect(await b.balance()).toBe(-10_233)
    const unproven = await state()
    const line = await b.line(-10_233, { date: '2026-03-03' })
    const { candidates } = await me().ok(reconciliation.candidates, at(undefined, { id: line }))
    expect(candidates[0]).toMatchObject({ title_ids: [bill.id], amount_cents: 10_233, difference_cents: 0 })
    const another = await b.line(-10_233)
    const opened = await state()
    const done = await settle([bill.id], [line])
    expect(done.updated).toBe(3)
    expect(await b.lineOf(line)).toMatchObject({ status: 'CONCILIATED', conciliation_id: (await b.billOf(bill.id)).conciliation_id })
    expect(await b.billOf(bill.id)).toMatchObject({ status: 'PAID', date: '2026-03-03' })
    expect(await b.balance()).toBe(-10_233)
    expect((await me().refused(bills.conciliate, at({ bill_ids: [bill.id], bank_statement_entry_ids: [another] }))).id).toBe(
      'conciliation.already_done',
    )
    expect(opened).not.toEqual(unproven)
    // Without its line it is what it was: paid by hand, with its charges, on the day that was told. Only then can the payment be taken back.
    await me().ok(reconciliation.unconciliate, at({ bank_statement_entry_ids: [line] }))
    expect(await b.lineOf(line)).toMatchObject({ status: 'PENDING', conciliation_id: null })
    expect(await state()).toEqual(opened)
    await settle([bill.id], [line])
    await me().ok(bills.unconciliate, at({ bill_ids: [bill.id] }))
    expect(await state()).toEqual(opened)
    await me().ok(bills.unconciliate, at({ bill_ids: [bill.id] }))
    expect(await b.billOf(bill.id)).toMatchObject({ status: 'PENDING', amount_cents: 10_000 })
    expect(await b.balance()).toBe(0)
  })

  test('refuses a line of another amount, and says what was paid', async () => {
    const bill = await byHand()
    const line = await b.line(-10_000)
    const refusal = await me().refused(bills.conciliate, at({ bill_ids: [bill.id], bank_statement_entry_ids: [line] }))
    expect(refusal).toMatchObject({ id: 'conciliation.mismatch', message: expect.stringContaining('102,33') })
  })

  test('is proven once, however many try', async () => {
    const bill = await byHand()
    const lines = [await b.line(-10_233), await b.line(-10_233)]
    const done = await Promise.allSettled(lines.map(line => settle([bill.id], [line])))
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await b.balance()).toBe(-10_233)
  })
})
