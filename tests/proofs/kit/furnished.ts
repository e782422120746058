// A company with one of everything that can stand in it: what the calls by id find, and what nobody else may.
import { contract } from '#contract/index.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import { type IssuingCompany, issuingCompany } from '#tests/kit/invoices.ts'
import { type MoneyBooks, moneyBooks, OTHER_KEY } from '#tests/kit/money.ts'
import type { TestServer } from '#tests/kit/server.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'

const PAYMENT = { invoice_payment: { kind: 'CASH', amount_cents: [], payment_method: ['PIX'] } }

/** `text` is in whatever takes a text. */
export async function furnish(server: TestServer, text: string): Promise<MoneyBooks> {
  const issuer = await issuingCompany(server, { name: `${text} Ltda`, tax_regime: 'MEI' })
  const b = await moneyBooks(server, issuer.company)
  const me = server.as(b.owner)
  const { company, c } = b
  const said = { additional_information: text, document_number: text }
  const bill = await b.bill({ ...said, contact_id: b.contact, category_id: b.category })
  await b.receivable(said)
  await b.line(-777, { description: text })
  await me.ok(contract.contacts.update, { params: { id: b.contact }, body: { name: text, nickname: text } })
  await me.ok(contract.rules.create, { params: c, body: { contains: text } })
  const associate = await me.ok(contract.associates.create, {
    params: c,
    body: { name: text, document_number: cpfNumber(99_001), pro_labore_amount_cents: 123_400 },
  })
  const child = { associate_id: associate.id, name: text, birth_date: '2015-01-01', kinship: 'CHILD' }
  await me.ok(contract.dependents.create, { params: c, body: child })
  await me.ok(contract.taxes.create, { params: c, body: { competence_date: '2026-01-01', additional_information: text } })
  await me.ok(contract.annualStatements.create, { params: c, body: { year: 2025, had_employee: false } })
  const file = new File([tinyPdf(text)], `${text}.pdf`, { type: 'application/pdf' })
  await me.ok(contract.attachments.create, { params: c, form: { bill_id: bill.id, file } })
  const movement = { date: '2026-03-01', amount_cents: 1, from_bank_account_id: b.account, to_bank_account_id: b.otherAccount }
  await me.ok(contract.transfers.create, { params: c, body: { ...movement, additional_information: text } })
  await me.ok(contract.roles.create, { params: c, body: { name: text, rights: { bills: 'v' } } })
  await me.ok(contract.billings.create, b.at({ transaction_amount: 10_099, due_date: '2026-03-20', additional_information: text }))
  await b.order({ title: text, payments: [{ pix_key: OTHER_KEY, amount_cents: 1, description: text }] })
  await me.ok(contract.subscriptions.preApprove, { body: { company_id: company.id, reference: 'ME_2', card_token: 'tok_aprovado_1' } })
  await me.ok(contract.subscriptions.create, { body: { company_id: company.id, reference: 'ME_2' } })
  await notes(server, issuer, text)
  const [day] = await me.ok(contract.certificateAppointments.scheduleTime, {
    params: { product: 'ECNPJ-A1' },
    query: { commercial_unit_id: 'UN-SP' },
  })
  const appointment = { company_id: company.id, product_id: 'ECNPJ-A1', commercial_unit_id: 'UN-SP', name: text }
  await me.ok(contract.certificateAppointments.create, {
    body: { ...appointment, scheduled_at: day?.times[0]?.scheduled_at, document_number: company.document_number },
  })
  // What it has asked of the outside is answered now, not while others are at it.
  await server.pass(10_000)
  return b
}

/** One note of each kind, and one received. */
async function notes(server: TestServer, issuer: IssuingCompany, text: string): Promise<void> {
  const { company, product, service, customer } = issuer
  const me = server.as(company.owner)
  const goods = { company_id: company.id, invoice_products: [{ product_id: product, amount: 2 }], ...PAYMENT }
  const of_service = { contact_id: customer, service_id: service, amount_cents: 1000, description: text }
  await me.ok(contract.serviceInvoices.create, { params: { c: company.id }, body: of_service })
  await me.ok(contract.productInvoices.create, { body: { ...goods, contact_id: customer } })
  await me.ok(contract.customerInvoices.create, { body: goods })
  await me.ok(contract.invoiceSettings.activateCapture, { params: { c: company.id }, body: {} })
  await me.ok(contract.fiscalDocuments.capture, {
    params: { c: company.id },
    form: { file: await noteTo(server, company.document_number, text) },
  })
}

/** The XML of a note that another company issued to this document. */
async function noteTo(server: TestServer, document_number: string, name: string): Promise<File> {
  const seller = await issuingCompany(server)
  const { owner } = seller.company
  const address = { street: 'Rua B', number: '2', neighborhood: 'Centro', city: 'Campinas', state: 'SP', postal_code: '13010-070' }
  const body = {
    company_id: seller.company.id,
    borrower: { name, document_number, address },
    invoice_products: [{ product_id: seller.product, amount: 4 }],
    ...PAYMENT,
  }
  const { id } = await server.as(owner).ok(contract.productInvoices.create, { body })
  const [xml] = await server.as(owner).ok(contract.productInvoices.attachments, { params: { id } })
  const token = await signAccess(server.services.secret, { user_id: owner.id, session_id: owner.session_id }, server.clock.now())
  const { body: text } = await server.app.inject({ url: xml?.bucket_url ?? '', headers: { authorization: `Bearer ${token}` } })
  return new File([text], 'nota.xml', { type: 'application/xml' })
}
