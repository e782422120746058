// Invoices over the real server and the local authority: issued, rejected and corrected, lost and found, cancelled, printed, limited.
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { isAccessKey, isNfseKey, readAccessKey, readNfseKey } from '#domain/fiscal/access-key.ts'
import { checkSignature } from '#server/fiscal/sign.ts'
import { nodesAt, parseXml, textAt } from '#server/fiscal/xml.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { cnpjNumber } from '#tests/kit/documents.ts'
import { type IssuingCompany, issuingCompany } from '#tests/kit/invoices.ts'
import { ISSUER_ADDRESS } from '#tests/kit/issuer-address.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const { customerInvoices, invoiceSettings, notifications, productInvoices, serviceInvoices } = contract
const HOUR_MS = 3_600_000

let app: TestServer
let co: IssuingCompany
beforeAll(async () => {
  app = await testServer()
  co = await issuingCompany(app)
})
afterAll(() => app?.close())

type Fields = Record<string, unknown>
const c = (of = co) => ({ params: { c: of.company.id } })
const owner = (of = co) => app.as(of.company.owner)
const pay = (...cents: number[]) => ({ kind: 'CASH', amount_cents: cents, payment_method: ['PIX'] })

const serviceBody = (of: IssuingCompany, fields: Fields = {}) => ({
  contact_id: of.customer,
  service_id: of.service,
  amount_cents: 100_000,
  ...fields,
})
const goodsBody = (of: IssuingCompany, fields: Fields = {}) => ({
  company_id: of.company.id,
  contact_id: of.customer,
  invoice_products: [{ product_id: of.product, amount: 2 }],
  invoice_payment: pay(),
  ...fields,
})
const issueService = async (fields: Fields = {}, of = co) => {
  const { id } = await owner(of).ok(serviceInvoices.create, { ...c(of), body: serviceBody(of, fields) })
  return owner(of).ok(serviceInvoices.get, { params: { id } })
}
const issueGoods = async (fields: Fields = {}, of = co, row: Endpoint = productInvoices.create) => {
  const made = (await owner(of).ok(row, { body: goodsBody(of, fields) })) as { id: string; status: string }
  expect(made.status).toBe('PROCESSING')
  return owner(of).ok(productInvoices.get, { params: { id: made.id } })
}
const issueRetail = (fields: Fields = {}, of = co) => issueGoods({ contact_id: null, ...fields }, of, customerInvoices.create)
/** A note whose total is R$ 999,cc: what the local authority answers by. */
const costing = (cents: number): Fields => ({ invoice_products: [{ product_id: co.product, amount: 1, unit_price_cents: 99_900 + cents }] })
const refusedField = async (row: Endpoint, input: object) => (await owner().refused(row, input)).details?.[0]
const files = async (row: Endpoint, id: string, of = co) => {
  const list = (await owner(of).ok(row, { params: { id } })) as {
    id: string
    name: string
    content_type: string
    product_invoice_id: string | null
  }[]
  const read = async (file: (typeof list)[number]) => {
    const { rawPayload } = await app.app.inject({
      url: `/v1/companies/${of.company.id}/attachments/${file.id}/file`,
      headers: { authorization: `Bearer ${await tokenOf(of.company.owner)}` },
    })
    return rawPayload
  }
  return { list, read }
}
const tokenOf = (user: TestUser) => signAccess(app.services.secret, { user_id: user.id, session_id: user.session_id }, app.clock.now())

describe('a service note', () => {
  test('is issued: number of the city, key, taxes, and its issuer is told', async () => {
    const note = await issueService({ withheld: ['irrf'], discount_amount_cents: 10_000 })
    expect(note).toMatchObject({
      status: 'ISSUED',
      source: 'LOCAL',
      rps_number: 1,
      number: 1,
      amount_cents: 100_000,
      municipal_service: { code: '010601' },
      description: 'Consultoria em informática',
      iss_rate: 290,
      iss_amount_cents: 2610,
      withheld_amount_cents: 1350,
      net_amount_cents: 88_650,
      service_provider: { document_number: co.company.document_number },
      borrower: { name: 'Mercado Campineiro Ltda', contact_id: co.customer },
    })
    expect(isNfseKey(note.access_key ?? '')).toBe(true)
    expect(readNfseKey(note.access_key ?? '')).toMatchObject({ city: '3550308', document: co.company.document_number, number: 1 })
    const [told] = await owner().ok(notifications.list)
    expect(told).toMatchObject({
      type: 'NOTA_FISCAL',
      title: 'NFS-e 1 emitida',
      body: 'R$ 1.000,00 · Mercado Campineiro Ltda',
      metadata: { invoice_id: note.id },
    })
    expect(app.changes.some(change => change.tags.includes('invoices'))).toBe(true)
  })

  test('outside the Simples says its own PIS and COFINS, which leave the base of IBS and CBS', async () => {
    const ltda = await issuingCompany(app, { tax_regime: 'LUCRO_PRESUMIDO' })
    const note = await issueService({ contact_id: ltda.customer, service_id: ltda.service, amount_cents: 1_000_000, iss_rate: 500 }, ltda)
    // 10.000,00 - 500,00 - 65,00 - 300,00
    expect(note.ibs_cbs).toEqual({ base_cents: 913_500, ibs_cents: 914, cbs_cents: 8222 })
    const { list, read } = await files(serviceInvoices.attachments, note.id, ltda)
    const xml = (await read(list[0]!)).toString()
    expect(xml).toContain('<vBCPisCofins>10000.00</vBCPisCofins>')
    expect(xml).toContain('<vPis>65.00</vPis><vCofins>300.00</vCofins><tpRetPisCofins>2</tpRetPisCofins>')
  })

  test('has its XML, with the signed DPS inside, and a DANFSE', async () => {
    const note = await issueService()
    const { list, read } = await files(serviceInvoices.attachments, note.id)
    expect(list.map(file => [file.name, file.content_type])).toEqual([
      [`${note.access_key}.xml`, 'application/xml'],
      [`${note.access_key}.pdf`, 'application/pdf'],
    ])
    const xml = await read(list[0]!)
    const dps = nodesAt((parseXml(xml).NFSe as { infNFSe: never }).infNFSe, 'DPS')[0]
    expect([textAt(dps, 'infDPS', 'nDPS'), textAt(dps, 'infDPS', 'toma', 'end', 'endNac', 'cMun')]).toEqual([
      String(note.rps_number),
      '3509502',
    ])
    expect((await read(list[1]!)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('rejected, keeps code and text; corrected, goes out under the same number', async () => {
    const before = await issueService({ amount_cents: 99_901 })
    expect(before).toMatchObject({
      status: 'REJECTED',
      reason_code: '203',
      reason: 'Rejeição: Emissor não habilitado para emissão de NF-e',
    })
    const [told] = await owner().ok(notifications.list)
    expect(told?.title).toBe(`NFS-e ${before.rps_number} rejeitada`)
    await owner().ok(serviceInvoices.update, { params: { id: before.id }, body: { amount_cents: 50_000 } })
    const after = await owner().ok(serviceInvoices.get, { params: { id: before.id } })
    expect(after).toMatchObject({ status: 'ISSUED', amount_cents: 50_000, rps_number: before.rps_number, reason: null, reason_code: null })
    const again = await owner().refused(serviceInvoices.update, { params: { id: before.id }, body: { amount_cents: 1 } })
    expect(again.id).toBe('conflict.invalid_transition')
  })

  test('by the portal goes without a certificate, once login and password are there', async () => {
    const other = await app.aCompany()
    const me = app.as(other.owner)
    const params = { c: other.id }
    const body = { kinds: ['SERVICE'], address: ISSUER_ADDRESS, authentication_method: 'PORTAL', portal_login: '12345' }
    await me.ok(invoiceSettings.activate, { params, body })
    const note = { amount_cents: 1000, municipal_service_code: '1.06', description: 'Aula', borrower: { name: 'Ana' } }
    expect((await me.refused(serviceInvoices.create, { params, body: note })).id).toBe('invoice.not_enabled')
    const settings = await me.ok(invoiceSettings.activate, { params, body: { portal_password: 'senha-do-portal' } })
    expect(JSON.stringify(settings)).not.toContain('senha-do-portal')
    const { id } = await me.ok(serviceInvoices.create, { params, body: note })
    expect((await me.ok(serviceInvoices.get, { params: { id } })).status).toBe('ISSUED')
    const [stored] = await app.sql<{
      text: string
    }>`select encode(sealed, 'escape') as text from invoice_portal_secrets where company_id = ${other.id}`
    expect(stored?.text).not.toContain('senha-do-portal')
  })

  test('is refused by field', async () => {
    const create = (fields: Fields) => refusedField(serviceInvoices.create, { ...c(), body: serviceBody(co, fields) })
    expect((await create({ contact_id: null }))?.field).toBe('borrower')
    expect((await create({ service_id: null }))?.field).toBe('municipal_service_code')
    expect((await create({ amount_cents: 0 }))?.field).toBe('amount_cents')
    expect((await create({ discount_amount_cents: 100_000 }))?.field).toBe('discount_amount_cents')
    expect((await create({ competence_date: '2026-03-12' }))?.field).toBe('competence_date')
    expect((await create({ iss_rate: 501 }))?.field).toBe('iss_rate')
  })

  test('the city’s system is up; the id is of the note or of the company', async () => {
    const note = await issueService()
    for (const id of [note.id, co.company.id]) {
      expect(await owner().ok(serviceInvoices.municipalStatus, { params: { id } })).toEqual({
        city_code: '3550308',
        city_name: 'São Paulo',
        available: true,
        message: 'Ambiente local: as notas não têm valor fiscal.',
        environment: 'LOCAL',
      })
    }
  })
})

describe('a new service note', () => {
  const last = async (of: IssuingCompany, contact_id?: string) =>
    owner(of).ok(serviceInvoices.last, { ...c(of), query: contact_id ? { contact_id } : {} })

  test('starts as the last one to its customer, else as the last one of the company, else as its only service', async () => {
    const own = await issuingCompany(app)
    const ofRegister = { service_id: own.service, municipal_service_code: '010601', description: 'Consultoria em informática' }
    expect(await last(own, own.customer)).toMatchObject({
      origin: 'SERVICE',
      note: null,
      service: { ...ofRegister, iss_rate: 290, iss_withheld: false, withheld: [] },
      notes_this_year: 0,
    })
    const note = await issueService({ contact_id: own.customer, service_id: own.service, description: 'Migração', withheld: ['irrf'] }, own)
    expect(await last(own, own.customer)).toMatchObject({
      origin: 'CUSTOMER',
      note: { id: note.id, number: 1, customer: 'Mercado Campineiro Ltda', amount_cents: 100_000 },
      service: { ...ofRegister, description: 'Migração', withheld: ['irrf'] },
      notes_this_year: 1,
    })
    // A natural person withholds nothing, whatever another customer did.
    expect(await last(own, own.person)).toMatchObject({
      origin: 'COMPANY',
      note: { id: note.id },
      service: { description: 'Migração', withheld: [], iss_withheld: false },
      notes_this_year: 0,
    })
    await issueService({ contact_id: own.person, service_id: own.service, description: 'Aula' }, own)
    expect(await last(own)).toMatchObject({ origin: 'COMPANY', service: { description: 'Aula' } })
    expect(await last(own, own.customer)).toMatchObject({ origin: 'CUSTOMER', service: { description: 'Migração' } })
  })

  test('does not repeat one that was rejected, nor name a service that is gone', async () => {
    const own = await issuingCompany(app)
    await issueService({ contact_id: own.customer, service_id: own.service, description: 'Boa' }, own)
    await issueService({ contact_id: own.customer, service_id: own.service, description: 'Ruim', amount_cents: 99_901 }, own)
    await owner(own).ok(contract.services.delete, { params: { c: own.company.id, id: own.service } })
    expect(await last(own, own.customer)).toMatchObject({ service: { description: 'Boa', service_id: null }, notes_this_year: 1 })
  })

  test('of a company with several services, or with none, asks which one; another company’s customer does not exist', async () => {
    const own = await issuingCompany(app)
    await owner(own).ok(contract.services.create, { ...c(own), body: { name: 'Aula', municipal_service_code: '8.02' } })
    expect(await last(own)).toMatchObject({ origin: 'NONE', service: null, note: null })
    const refused = await owner(own).refused(serviceInvoices.last, { ...c(own), query: { contact_id: co.customer } })
    expect(refused.id).toBe('resource.not_found')
  })
})

describe('a product note', () => {
  test('is issued under its own numbering, signed by the company, with a key that says so', async () => {
    const note = await issueGoods({
      invoice_order: { discount_amount_cents: 100, shipping_amount_cents: 1000, shipping_mode: 'SENDER_PAYS_CIF' },
    })
    expect(note).toMatchObject({
      kind: 'PRODUCT',
      status: 'ISSUED',
      amount_cents: 5900,
      finality: 'DEFAULT',
      invoice_order: {
        discount_amount_cents: 100,
        total_amount_cents: 5900,
        shipping_amount_cents: 1000,
        shipping_mode: 'SENDER_PAYS_CIF',
      },
      invoice_products: [{ product_id: co.product, amount: 2, subtotal_amount_cents: 5000, discount_amount_cents: 100, cfop: '5102' }],
      invoice_payment: { kind: 'CASH', amount_cents: [5900], payment_method: ['PIX'] },
    })
    expect(isAccessKey(note.access_key ?? '')).toBe(true)
    expect(readAccessKey(note.access_key ?? '')).toMatchObject({
      uf: '35',
      document: co.company.document_number,
      model: '55',
      number: note.number,
      series: 1,
    })
    const { list, read } = await files(productInvoices.attachments, note.id)
    expect(list[0]).toMatchObject({ product_invoice_id: note.id, name: `${note.access_key}.xml` })
    const xml = (await read(list[0]!)).toString()
    const signature = checkSignature(xml)
    expect(signature.valid && signature.certificate instanceof X509Certificate && signature.certificate.subject).toContain(
      co.company.document_number,
    )
    expect(checkSignature(xml.replace('<vNF>59.00', '<vNF>58.00'))).toEqual({ valid: false, reason: 'altered' })
    const info = (parseXml(Buffer.from(xml)).nfeProc as { NFe: { infNFe: never } }).NFe.infNFe
    expect([
      textAt(info, 'ide', 'mod'),
      textAt(info, 'emit', 'CRT'),
      textAt(info, 'total', 'ICMSTot', 'vNF'),
      textAt(info, 'dest', 'enderDest', 'cMun'),
    ]).toEqual(['55', '1', '59.00', '3509502'])
    expect((await read(list[1]!)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('of a company outside the Simples shows ICMS, PIS, COFINS and the test taxes of 2026', async () => {
    const real = await issuingCompany(app, { tax_regime: 'LUCRO_REAL' })
    const note = await issueGoods({ invoice_products: [{ product_id: real.product, amount: 1, unit_price_cents: 10_000 }] }, real)
    const { list, read } = await files(productInvoices.attachments, note.id, real)
    const item = nodesAt((parseXml(await read(list[0]!)).nfeProc as { NFe: { infNFe: never } }).NFe.infNFe, 'det')[0]
    const tax = (...path: string[]) => textAt(item, 'imposto', ...path)
    expect([tax('ICMS', 'ICMS00', 'vICMS'), tax('PIS', 'PISAliq', 'vPIS'), tax('COFINS', 'COFINSAliq', 'vCOFINS')]).toEqual([
      '18.00',
      '1.35',
      '6.23',
    ])
    // 100,00 - 18,00 - 1,35 - 6,23
    expect([tax('IBSCBS', 'gIBSCBS', 'vBC'), tax('IBSCBS', 'gIBSCBS', 'gCBS', 'vCBS'), tax('IBSCBS', 'gIBSCBS', 'vIBS')]).toEqual([
      '74.42',
      '0.67',
      '0.07',
    ])
  })

  test('of an industry adds IPI, substitution, freight, insurance and expenses to its total, as the authority sums them', async () => {
    const real = await issuingCompany(app, { tax_regime: 'LUCRO_REAL' })
    const line = { product_id: real.product, amount: 1, unit_price_cents: 10_000, ipi_rate: 1000, icms_st: { mva_rate: 4000, rate: 1800 } }
    const invoice_order = { discount_amount_cents: 1_000, shipping_amount_cents: 700, insurance_amount_cents: 200, other_amount_cents: 100 }
    const borrower = {
      name: 'Distribuidora Campineira Ltda',
      document_number: cnpjNumber(60_002),
      state_tax_number: '795006316113',
      address: { street: 'Rua A', number: '1', neighborhood: 'Centro', city: 'Campinas', state: 'SP', postal_code: '13010-070' },
    }
    const note = await issueGoods({ contact_id: null, borrower, invoice_products: [line], invoice_order }, real)
    // 100,00 of goods: IPI 10,00, own ICMS 18,00; (110,00 × 1,40) × 18% = 27,72 less 18,00.
    expect(note).toMatchObject({
      status: 'ISSUED',
      amount_cents: 11_972,
      invoice_order: { ...invoice_order, ipi_amount_cents: 1_000, st_amount_cents: 972, total_amount_cents: 11_972 },
      invoice_products: [{ ipi_rate: 1000, ipi_amount_cents: 1_000, st_amount_cents: 972 }],
    })
    const { list, read } = await files(productInvoices.attachments, note.id, real)
    const info = (parseXml(await read(list[0]!)).nfeProc as { NFe: { infNFe: never } }).NFe.infNFe
    const total = (name: string) => textAt(info, 'total', 'ICMSTot', name)
    expect(['vProd', 'vDesc', 'vFrete', 'vSeg', 'vOutro', 'vBC', 'vBCST', 'vST', 'vIPI', 'vNF'].map(total)).toEqual([
      '100.00',
      '10.00',
      '7.00',
      '2.00',
      '1.00',
      '100.00',
      '154.00',
      '9.72',
      '10.00',
      '119.72',
    ])
    const tax = (...path: string[]) => textAt(nodesAt(info, 'det')[0], 'imposto', ...path)
    expect([tax('ICMS', 'ICMS10', 'vICMSST'), tax('IPI', 'IPITrib', 'vIPI'), tax('IBSCBS', 'gIBSCBS', 'vBC')]).toEqual([
      '9.72',
      '10.00',
      '74.42',
    ])
    const simples = await refusedField(productInvoices.create, {
      body: goodsBody(co, { invoice_products: [{ ...line, product_id: co.product }] }),
    })
    expect(simples).toMatchObject({ field: 'invoice_products.0.ipi_rate' })
  })

  test('to another state takes the other CFOP; in instalments it carries its due dates', async () => {
    const borrower = {
      name: 'Loja Carioca Ltda',
      document_number: cnpjNumber(60_001),
      address: { street: 'Rua A', number: '1', neighborhood: 'Centro', city: 'Rio de Janeiro', state: 'RJ', postal_code: '20010-000' },
    }
    const invoice_payment = {
      kind: 'INSTALLMENTS',
      amount_cents: [2500, 2500],
      payment_method: ['BOLETO'],
      due_dates: ['2026-04-10', '2026-05-10'],
    }
    const note = await issueGoods({ contact_id: null, borrower, invoice_payment })
    expect(note).toMatchObject({
      status: 'ISSUED',
      invoice_products: [{ cfop: '6102' }],
      invoice_payment: { kind: 'INSTALLMENTS', payment_method: ['BOLETO', 'BOLETO'], due_dates: ['2026-04-10', '2026-05-10'] },
    })
    const { list, read } = await files(productInvoices.attachments, note.id)
    expect((await read(list[0]!)).toString()).toContain('<dVenc>2026-05-10</dVenc>')
  })

  test('is refused by field', async () => {
    const create = (fields: Fields) => refusedField(productInvoices.create, { body: goodsBody(co, fields) })
    const item = (fields: Fields) => ({ invoice_products: [{ product_id: co.product, amount: 1, ...fields }] })
    const cases: [Fields, string][] = [
      [{ contact_id: co.person }, 'borrower'],
      [item({ product_id: co.service }), 'invoice_products.0.product_id'],
      [item({ amount: 0 }), 'invoice_products.0.amount'],
      [item({ amount: 0.00001 }), 'invoice_products.0.amount'],
      [item({ discount_amount_cents: 2501 }), 'invoice_products.0.discount_amount_cents'],
      [item({ subtotal_amount_cents: 2501 }), 'invoice_products.0.subtotal_amount_cents'],
      [{ invoice_order: { total_amount_cents: 1 } }, 'invoice_order.total_amount_cents'],
      [{ invoice_payment: pay(4999) }, 'invoice_payment.amount_cents'],
      [{ invoice_payment: { kind: 'INSTALLMENTS', amount_cents: [5000], payment_method: ['BOLETO'] } }, 'invoice_payment.due_dates'],
      [{ invoice_payment: { kind: 'CASH', amount_cents: [], payment_method: ['NONE'] } }, 'invoice_payment.payment_method'],
      [{ finality: 'DEVOLUTION' }, 'reference_id'],
      [{ invoice_order: { discount_amount_cents: 5100, shipping_amount_cents: 200 } }, 'invoice_order.discount_amount_cents'],
    ]
    for (const [fields, field] of cases) expect((await create(fields))?.field, JSON.stringify(fields)).toBe(field)
  })

  test('returned is a note of entry with the CFOP of a return, and no payment', async () => {
    const sale = await issueGoods()
    const back = await issueGoods({ finality: 'DEVOLUTION', reference_id: sale.id, contact_id: null })
    expect(back).toMatchObject({
      status: 'ISSUED',
      reference_id: sale.id,
      borrower: { name: 'Mercado Campineiro Ltda' },
      invoice_products: [{ cfop: '1202' }],
      invoice_payment: { amount_cents: [0], payment_method: ['NONE'] },
    })
    const { list, read } = await files(productInvoices.attachments, back.id)
    const xml = (await read(list[0]!)).toString()
    expect(xml).toContain(`<refNFe>${sale.access_key}</refNFe>`)
    expect(xml).toContain('<tpNF>0</tpNF>')
  })
})

describe('a consumer note', () => {
  test('goes to nobody in particular, or to a CPF, with a QR code', async () => {
    const note = await issueRetail()
    expect(note).toMatchObject({ kind: 'CONSUMER', status: 'ISSUED', number: 1, borrower: { name: 'Consumidor não identificado' } })
    expect(readAccessKey(note.access_key ?? '')?.model).toBe('65')
    const { list, read } = await files(productInvoices.attachments, note.id)
    expect((await read(list[0]!)).toString()).toContain(`qrcode?p=${note.access_key}|3|2</qrCode>`)
    expect((await issueRetail({ contact_id: co.person })).status).toBe('ISSUED')
    const listed = await owner().ok(customerInvoices.list, { query: { companyId: co.company.id } })
    expect(listed.map(each => each.number)).toEqual([2, 1])
  })

  test('to a CNPJ is refused', async () => {
    expect(await refusedField(customerInvoices.create, { body: goodsBody(co) })).toMatchObject({
      field: 'borrower',
      message: 'Para um comprador com CNPJ, emita NF-e (modelo 55) em vez de NFC-e.',
    })
  })
})

describe('the authority', () => {
  test('that denies a note has its number spent: the corrected one takes the next', async () => {
    const before = await issueGoods(costing(4))
    expect(before).toMatchObject({ status: 'REJECTED', reason_code: '302' })
    await owner().ok(productInvoices.update, { params: { id: before.id }, body: { ...costing(50), invoice_payment: pay() } })
    const after = await owner().ok(productInvoices.get, { params: { id: before.id } })
    expect([after.status, (after.number ?? 0) > (before.number ?? 0)]).toEqual(['ISSUED', true])
  })

  test('that does not answer is asked again later', async () => {
    const note = await issueGoods(costing(10))
    expect(note.status).toBe('PROCESSING')
    app.clock.advance(4000)
    expect((await owner().ok(productInvoices.get, { params: { id: note.id } })).status).toBe('PROCESSING')
    app.clock.advance(2000)
    await owner().ok(productInvoices.get, { params: { id: note.id } })
    expect((await owner().ok(productInvoices.get, { params: { id: note.id } })).status).toBe('ISSUED')
  })

  test('whose answer was lost is asked by key: the note is issued once', async () => {
    const note = await issueGoods(costing(11))
    expect(note.status).toBe('PROCESSING')
    app.clock.advance(6000)
    await owner().ok(productInvoices.get, { params: { id: note.id } })
    expect((await owner().ok(productInvoices.get, { params: { id: note.id } })).status).toBe('ISSUED')
    expect(await app.sql`select 1 as once from local_authority_notes where access_key = ${note.access_key}`).toEqual([{ once: 1 }])
  })

  test('late is issued all the same; the same key twice is 204; a changed note is 297', async () => {
    const note = await issueGoods(costing(20))
    expect(note.status).toBe('ISSUED')
    const { list, read } = await files(productInvoices.attachments, note.id)
    const xml = (await read(list[0]!)).toString()
    expect(xml).toContain('<cStat>150</cStat>')
    const signed = `<NFe${xml.split('<NFe')[1]?.split('</NFe>')[0]}</NFe>`
    const sending = { company_id: co.company.id, kind: 'PRODUCT' as const, key: note.access_key ?? '', xml: signed, tries: 0 }
    expect(await app.services.fiscal.send(sending)).toMatchObject({ outcome: 'REFUSED', code: '204' })
    expect(await app.services.fiscal.send({ ...sending, xml: signed.replace('999.20', '999.21') })).toMatchObject({ code: '297' })
    expect(await app.services.fiscal.find({ ...sending, key: note.access_key ?? '' })).toMatchObject({ outcome: 'DONE', code: '150' })
  })
})

describe('a cancel', () => {
  const cancelGoods = (id: string, reason?: string) => ({ params: { c: co.company.id, id }, query: reason === undefined ? {} : { reason } })

  test('is registered, tells its issuer, and keeps the justification', async () => {
    const note = await issueGoods()
    expect((await owner().ok(productInvoices.cancel, cancelGoods(note.id, 'Pedido lançado em duplicidade'))).status).toBe('CANCELLING')
    const after = await owner().ok(productInvoices.get, { params: { id: note.id } })
    expect(after).toMatchObject({ status: 'CANCELLED', reason: 'Pedido lançado em duplicidade' })
    expect(after.cancelled_at).not.toBeNull()
    expect((await owner().ok(notifications.list))[0]?.title).toBe(`NF-e ${note.number} cancelada`)
    expect((await owner().refused(productInvoices.cancel, cancelGoods(note.id))).id).toBe('conflict.invalid_transition')
  })

  test('needs fifteen characters of justification', async () => {
    const note = await issueGoods()
    expect((await owner().refused(productInvoices.cancel, cancelGoods(note.id, 'x'.repeat(14)))).id).toBe('validation.failed')
    expect((await owner().ok(productInvoices.cancel, cancelGoods(note.id, 'x'.repeat(15)))).status).toBe('CANCELLING')
  })

  test('ends with its window: 24 hours for goods, 30 minutes for retail, none for services', async () => {
    const goods = await issueGoods()
    const retail = await issueRetail()
    const service = await issueService()
    app.clock.advance(HOUR_MS / 2 + 1)
    const late = await owner().refused(customerInvoices.cancel, { params: { id: retail.id } })
    expect(late).toMatchObject({
      id: 'conflict.invalid_transition',
      message: 'O prazo de cancelamento da NFC-e é de 30 minutos e já passou.',
    })
    app.clock.advance(24 * HOUR_MS)
    expect((await owner().refused(productInvoices.cancel, cancelGoods(goods.id))).message).toContain('Emita uma nota de devolução')
    await owner().ok(serviceInvoices.cancel, { params: { id: service.id } })
    expect((await owner().ok(serviceInvoices.get, { params: { id: service.id } })).status).toBe('CANCELLED')
  })

  test('refused leaves the note issued, with the reason; unanswered is asked again', async () => {
    const refused = await issueGoods(costing(30))
    await owner().ok(productInvoices.cancel, cancelGoods(refused.id))
    expect(await owner().ok(productInvoices.get, { params: { id: refused.id } })).toMatchObject({ status: 'ISSUED', reason_code: '501' })
    const silent = await issueGoods(costing(31))
    await owner().ok(productInvoices.cancel, cancelGoods(silent.id))
    expect((await owner().ok(productInvoices.get, { params: { id: silent.id } })).status).toBe('CANCELLING')
    app.clock.advance(6000)
    await owner().ok(productInvoices.get, { params: { id: silent.id } })
    expect((await owner().ok(productInvoices.get, { params: { id: silent.id } })).status).toBe('CANCELLED')
  })
})

describe('issuing', () => {
  test('needs the kind switched on, the address and a certificate', async () => {
    const company = await app.aCompany(undefined, { state_registration: '110042490114' })
    const me = app.as(company.owner)
    const params = { c: company.id }
    const body = { amount_cents: 1000, municipal_service_code: '1.06', description: 'Aula', borrower: { name: 'Ana' } }
    expect((await me.refused(serviceInvoices.create, { params, body })).id).toBe('invoice.not_enabled')
    expect((await me.refused(invoiceSettings.activate, { params, body: { kinds: ['SERVICE'] } })).details?.[0]?.field).toBe(
      'address.street',
    )
    const wrongCity = { ...ISSUER_ADDRESS, state: 'RJ' }
    expect(
      (await me.refused(invoiceSettings.activate, { params, body: { kinds: ['SERVICE'], address: wrongCity } })).details?.[0]?.field,
    ).toBe('address.city_code')
    await me.ok(invoiceSettings.activate, { params, body: { kinds: ['SERVICE'], address: ISSUER_ADDRESS } })
    expect((await me.refused(serviceInvoices.create, { params, body })).id).toBe('certificate.required')
    expect(await app.sql`select 1 from invoices where company_id = ${company.id}`).toEqual([])
  })

  test('takes each number once, however many issue together, from the number given at the start', async () => {
    const other = await issuingCompany(app)
    await owner(other).ok(invoiceSettings.activate, {
      ...c(other),
      body: { rps: [{ kind: 'SERVICE', serie_number: '2', invoice_number: 40 }] },
    })
    const made = await Promise.all(
      Array.from({ length: 6 }, () => owner(other).ok(serviceInvoices.create, { ...c(other), body: serviceBody(other) })),
    )
    expect(made.map(note => note.rps_number).sort()).toEqual([41, 42, 43, 44, 45, 46])
    expect((await owner(other).ok(invoiceSettings.get, c(other))).rps).toContainEqual({
      kind: 'SERVICE',
      serie_number: '2',
      invoice_number: 46,
    })
    const back = { rps: [{ kind: 'SERVICE', serie_number: '2', invoice_number: 10 }] }
    expect((await owner(other).refused(invoiceSettings.activate, { ...c(other), body: back })).details?.[0]?.field).toBe('rps')
    const profile = await owner(other).ok(contract.companies.profile, c(other))
    expect(profile.invoice_connection_settings.rps).toContainEqual({ kind: 'SERVICE', serie_number: '2', invoice_number: 46 })
  })

  test('stops at the plan’s limit of the month, and starts again in the next', async () => {
    const other = await issuingCompany(app)
    const usage = async () => (await owner(other).ok(invoiceSettings.get, c(other))).usage
    const free = { limit: 100, reached: false, reference: null, renews_on: '2026-04-01' }
    expect(await usage()).toMatchObject({ ...free, issued: 0, more: { reference: 'ME_1', limit: 200 } })
    const first = await issueService({}, other)
    // As many more of the same, as the month would have brought them.
    await app.sql`insert into invoices (company_id, id, kind, source, status, amount_cents, serie, number, sent_at, party, content)
      select company_id, gen_random_uuid(), kind, source, status, amount_cents, serie, number + n, sent_at, party, content
      from invoices, generate_series(1, 99) n where company_id = ${other.company.id} and id = ${first.id}`
    await app.sql`update invoice_series set invoice_number = invoice_number + 99 where company_id = ${other.company.id} and kind = 'SERVICE'`
    const refused = await owner(other).refused(serviceInvoices.create, { ...c(other), body: serviceBody(other) })
    expect(refused).toMatchObject({ id: 'invoice.limit_reached', status: 409 })
    expect(await usage()).toMatchObject({ ...free, issued: 100, reached: true })
    const subscribed = (
      status: string,
    ) => app.sql`insert into subscriptions (company_id, id, reference, title, status, amount_cents, payment_method, next_payment_date)
      values (${other.company.id}, gen_random_uuid(), 'ME_2', 'ME Completo', ${status}, 14990, 'PIX', '2026-04-11')`
    await subscribed('CANCELLED')
    await subscribed('PENDING')
    expect(await usage()).toMatchObject({ limit: 100, reached: true, reference: null })
    for (const status of ['ACTIVE', 'OVERDUE']) {
      await app.sql`update subscriptions set status = ${status} where company_id = ${other.company.id} and status <> 'CANCELLED'`
      expect(await usage()).toMatchObject({
        issued: 100,
        limit: 500,
        reached: false,
        reference: 'ME_2',
        more: { reference: 'ME_3', limit: 2000 },
      })
    }
    await issueService({}, other)
    const now = app.clock.now()
    app.clock.set('2026-04-01T12:00:00Z')
    await issueService({}, other)
    app.clock.set(now)
  })

  test('is for who may transmit: an operator prepares, the owner sends', async () => {
    const operator = await app.aMember(co.company, 'OPERATOR')
    const made = await app.as(operator).ok(serviceInvoices.create, { ...c(), body: serviceBody(co) })
    expect(made).toMatchObject({ status: 'PROCESSING', waiting_transmission: true, number: null })
    expect((await app.as(operator).refused(serviceInvoices.transmit, { params: { id: made.id } })).id).toBe('permission.denied')
    expect((await app.as(operator).refused(serviceInvoices.cancel, { params: { id: made.id } })).id).toBe('permission.denied')
    expect(
      (await app.as(operator).ok(serviceInvoices.update, { params: { id: made.id }, body: { amount_cents: 7700 } })).waiting_transmission,
    ).toBe(true)
    await owner().ok(serviceInvoices.transmit, { params: { id: made.id } })
    expect(await owner().ok(serviceInvoices.get, { params: { id: made.id } })).toMatchObject({ status: 'ISSUED', amount_cents: 7700 })
    const reader = await app.aMember(co.company, 'READER')
    expect((await app.as(reader).refused(serviceInvoices.create, { ...c(), body: serviceBody(co) })).id).toBe('permission.denied')
    expect((await app.as(reader).refused(invoiceSettings.activate, { ...c(), body: {} })).id).toBe('permission.denied')
  })

  test('is not undone: the journal says what left the house', async () => {
    await issueService({ amount_cents: 123_456 })
    const listed = await owner().ok(contract.batches.list, c())
    const sent = listed.find(each => each.label === 'NFS-e de R$ 1.234,56 transmitida')
    expect(sent?.undoable).toBe(false)
    const batch = { params: { ...c().params, id: sent?.id ?? '' } }
    expect(await owner().refused(contract.batches.undo, batch)).toMatchObject({
      id: 'undo.blocked',
      message: 'Esta ação não pode ser desfeita.',
    })
    expect(listed.some(each => /^NFS-e \d+ emitida$/.test(each.label) && !each.undoable)).toBe(true)
  })

  test('keeps its documents: they are not deleted', async () => {
    const note = await issueGoods()
    const { list } = await files(productInvoices.attachments, note.id)
    const refused = await owner().refused(contract.attachments.delete, { params: { ...c().params, id: list[0]?.id ?? '' } })
    expect(refused).toMatchObject({ id: 'conflict.not_editable', message: 'Os documentos de uma nota fiscal são guardados por onze anos.' })
  })
})

describe('lists', () => {
  test('by kind, status and day; another company’s notes do not exist', async () => {
    const other = await issuingCompany(app)
    const goods = await issueGoods({}, other)
    await issueService({ amount_cents: 99_902 }, other)
    const query = { companyId: other.company.id }
    const list = (more: Fields) => owner(other).ok(productInvoices.list, { query: { ...query, ...more } })
    expect((await list({ status: 'ISSUED' })).map(note => note.id)).toEqual([goods.id])
    expect(await list({ status: 'REJECTED' })).toEqual([])
    expect(await list({ start_date: '2030-01-01' })).toEqual([])
    expect((await list({ end_date: '2030-01-01' })).length).toBe(1)
    const services = await owner(other).ok(serviceInvoices.list, { ...c(other), query: { status: 'REJECTED' } })
    expect(services.map(note => note.amount_cents)).toEqual([99_902])
    for (const row of [productInvoices.get, productInvoices.attachments]) {
      expect((await owner().refused(row, { params: { id: goods.id } })).status).toBe(404)
    }
    expect((await owner().refused(serviceInvoices.get, { params: { id: goods.id } })).status).toBe(404)
  })
})
