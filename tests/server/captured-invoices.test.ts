// Received notes: captured from their XML, decided on by the organisation, booked as bills and receivables, tied by conciliations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { withSigner } from '#server/areas/fiscal/certificates/vault.ts'
import { buildNfeCancel } from '#server/fiscal/events.ts'
import { signXml } from '#server/fiscal/sign.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type IssuingCompany, issuingCompany } from '#tests/kit/invoices.ts'
import { type TestCompany, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { bills, fiscalDocuments, incomeStatement, invoiceSettings, productInvoices, receivables, reconciliation, serviceInvoices } = contract

let app: TestServer
let seller: IssuingCompany
beforeAll(async () => {
  app = await testServer()
  seller = await issuingCompany(app, { name: 'Torrefação Paulista Ltda' })
})
afterAll(() => app?.close())

type Fields = Record<string, unknown>

/** The XML of a note the seller issues to a company. */
async function soldTo(buyer: { document_number: string }, fields: Fields = {}): Promise<string> {
  const me = app.as(seller.company.owner)
  const borrower = {
    name: 'Empresa Compradora',
    document_number: buyer.document_number,
    address: { street: 'Rua B', number: '2', neighborhood: 'Centro', city: 'Campinas', state: 'SP', postal_code: '13010-070' },
  }
  const body = {
    company_id: seller.company.id,
    borrower,
    invoice_products: [{ product_id: seller.product, amount: 4 }],
    invoice_payment: { kind: 'CASH', amount_cents: [], payment_method: ['PIX'] },
    ...fields,
  }
  const { id } = await me.ok(productInvoices.create, { body })
  const [xml] = await me.ok(productInvoices.attachments, { params: { id } })
  const token = await signAccess(
    app.services.secret,
    { user_id: seller.company.owner.id, session_id: seller.company.owner.session_id },
    app.clock.now(),
  )
  const { body: text } = await app.app.inject({ url: xml?.bucket_url ?? '', headers: { authorization: `Bearer ${token}` } })
  return text
}

const INSTALMENTS = {
  invoice_payment: {
    kind: 'INSTALLMENTS',
    amount_cents: [5000, 5000],
    payment_method: ['BOLETO'],
    due_dates: ['2026-04-10', '2026-05-10'],
  },
}

const form = (xml: string) => ({ file: new File([xml], 'nota.xml', { type: 'application/xml' }) })
const activate = (company: TestCompany) =>
  app.as(company.owner).ok(invoiceSettings.activateCapture, { params: { c: company.id }, body: {} })
const capture = async (company: TestCompany, fields: Fields = {}) => {
  const me = app.as(company.owner)
  const { id } = await me.ok(fiscalDocuments.capture, { params: { c: company.id }, form: form(await soldTo(company, fields)) })
  return me.ok(productInvoices.get, { params: { id } })
}

describe('capture', () => {
  test('takes a note issued to the company, with its issuer, items and instalments, and keeps the XML', async () => {
    const company = await app.aCompany()
    await activate(company)
    const note = await capture(company, INSTALMENTS)
    expect(note).toMatchObject({
      source: 'CAPTURE',
      status: 'ISSUED',
      amount_cents: 10_000,
      issuer: { name: 'Torrefação Paulista Ltda', document_number: seller.company.document_number, address: { city_code: '3550308' } },
      borrower: { document_number: company.document_number },
      invoice_products: [{ code: 'CAFE', amount: 4, unit_price_cents: 2500, total_amount_cents: 10_000, ncm: '09012100' }],
      invoice_payment: {
        kind: 'INSTALLMENTS',
        amount_cents: [5000, 5000],
        due_dates: ['2026-04-10', '2026-05-10'],
        payment_method: ['BOLETO', 'BOLETO'],
      },
      decision: null,
    })
    const files = await app.as(company.owner).ok(productInvoices.attachments, { params: { id: note.id } })
    expect(files.map(file => file.name)).toEqual([`${note.access_key}.xml`])
    const listed = await app.as(company.owner).ok(productInvoices.list, { query: { companyId: company.id, source: 'CAPTURE' } })
    expect(listed.map(each => each.id)).toEqual([note.id])
  })

  test('is refused: switched off, twice, of another buyer, or no note at all', async () => {
    const company = await app.aCompany()
    const me = app.as(company.owner)
    const xml = await soldTo(company)
    const refuse = async (text: string) => me.refused(fiscalDocuments.capture, { params: { c: company.id }, form: form(text) })
    expect((await refuse(xml)).id).toBe('note_search.not_ready')
    await activate(company)
    await me.ok(fiscalDocuments.capture, { params: { c: company.id }, form: form(xml) })
    expect((await refuse(xml)).id).toBe('conflict.already_exists')
    const why = async (text: string) => (await refuse(text)).message
    expect(await why(await soldTo(await app.aCompany()))).toBe('Esta nota não foi emitida para a empresa.')
    expect(await why(xml.replace('<vNF>100.00', '<vNF>1.00'))).toBe('Esta nota já foi recebida.')
    expect(await why('<nota/>')).toBe('O arquivo não é uma nota: começa por <nota>, que não se conhece.')
    expect(await why('não é xml')).toBe('O arquivo não é um XML: não começa com uma marca “<”.')
    expect(await why(`<!DOCTYPE a [<!ENTITY b "c">]>${xml}`)).toBe('O XML declara um DOCTYPE, o que não é aceito.')
    expect(await why('<a>'.repeat(51) + '</a>'.repeat(51))).toBe('O XML tem níveis demais.')
    expect(await why(`<a>${' '.repeat(2 * 1024 ** 2)}</a>`)).toBe('O XML passa de 2 MB.')
  })

  test('of a cancel marks the note it took before, keeps the event, and the note makes no more bills', async () => {
    const company = await app.aCompany()
    const me = app.as(company.owner)
    const params = { c: company.id }
    await activate(company)
    const note = await capture(company)
    const signer = app.as(seller.company.owner)
    const sold = (await signer.ok(productInvoices.list, { query: { companyId: seller.company.id } })).find(
      each => each.access_key === note.access_key,
    )
    const at = app.clock.now()
    const { access_key = '', protocol } = sold ?? {}
    const plain = buildNfeCancel({
      access_key: access_key ?? '',
      document_number: seller.company.document_number,
      protocol: protocol ?? '',
      justification: 'Pedido cancelado pelo comprador',
      at,
      environment: '2',
    })
    const signed = await inCompany(app.services, seller.company.id, db =>
      withSigner(db, app.services.secret, seller.company.id, at, each => signXml(plain, 'infEvento', each, 'sha1')),
    )
    const answer = (cStat: string) =>
      `<retEvento versao="1.00"><infEvento><cStat>${cStat}</cStat><chNFe>${access_key}</chNFe><tpEvento>110111</tpEvento><dhRegEvento>2026-03-11T12:30:00-03:00</dhRegEvento></infEvento></retEvento>`
    const event = (cStat: string, body = signed) =>
      `<procEventoNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00">${body}${answer(cStat)}</procEventoNFe>`
    const why = async (text: string) => (await me.refused(fiscalDocuments.capture, { params, form: form(text) })).message
    expect(await why(event('573'))).toBe('O cancelamento não está registrado.')
    expect(await me.ok(fiscalDocuments.capture, { params, form: form(event('135')) })).toMatchObject({
      id: note.id,
      what: 'EVENT',
      note: { status: 'CANCELLED', fate: 'CANCELLED', cancelled_at: '2026-03-11T15:30:00.000Z', reason: 'Pedido cancelado pelo comprador' },
    })
    const files = await me.ok(productInvoices.attachments, { params: { id: note.id } })
    expect(files.map(file => file.name)).toContain(`${note.access_key}-cancelamento.xml`)
    const booked = await me.refused(bills.createFromInvoice, { params: { ...params, nfId: note.id }, body: {} })
    expect(booked.message).toContain('Só uma nota emitida pode ser lançada')
  })

  test('is undone as any import: the note and its file leave', async () => {
    const company = await app.aCompany()
    await activate(company)
    const taken = await app.call(company.owner, fiscalDocuments.capture, { params: { c: company.id }, form: form(await soldTo(company)) })
    await app.as(company.owner).ok(contract.batches.undo, { params: { c: company.id, id: taken.headers['x-batch-id'] ?? '' } })
    expect(await app.as(company.owner).ok(productInvoices.list, { query: { companyId: company.id } })).toEqual([])
  })
})

describe('the organisation', () => {
  let manager: TestUser
  let company: TestCompany
  beforeAll(async () => {
    manager = await app.aUser('ORGANIZATION_MANAGER')
    company = await app.aCompany(undefined, { organization_id: manager.organization_id })
    await activate(company)
  })
  const list = (status?: string) => app.as(manager).ok(fiscalDocuments.list, { query: status ? { status } : {} })

  test('sees the notes of its companies, accepts and refuses them, and may take that back', async () => {
    const note = await capture(company)
    expect((await list('PENDING')).map(each => each.id)).toContain(note.id)
    expect((await app.as(manager).ok(fiscalDocuments.accept, { params: { id: note.id } })).decision).toBe('ACCEPTED')
    const rejected = await app.call(manager, fiscalDocuments.reject, { params: { id: note.id }, body: { reason: 'Não compramos' } })
    expect((await list('REJECTED')).map(each => each.id)).toEqual([note.id])
    const [news] = await app.as(company.owner).ok(contract.notifications.list)
    expect(news).toMatchObject({
      type: 'NOTA_FISCAL',
      title: expect.stringMatching(/^NF-e .* recusada$/),
      body: 'Não compramos',
      action: `/company/${company.id}/product-nfes/${note.id}`,
    })
    expect((await list('PENDING')).map(each => each.id)).not.toContain(note.id)
    const refused = await app.as(company.owner).refused(bills.createFromInvoice, { params: { c: company.id, nfId: note.id }, body: {} })
    expect(refused).toMatchObject({ id: 'conflict.invalid_transition', message: 'Esta nota foi recusada.' })
    await app.as(manager).ok(contract.batches.undo, { params: { c: company.id, id: rejected.headers['x-batch-id'] ?? '' } })
    expect((await app.as(manager).ok(fiscalDocuments.get, { params: { id: note.id } })).decision).toBe('ACCEPTED')
  })

  test('decides no more once the note is booked', async () => {
    const note = await capture(company)
    await app.as(company.owner).ok(bills.createFromInvoice, { params: { c: company.id, nfId: note.id }, body: {} })
    expect((await app.as(manager).refused(fiscalDocuments.reject, { params: { id: note.id }, body: {} })).id).toBe(
      'conflict.invalid_transition',
    )
  })

  test('is nobody else: a company’s own people are refused, other organisations find nothing', async () => {
    const note = await capture(company)
    expect((await app.as(company.owner).refused(fiscalDocuments.list)).id).toBe('permission.denied')
    expect((await app.as(company.owner).refused(fiscalDocuments.accept, { params: { id: note.id } })).id).toBe('permission.denied')
    const other = await app.aUser('ORGANIZATION_MANAGER')
    expect(await app.as(other).ok(fiscalDocuments.list)).toEqual([])
    expect((await app.as(other).refused(fiscalDocuments.accept, { params: { id: note.id } })).status).toBe(404)
    const assigned = await app.aMember(company, 'ACCOUNTANT', await app.aUser('ACCOUNT_MANAGER'))
    expect((await app.as(assigned).ok(fiscalDocuments.accept, { params: { id: note.id } })).decision).toBe('ACCEPTED')
  })
})

describe('titles of a note', () => {
  let b: Books
  beforeAll(async () => {
    b = await books(app)
    await activate(b.company)
  })
  const bill = (nfId: string, body: Fields = {}) => app.as(b.owner).ok(bills.createFromInvoice, { params: { ...b.c, nfId }, body })

  test('a bill per instalment, of its supplier, who is entered once; booked twice is refused; undone, it may be booked again', async () => {
    const note = await capture(b.company, INSTALMENTS)
    const done = await app.call(b.owner, bills.createFromInvoice, { params: { ...b.c, nfId: note.id }, body: { category_id: b.category } })
    const first = done.data as { id: string; contact: { document_number: string } }
    expect(first).toMatchObject({
      amount_cents: 5000,
      due_date: '2026-04-10',
      issue_date: '2026-03-11',
      document_number: String(note.number),
      payment_method: 'BOLETO',
      category_id: b.category,
      contact: { document_number: seller.company.document_number },
      invoices_count: 1,
    })
    expect((await b.billOf(first.id)).product_invoices).toMatchObject([{ id: note.id }])
    const after = await app.as(b.owner).ok(productInvoices.get, { params: { id: note.id } })
    const second = await b.billOf(after.entries.find(entry => entry.id !== first.id)?.id ?? '')
    expect(second).toMatchObject({ amount_cents: 5000, due_date: '2026-05-10' })
    const twice = await app.as(b.owner).refused(bills.createFromInvoice, { params: { ...b.c, nfId: note.id }, body: {} })
    expect(twice).toMatchObject({ id: 'conflict.already_exists', message: 'Esta nota já foi lançada.' })
    await app.as(b.owner).ok(contract.batches.undo, { params: { ...b.c, id: done.headers['x-batch-id'] ?? '' } })
    expect((await app.as(b.owner).ok(productInvoices.get, { params: { id: note.id } })).entries).toEqual([])
    await bill(note.id)
  })

  test('a part of it leaves the rest to book, and no more', async () => {
    const note = await capture(b.company)
    expect((await bill(note.id, { amount_cents: 3000, due_date: '2026-06-01' })).due_date).toBe('2026-06-01')
    const over = await app.as(b.owner).refused(bills.createFromInvoice, { params: { ...b.c, nfId: note.id }, body: { amount_cents: 7001 } })
    expect(over.details?.[0]).toMatchObject({ field: 'amount_cents', message: 'Faltam lançar R$ 70,00 desta nota' })
    expect((await bill(note.id)).amount_cents).toBe(7000)
  })

  test('a receivable of an issued service note is the whole revenue; what the customer withholds explains the line; sides do not mix', async () => {
    const me = app.as(seller.company.owner)
    const params = { c: seller.company.id }
    const made = await me.ok(serviceInvoices.create, {
      params,
      body: { contact_id: seller.customer, service_id: seller.service, amount_cents: 100_000, iss_withheld: true },
    })
    const nfId = made.id
    const receivable = await me.ok(receivables.createFromInvoice, { params: { ...params, nfId }, body: {} })
    expect(receivable).toMatchObject({ amount_cents: 100_000, contact_id: seller.customer, competence_date: '2026-03-11' })
    const mine = await books(app, seller.company)
    const line = await mine.line(97_100, { description: 'TED MERCADO CAMPINEIRO LTDA', date: '2026-03-11' })
    const suggestion = await me.ok(reconciliation.candidates, { params: { ...params, id: line } })
    expect(suggestion.candidates[0]).toMatchObject({ title_ids: [receivable.id], difference_cents: -2_900 })
    expect(suggestion.candidates[0]?.reasons.map(reason => reason.text)).toContain('retenção 29,00')
    const asked = { bank_statement_entry_ids: [line], title_ids: [receivable.id] }
    const [explained] = await me.ok(reconciliation.differences, { params, body: asked })
    expect(explained?.parts).toEqual([{ kind: 'withholding', amount_cents: 2_900, label: expect.any(String) }])
    const differences = explained?.parts.map(({ kind, amount_cents }) => ({ kind, amount_cents }))
    await me.ok(receivables.conciliate, {
      params,
      body: { receivable_ids: [receivable.id], bank_statement_entry_ids: [line], differences },
    })
    const statement = await me.ok(incomeStatement.get, { params, query: { date: '2026-03-11' } })
    const revenue = statement.sections.find(section => section.id === 'gross_revenue')
    expect([revenue?.amount_cents, await mine.balance()]).toEqual([100_000, 97_100])
    await me.ok(receivables.unconciliate, { params, body: { receivable_ids: [receivable.id] } })
    expect((await me.ok(receivables.get, { params: { ...params, id: receivable.id } })).service_invoices).toMatchObject([
      { id: nfId, kind: 'SERVICE', source: 'LOCAL', status: 'ISSUED', amount_cents: 100_000 },
    ])
    expect((await me.refused(bills.createFromInvoice, { params: { ...params, nfId }, body: {} })).message).toBe(
      'Só uma nota recebida vira conta a pagar.',
    )
    const foreign = await app.as(b.owner).refused(receivables.createFromInvoice, { params: { ...b.c, nfId }, body: {} })
    expect(foreign.status).toBe(404)
  })

  test('two bills tied to one note and due on one day are certain duplicates, and the note stays with the original', async () => {
    const note = await capture(b.company)
    const me = app.as(b.owner)
    const booked = await bill(note.id)
    const typed = await b.bill({ amount_cents: booked.amount_cents, due_date: booked.due_date, additional_information: 'Compra de café' })
    const link = { bill_ids: [typed.id], product_invoice_ids: [note.id], bank_account_id: b.account }
    await me.ok(bills.conciliate, { params: b.c, body: link })
    const groups = await me.ok(contract.entries.duplicate, { params: b.c })
    const group = groups.find(each => [each.original.id, ...each.duplicates.map(one => one.id)].includes(typed.id))
    expect(group).toMatchObject({ original: { id: typed.id }, duplicates: [{ id: booked.id }], reasons: ['mesmo documento ou transação'] })
    await me.ok(contract.entries.acceptDuplicate, { params: b.c, body: { bill_id: typed.id } })
    expect((await me.ok(bills.get, { params: { ...b.c, id: typed.id } })).product_invoices).toMatchObject([{ id: note.id }])
    expect((await me.refused(bills.createFromInvoice, { params: { ...b.c, nfId: note.id }, body: {} })).id).toBe('conflict.already_exists')
  })

  test('a conciliation that names a note ties it, and undoing it unties it', async () => {
    const note = await capture(b.company)
    const paid = await b.bill({ amount_cents: 10_000 })
    const line = await b.line(-10_000)
    const body = { bill_ids: [paid.id], bank_statement_entry_ids: [line], product_invoice_ids: [note.id] }
    await app.as(b.owner).ok(bills.conciliate, { params: b.c, body })
    expect((await b.billOf(paid.id)).product_invoices).toMatchObject([{ id: note.id }])
    await app.as(b.owner).ok(bills.unconciliate, { params: b.c, body: { bill_ids: [paid.id] } })
    expect((await b.billOf(paid.id)).product_invoices).toEqual([])
    const foreign = { ...body, product_invoice_ids: [seller.product] }
    expect((await app.as(b.owner).refused(bills.conciliate, { params: b.c, body: foreign })).status).toBe(404)
  })
})
