// Slips registered by file over the real server: agreement, slips, remessa, return; undone until it is sent, and taken once however often read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Remittance } from '#contract/collection.ts'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { parseBoleto } from '#domain/payments/boleto.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { AGREEMENT_240, line } from '#tests/kit/collection.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { agreements, bankSlips, batches, contacts, remittances, slipReturns } = contract

let server: TestServer
let b: Books
let customer: string
let agreement: string

const me = () => server.as(b.owner)
const at = (body?: object, params: Record<string, string> = {}) => ({ params: { ...b.c, ...params }, ...(body ? { body } : {}) })

const ADDRESS = {
  postal_code: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

beforeAll(async () => {
  server = await testServer()
  b = await books(server)
  const body = { company_id: b.company.id, kind: 'CUSTOMER', name: 'Padaria Central', document_number: '529.982.247-25', address: ADDRESS }
  customer = (await me().ok(contacts.create, { body })).id
  agreement = (await me().ok(agreements.create, at({ bank_account_id: b.account, ...AGREEMENT_240 }))).id
})
afterAll(() => server?.close())

const sale = (fields: object = {}) => b.receivable({ amount_cents: 10_000, contact_id: customer, ...fields })
const slipOf = async (id: string) => (await me().ok(bankSlips.list, { ...at(), query: { receivable_id: id } }))[0]
async function generate(): Promise<{ data: Remittance; batch: string }> {
  const { status, data, headers } = await me().call(remittances.generate, at({ agreement_id: agreement }))
  expect([status, data]).toEqual([201, expect.anything()])
  return { data: data as Remittance, batch: headers['x-batch-id'] ?? '' }
}
const bytes = async (row: Endpoint, id: string) => (await me().call(row, at(undefined, { id }))).data as Buffer
const fileOf = async (id: string) => (await bytes(remittances.file, id)).toString('ascii')
const linesOf = (text: string) => text.split('\r\n').slice(0, -1)

const cents = (value: number) => String(value).padStart(15, '0')
let occurrences = 0
const told = (occurrence: string, number: string, { paid = 0, reason = '' } = {}) => {
  occurrences += 1
  const record = String(occurrences * 2).padStart(5, '0')
  return [
    line({ 1: `00100013${record}T ${occurrence}`, 38: number, 74: '20032026', 82: cents(10_000), 199: cents(0), 214: reason }),
    line({ 1: `00100013${record}U ${occurrence}`, 78: cents(paid), 138: '11032026', 146: paid > 0 ? '12032026' : '00000000' }),
  ]
}
const returned = (...records: string[][]) => [line({ 1: '00100000', 143: '2' }), ...records.flat()].join('\r\n')
const read = (text: string) => me().ok(slipReturns.read, { params: b.c, form: { file: new File([text], 'cobranca.ret') } })

describe('an agreement', () => {
  test('is refused where no example of the bank exists, or its digits are not those of its account', async () => {
    const refused = async (body: object) =>
      (await me().refused(agreements.create, at({ bank_account_id: b.account, ...AGREEMENT_240, ...body }))).message
    expect(await refused({ branch_digit: '9' })).toBe('O dígito da agência 1234 não é 9: confira.')
    expect(await refused({ code: '123' })).toBe('Convênio: 7 algarismos')
    expect(await refused({ bank_code: '104' })).toBe('A conta escolhida não é da Caixa: troque o banco ou a conta.')
    await server.sql`update bank_accounts set routing_number = '208' where id = ${b.otherAccount}`
    expect(await refused({ bank_account_id: b.otherAccount })).toMatch(
      /^Ainda não escrevemos a remessa deste banco\. Escrevemos: .*Itaú \(400\)/,
    )
    await server.sql`update bank_accounts set routing_number = '341' where id = ${b.otherAccount}`
    expect(await refused({ bank_account_id: b.otherAccount })).toBe('Do Itaú só escrevemos o CNAB 400: do outro não há arquivo de exemplo.')
  })
})

describe('a slip', () => {
  test('has its number and bars at once, once for a receivable, and is told apart from what lacks an address', async () => {
    const one = await sale()
    expect(await me().ok(bankSlips.create, at({ agreement_id: agreement, receivable_ids: [one.id] }))).toMatchObject({ updated: 1 })
    const slip = await slipOf(one.id)
    expect(slip).toMatchObject({ number: '12345670000000001', digit: '', status: 'WAITING', asked: ['REGISTER'], to_send: true })
    expect(parseBoleto(slip?.digitable_line ?? '', '2026-03-11')).toMatchObject({
      bank_code: '001',
      amount_cents: 10_000,
      due_date: '2026-03-20',
    })
    expect(slip?.barcode.slice(19)).toBe('0000001234567000000000117')
    const again = await me().refused(bankSlips.create, at({ agreement_id: agreement, receivable_ids: [one.id] }))
    expect(again.message).toBe('já tem um boleto em aberto')
    const bare = await b.receivable({ contact_id: b.contact })
    expect((await me().refused(bankSlips.create, at({ agreement_id: agreement, receivable_ids: [bare.id] }))).message).toBe(
      'falta o CPF ou CNPJ de Papelaria Central',
    )
    expect((await bytes(bankSlips.pdf, slip?.id ?? '')).toString('latin1', 0, 5)).toBe('%PDF-')
  })
})

describe('an agreement with open slips', () => {
  test('is neither deleted nor made another, and may still charge other rates', async () => {
    const { version } = await me().ok(agreements.get, at(undefined, { id: agreement }))
    const change = (body: object) => at({ version, ...body }, { id: agreement })
    expect((await me().refused(agreements.delete, at(undefined, { id: agreement }))).message).toBe(
      'O convênio tem 1 boleto em aberto: baixe-o antes.',
    )
    expect((await me().refused(agreements.update, change({ code: '7654321' }))).message).toMatch(/^Há boletos em aberto neste convênio/)
    expect(await me().ok(agreements.update, change({ fine_rate: 100 }))).toMatchObject({ fine_rate: 100 })
    await me().ok(agreements.update, at({ version: version + 1, fine_rate: 200 }, { id: agreement }))
  })
})

describe('a remessa', () => {
  test('is numbered without gaps, stays as it was made, and is taken back only while it is the last', async () => {
    const first = await generate()
    const file = await fileOf(first.data.id)
    expect(first.data).toMatchObject({ status: 'GENERATED', sequence: 1, orders_count: 1, file_name: 'CB110301-TESTE.REM' })
    const lines = linesOf(file)
    expect(lines.map(each => each.length)).toEqual(lines.map(() => 240))
    expect(lines.map(each => each[7])).toEqual(['0', '1', '3', '3', '3', '5', '9'])
    expect(lines[2]).toContain('12345670000000001')
    expect(lines[3]).toContain('AVENIDA PAULISTA 1000')
    expect(lines[4]?.slice(65, 89)).toBe('221032026000000000000200')
    expect((await me().refused(remittances.generate, at({ agreement_id: agreement }))).message).toBe('Não há nada a enviar neste convênio.')
    expect(await fileOf(first.data.id)).toBe(file)

    await me().ok(batches.undo, at(undefined, { id: first.batch }))
    expect((await me().ok(remittances.list, at())).map(each => [each.status, each.orders_count])).toEqual([['DRAFT', 1]])
    const again = await generate()
    expect(again.data).toMatchObject({ sequence: 1, sha256: first.data.sha256 })
    expect(await fileOf(again.data.id)).toBe(file)

    const two = await sale()
    await me().ok(bankSlips.create, at({ agreement_id: agreement, receivable_ids: [two.id] }))
    const second = await generate()
    expect(second.data).toMatchObject({ sequence: 2 })
    expect((await me().refused(batches.undo, at(undefined, { id: again.batch }))).id).toBe('undo.blocked')
    const sent = await me().ok(remittances.send, at(undefined, { id: second.data.id }))
    expect(sent).toMatchObject({ status: 'SENT', sent_at: expect.any(String) })
    expect((await me().refused(batches.undo, at(undefined, { id: second.batch }))).id).toBe('undo.blocked')
    expect((await me().refused(remittances.send, at(undefined, { id: second.data.id }))).id).toBe('conflict.invalid_transition')
  })

  test('whose file the bank refused gives its orders to the next one', async () => {
    const [sent] = await me().ok(remittances.list, at())
    expect(await me().ok(remittances.refuse, at(undefined, { id: sent?.id ?? '' }))).toMatchObject({ status: 'REFUSED' })
    const third = await generate()
    expect(third.data).toMatchObject({ sequence: 3, orders_count: 1 })
  })
})

describe('a return', () => {
  test('registers, refuses with the reason, and says the same when it is read again', async () => {
    const text = returned(told('02', '12345670000000001'), told('03', '12345670000000002', { reason: '4800' }))
    expect(await read(text)).toMatchObject({ told: '1 registrado, 1 recusado', taken: 2, known: 0, open: 0 })
    const all = await me().ok(bankSlips.list, at())
    expect(all.map(slip => [slip.number.slice(-1), slip.status, slip.refusal])).toEqual([
      ['2', 'REFUSED', 'ocorrência 03, motivo 48: CEP inválido'],
      ['1', 'REGISTERED', null],
    ])
    expect((await me().ok(remittances.list, at())).map(each => [each.sequence, each.status])).toEqual([
      [3, 'ANSWERED'],
      [2, 'REFUSED'],
      [1, 'ANSWERED'],
    ])
    expect(await read(text)).toMatchObject({ told: 'nada de novo: este retorno já foi lido', taken: 0, known: 2 })
  })

  test('moves the due day and the bars with it once the bank did', async () => {
    const slip = (await me().ok(bankSlips.list, at())).find(each => each.number.endsWith('1'))
    const id = slip?.id ?? ''
    const order = (body: object) => at({ ids: [id], ...body })
    expect((await me().refused(bankSlips.order, order({ kind: 'DUE_DATE', due_date: '2026-03-20' }))).message).toBe('já vence neste dia')
    await me().ok(bankSlips.order, order({ kind: 'DUE_DATE', due_date: '2026-04-10' }))
    expect((await me().refused(bankSlips.order, order({ kind: 'DUE_DATE', due_date: '2026-04-11' }))).message).toBe(
      'já foi pedido e espera o banco',
    )
    const { data } = await generate()
    expect(linesOf(await fileOf(data.id))[2]?.slice(15, 17)).toBe('06')
    expect(linesOf(await fileOf(data.id))[2]?.slice(77, 85)).toBe('10042026')
    expect((await slipOf(slip?.receivable_id ?? ''))?.due_date).toBe('2026-03-20')
    await read(returned(told('14', '12345670000000001')))
    const moved = await slipOf(slip?.receivable_id ?? '')
    expect(moved).toMatchObject({ due_date: '2026-04-10', asked: [] })
    expect(parseBoleto(moved?.digitable_line ?? '', '2026-03-11')?.due_date).toBe('2026-04-10')
  })

  test('of a payment settles the receivable and its line once, with what was paid late as interest; undone, all is as before', async () => {
    const slip = (await me().ok(bankSlips.list, at())).find(each => each.number.endsWith('1'))
    const title = slip?.receivable_id ?? ''
    const text = returned(told('06', '12345670000000001', { paid: 10_230 }))
    const answer = await me().call(slipReturns.read, { params: b.c, form: { file: new File([text], 'cobranca.ret') } })
    expect(answer.data).toMatchObject({ told: '1 boleto liquidado', taken: 1 })
    expect(await slipOf(title)).toMatchObject({ status: 'PAID', paid_cents: 10_230, paid_on: '2026-03-12' })
    expect(await b.receivableOf(title)).toMatchObject({ status: 'RECEIVED', date: '2026-03-12', amount_cents: 10_000 })
    const settled = (await b.receivableOf(title)).bank_statement_entries
    expect(settled).toMatchObject([{ amount_cents: 10_230, status: 'CONCILIATED' }])
    expect(await b.balance()).toBe(10_230)
    await read(text)
    expect(await b.balance()).toBe(10_230)
    await me().ok(batches.undo, at(undefined, { id: answer.headers['x-batch-id'] ?? '' }))
    expect(await b.balance()).toBe(0)
    expect(await slipOf(title)).toMatchObject({ status: 'REGISTERED', paid_cents: null })
    expect(await read(text)).toMatchObject({ taken: 1 })
    expect(await b.balance()).toBe(10_230)
  })

  test('read as a statement as well brings the same line, not another', async () => {
    const text = returned(told('06', '12345670000000001', { paid: 10_230 }))
    const form = { bank_account_id: b.account, file: new File([text], 'cobranca.ret') }
    const run = await me().ok(contract.bankStatements.upload, { params: b.c, query: { preview: true }, form })
    expect(await me().ok(contract.imports.get, { params: { ...b.c, id: run.import_id } })).toMatchObject({ new_count: 0, present_count: 1 })
  })

  test('with an occurrence nobody knows, or of a slip that is not ours, asks', async () => {
    expect(await read(returned(told('77', '12345670000000001'), told('06', '12345670000009999', { paid: 5000 })))).toMatchObject({
      told: '2 ocorrências a decidir',
      open: 2,
    })
    const open = (await me().ok(slipReturns.list, { ...at(), query: {} })).filter(each => each.open)
    expect(open.map(each => each.occurrence).sort()).toEqual(['06', '77'])
    const unknown = open.find(each => each.occurrence === '77')
    expect(await me().ok(slipReturns.answer, at({ answer: 'TOLD' }, { id: unknown?.id ?? '' }))).toMatchObject({
      open: false,
      answer: 'TOLD',
    })
    const stranger = open.find(each => each.occurrence === '06')
    expect((await me().refused(slipReturns.answer, at({ answer: 'WRITTEN_OFF' }, { id: stranger?.id ?? '' }))).message).toBe(
      'Diga de qual boleto é esta ocorrência',
    )
    // Its money is on the account all the same, for a person to conciliate, and stays one line.
    expect(await me().ok(slipReturns.answer, at({ answer: 'SETTLED' }, { id: stranger?.id ?? '' }))).toMatchObject({ open: false })
    const lines = (await b.stored('statement_entries')).filter(each => each.amount_cents === 5000)
    expect(lines).toHaveLength(1)
    expect((await me().refused(slipReturns.answer, at({ answer: 'SETTLED' }, { id: stranger?.id ?? '' }))).id).toBe(
      'conflict.invalid_transition',
    )
  })

  test('of another bank, or no return at all, is refused in a sentence', async () => {
    const refused = async (content: BlobPart) =>
      (await me().refused(slipReturns.read, { params: b.c, form: { file: new File([content], 'x.ret') } })).message
    expect(await refused(returned(told('02', '1')).replaceAll('001000', '341000'))).toBe(
      'Não há convênio do banco 341 em CNAB 240. Cadastre o convênio antes de ler o retorno.',
    )
    expect(await refused('qualquer coisa')).toBe('O arquivo não é um retorno CNAB 240 ou 400.')
    const instead = 'Envie o arquivo de retorno CNAB 240 ou 400 que o banco devolveu.'
    expect(await refused(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10))).toBe(`O arquivo é uma imagem. ${instead}`)
    expect(await refused('%PDF-1.7')).toBe(`O arquivo é um PDF. ${instead}`)
    expect(await refused('OFXHEADER:100\n\n<OFX></OFX>')).toBe(`O arquivo é um extrato OFX, e não um retorno CNAB. ${instead}`)
    expect(await refused('a\0b')).toBe(`O arquivo não é um texto: não parece um retorno CNAB. ${instead}`)
    expect(await refused(' \n')).toBe('O arquivo está vazio.')
  })
})

describe('at Inter, which numbers slips itself', () => {
  const INTER = { layout: '400', branch: '0001', account: '12345678', account_digit: '9', code: '1234567', wallet: '110' } as const
  const record = (fields: Record<number, string>) => line(fields, 400)
  let order = 0
  const said = (occurrence: string, number: string, document: string, amount_cents = 10_000, paid = 0) => {
    order += 1
    const on = { 92: '120326', 98: document.padEnd(10), 119: '200326', 125: String(amount_cents).padStart(13, '0') }
    return record({
      1: '1',
      71: number,
      90: occurrence,
      ...on,
      160: String(paid).padStart(13, '0'),
      173: paid > 0 ? '130326' : '000000',
      395: String(order).padStart(6, '0'),
    })
  }
  const inter = (...records: string[]) => [record({ 1: '02RETORNO01COBRANCA', 77: '077INTER' }), ...records].join('\r\n')
  const numbersOf = (slip: Awaited<ReturnType<typeof slipOf>>) => [slip?.status, slip?.number, slip?.digit, slip?.digitable_line]

  test('a slip has its number and bars from the return, and is changed by the codes that its agreement tells', async () => {
    await server.sql`update bank_accounts set routing_number = '077' where id = ${b.otherAccount}`
    const body = { bank_account_id: b.otherAccount, ...INTER }
    expect((await me().refused(agreements.create, at({ ...body, protest_days: 5 }))).message).toMatch(
      /^Deixe em branco: o Inter não recebe isso/,
    )
    const { id: agreement_id } = await me().ok(agreements.create, at(body))
    const [one, two, three] = [await sale(), await sale(), await sale({ amount_cents: 20_000 })]
    const receivable_ids = [one.id, two.id, three.id]
    const { ids } = await me().ok(bankSlips.create, at({ agreement_id, receivable_ids }))
    const [first = ''] = ids
    expect(numbersOf(await slipOf(one.id))).toEqual(['WAITING', '', '', ''])
    expect((await me().refused(bankSlips.pdf, at(undefined, { id: first }))).message).toMatch(/ainda não deu o nosso número/)
    const made = await me().ok(remittances.generate, at({ agreement_id }))
    const lines = linesOf(await fileOf(made.id))
    expect(lines.map(text => text.length)).toEqual([400, 400, 400, 400, 400])
    expect(lines[1]?.slice(20, 37)).toBe('11000010123456789')
    await me().ok(remittances.send, at(undefined, { id: made.id }))

    // A digit that is not the number's, and a document of ours with another amount, ask a person.
    const doubtful = await read(inter(said('02', '00043095402', '2'), said('02', '00043095435', '3', 99_999)))
    expect(doubtful).toMatchObject({ told: '2 ocorrências a decidir', open: 2 })
    expect(await read(inter(said('02', '00043095401', '1')))).toMatchObject({ told: '1 registrado', open: 0 })
    const slip = await slipOf(one.id)
    expect(numbersOf(slip).slice(0, 3)).toEqual(['REGISTERED', '0004309540', '1'])
    expect(slip?.barcode.slice(19)).toBe('0001110123456700043095401')
    expect(parseBoleto(slip?.digitable_line ?? '', '2026-03-11')).toMatchObject({
      bank_code: '077',
      amount_cents: 10_000,
      due_date: one.due_date,
    })
    expect((await me().call(bankSlips.pdf, at(undefined, { id: first }))).status).toBe(200)
    const asked = await me().refused(bankSlips.order, at({ ids: [first], kind: 'WRITE_OFF' }))
    expect(JSON.stringify(asked)).toContain('falta no convênio o código de baixa, do manual do Inter')

    const open = await me().ok(slipReturns.list, at())
    const broken = open.find(each => each.open && each.document.trim() === '2')
    expect(broken?.reason).toBe('o dígito do nosso número 00043095402 não confere')
    expect((await me().refused(slipReturns.answer, at({ answer: 'REGISTERED' }, { id: broken?.id ?? '' }))).message).toMatch(
      /não confere: peça o certo/,
    )
    const other = open.find(each => each.open && each.document.trim() === '3')
    await me().ok(slipReturns.answer, at({ answer: 'REGISTERED', slip_id: ids[2] }, { id: other?.id ?? '' }))
    expect(numbersOf(await slipOf(three.id)).slice(0, 3)).toEqual(['REGISTERED', '0004309543', '5'])

    // What is paid before its registration was read has its number from the payment.
    const paid = await read(inter(said('06', '00000000014', '2', 10_000, 10_000), said('06', '00043095401', '1', 10_000, 10_000)))
    expect(paid).toMatchObject({ told: '2 boletos liquidados', open: 0 })
    expect(numbersOf(await slipOf(two.id)).slice(0, 3)).toEqual(['PAID', '0000000001', '4'])
    expect((await slipOf(one.id))?.status).toBe('PAID')

    await me().ok(agreements.update, at({ write_off_code: '2', due_date_code: '06' }, { id: agreement_id }))
    await me().ok(bankSlips.order, at({ ids: [ids[2]], kind: 'WRITE_OFF' }))
    // A code that is taken back leaves nothing to write what waits with.
    await me().ok(agreements.update, at({ write_off_code: '' }, { id: agreement_id }))
    expect((await me().refused(remittances.generate, at({ agreement_id }))).message).toMatch(/^Há pedidos que o arquivo não leva: falta/)
    await me().ok(agreements.update, at({ write_off_code: '02' }, { id: agreement_id }))
    const change = await me().ok(remittances.generate, at({ agreement_id }))
    const [, written = ''] = linesOf(await fileOf(change.id))
    expect([written.slice(89, 100), written.slice(108, 110)]).toEqual(['00043095435', '02'])
    await me().ok(remittances.send, at(undefined, { id: change.id }))
    expect(await read(inter(said('07', '00043095435', '3', 20_000)))).toMatchObject({ open: 0 })
    expect((await slipOf(three.id))?.status).toBe('WRITTEN_OFF')
  })
})

describe('an agreement deleted', () => {
  test('while a slip of it is made, one of the two is refused', async () => {
    for (const round of [1, 2, 3]) {
      const { id } = await me().ok(agreements.create, at({ bank_account_id: b.account, ...AGREEMENT_240, variation: `05${round}` }))
      const { id: receivable } = await sale()
      const answers = await Promise.all([
        me().call(bankSlips.create, at({ agreement_id: id, receivable_ids: [receivable] })),
        me().call(agreements.delete, at(undefined, { id })),
      ])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    }
  })
})
