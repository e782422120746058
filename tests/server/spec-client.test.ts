// A client written from src/SPEC.md alone: its field names, its unusual forms, and records sent back as they were read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { cnpjNumber } from '#tests/kit/documents.ts'
import { issuingCompany } from '#tests/kit/invoices.ts'
import { moneyBooks } from '#tests/kit/money.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'

const { attachments, auth, billings, bills, companies, contacts, customerInvoices, entries, invoiceSettings, jobs, pix, roles, taxes } =
  contract

let app: TestServer
let b: Books
beforeAll(async () => {
  app = await testServer()
  b = await books(app)
})
afterAll(() => app?.close())

const me = () => app.as(b.owner)
const at = (body: unknown, params: Record<string, string> = {}) => ({ params: { ...b.c, ...params }, body })
const ISSUED = { status: 'ISSUED' }

describe('a bill', () => {
  const LINE = '34190000090000000000000000011874516620000037550'

  test('keeps its boleto in the payment details, and none that is not one', async () => {
    const boleto = { digitable_line: LINE, amount_cents: '26000', due_date: '2026-03-20T03:00:00.000Z', recipient_name: 'Energia SA' }
    const made = await b.bill({ payment_method: 'BOLETO', payment_details: { boleto, pix_key: null, pix_type: null } })
    const kept = { digitable_line: LINE, amount_cents: 26_000, due_date: '2026-03-20', recipient_name: 'Energia SA' }
    expect(made.payment_details?.boleto).toEqual(kept)
    const back = await me().ok(bills.update, at({ ...made, additional_information: 'luz' }, { id: made.id }))
    expect(back.payment_details?.boleto).toEqual(kept)
    expect((await me().ok(bills.list, { params: b.c })).find(({ id }) => id === made.id)?.payment_details?.boleto).toEqual(kept)
    expect((await me().refused(bills.create, at({ amount_cents: 1, due_date: '2026-03-20', payment_details: { linha: LINE } }))).id).toBe(
      'validation.failed',
    )
  })

  test('names account, category and contact by record, and the id beside it counts first', async () => {
    const record = { bank_account: { id: b.account }, category: { id: b.category }, contact: { id: b.contact } }
    const made = await me().ok(bills.create, at({ amount_cents: 100, due_date: '2026-03-20', ...record }))
    expect(made).toMatchObject({ bank_account_id: b.account, category_id: b.category, contact_id: b.contact })
    const moved = await me().ok(bills.update, at({ ...made, bank_account_id: b.otherAccount }, { id: made.id }))
    expect(moved.bank_account).toMatchObject({ id: b.otherAccount })
    const cleared = await me().ok(bills.update, at({ contact: null }, { id: made.id }))
    expect(cleared).toMatchObject({ contact: null, category_id: b.category })
  })

  test('of one date falls due on it', async () => {
    const made = await me().ok(bills.create, at({ amount_cents: '100', date: '2026-03-25T03:00:00.000Z' }))
    expect(made).toMatchObject({ date: '2026-03-25', due_date: '2026-03-25' })
    expect((await me().refused(bills.create, at({ amount_cents: 100 }))).details).toMatchObject([
      { field: 'due_date', message: 'Preencha este campo' },
    ])
  })
})

test('the cash flow says of each entry what the statement shows, and a balance of settled ones only', async () => {
  const open = await b.bill({ due_date: '2026-05-01', additional_information: null, contact_id: b.contact })
  const paid = await b.bill({ due_date: '2026-03-02', status: 'PAID', additional_information: 'Frete' })
  const flow = await me().ok(entries.list, { params: b.c })
  expect(flow.find(({ id }) => id === paid.id)).toMatchObject({ description: 'Frete', current_balance: expect.any(Number) })
  const waiting = flow.find(({ id }) => id === open.id)
  expect(waiting).toMatchObject({ description: 'Papelaria Central' })
  expect(waiting).not.toHaveProperty('current_balance')
})

test('a sheet answers a run whose token reads that it is over; an unknown name stays in words, and approval is not walked around', async () => {
  const asking = await books(app, await app.aCompany(undefined, { requires_approval: true }))
  const operator = await app.aMember(asking.company, 'OPERATOR')
  const file = new File(['tipo;vencimento;valor;descrição;fornecedor\ndespesa;10/04/2026;12,50;Frete;Transportes Zé\n'], 'contas.csv')
  const run = await app.as(operator).ok(entries.upload, { params: asking.c, form: { file } })
  const bearer = { authorization: `Bearer ${run.publicAccessToken}` }
  expect((await app.call(undefined, jobs.get, { params: { id: run.id } }, bearer)).data).toMatchObject({
    id: run.id,
    metadata: { status: 'success', progress: 100, result: { imported: 1 } },
  })
  const list = await app.as(asking.owner).ok(bills.list, { params: asking.c })
  expect(list).toMatchObject([{ status: 'WAITING_APPROVAL', additional_information: 'Frete · Transportes Zé', contact_id: null }])
})

test('the address of a contact has an id, and comes back as it was read', async () => {
  const body = { company_id: b.company.id, kind: 'CUSTOMER', name: 'Mercado', address: { city: 'Campinas', state: 'SP' } }
  const made = await me().ok(contacts.create, { body })
  expect(made.address).toEqual({ id: made.id, city: 'Campinas', state: 'SP' })
  const again = await me().ok(contacts.update, { params: { id: made.id }, body: { ...made, nickname: 'M' } })
  expect(again.address).toEqual(made.address)
})

test('a role of a name alone may read', async () => {
  const role = await me().ok(roles.create, at({ name: 'Consulta' }))
  expect(role.rights).toMatchObject({ bills: 'v', reports: 'v', users: '' })
})

test('a profile goes back as it was read', async () => {
  const profile = await me().ok(auth.profile)
  expect(await me().ok(auth.updateProfile, { body: { ...profile, birth_date: '1990-05-20' } })).toEqual({
    ...profile,
    birth_date: '1990-05-20',
  })
  expect((await me().refused(auth.updateProfile, { body: { apelido: 'x' } })).id).toBe('validation.failed')
})

test('a company no registry told of says so, and its regime without dates', async () => {
  const profile = await me().ok(companies.profile, { params: b.c })
  expect(profile.legal_entity).toMatchObject({
    document_number: profile.document_number,
    verified: false,
    situation: null,
    branch_matriz: 'MATRIZ',
  })
  expect(profile.company_activations).toEqual([{ type: 'SIMPLES_NACIONAL', opted_in: null, exclusion_in: null }])
  expect(profile.invoice_connection_settings.receive_invoice_company_id).toBeNull()
  await me().ok(invoiceSettings.activateCapture, at({ active: true }))
  const after = await me().ok(companies.profile, { params: b.c })
  expect(after.invoice_connection_settings.receive_invoice_company_id).toBe(b.company.id)
})

test('an attachment of the bill that pays a tax names the tax', async () => {
  const tax = await me().ok(
    taxes.create,
    at({ competence_date: '2026-02-01', kind: 'DARF', amount_cents: 5000, due_date: '2026-03-20', create_bill: true }),
  )
  const form = { bill_id: tax.bill_id, file: new File([tinyPdf('guia')], 'guia.pdf') }
  expect(await me().ok(attachments.create, { params: b.c, form })).toMatchObject({ bill_id: tax.bill_id, tax_id: tax.id })
})

test('consumer notes are listed over every company one sees, or of one, and never of another', async () => {
  const co = await issuingCompany(app)
  const owner = app.as(co.company.owner)
  const goods = {
    invoice_products: [{ product_id: co.product, amount: 1 }],
    invoice_payment: { kind: 'CASH', amount_cents: [], payment_method: ['PIX'] },
  }
  const { id } = await owner.ok(customerInvoices.create, { body: { company_id: co.company.id, ...goods } })
  expect(await owner.ok(customerInvoices.list)).toMatchObject([{ id, ...ISSUED }])
  expect(await owner.ok(customerInvoices.list, { query: { companyId: co.company.id, status: 'ISSUED' } })).toHaveLength(1)
  expect(await me().ok(customerInvoices.list)).toEqual([])
  expect((await me().refused(customerInvoices.list, { query: { companyId: co.company.id } })).status).toBe(404)
  const finance = await app.aMember(co.company, 'FINANCE')
  expect(await app.as(finance).ok(customerInvoices.list)).toHaveLength(1)
})

describe('a charge', () => {
  test('takes back its own recipient, says the city in its code, and refuses the tax of nobody here', async () => {
    const money = await moneyBooks(app)
    const owner = app.as(money.owner)
    await owner.ok(invoiceSettings.activate, {
      params: money.c,
      body: {
        address: {
          street: 'Rua A',
          number: '1',
          neighborhood: 'Centro',
          city: 'Campinas',
          city_code: '3509502',
          state: 'SP',
          postal_code: '13010-000',
        },
      },
    })
    const charge = { transaction_amount: '10099', due_date: '2026-03-20' }
    const made = await owner.ok(
      billings.create,
      money.at({ ...charge, recipient: { name: 'eu', email: null, document_number: cnpjNumber(1) } }),
    )
    expect(made).toMatchObject({ transaction_amount: 10_099, emv_code: expect.stringContaining('CAMPINAS') })
    expect(made.recipient.name).not.toBe('eu')
    const foreign = await owner.refused(billings.create, money.at({ ...charge, kind: 'TAX', tax_id: made.id }))
    expect(foreign.details).toMatchObject([{ field: 'tax_id' }])
    const key = await owner.ok(pix.createKey, money.at({ type: 'RANDOM' }))
    await app.pass(60_000)
    const code = await owner.ok(pix.makeCode, { body: { company_id: money.company.id, pix_key: key.key } })
    expect(code.emv_code).toContain('CAMPINAS')
  })
})
