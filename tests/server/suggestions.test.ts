// What the workbench proposes for a line: candidates with reasons, sets that sum, differences explained, transfers and rules.
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

const { bills, reconciliation } = contract
const me = () => app.as(b.owner)
const at = (body: unknown, params: Record<string, string> = {}) => ({ params: { ...b.c, ...params }, body })
// They leave as text that no schema checked on the way: here it is.
const suggestions = async (query: Record<string, unknown> = {}) => {
  const found = await me().ok(reconciliation.suggestions, { params: b.c, query })
  expect(reconciliation.suggestions.spec.returns.parse(found)).toEqual(found)
  return found
}

test('the right bill comes first, with reasons, and certain when nothing is near', async () => {
  const bill = await b.bill({ amount_cents: 12_345, due_date: '2026-03-10', contact_id: b.contact, additional_information: 'Papel' })
  await b.bill({ amount_cents: 99_999, due_date: '2026-03-10' })
  const line = await b.line(-12_345, { description: 'PIX ENVIADO PAPELARIA CENTRAL' })
  const [found] = await suggestions()
  expect(found).toMatchObject({
    line_id: line,
    certain: true,
    candidates: [{ title_ids: [bill.id], kind: 'BILL', difference_cents: 0, level: 'ALTA' }],
  })
  expect(found?.candidates[0]?.reasons.length).toBeGreaterThan(0)
  expect(found?.candidates[0]?.titles[0]).toMatchObject({ id: bill.id, contact_name: 'Papelaria Central', additional_information: 'Papel' })
  expect((await me().ok(reconciliation.candidates, at(undefined, { id: line }))).candidates[0]?.title_ids).toEqual([bill.id])
})

test('what is certain is told as groups that one call takes, and leaves the rest', async () => {
  const papers = await b.bill({ amount_cents: 12_345, due_date: '2026-03-10', contact_id: b.contact })
  const contact_id = (
    await me().ok(contract.contacts.create, { body: { company_id: b.company.id, kind: 'CUSTOMER', name: 'Hotel Mirante' } })
  ).id
  const stay = await b.receivable({ amount_cents: 77_000, due_date: '2026-03-10', contact_id, bank_account_id: b.otherAccount })
  const paid = await b.line(-12_345, { description: 'PIX ENVIADO PAPELARIA CENTRAL' })
  const received = await b.line(77_000, { description: 'PIX RECEBIDO HOTEL MIRANTE', bank_account_id: b.otherAccount })
  await b.line(-999, { description: 'COMPRA CARTAO' })
  const told = await me().ok(reconciliation.certain, { params: b.c })
  const certain = (await suggestions()).filter(each => each.certain)
  expect(told.groups.map(({ bill_ids, receivable_ids }) => [...bill_ids, ...receivable_ids])).toEqual(
    certain.map(each => each.candidates[0]?.title_ids),
  )
  expect([...told.groups].sort((one, other) => other.bill_ids.length - one.bill_ids.length)).toMatchObject([
    { bank_statement_entry_ids: [paid], bill_ids: [papers.id], receivable_ids: [], differences: [] },
    { bank_statement_entry_ids: [received], bill_ids: [], receivable_ids: [stay.id], differences: [] },
  ])
  expect(told).toMatchObject({ titles_count: 2, lines_left: 1 })
  expect([...told.bank_account_ids].sort()).toEqual([b.account, b.otherAccount].sort())
  await me().ok(reconciliation.conciliate, at({ groups: told.groups }))
  expect(await me().ok(reconciliation.certain, { params: b.c })).toEqual({
    groups: [],
    titles_count: 0,
    bank_account_ids: [],
    lines_left: 1,
  })
})

test('two equal titles are near ties, and two equal lines never get the same title', async () => {
  const made = await b.bills(2, { amount_cents: 12_345, due_date: '2026-03-10' })
  const lines = [await b.line(-12_345, { date: '2026-03-09' }), await b.line(-12_345, { date: '2026-03-10' })]
  const found = await suggestions()
  expect(found.map(each => each.certain)).toEqual([false, false])
  expect(new Set(found.map(each => each.candidates[0]?.title_ids[0]))).toEqual(new Set(made.map(bill => bill.id)))
  expect(await suggestions()).toEqual(found)
  expect(lines).toHaveLength(2)
})

test('conciliated, ignored, deleted and closed ones are left out, on either side', async () => {
  const [one, two, three] = await b.bills(3, { amount_cents: 12_345, due_date: '2026-03-10' })
  const line = await b.line(-12_345)
  await me().ok(bills.conciliate, at({ bill_ids: [one?.id], bank_statement_entry_ids: [line] }))
  await me().ok(bills.delete, at(undefined, { id: two?.id ?? '' }))
  const ignored = await b.line(-12_345)
  await me().ok(reconciliation.ignore, at({ ids: [ignored] }))
  const pending = await b.line(-12_345)
  const closed = await b.line(-12_345, { date: '2026-01-10' })
  await b.close('2026-01-01', '2026-01-31')
  const found = await suggestions()
  expect(found.map(each => each.line_id)).toEqual([pending])
  expect(found[0]?.candidates.map(candidate => candidate.title_ids[0])).toEqual([three?.id])
  for (const id of [line, ignored, closed]) expect((await me().refused(reconciliation.candidates, at(undefined, { id }))).status).toBe(404)
  expect(await suggestions({ bank_account_ids: b.otherAccount })).toEqual([])
  expect(await suggestions({ bank_account_ids: b.account })).toHaveLength(1)
})

test('a line explained in part is proposed for its remainder', async () => {
  const [one, two] = [
    await b.bill({ amount_cents: 4000, due_date: '2026-03-10' }),
    await b.bill({ amount_cents: 6123, due_date: '2026-03-10' }),
  ]
  const line = await b.line(-10_123)
  await me().ok(bills.conciliate, at({ bill_ids: [one.id], bank_statement_entry_ids: [line] }))
  const [found] = await suggestions()
  expect(found).toMatchObject({ line_id: line, candidates: [{ title_ids: [two.id], difference_cents: 0 }] })
})

test('what was written since the last look is seen: by calls, by an undo, by another process, and a contact under its new name', async () => {
  const line = await b.line(-12_345, { description: 'PIX ENVIADO PAPELARIA CENTRAL' })
  const look = async () =>
    (await me().ok(reconciliation.candidates, at(undefined, { id: line }))).candidates.flatMap(candidate =>
      candidate.titles.map(title => `${title.contact_name} ${title.amount_cents}`),
    )
  expect(await look()).toEqual([])
  const bill = await b.bill({ amount_cents: 12_345, due_date: '2026-03-10', contact_id: b.contact })
  expect(await look()).toEqual(['Papelaria Central 12345'])
  await me().ok(contract.contacts.update, at({ name: 'Papelaria do Centro' }, { id: b.contact }))
  expect(await look()).toEqual(['Papelaria do Centro 12345'])
  const gone = await app.call(b.owner, bills.delete, at(undefined, { id: bill.id }))
  expect(await look()).toEqual([])
  await me().ok(contract.batches.undo, at({}, { id: gone.headers['x-batch-id'] ?? '' }))
  expect(await look()).toEqual(['Papelaria do Centro 12345'])
  await app.sql`update entries set amount_cents = 999 where id = ${bill.id}`
  expect(await look()).toEqual(['Papelaria do Centro 999'])
})

test('search brings a title that the gates would not', async () => {
  const far = await b.bill({ amount_cents: 777, due_date: '2026-05-20', additional_information: 'Seguro anual do galpão' })
  const line = await b.line(-12_345)
  const found = await me().ok(reconciliation.candidates, { params: { ...b.c, id: line }, query: { search: 'galpao' } })
  expect(found.candidates.map(candidate => candidate.title_ids[0])).toContain(far.id)
})

test('combinations sum exactly, and settle the line', async () => {
  const made = [
    await b.bill({ amount_cents: 1111, due_date: '2026-03-10' }),
    await b.bill({ amount_cents: 2222, due_date: '2026-03-10' }),
    await b.bill({ amount_cents: 7000, due_date: '2026-03-10' }),
  ]
  const line = await b.line(-3333)
  const { sets } = await me().ok(reconciliation.combinations, at({ bank_statement_entry_ids: [line] }))
  expect(sets[0]?.title_ids.toSorted()).toEqual([made[0]?.id, made[1]?.id].toSorted())
  expect(sets[0]?.amount_cents).toBe(3333)
  await me().ok(bills.conciliate, at({ bill_ids: sets[0]?.title_ids, bank_statement_entry_ids: [line] }))
})

test('differences are explained in parts that, sent back, settle the line to the cent', async () => {
  const bill = await b.bill({ amount_cents: 10_000, due_date: '2026-03-02' })
  const line = await b.line(-10_227, { date: '2026-03-10' })
  const [likeliest] = await me().ok(reconciliation.differences, at({ bank_statement_entry_ids: [line], title_ids: [bill.id] }))
  expect(likeliest?.parts.map(part => [part.kind, part.amount_cents])).toEqual([
    ['fine', 200],
    ['interest', 27],
  ])
  expect(likeliest?.label).toBe('Multa e Juros')
  const differences = likeliest?.parts.map(({ kind, amount_cents }) => ({ kind, amount_cents }))
  await me().ok(bills.conciliate, at({ bill_ids: [bill.id], bank_statement_entry_ids: [line], differences }))
  expect((await b.lineOf(line)).status).toBe('CONCILIATED')
  expect(await b.balance()).toBe(-10_227)
})

test('opposite lines of two accounts are shown as a transfer of each other', async () => {
  const out = await b.line(-5000)
  const into = await b.line(5000, { bank_account_id: b.otherAccount })
  const found = await suggestions()
  expect(found.find(each => each.line_id === out)?.transfer).toMatchObject({ line_id: into, bank_account_id: b.otherAccount })
  expect(found.find(each => each.line_id === into)?.transfer).toMatchObject({ line_id: out })
})

test('a rule is named beside the line it fits', async () => {
  const rule = await me().ok(contract.rules.create, at({ name: 'Tarifas', contains: 'tarifa', category_id: b.category }))
  const line = await b.line(-150, { description: 'TARIFA MANUTENÇÃO' })
  expect((await suggestions())[0]).toMatchObject({
    line_id: line,
    ghost: { by: 'rule', rule: { id: rule.id, name: 'Tarifas' }, category_id: b.category, sure: true },
  })
})

test('what was answered is remembered, may be called wrong, and comes back with the undo', async () => {
  const ghostNow = async () => (await suggestions())[0]?.ghost
  const fee = (cents: number) => b.line(-cents, { description: 'TARIFA MANUTENCAO CONTA' })
  const answer = async (id: string) =>
    await me().ok(reconciliation.createEntries, at({ items: [{ id, category_id: b.category, contact_id: b.contact }] }))
  await answer(await fee(150))
  const second = await fee(160)
  expect(await ghostNow()).toMatchObject({
    by: 'memory',
    answer: 'entry',
    category_id: b.category,
    contact_id: b.contact,
    times: 1,
    sure: false,
  })
  await answer(second)
  const third = await fee(170)
  expect(await ghostNow()).toMatchObject({ times: 2, sure: true, last_day: expect.any(String) })
  const wrong = { bank_statement_entry_id: third, answer: 'entry', category_id: b.category, contact_id: b.contact }
  const forgotten = await me().call(reconciliation.forget, at(wrong))
  expect((await ghostNow())?.by).not.toBe('memory')
  await me().ok(contract.batches.undo, at(undefined, { id: forgotten.headers['x-batch-id'] ?? '' }))
  expect(await ghostNow()).toMatchObject({ by: 'memory', times: 2 })
})

test('a line that was divided is divided the same way next time, until that is called wrong', async () => {
  const line = (cents: number) => b.line(-cents, { description: 'PIX ENVIADO CONDOMINIO JARDINS' })
  const divide = (id: string, own: number, other: number) =>
    me().ok(
      reconciliation.split,
      at({ parts: [{ amount_cents: own, category_id: b.category, contact_id: b.contact }, { amount_cents: other }] }, { id }),
    )
  const ghostNow = async () => (await suggestions())[0]?.ghost
  await divide(await line(10_000), 6_000, 4_000)
  const second = await line(20_000)
  // Seen once, the parts keep their proportion.
  expect(await ghostNow()).toMatchObject({
    answer: 'entry',
    by: 'memory',
    times: 1,
    sure: false,
    category_id: null,
    parts: [
      { amount_cents: 12_000, category_id: b.category, contact_id: b.contact },
      { amount_cents: 8_000, category_id: null, contact_id: null },
    ],
  })
  // A part that stays the same is fixed from then on.
  await divide(second, 6_000, 14_000)
  const third = await line(9_000)
  expect(await ghostNow()).toMatchObject({ times: 2, parts: [{ amount_cents: 6_000 }, { amount_cents: 3_000 }] })
  await me().ok(reconciliation.forget, at({ bank_statement_entry_id: third, answer: 'entry' }))
  expect((await ghostNow())?.parts ?? null).toBeNull()
})

test('an undone answer teaches nothing', async () => {
  const line = await b.line(-150, { description: 'ASSINATURA NUVEM' })
  await me().ok(reconciliation.createEntries, at({ items: [{ id: line, category_id: b.category }] }))
  await me().ok(reconciliation.unconciliate, at({ bank_statement_entry_ids: [line] }))
  expect((await suggestions()).find(each => each.line_id === line)?.ghost).toBeNull()
})

test('a fee that a payer always takes is certain from the third time on, and conciliates with its explanation', async () => {
  const pay = async (amount_cents: number, due_date: string) => {
    const title = await b.receivable({ amount_cents, due_date, contact_id: b.contact })
    const line = await b.line(amount_cents - 290, { date: due_date, description: 'PIX RECEBIDO PAPELARIA CENTRAL' })
    return { title, line }
  }
  for (const [cents, day] of [
    [50_031, '2026-03-02'],
    [70_077, '2026-03-04'],
  ] as const) {
    const { title, line } = await pay(cents, day)
    const differences = [{ kind: 'fee', amount_cents: 290 }]
    await me().ok(contract.receivables.conciliate, at({ receivable_ids: [title.id], bank_statement_entry_ids: [line], differences }))
  }
  const { title, line } = await pay(91_113, '2026-03-06')
  const found = (await suggestions()).find(each => each.line_id === line)
  expect(found).toMatchObject({
    certain: true,
    candidates: [{ title_ids: [title.id], explanation: { parts: [{ kind: 'fee', amount_cents: 290 }], sure: true } }],
  })
})

test('the parts of one supplier are found however many other bills lie nearer to the sum', async () => {
  for (let at = 0; at < 45; at++) await b.bill({ amount_cents: 90_000 + at * 7, due_date: '2026-03-10' })
  const parts = [await b.bill({ amount_cents: 31_313, contact_id: b.contact, due_date: '2026-03-28' })]
  parts.push(await b.bill({ amount_cents: 62_626, contact_id: b.contact, due_date: '2026-03-29' }))
  const line = await b.line(-93_939, { date: '2026-03-10', description: 'PAGTO BOLETO' })
  const { sets } = await me().ok(reconciliation.combinations, at({ bank_statement_entry_ids: [line] }))
  expect(new Set(sets[0]?.title_ids)).toEqual(new Set(parts.map(({ id }) => id)))
})
