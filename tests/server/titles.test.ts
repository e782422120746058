// Bills and receivables: every rule of creating, changing, moving, splitting and listing them, on a real database.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Bill } from '#contract/bills.ts'
import { entryColumns } from '#contract/entry.ts'
import { contract } from '#contract/index.ts'
import { COLUMNS_MEDIA_TYPE, type ColumnarAnswer, checkColumns } from '#contract/kit/columns.ts'
import { Receivable } from '#contract/receivables.ts'
import { collectionBarcodeOf, formatDigitableLine, lineOfBarcode } from '#domain/payments/boleto.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { TEST_TODAY, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

let app: TestServer
let b: Books
let operator: TestUser
let approver: TestUser

beforeAll(async () => {
  app = await testServer()
  b = await books(app, await app.aCompany(undefined, { requires_approval: true }))
  operator = await app.aMember(b.company, 'OPERATOR')
  approver = await app.aMember(b.company, 'FINANCE')
})
afterAll(() => app?.close())

const { bills, receivables } = contract
const me = () => app.as(b.owner)
const at = (body: unknown, params: Record<string, string> = {}) => ({ params: { ...b.c, ...params }, body })
const move = (ids: string[], status: string, user = b.owner, more: Record<string, unknown> = {}) =>
  app.call(user, bills.move, at({ ids, status, ...more }))
const later = () => app.clock.advance(60_000)

const LINE = '34190000090000000000000000011874516620000037550'
const TAX_LINE = lineOfBarcode(collectionBarcodeOf({ segment: '5', amount_cents: 37_550, body: '0328', free_field: '7' }))
const WRONG_LINE = `${LINE.slice(0, 9)}1${LINE.slice(10)}`
const LINE_FIELD = 'payment_details.boleto.digitable_line'

describe('creating', () => {
  test('fills the dates from the due date and starts pending', async () => {
    const bill = await b.bill({ due_date: '2026-04-05' })
    expect(bill).toMatchObject({ status: 'PENDING', date: '2026-04-05', competence_date: '2026-04-05', editable: true, version: 1 })
    expect(bill.bank_account?.id).toBe(b.account)
  })

  test('asks approval where the company wants it and the creator may not approve', async () => {
    const bill = await app.as(operator).ok(bills.create, at({ amount_cents: 100, due_date: '2026-04-01' }))
    expect(bill.status).toBe('WAITING_APPROVAL')
  })

  test('settled needs an account and a day not in the future', async () => {
    const settled = { amount_cents: 500, due_date: '2026-03-01', status: 'PAID' }
    expect((await me().refused(bills.create, at(settled))).details?.[0]).toMatchObject({ field: 'bank_account_id' })
    const future = await me().refused(bills.create, at({ ...settled, bank_account_id: b.account, date: '2026-03-12' }))
    expect(future.details?.[0]).toMatchObject({ field: 'date' })
    const bill = await me().ok(bills.create, at({ ...settled, bank_account_id: b.account }))
    expect(bill).toMatchObject({ status: 'PAID', date: '2026-03-01' })
    expect(bill.applied_at).not.toBeNull()
  })

  test('refuses unknown fields, ignores read-only ones and checks what it points at', async () => {
    const base = { amount_cents: 100, due_date: '2026-04-01' }
    expect((await me().refused(bills.create, at({ ...base, colour: 'red' }))).details?.[0]?.field).toBe('colour')
    const made = await me().ok(bills.create, at({ ...base, id: randomUUID(), company_id: randomUUID(), editable: false, version: 9 }))
    expect(made).toMatchObject({ company_id: b.company.id, version: 1 })
    for (const field of ['bank_account_id', 'category_id', 'contact_id'])
      expect((await me().refused(bills.create, at({ ...base, [field]: randomUUID() }))).details?.[0]?.field).toBe(field)
    for (const amount_cents of ['', null, [], '0x10', ' 12 ', '1e3', 0, -5, 1.5, 1e14])
      expect((await me().call(bills.create, at({ ...base, amount_cents }))).status).toBe(422)
  })

  test('takes the line of its slip as people paste it, and none whose digits do not check', async () => {
    const slip = (digitable_line: string) => ({
      amount_cents: 37_550,
      due_date: '2026-12-16',
      payment_details: { boleto: { digitable_line } },
    })
    const pasted = [
      LINE,
      formatDigitableLine(LINE),
      '34195166200000375500000000000000000000001187',
      TAX_LINE,
      formatDigitableLine(TAX_LINE),
    ]
    for (const line of pasted) expect((await me().ok(bills.create, at(slip(line)))).payment_details?.boleto?.digitable_line).toBe(line)
    const series = { frequency_interval: 'MONTHLY', frequency_unit: 2 }
    for (const line of ['123', 'abc', WRONG_LINE, LINE.slice(1)]) {
      const told = [{ field: LINE_FIELD, message: 'Linha digitável inválida' }]
      expect((await me().refused(bills.create, at(slip(line)))).details, line).toMatchObject(told)
      expect((await me().refused(bills.createRecurring, at({ ...slip(line), ...series }))).details, line).toMatchObject(told)
    }
  })
})

describe('a recurrence', () => {
  test('clamps month ends from the first date and moves competence along', async () => {
    const made = await me().ok(
      bills.createRecurring,
      at({ amount_cents: 100, due_date: '2026-01-31', frequency_interval: 'MONTHLY', frequency_unit: 4 }),
    )
    expect(made.map(bill => bill.due_date)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
    expect(made.map(bill => bill.competence_date)).toEqual(made.map(bill => bill.due_date))
    expect(new Set(made.map(bill => bill.scheduled_recurrence?.id)).size).toBe(1)
  })

  test('that starts on a day of its own has its first competence there too', async () => {
    const body = { amount_cents: 100, due_date: '2026-03-31', initial_date: '2026-05-31', frequency_interval: 'MONTHLY', frequency_unit: 2 }
    const made = await me().ok(bills.createRecurring, at(body))
    expect(made.map(bill => [bill.due_date, bill.competence_date])).toEqual([
      ['2026-05-31', '2026-05-31'],
      ['2026-06-30', '2026-06-30'],
    ])
  })

  test('an approved bill divided among payees is approved anew for the other one', async () => {
    const bill = await b.bill({ contact_id: b.contact })
    await me().ok(bills.move, at({ ids: [bill.id], status: 'APPROVED' }))
    const parts = [{ amount_cents: 4_000 }, { amount_cents: 6_000, contact_id: null }]
    const made = await me().ok(bills.split, at({ children: parts }, { id: bill.id }))
    expect(made.map(child => [child.amount_cents, child.status]).sort()).toEqual([
      [4_000, 'APPROVED'],
      [6_000, 'PENDING'],
    ])
  })

  test('takes 1 to 360 occurrences, keeps one competence when asked and shifts to business days without drifting', async () => {
    const base = { amount_cents: 100, due_date: '2026-02-14', frequency_interval: 'WEEKLY' }
    for (const frequency_unit of [0, 361, 1.5])
      expect((await me().call(bills.createRecurring, at({ ...base, frequency_unit }))).status).toBe(422)
    const made = await me().ok(bills.createRecurring, at({ ...base, frequency_unit: 2, business_day: 'NEXT', competence_follows: false }))
    // 14/02/2026 is a Saturday before Carnaval.
    expect(made.map(bill => bill.due_date)).toEqual(['2026-02-18', '2026-02-23'])
    expect(made.map(bill => bill.competence_date)).toEqual(['2026-02-14', '2026-02-14'])
  })
})

describe('changing', () => {
  test('one record moves its version; a stale one is refused with the current record', async () => {
    const bill = await b.bill()
    const changed = await me().ok(bills.update, at({ amount_cents: 250, version: 1 }, { id: bill.id }))
    expect(changed).toMatchObject({ amount_cents: 250, version: 2 })
    const stale = await me().refused(bills.update, at({ amount_cents: 1, version: 1 }, { id: bill.id }))
    expect(stale).toMatchObject({ status: 409, id: 'conflict.stale_version' })
    expect(stale.current).toMatchObject({ id: bill.id, version: 2 })
    const byHeader = (version: number) =>
      [bills.update, at({ amount_cents: 300 }, { id: bill.id }), { 'if-match': `"${version}"` }] as const
    expect(await me().refused(...byHeader(1))).toMatchObject({ status: 412, id: 'conflict.stale_version' })
    expect(await me().ok(...byHeader(2))).toMatchObject({ amount_cents: 300, version: 3 })
  })

  test('more ids than one write takes are refused by their number', async () => {
    const ids = Array.from({ length: 10_001 }, () => crypto.randomUUID())
    const refused = await me().refused(bills.move, at({ ids, status: 'APPROVED' }))
    expect(refused).toMatchObject({ status: 422, id: 'bulk.too_many', message: 'Selecione até 10.000 itens.' })
  })

  test('the record read may be sent back whole, its account archived since', async () => {
    const bill = await b.bill({ category_id: b.category, contact_id: b.contact, bank_account_id: b.otherAccount })
    await app.sql`update bank_accounts set status = 'ARCHIVED' where id = ${b.otherAccount}`
    const back = await me().ok(bills.update, at({ ...bill, additional_information: 'outro' }, { id: bill.id }))
    expect(back).toMatchObject({ additional_information: 'outro', bank_account_id: b.otherAccount, version: 2 })
    expect((await me().refused(bills.update, at({ bank_account_id: b.otherAccount }, { id: (await b.bill()).id }))).id).toBe(
      'validation.failed',
    )
    await app.sql`update bank_accounts set status = 'ACTIVE' where id = ${b.otherAccount}`
  })

  test('a line stored before lines were judged is read and may come back, beside another that may not', async () => {
    const { id } = await b.bill()
    await app.sql`update entries set payment_details = ${JSON.stringify({ boleto: { digitable_line: '123' } })}::jsonb where id = ${id}`
    const stored = await me().ok(bills.get, at(undefined, { id }))
    expect(stored.payment_details?.boleto?.digitable_line).toBe('123')
    await me().ok(bills.update, at({ ...stored, additional_information: 'luz' }, { id }))
    await me().ok(bills.update, at({ payment_details: { ...stored.payment_details, pix_key: 'a@b.com', pix_type: 'EMAIL' } }, { id }))
    for (const digitable_line of ['1234', WRONG_LINE])
      expect((await me().refused(bills.update, at({ payment_details: { boleto: { digitable_line } } }, { id }))).details).toMatchObject([
        { field: LINE_FIELD, message: 'Linha digitável inválida' },
      ])
    const many = { items: [{ id, payment_details: { boleto: { digitable_line: 'abc' } } }] }
    expect((await me().refused(bills.updateMany, at(many))).id).toBe('validation.failed')
    await me().ok(bills.update, at({ payment_details: { boleto: { digitable_line: LINE } } }, { id }))
    const changed = await me().ok(bills.update, at({ payment_details: { boleto: null } }, { id }))
    expect(changed.payment_details).toEqual({ boleto: null })
  })

  test('privileged fields change nothing', async () => {
    const bill = await b.bill()
    const [before] = await b.stored('entries', [bill.id])
    await me().ok(
      bills.update,
      at(
        { status: 'PAID', applied_at: '2026-01-01T00:00:00Z', conciliation_id: randomUUID(), editable: false, company_id: randomUUID() },
        { id: bill.id },
      ),
    )
    const [after] = await b.stored('entries', [bill.id])
    expect({ ...after, version: 0, changed: 0, updated_at: 0 }).toEqual({ ...before, version: 0, changed: 0, updated_at: 0 })
  })

  test('the expected day follows the due date until somebody says otherwise', async () => {
    const bill = await b.bill({ due_date: '2026-05-05' })
    expect(await me().ok(bills.update, at({ due_date: '2026-06-06' }, { id: bill.id }))).toMatchObject({ date: '2026-06-06' })
    await me().ok(bills.update, at({ date: '2026-06-08' }, { id: bill.id }))
    expect(await me().ok(bills.update, at({ due_date: '2026-07-07' }, { id: bill.id }))).toMatchObject({ date: '2026-06-08' })
  })

  test('an approval is withdrawn by what it approved, and by nothing else', async () => {
    const bill = await b.bill({ amount_cents: 100 })
    await move([bill.id], 'APPROVED')
    expect((await me().ok(bills.update, at({ additional_information: 'nota' }, { id: bill.id }))).status).toBe('APPROVED')
    expect((await me().ok(bills.update, at({ amount_cents: 200 }, { id: bill.id }))).status).toBe('PENDING')
  })

  test('a settled record keeps an account and a day that has come', async () => {
    const bill = await b.bill({ status: 'PAID', due_date: '2026-03-01' })
    expect((await me().refused(bills.update, at({ date: '2026-03-12' }, { id: bill.id }))).details?.[0]?.field).toBe('date')
    expect((await me().refused(bills.update, at({ bank_account_id: null }, { id: bill.id }))).details?.[0]?.field).toBe('bank_account_id')
    expect((await me().ok(bills.update, at({ date: '2026-03-05' }, { id: bill.id }))).date).toBe('2026-03-05')
  })

  test('what waits for its payment does not change', async () => {
    const bill = await b.bill({ amount_cents: 100 })
    await move([bill.id], 'WAITING_PAYMENT')
    expect(await me().refused(bills.update, at({ additional_information: 'x' }, { id: bill.id }))).toMatchObject({
      status: 409,
      id: 'conflict.not_editable',
    })
    expect((await b.billOf(bill.id)).editable).toBe(false)
  })

  test('many at once, by ids or by items, with versions; a refused row is named and nothing changes', async () => {
    const made = await b.bills(3)
    const ids = made.map(bill => bill.id)
    expect(await me().ok(bills.updateMany, at({ ids, category_id: b.category }))).toMatchObject({ updated: 3 })
    const [one, two, three] = ids as [string, string, string]
    await me().ok(
      bills.updateMany,
      at({
        items: [
          { id: one, amount_cents: 1 },
          { id: two, amount_cents: 2 },
        ],
      }),
    )
    expect((await b.billOf(two)).amount_cents).toBe(2)
    const refused = await me().refused(bills.updateMany, at({ ids, versions: { [three]: 1 }, amount_cents: 7 }))
    expect(refused).toMatchObject({ status: 422, id: 'bulk.rejected' })
    expect(refused.details).toEqual([{ field: three, id: 'conflict.stale_version', message: expect.any(String) }])
    expect((await b.billOf(one)).amount_cents).toBe(1)
    const preview = await me().ok(bills.updateMany, { ...at({ ids, versions: { [three]: 1 }, amount_cents: 7 }), query: { preview: true } })
    expect(preview).toMatchObject({ updated: 2, blocked: [{ id: three, error_id: 'conflict.stale_version' }] })
    expect((await b.billOf(one)).amount_cents).toBe(1)
  })

  test('ids of the other kind do not exist here', async () => {
    const receivable = await b.receivable()
    expect((await me().refused(bills.update, at({ amount_cents: 1 }, { id: receivable.id }))).status).toBe(404)
    expect((await me().refused(bills.move, at({ ids: [receivable.id], status: 'PAID' }))).status).toBe(404)
  })
})

describe('moving', () => {
  test('every pair outside the table is refused with its reason', async () => {
    const bill = await b.bill()
    for (const status of ['REPROVED']) {
      expect(await me().refused(bills.move, at({ ids: [bill.id], status }))).toMatchObject({
        status: 409,
        id: 'conflict.invalid_transition',
        message: expect.stringContaining('não é possível'),
      })
    }
    const waiting = await app.as(operator).ok(bills.create, at({ amount_cents: 100, due_date: '2026-03-20', bank_account_id: b.account }))
    expect((await me().refused(bills.move, at({ ids: [waiting.id], status: 'PAID' }))).message).toBe('Aprove a conta antes de baixá-la.')
    const received = await b.receivable()
    expect((await me().refused(receivables.move, at({ ids: [received.id], status: 'OVERDUE' }))).message).toContain(
      'Vencido segue o vencimento',
    )
  })

  test('to the same status is a no-op that leaves no batch', async () => {
    const bill = await b.bill()
    const answer = await move([bill.id], 'PENDING')
    expect(answer).toMatchObject({ status: 200, data: { updated: 0 } })
    expect(answer.headers['x-batch-id']).toBeUndefined()
  })

  test('approving needs the right; above the limit not by its creator, and alone only with a code', async () => {
    const big = await b.bill({ amount_cents: 500_001 })
    expect(await app.as(operator).refused(bills.move, at({ ids: [big.id], status: 'APPROVED' }))).toMatchObject({
      status: 403,
      id: 'permission.denied',
    })
    expect((await me().refused(bills.move, at({ ids: [big.id], status: 'APPROVED' }))).message).toContain(
      'quem criou a conta não pode aprová-la',
    )
    expect((await move([big.id], 'APPROVED', approver)).status).toBe(200)
    expect((await move([(await b.bill({ amount_cents: 500_000 })).id], 'APPROVED')).status).toBe(200)

    const alone = await books(app)
    const bill = await alone.bill({ amount_cents: 500_001 })
    const approve = { params: alone.c, body: { ids: [bill.id], status: 'APPROVED' } }
    await app.sql`update sessions set stepped_up_at = ${new Date(app.clock.now() - 16 * 60_000)} where id = ${alone.owner.session_id}`
    expect(await app.as(alone.owner).refused(bills.move, approve)).toMatchObject({ status: 403, id: 'auth.step_up_required' })
    await app.sql`update sessions set stepped_up_at = ${new Date(app.clock.now() - 14 * 60_000)} where id = ${alone.owner.session_id}`
    await app.as(alone.owner).ok(bills.move, approve)
  })

  test('only who asked for approval withdraws it, and a reason is kept', async () => {
    const waiting = await app.as(operator).ok(bills.create, at({ amount_cents: 100, due_date: '2026-03-20' }))
    expect((await app.as(approver).refused(bills.move, at({ ids: [waiting.id], status: 'PENDING' }))).id).toBe('permission.denied')
    expect((await move([waiting.id], 'PENDING', operator)).status).toBe(200)
    await move([waiting.id], 'WAITING_APPROVAL', operator)
    await move([waiting.id], 'REPROVED', approver, { reason: 'valor errado' })
    expect((await b.stored('entries', [waiting.id]))[0]).toMatchObject({ status: 'REPROVED', reason: 'valor errado' })
  })

  test('paying takes the record’s own day if it has come, else today, and needs an account', async () => {
    const past = await b.bill({ due_date: '2026-03-02' })
    const future = await b.bill({ due_date: '2026-04-02' })
    await move([past.id, future.id], 'PAID')
    expect((await b.billOf(past.id)).date).toBe('2026-03-02')
    expect((await b.billOf(future.id)).date).toBe(TEST_TODAY)
    const refused = await me().refused(bills.move, at({ ids: [(await b.bill({ bank_account_id: null })).id], status: 'PAID' }))
    expect(refused).toMatchObject({ status: 422, message: 'Escolha a conta bancária do lançamento.' })
  })

  test('back to pending undoes a settlement by hand and restores what it replaced', async () => {
    const bill = await b.bill({ due_date: '2026-04-02', date: '2026-04-06' })
    await move([bill.id], 'APPROVED')
    await move([bill.id], 'PAID')
    await move([bill.id], 'PENDING')
    expect(await b.billOf(bill.id)).toMatchObject({ status: 'APPROVED', date: '2026-04-06', applied_at: null })
  })

  test('a bulk with one poisoned row of 10,000 changes nothing and names it', async () => {
    await app.sql(
      `insert into entries (company_id, id, kind, status, amount_cents, date, due_date, competence_date, bank_account_id)
       select $1, gen_random_uuid(), 'BILL', 'PENDING', 100, '2026-03-01', '2026-03-01', '2026-03-01', $2 from generate_series(1, 9999)`,
      [b.company.id, b.account],
    )
    const ids = (
      await app.sql<{ id: string }>`select id from entries where company_id = ${b.company.id} and amount_cents = 100 and created_by is null`
    ).map(row => row.id)
    expect(ids).toHaveLength(9999)
    const stamp = () =>
      app.sql`select sum(version)::int as versions, max(changed) as changed from entries where company_id = ${b.company.id}`
    const waiting = await app.as(operator).ok(bills.create, at({ amount_cents: 101, due_date: '2026-03-20', bank_account_id: b.account }))
    const before = await stamp()
    for (const poisoned of [
      [...ids, waiting.id],
      [waiting.id, ...ids],
      [...ids, randomUUID()],
    ]) {
      const refused = await me().refused(bills.move, at({ ids: poisoned, status: 'PAID' }))
      expect(refused).toMatchObject({ status: 422, id: 'bulk.rejected' })
      expect(refused.details).toHaveLength(1)
      expect(ids).not.toContain(refused.details?.[0]?.field)
    }
    expect((await me().refused(bills.move, at({ ids: [...ids, waiting.id, randomUUID()], status: 'PAID' }))).status).toBe(422)
    expect(await stamp()).toEqual(before)
  })

  test('two overlapping bulks in opposite order wait for each other', async () => {
    const ids = (await b.bills(40, { due_date: '2026-03-01' })).map(bill => bill.id)
    for (let round = 0; round < 12; round += 1) {
      const [to, other] = round % 2 === 0 ? ['PAID', 'PAID'] : ['PENDING', 'PENDING']
      const answers = await Promise.all([move(ids, to), move([...ids].reverse(), other)])
      expect(answers.map(answer => answer.status)).toEqual([200, 200])
    }
  })

  test('a preview tells what would move and what is blocked, and changes nothing', async () => {
    later()
    const bill = await b.bill({ due_date: '2026-03-01' })
    const waiting = await app.as(operator).ok(bills.create, at({ amount_cents: 101, due_date: '2026-03-20', bank_account_id: b.account }))
    const preview = await app.call(b.owner, bills.move, { ...at({ ids: [bill.id, waiting.id], status: 'PAID' }), query: { preview: true } })
    expect(preview.data).toMatchObject({
      updated: 1,
      ids: [bill.id],
      blocked: [{ id: waiting.id, error_id: 'conflict.invalid_transition' }],
    })
    expect(preview.headers['x-batch-id']).toBeUndefined()
    expect((await b.billOf(bill.id)).version).toBe(1)
  })
})

describe('splitting', () => {
  const split = (id: string, amounts: number[]) =>
    at({ children: amounts.map(amount_cents => ({ amount_cents, due_date: '2026-05-05' })) }, { id })

  test('the children sum to the parent, which leaves lists and totals', async () => {
    const bill = await b.bill({ amount_cents: 1000, category_id: b.category })
    expect((await me().refused(bills.split, split(bill.id, [500, 499]))).details?.[0]).toMatchObject({
      field: 'children',
      id: 'validation.failed',
    })
    expect((await me().refused(bills.split, split(bill.id, [1000]))).status).toBe(422)
    const children = await me().ok(bills.split, split(bill.id, [400, 600]))
    expect(children.map(child => [child.amount_cents, child.parent_bill_id, child.category_id])).toEqual([
      [400, bill.id, b.category],
      [600, bill.id, b.category],
    ])
    const listed = await me().ok(bills.list, { params: b.c, query: { start_date: '2026-03-01', end_date: '2026-12-31' } })
    expect(listed.map(row => row.id)).not.toContain(bill.id)
    expect((await me().refused(bills.move, at({ ids: [bill.id], status: 'PAID' }))).message).toContain('desmembrado')
    expect((await me().refused(bills.split, split(bill.id, [400, 600]))).id).toBe('conflict.not_editable')
  })

  test('a child is split into siblings, and its amount is not edited away', async () => {
    const bill = await b.bill({ amount_cents: 1000 })
    const [child] = await me().ok(bills.split, split(bill.id, [400, 600]))
    const pieces = await me().ok(bills.split, split(child?.id ?? '', [100, 300]))
    expect(pieces.map(piece => piece.parent_bill_id)).toEqual([bill.id, bill.id])
    expect((await me().refused(bills.get, { params: { ...b.c, id: child?.id ?? '' } })).status).toBe(404)
    expect((await me().refused(bills.update, at({ amount_cents: 1 }, { id: pieces[0]?.id ?? '' }))).id).toBe('conflict.not_editable')
    expect((await me().refused(contract.entries.restore, at({ entries: [child?.id] }))).status).toBe(409)
  })

  test('a parent shrinks with a deleted child and returns when none is left', async () => {
    const bill = await b.bill({ amount_cents: 1000 })
    const children = await me().ok(bills.split, split(bill.id, [200, 300, 500]))
    await me().ok(contract.entries.delete, at({ entries: [children[0]?.id] }))
    expect((await b.billOf(bill.id)).amount_cents).toBe(800)
    await me().ok(contract.entries.restore, at({ entries: [children[0]?.id] }))
    expect((await b.billOf(bill.id)).amount_cents).toBe(1000)
    await me().ok(contract.entries.delete, at({ entries: children.map(child => child.id) }))
    const [parent] = await b.stored('entries', [bill.id])
    expect(parent).toMatchObject({ has_children: false, amount_cents: 1000, deleted_at: null })
    expect((await me().refused(contract.entries.restore, at({ entries: [children[0]?.id] }))).message).toContain('já não existe')
  })

  test('settled, conciliated and sent ones are not split', async () => {
    const paid = await b.bill({ status: 'PAID', due_date: '2026-03-01', amount_cents: 1000 })
    expect((await me().refused(bills.split, split(paid.id, [400, 600]))).message).toBe('Desfaça a baixa antes de dividir.')
  })
})

describe('overdue', () => {
  test('is derived from the due date and the bank calendar, in records, filters and columns', async () => {
    const dues = ['2026-03-06', '2026-03-07', '2026-03-09', '2026-03-10', '2026-03-11']
    const made = await Promise.all(dues.map(due_date => b.receivable({ due_date })))
    const statuses = async () => Promise.all(made.map(async row => (await b.receivableOf(row.id)).status))
    expect(await statuses()).toEqual(['OVERDUE', 'OVERDUE', 'OVERDUE', 'OVERDUE', 'PENDING'])
    // Carnaval: 14/02 is a Saturday, payable until Wednesday 18/02.
    const carnival = await b.receivable({ due_date: '2026-02-14' })
    app.clock.set('2026-02-18T15:00:00Z')
    expect((await b.receivableOf(carnival.id)).status).toBe('PENDING')
    app.clock.set('2026-02-19T15:00:00Z')
    expect((await b.receivableOf(carnival.id)).status).toBe('OVERDUE')
    app.clock.set('2026-03-11T15:00:00Z')
    const overdue = await me().ok(receivables.list, { params: b.c, query: { status: 'OVERDUE' } })
    expect(overdue.map(row => row.id)).toEqual(expect.arrayContaining([made[0]?.id, carnival.id]))
    expect(overdue.map(row => row.id)).not.toContain(made[4]?.id)
    const future = await me().ok(receivables.update, at({ due_date: '2026-12-01' }, { id: carnival.id }))
    expect(future.status).toBe('PENDING')
    await me().ok(receivables.move, at({ ids: [made[0]?.id], status: 'RECEIVED' }))
    expect((await b.receivableOf(made[0]?.id ?? '')).status).toBe('RECEIVED')
  })
})

describe('lists', () => {
  let own: Books
  beforeAll(async () => {
    own = await books(app)
    for (const [amount_cents, day] of [
      [300, '2026-03-03'],
      [100, '2026-03-01'],
      [200, '2026-03-02'],
      [400, '2026-04-04'],
    ] as const)
      await own.bill({ amount_cents, due_date: day, issue_date: amount_cents === 200 ? '2026-01-01' : null })
  })
  const list = (query: Record<string, unknown> = {}) => app.as(own.owner).ok(bills.list, { params: own.c, query })

  test('filter by window, account, category and status', async () => {
    expect((await list({ start_date: '2026-03-02', end_date: '2026-03-31' })).map(row => row.amount_cents)).toEqual([200, 300])
    expect(await list({ bank_account_ids: own.otherAccount })).toEqual([])
    expect(await list({ bank_account_ids: `${own.otherAccount};${own.account}` })).toHaveLength(4)
    expect(await list({ category_id: own.category })).toEqual([])
    expect(await list({ status: 'PAID;APPROVED' })).toEqual([])
    expect(await list({ start_date: '2026-03-02T02:59:00.000Z', end_date: '2026-03-02T02:59:00.000Z' })).toHaveLength(1)
  })

  test('every order pages through every row once', async () => {
    for (const order_by of ['date', 'due_date', 'competence_date', 'issue_date', 'amount_cents', 'created_at']) {
      const seen: string[] = []
      let cursor: string | undefined
      for (let page = 0; page < 10; page += 1) {
        const answer = await app.call(own.owner, bills.list, { params: own.c, query: { order_by, limit: 1, cursor } })
        seen.push(...(answer.data as { id: string }[]).map(row => row.id))
        cursor = answer.headers['x-next-cursor']
        if (cursor === undefined) break
      }
      expect(new Set(seen).size, order_by).toBe(4)
      expect(seen, order_by).toHaveLength(4)
    }
    for (const cursor of ['x', 'W10', Buffer.from('["2026-99-99","x"]').toString('base64url')])
      expect((await app.call(own.owner, bills.list, { params: own.c, query: { limit: 1, cursor } })).status).toBe(422)
  })

  test('the first bills by due date are read in the order of their index, without the rest of their day', async () => {
    await app.sql('set enable_sort = off')
    const plan = await app.sql(`explain select id from entries where company_id = '${own.company.id}' and kind = 'BILL'
      and deleted_at is null and due_date >= '2026-03-01' order by due_date, id limit 200`)
    await app.sql('reset enable_sort')
    expect(JSON.stringify(plan)).toMatch(/entries_due/)
    expect(JSON.stringify(plan)).not.toMatch(/Sort/)
  })

  test('the whole list holds what its pages hold, to the letter', async () => {
    const rich = await books(app)
    const full = { bank_account_id: rich.account, category_id: rich.category, contact_id: rich.contact, document_number: 'NF "1"\n' }
    for (const additional_information of ['Luz, água', '"Luz", "água"']) await rich.bill({ ...full, additional_information })
    const settled = await rich.bill({ ...full, payment_method: 'PIX', payment_details: { pix_key: 'a@b.com', pix_type: 'EMAIL' } })
    await app.as(rich.owner).ok(bills.move, { params: rich.c, body: { ids: [settled.id], status: 'PAID' } })
    await rich.bill()
    await app.as(rich.owner).ok(contract.receivables.createRecurring, {
      params: rich.c,
      body: { amount_cents: 100, due_date: '2026-01-31', frequency_interval: 'MONTHLY', frequency_unit: 3 },
    })
    for (const [row, record] of [
      [bills, Bill],
      [contract.receivables, Receivable],
    ] as const) {
      const list = (query: object) => app.call(rich.owner, row.list, { params: rich.c, query: { order_by: 'due_date', ...query } })
      const whole = await list({})
      expect(whole.data).toEqual((await list({ limit: 200 })).data)
      expect(z.array(record.strict()).parse(whole.data).length).toBeGreaterThan(1)
    }
  })

  test('the columnar form has every column, and a delta holds what changed, left the window or was deleted', async () => {
    const columnar = async (query: Record<string, unknown>) =>
      checkColumns(
        entryColumns,
        (await app.call(own.owner, bills.list, { params: own.c, query }, { accept: COLUMNS_MEDIA_TYPE })).data as ColumnarAnswer,
      )
    const window = { start_date: '2026-03-01', end_date: '2026-03-31' }
    const whole = await columnar(window)
    expect(whole).toMatchObject({ full: true, count: 3 })
    expect(whole.columns.amount_cents).toEqual([100, 200, 300])
    const quiet = await columnar({ ...window, since: whole.cursor })
    expect(quiet.full).toBe(false)
    const [one, two, three] = whole.columns.id as [string, string, string]
    const inOwn = (body: unknown, id: string) => ({ params: { ...own.c, id }, body })
    await app.as(own.owner).ok(bills.update, inOwn({ amount_cents: 111 }, one))
    await app.as(own.owner).ok(bills.update, inOwn({ due_date: '2026-06-01' }, two))
    await app.as(own.owner).ok(bills.delete, { params: { ...own.c, id: three } })
    const delta = await columnar({ ...window, since: whole.cursor })
    const flags = Object.fromEntries((delta.columns.id as string[]).map((id, row) => [id, delta.columns.deleted?.[row]]))
    expect(flags).toMatchObject({ [one]: false, [two]: true, [three]: true })
    await own.close('2025-01-01', '2025-01-31')
    expect((await columnar({ ...window, since: delta.cursor })).full).toBe(true)
    expect((await columnar({ ...window, since: '1.1' })).full).toBe(true)
    app.clock.advance(1000)
  })

  test('attachments are counted and reach a delta', async () => {
    const bill = await own.bill({ due_date: '2026-03-09' })
    const columnar = async (since?: string) =>
      (await app.call(own.owner, bills.list, { params: own.c, query: { since } }, { accept: COLUMNS_MEDIA_TYPE })).data as ColumnarAnswer
    const { cursor } = await columnar()
    await app.sql`insert into attachments (company_id, id, entry_id, name, content_type, size_bytes, sha256, storage_key) values (${own.company.id}, gen_random_uuid(), ${bill.id}, 'nota.pdf', 'application/pdf', 1, 'x', 'x')`
    expect((await own.billOf(bill.id)).attachments_count).toBe(1)
    const delta = await columnar(cursor)
    const row = (delta.columns.id as string[]).indexOf(bill.id)
    expect(delta.columns.attachments_count?.[row]).toBe(1)
  })
})

describe('idempotency', () => {
  test('the same key replays the same bytes, another body is refused, and parallel calls have one effect', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = { amount_cents: 77, due_date: '2026-03-20' }
    const first = await app.call(b.owner, bills.create, at(body), key)
    const again = await app.call(b.owner, bills.create, at(body), key)
    expect(again).toMatchObject({ status: 201, data: first.data })
    expect(again.headers['x-batch-id']).toBe(first.headers['x-batch-id'])
    expect((await app.as(b.owner).refused(bills.create, at({ ...body, amount_cents: 78 }), key)).id).toBe('idempotency.key_reused')

    const parallel = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.call(b.owner, bills.create, at({ ...body, amount_cents: 79 }), parallel)),
    )
    expect(new Set(answers.map(answer => JSON.stringify(answer.data))).size).toBe(1)
    expect(await app.sql`select 1 from entries where company_id = ${b.company.id} and amount_cents = 79`).toHaveLength(1)
  })

  test('a refusal is not stored', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const bill = await b.bill({ bank_account_id: null })
    expect((await app.call(b.owner, bills.move, at({ ids: [bill.id], status: 'PAID' }), key)).status).toBe(422)
    await me().ok(bills.update, at({ bank_account_id: b.account }, { id: bill.id }))
    expect((await app.call(b.owner, bills.move, at({ ids: [bill.id], status: 'PAID' }), key)).status).toBe(200)
  })
})

test('fifty pairs of concurrent patches with a version lose none silently', async () => {
  later()
  const bill = await b.bill()
  for (let round = 0; round < 50; round += 1) {
    const { version } = await b.billOf(bill.id)
    const answers = await Promise.all(
      [1, 2].map(n => app.call(b.owner, bills.update, at({ amount_cents: 1000 + round * 2 + n, version }, { id: bill.id }))),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
  }
})

describe('a list of what is owed', () => {
  test('carries what fell due before its period and is still open, never what was paid then', async () => {
    const own = await books(app)
    const settled = { bank_account_id: own.account, status: 'PAID' }
    const [late, paid, now, next] = [
      await own.bill({ due_date: '2026-01-10' }),
      await own.bill({ due_date: '2026-01-11', ...settled }),
      await own.bill({ due_date: '2026-03-05' }),
      await own.bill({ due_date: '2026-04-05' }),
    ]
    const query = { start_date: '2026-03-01', end_date: '2026-03-31', date_type: 'due_date', order_by: 'due_date' } as const
    const listed = async (more: object) =>
      ((await app.as(own.owner).ok(bills.list, { params: own.c, query: { ...query, ...more } })) as { id: string }[]).map(({ id }) => id)
    expect(await listed({})).toEqual([now.id])
    expect(await listed({ carry_open: 'true' })).toEqual([late.id, now.id])
    expect([paid.status, next.status]).toEqual(['PAID', 'PENDING'])
  })
})
