// G7: a bank that pays by files on its worst days. Whatever its returns look like, a bill is paid once, and what the bank did is what the books say.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { PAYING_BANK_CODES, type PayingAgreement, type PayingBankCode, payingBank } from '#domain/payment-files/agreement.ts'
import { isLive } from '#domain/payment-files/states.ts'
import { barcodeOf, collectionBarcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { books } from '#tests/kit/books.ts'
import { PAYMENT_FILE_CALLS } from '#tests/kit/party-calls.ts'
import { PAYING_AGREEMENTS } from '#tests/kit/paying.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { Campaign } from './kit/bad-days.ts'
import { sum } from './kit/confirmed.ts'
import { figure, seeded, times } from './kit/figure.ts'

const { contacts, paymentAgreements, paymentFiles, slipReturns, taxes } = contract
const long = { timeout: 3_600_000 }
const PAY_ON = '2026-03-11'

/** What the bank makes of a payment; that it came back is said after it was paid. */
const ENDS = ['paid', 'too poor', 'refused', 'cancelled', 'came back', 'nobody knows'] as const
type End = (typeof ENDS)[number]
const FEBRABAN: Record<End, string> = {
  paid: '00',
  'too poor': '01',
  refused: 'AM',
  cancelled: '02',
  'came back': 'H4',
  'nobody knows': 'QQ',
}
const ITAU: Record<End, string> = { ...FEBRABAN, 'too poor': 'SS', refused: 'RJ', cancelled: 'CE', 'came back': 'DV' }
/** The same end in each bank's own letters. */
const CODES: Partial<Record<PayingBankCode, Record<End, string>>> = { '341': ITAU, '033': { ...FEBRABAN, 'came back': 'ZA' } }
const codesOf = (bank: PayingBankCode) => CODES[bank] ?? FEBRABAN
/** What becomes of a return on its way here. */
const WAYS = ['inteiro', 'repetido', 'fora de ordem', 'cortado', 'sem brancos', 'de outra empresa', 'perdido'] as const

const KINDS = ['key', 'own bank', 'other bank', 'own account', 'own slip', 'other slip', 'utility', 'municipal', 'tax', 'darf'] as const
const fileDay = fc.record({
  pays: fc.array(fc.record({ kind: fc.constantFrom(...KINDS), end: fc.constantFrom(...ENDS) }), { minLength: 1, maxLength: 6 }),
  ways: fc.array(fc.constantFrom(...WAYS), { minLength: 1, maxLength: 4 }),
  cutAt: fc.integer({ min: 1, max: 100 }),
})
type FileDay = typeof fileDay extends fc.Arbitrary<infer A> ? A : never
type Kind = (typeof KINDS)[number]

/** What goes in one file. */
function together(bank: PayingBankCode, pays: FileDay['pays']): FileDay['pays'] {
  const isPix = pays[0]?.kind === 'key'
  return payingBank(bank)?.pixAlone ? pays.filter(({ kind }) => (kind === 'key') === isPix) : pays
}

const campaign = new Campaign('Pagamentos por arquivo', PAYMENT_FILE_CALLS)
let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

let made = 0
const free = (at: number) => String(at).padStart(25, '1')

async function company(bank: PayingBankCode) {
  const b = await books(server)
  await server.sql`update bank_accounts set routing_number = ${bank}, institution_name = ${payingBank(bank)?.name ?? bank} where id = ${b.account}`
  const me = server.as(b.owner)
  const supplier = async (body: object) =>
    (await me.ok(contacts.create, { body: { company_id: b.company.id, kind: 'SUPPLIER', document_number: '529.982.247-25', ...body } })).id
  const { bank_code: _, ...ours } = PAYING_AGREEMENTS[bank] as PayingAgreement
  const account = (routing_number: string, account_number: string) => ({
    bank_account: { routing_number, branch_number: ours.branch, account_number, account_type: 'CHECKING' },
  })
  const payees = {
    key: await supplier({ name: 'Ana', pix_keys: [{ key: 'ana@exemplo.com.br', type: 'EMAIL' }] }),
    'own bank': await supplier({
      name: 'Bia',
      document_number: '111.444.777-35',
      ...account(bank, `${ours.account}-${ours.account_digit}`),
    }),
    'other bank': await supplier({ name: 'Caio', document_number: '935.411.347-80', ...account('260', '3819671-3') }),
    'own account': await supplier({ name: 'Matriz', document_number: b.company.document_number, ...account('260', '1-9') }),
  }
  const agreement = await me.ok(paymentAgreements.create, { params: b.c, body: { bank_account_id: b.account, approved: true, ...ours } })
  return { b, me, bank, payees, agreement_id: agreement.id }
}
type Desk = Awaited<ReturnType<typeof company>>

async function bill({ b, me, bank, payees }: Desk, kind: Kind): Promise<string> {
  made += 1
  const amount_cents = 10_000 + made
  if (kind === 'key' || kind === 'own bank' || kind === 'other bank' || kind === 'own account')
    return (await b.bill({ amount_cents, contact_id: payees[kind] })).id
  if (kind === 'darf') {
    const body = { kind: 'DARF' as const, competence_date: '2026-02-01', due_date: '2026-03-20', amount_cents, create_bill: true }
    const facts = { revenue_code: '0561', assessment_date: '2026-02-28' }
    return (await me.ok(taxes.create, { params: b.c, body: { ...body, ...facts } })).bill_id ?? ''
  }
  const guide = (segment: string) => collectionBarcodeOf({ segment, amount_cents, body: '0162', free_field: String(made).padStart(8, '0') })
  const slip = (bank_code: string) => barcodeOf({ bank_code, amount_cents, due_date: '2026-03-20', free_field: free(made) })
  const barcodes = {
    'own slip': slip(bank),
    'other slip': slip(bank === '341' ? '077' : '341'),
    utility: guide('3'),
    municipal: guide('1'),
    tax: guide('5'),
  }
  const boleto = { digitable_line: lineOfBarcode(barcodes[kind]) }
  return (await b.bill({ amount_cents, contact_id: payees.key, payment_details: { boleto } })).id
}

const isMoney = (line: string): boolean => line[7] === '3' && (line[13] !== 'J' || /^\d{44}$/.test(line.slice(17, 61))) && line[13] !== 'B'

/** Where Caixa has the six digits of our number. */
const AT_CAIXA: Record<string, number> = { A: 73, J: 182, O: 122, N: 17 }
const isOf = (line: string, number: string): boolean => {
  const at = AT_CAIXA[line[13] ?? ''] ?? 0
  return line.startsWith('104') ? line.slice(at, at + 6) === number.slice(-6) : line.includes(number)
}

/** The records that the bank has something to say of, as it gives them back. */
function returned(sent: readonly string[], codes: ReadonlyMap<string, string>): string[] {
  const ours = (line: string) => [...codes.keys()].find(number => isOf(line, number))
  return sent.flatMap((line, at) => {
    if (at === 0) return [`${line.slice(0, 142)}2${line.slice(143)}`]
    if (!isMoney(line)) return line[7] === '3' ? [] : [line]
    const number = ours(line)
    return number === undefined ? [] : [line.slice(0, 230) + (codes.get(number) ?? '').padEnd(10)]
  })
}

async function paidByFiles({ bank, days }: { bank: PayingBankCode; days: readonly FileDay[] }): Promise<void> {
  const desk = await company(bank)
  for (const day of days) {
    const pays = together(bank, day.pays)
    if (pays.length > 0) await oneFile(desk, { ...day, pays })
  }
}

async function oneFile(desk: Desk, { pays, ways, cutAt }: FileDay): Promise<void> {
  const { b, me, bank, agreement_id } = desk
  const codes = codesOf(bank)
  const ends = new Map<string, End>()
  for (const { kind, end } of pays) ends.set(await bill(desk, kind), end)
  const body = { agreement_id, bill_ids: [...ends.keys()], pay_on: PAY_ON }
  const { payment_file_id: id } = await me.ok(paymentFiles.add, { params: b.c, body })
  const params = { ...b.c, id }
  await me.ok(paymentFiles.generate, { params, body: { confirm_duplicate: true } })
  const sent = ((await me.call(paymentFiles.file, { params })).data as Buffer).toString('ascii').split('\r\n').slice(0, -1)
  for (const line of sent) if (line[7] === '1') campaign.called(`forma ${line.slice(11, 13)}`)
  await me.ok(paymentFiles.send, { params })
  const payments = await me.ok(paymentFiles.payments, { params })
  const endOf = (bill_id: string): End => ends.get(bill_id) ?? 'paid'
  const told = (code: (end: End) => string) => new Map(payments.map(each => [each.number, code(endOf(each.bill_id))]))
  const scheduled = returned(
    sent,
    told(() => 'BD'),
  )
  const settled = returned(
    sent,
    told(end => codes[end === 'came back' ? 'paid' : end]),
  )
  const after = returned(sent, new Map([...told(end => codes[end])].filter(([, code]) => code === codes['came back'])))
  const read = async (lines: readonly string[], spoil = (text: string) => text) => {
    campaign.called('retorno')
    // A person sends so many a minute and no more.
    server.clock.advance(4000)
    const answered = await me.call(slipReturns.read, {
      params: b.c,
      form: { file: new File([spoil(lines.join('\r\n'))], 'pagamentos.ret') },
    })
    expect(answered.status).not.toBe(429)
    return answered
  }
  for (const way of ways) {
    if (way !== 'inteiro') campaign.met(way)
    if (way === 'perdido') continue
    if (way === 'de outra empresa') {
      const refused = await read(settled, text => text.replaceAll(b.company.document_number, '20018183000180'))
      expect(refused.status).toBe(422)
    } else if (way === 'cortado') await read(settled, text => text.slice(0, Math.floor((text.length * cutAt) / 100)))
    else if (way === 'sem brancos') await read(scheduled, text => text.replace(/ +(\r\n|$)/g, '$1'))
    else if (way === 'fora de ordem') {
      await read(settled)
      await read(scheduled)
    } else {
      await read(scheduled)
      if (way === 'repetido') await read(scheduled)
    }
  }
  await read(settled)
  if ([...ends.values()].includes('came back')) await read(after)
  // What no code told a person finds at the bank: it paid, also where a late return says that it was only scheduled.
  for (const each of await me.ok(paymentFiles.payments, { params }))
    if (isLive(each.status) && endOf(each.bill_id) === 'nobody knows')
      await me.ok(paymentFiles.answer, { params, body: { payment_id: each.id, answer: 'PAID' } })
  for (const again of [settled, scheduled, after]) if (again.some(isMoney)) await read(again)
  await sameAsBank(desk, id, endOf)
}

async function sameAsBank({ b, me }: Desk, id: string, endOf: (bill: string) => End): Promise<void> {
  const payments = await me.ok(paymentFiles.payments, { params: { ...b.c, id } })
  const paid = payments.filter(each => ['paid', 'nobody knows'].includes(endOf(each.bill_id)))
  for (const each of payments) {
    const { status } = await b.billOf(each.bill_id)
    const end = endOf(each.bill_id)
    const isPaid = end === 'paid' || end === 'nobody knows'
    if (isPaid && status !== 'PAID') campaign.lostCents += each.amount_cents
    if (!isPaid && status === 'PAID') campaign.twice += 1
    expect([each.kind, end, each.status, isLive(each.status)]).toEqual([each.kind, end, WANTED[end], false])
    expect([end, status]).toEqual([end, isPaid ? 'PAID' : 'APPROVED'])
  }
  const bills = payments.map(each => each.bill_id)
  campaign.twice += bills.length - new Set(bills).size
  expect(sum(payments.map(each => each.paid_cents ?? 0).filter(cents => cents > 0))).toBeGreaterThanOrEqual(
    sum(paid.map(each => each.amount_cents)),
  )
  expect(paid.map(each => each.paid_cents)).toEqual(paid.map(each => each.amount_cents))
  campaign.moved += paid.length
  campaign.hold()
}

const WANTED: Record<End, string> = {
  paid: 'PAID',
  'nobody knows': 'PAID',
  'too poor': 'REFUSED',
  refused: 'REFUSED',
  cancelled: 'CANCELLED',
  'came back': 'RETURNED',
}

/** Every form of each bank once, and what lies apart in a file of its own. */
const calm = (bank: PayingBankCode): { bank: PayingBankCode; days: FileDay[] } => {
  const pays = (kinds: readonly Kind[]): FileDay['pays'] => kinds.map(kind => ({ kind, end: 'paid' }))
  const rest: FileDay = {
    pays: pays(KINDS.filter(kind => !payingBank(bank)?.pixAlone || kind !== 'key')),
    ways: ['repetido', 'cortado'],
    cutAt: 60,
  }
  const alone: FileDay = { pays: pays(['key']), ways: ['inteiro'], cutAt: 60 }
  return { bank, days: payingBank(bank)?.pixAlone ? [rest, alone] : [rest] }
}

test('G7: what a bank paid by file is paid once in the books, whatever its returns were', long, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ bank: fc.constantFrom(...PAYING_BANK_CODES), days: fc.array(fileDay, { minLength: 1, maxLength: 2 }) }),
      paidByFiles,
    ),
    {
      ...seeded(times(9, 200)),
      examples: PAYING_BANK_CODES.map((bank): [ReturnType<typeof calm>] => [calm(bank)]),
    },
  )
  expect(campaign.missing).toEqual([])
  figure({ promise: 'G7', ...campaign.told() })
})
