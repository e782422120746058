// The hand-over to the accounting office over the real server: its chart, what is what, the file, what changed since, and the complement.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Handover } from '#contract/handovers.ts'
import { contract } from '#contract/index.ts'
import { PRESET_IDS, PRESETS } from '#domain/handover/presets.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'

const { batches, chartAccounts, handoverLayouts, handovers, mappings, monthClose, sheetImports, transfers } = contract
const MARCH = { start_date: '2026-03-01', end_date: '2026-03-31' }

let app: TestServer
let b: Books
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app.close())
beforeEach(async () => {
  b = await books(app)
})

const me = () => app.as(b.owner)
const CHART = [
  'Classificação;Código reduzido;Nome;Natureza;Tipo',
  '1;;Ativo;D;S',
  '1.1;;Disponível;D;S',
  '1.1.01;11;Banco do Brasil;D;A',
  '1.1.02;12;Banco dois;D;A',
  '4;;Despesas;D;S',
  '4.1;410;Despesas gerais;D;A',
  '4.2;420;Fornecedores;C;A',
]
const upload = (lines: readonly string[], name = 'plano.csv') =>
  me().ok(chartAccounts.upload, { params: b.c, form: { file: new File([lines.join('\n')], name) } })
const chart = async () => new Map((await me().ok(chartAccounts.list, { params: b.c })).map(account => [account.code, account]))
const map = (body: object) => me().ok(mappings.create, { params: b.c, body })
const look = (layout: string = 'GENERIC') => me().ok(handovers.preview, { params: b.c, query: { ...MARCH, layout } })
const deliver = (body: object = {}) => me().ok(handovers.create, { params: b.c, body: { ...MARCH, layout: 'GENERIC', ...body } })
async function fileText(id: string): Promise<string> {
  const { status, data } = await app.call(b.owner, handovers.download, { params: { ...b.c, id } })
  expect(status).toBe(200)
  return String(data)
}

const undo = ({ headers }: TestAnswer) => me().ok(batches.undo, { params: { ...b.c, id: headers['x-batch-id'] ?? '' } })

/** The chart, the bank accounts and the category as accounts of it. */
async function mapped() {
  await upload(CHART)
  const accounts = await chart()
  const id = (code: string) => accounts.get(code)?.id ?? ''
  await map({ subject: 'ACCOUNT', bank_account_id: b.account, chart_account_id: id('1.1.01') })
  await map({ subject: 'ACCOUNT', bank_account_id: b.otherAccount, chart_account_id: id('1.1.02') })
  const rent = await map({
    subject: 'CATEGORY',
    category_id: b.category,
    chart_account_id: id('4.1'),
    history_code: '12',
    history: 'Pago {descricao}',
  })
  return { id, rent }
}
const paid = (amount_cents: number, more: object = {}) =>
  b.bill({ amount_cents, status: 'PAID', date: '2026-03-05', category_id: b.category, ...more })

describe('the chart of the office', () => {
  test('comes from a sheet, an ECD and a PLANO.TXT, is looked at row by row, and refuses what cannot stand', async () => {
    await upload(CHART)
    expect([...(await chart()).values()].filter(account => account.analytic).map(account => account.reduced)).toEqual([
      '11',
      '12',
      '410',
      '420',
    ])
    const ecd = '|0000|LECD|\r\n|I050|01012026|03|S|1|5||PATRIMÔNIO|\r\n|I050|01012026|03|A|2|5.1|5|CAPITAL|\r\n'
    const review = await me().ok(sheetImports.upload, { params: b.c, form: { kind: 'chart', file: new File([ecd], 'ecd.txt') } })
    expect(review.rows.map(row => [row.decision, row.cells[0]])).toEqual([
      ['new', '5'],
      ['new', '5.1'],
    ])
    const bad = await me().refused(chartAccounts.upload, {
      params: b.c,
      form: { file: new File(['Classificação;Nome;Código reduzido\n9.1;Órfã;77\n7;Repetida;11'], 'x.csv') },
    })
    expect(bad.details?.map(one => one.message)).toEqual(['Falta a conta superior 9', 'O código reduzido 11 já é de 1.1.01'])
  })

  test('keeps and marks what a whole new chart no longer has, in one step that undo takes back', async () => {
    await upload(CHART)
    const taken = await me().call(chartAccounts.upload, {
      params: b.c,
      form: { file: new File([[...CHART.slice(0, -1), '4.3;430;Viagens;D;A'].join('\n')], 'novo.csv') },
    })
    expect((await chart()).get('4.2')?.missing_since).not.toBeNull()
    expect((await chart()).get('4.3')?.reduced).toBe('430')
    await undo(taken)
    expect((await chart()).get('4.2')?.missing_since).toBeNull()
    expect((await chart()).has('4.3')).toBe(false)
  })

  test('gives no entries to a synthetic account, and stays while something is it', async () => {
    const { id } = await mapped()
    const no = await me().refused(mappings.create, {
      params: b.c,
      body: { subject: 'CONTACT', contact_id: b.contact, chart_account_id: id('4') },
    })
    expect(no.details?.[0]?.message).toContain('4 é sintética')
    const turned = await me().refused(chartAccounts.update, { params: { ...b.c, id: id('4.1') }, body: { analytic: false } })
    expect(turned.details).toMatchObject([{ field: 'analytic', message: 'O de-para leva lançamentos a esta conta: mude-o antes' }])
    expect((await me().refused(chartAccounts.delete, { params: { ...b.c, id: id('4.1') } })).id).toBe('conflict.not_editable')
    await me().ok(chartAccounts.delete, { params: { ...b.c, id: id('4.2') } })
  })
})

describe('what is what', () => {
  test('is suggested by name, marked until somebody saves it', async () => {
    await upload(CHART)
    const before = await me().ok(mappings.suggestions, { params: b.c })
    const bank = before.filter(one => one.subject === 'ACCOUNT')
    expect(bank.map(one => one.chart_account_name)).toEqual(['1.1.01 Banco do Brasil', '1.1.01 Banco do Brasil'])
    await me().ok(mappings.accept, { params: b.c, body: {} })
    const rows = await me().ok(mappings.list, { params: b.c })
    const [row] = rows.filter(one => one.subject === 'ACCOUNT')
    expect(row?.suggested).toBe(true)
    await me().ok(mappings.update, { params: { ...b.c, id: row?.id ?? '' }, body: { history: 'Banco {contato}' } })
    expect((await me().ok(mappings.list, { params: b.c })).find(one => one.id === row?.id)?.suggested).toBe(false)
  })
})

describe('what no longer exists', () => {
  test('is mapped to nothing, and what was mapped before it went is not found', async () => {
    const { id } = await mapped()
    const body = { company_id: b.company.id, kind: 'SUPPLIER', name: 'Some depois', document_number: '935.411.347-80' }
    const contact = await me().ok(contract.contacts.create, { body })
    const asked = { subject: 'CONTACT', contact_id: contact.id, chart_account_id: id('4.2') }
    const made = await me().ok(mappings.create, { params: b.c, body: asked })
    await me().ok(contract.contacts.delete, { params: { id: contact.id } })
    const change = { params: { ...b.c, id: made.id }, body: { history: 'Pago a {contato}' } }
    expect((await me().refused(mappings.update, change)).id).toBe('resource.not_found')
    const again = await me().refused(mappings.create, { params: b.c, body: asked })
    expect(again).toMatchObject({ status: 422, details: [{ field: 'contact_id', message: 'Escolha o contato' }] })
  })
})

describe('a hand-over', () => {
  test('tells what has no account before the file is made, and leaves it out only when told to', async () => {
    await mapped()
    await paid(2500)
    await b.bill({ amount_cents: 900, status: 'PAID', date: '2026-03-06' })
    const found = await look()
    expect(found).toMatchObject({ entries_count: 1, left_out_count: 1, total_cents: 2500, complement: false, refusal: null })
    expect(found.unmapped).toMatchObject([{ subject: null, name: 'Sem categoria', count: 1, amount_cents: 900 }])
    expect((await me().refused(handovers.create, { params: b.c, body: { ...MARCH, layout: 'GENERIC' } })).id).toBe('handover.unmapped')
    const made = await deliver({ leave_out: true })
    expect(await fileText(made.id)).toContain('1;05/03/2026;410;11;25,00;12;Pago Aluguel;')
    expect(made).toMatchObject({ entries_count: 1, first_number: 1, complement: false })
  })

  test('is made once: nothing new is refused, what changed comes as a complement, and the file stays byte by byte', async () => {
    await mapped()
    const bill = await paid(2500)
    const gone = await paid(700)
    await me().ok(transfers.create, {
      params: b.c,
      body: { date: '2026-03-06', amount_cents: 400, from_bank_account_id: b.account, to_bank_account_id: b.otherAccount },
    })
    const first = await deliver()
    const before = await fileText(first.id)
    expect(before).toContain(';12;11;4,00;')
    expect((await me().refused(handovers.create, { params: b.c, body: { ...MARCH, layout: 'DOMINIO' } })).id).toBe('handover.nothing_new')
    const states = async () =>
      Object.fromEntries((await me().ok(monthClose.accounting, { params: b.c, query: MARCH })).map(row => [row.id, row.delivery]))
    expect((await states())[bill.id]).toBe('DELIVERED')
    await app.sql`update entries set deleted_at = now() where company_id = ${b.company.id} and id = ${gone.id}`
    await paid(50)
    const found = await look()
    expect(found.states).toMatchObject({ NEW: 1, DELIVERED: 2, GONE: 1 })
    expect(found.complement).toBe(true)
    const second = await deliver()
    expect(second).toMatchObject({ complement: true, entries_count: 2, first_number: 4 })
    const text = await fileText(second.id)
    expect(text).toContain(';11;410;7,00;12;Estorno: Pago Aluguel')
    expect(await fileText(first.id)).toBe(before)
    expect((await me().refused(handovers.cancel, { params: { ...b.c, id: first.id } })).id).toBe('conflict.not_editable')
    await me().ok(handovers.cancel, { params: { ...b.c, id: second.id } })
    const again = await deliver()
    expect(again.sha256).toBe(second.sha256)
  })

  test('is not undone, nor brought back, below another that counts on it', async () => {
    await mapped()
    await paid(1_000)
    const first = await me().call(handovers.create, { params: b.c, body: { ...MARCH, layout: 'GENERIC' } })
    await paid(2_000)
    const later = await me().call(handovers.create, { params: b.c, body: { ...MARCH, layout: 'GENERIC' } })
    const asked = ({ headers }: TestAnswer) => ({ params: { ...b.c, id: headers['x-batch-id'] ?? '' } })
    expect(await me().refused(batches.undo, asked(first))).toMatchObject({
      id: 'undo.blocked',
      details: [{ message: 'Houve outra entrega depois desta, que conta com ela.' }],
    })
    expect(await me().ok(handovers.list, { params: b.c })).toHaveLength(2)
    const undone = await me().call(batches.undo, asked(later))
    await paid(3_000)
    await deliver()
    expect((await me().refused(batches.undo, asked(undone))).id).toBe('undo.blocked')
    expect((await me().ok(handovers.list, { params: b.c })).map(one => one.first_number)).toEqual([2, 1])
  })

  test('comes out in every layout, and undoing it gives its entries back', async () => {
    await mapped()
    await paid(123_456, { additional_information: 'Café ☕ à vista' })
    for (const layout of PRESET_IDS) {
      if (layout === 'DOMINIO_FIXED') {
        expect((await look(layout)).refusal).toContain('código da empresa')
        continue
      }
      const answer = await me().call(handovers.create, { params: b.c, body: { ...MARCH, layout } })
      expect(answer.status).toBe(201)
      const made = answer.data as Handover
      expect(made.layout_name).toBe(PRESETS[layout].name)
      if (layout === 'DOMINIO') expect(made.shortened[0]?.whole).toContain('☕')
      await undo(answer)
    }
    expect(await me().ok(handovers.list, { params: b.c })).toEqual([])
    const { about: _, extension: __, ...fixed } = PRESETS.DOMINIO_FIXED
    const wrong = await me().refused(handoverLayouts.create, { params: b.c, body: { ...fixed, entry: '{data}' } })
    expect(wrong.details?.[0]?.field).toBe('entry')
    const own = await me().ok(handoverLayouts.create, { params: b.c, body: { ...fixed, company_code: '42' } })
    const made = await deliver({ layout: own.id })
    const [header = '', row = ''] = (await fileText(made.id)).split('\r\n')
    expect([header.length, row.length]).toEqual([52, 592])
    expect(header.slice(2, 9)).toBe('0000042')
  })

  test('gives a contact its own account before its category, and waits for a reduced code the chart lacks', async () => {
    const { id } = await mapped()
    await map({ subject: 'CONTACT', contact_id: b.contact, chart_account_id: id('4.2') })
    await paid(100, { contact_id: b.contact })
    expect((await look()).lines[1]).toContain(';420;11;1,00;')
    const supplier = (await chart()).get('4.2')
    await me().ok(chartAccounts.update, { params: { ...b.c, id: id('4.2') }, body: { reduced: null, version: supplier?.version } })
    expect((await look()).refusal).toContain('4.2 Fornecedores')
    expect((await me().refused(handovers.create, { params: b.c, body: { ...MARCH, layout: 'GENERIC' } })).id).toBe('handover.refused')
    expect((await look('ECD')).refusal).toBeNull()
  })
})
