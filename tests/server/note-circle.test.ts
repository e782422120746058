// The whole circle of a received note where nothing is configured: a summary, what the company says of it, the note itself, its bill.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Signer } from '#server/fiscal/sign.ts'
import { issuingCompany } from '#tests/kit/invoices.ts'
import { nfeKey, nfeProc, supplierSigner } from '#tests/kit/received-notes.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const {
  bills,
  certificates,
  fiscalDocuments,
  invoiceCorrections,
  invoiceSettings,
  noteManifestations,
  noteReading,
  productInvoices,
  serviceInvoices,
} = contract

const HOUR_MS = 3_600_000
let app: TestServer
let supplier: Signer

beforeAll(async () => {
  app = await testServer()
  supplier = supplierSigner(app)
})
afterAll(() => app?.close())
// The tests share a clock: a company of one would ask in the hours of the next.
beforeEach(async () => {
  await app.sql`update note_readings set enabled = false`
  await app.sql`update service_readings set enabled = false`
})

let issued = 0

async function buying() {
  const { company } = await issuingCompany(app)
  const me = app.as(company.owner)
  const params = { c: company.id }
  await me.ok(invoiceSettings.activateCapture, { params, body: {} })
  return {
    company,
    me,
    params,
    /** A note that somebody issued to it at the local authority. */
    async sold({ buyer = company.document_number, cancelled = false } = {}) {
      app.clock.advance(1000)
      issued += 1
      const at = new Date(app.clock.now())
      const key = nfeKey({ number: issued })
      await app.sql`insert into local_authority_notes (company_id, access_key, kind, code, protocol, document_xml, authorised_at, cancelled_at)
        values (${company.id}, ${key}, 'PRODUCT', '100', ${`local-${issued}`}, ${nfeProc(supplier, { buyer, number: issued })}, ${at},
          ${cancelled ? new Date(app.clock.now() + 1) : null})`
      return key
    },
    reads: (body: object) => me.ok(noteReading.update, { params, body }),
    notes: () => me.ok(fiscalDocuments.received, { params }),
    manifest: (id: string, kind: string, more: object = {}) =>
      me.ok(noteManifestations.create, { params: { ...params, id }, body: { kind, ...more } }),
    later: async () => {
      await app.pass(HOUR_MS + 61_000)
      // What those readings asked for.
      await app.drain()
    },
  }
}

const SUMMARY = { doubts: ['summary_only'] }

describe('the circle', () => {
  test('a summary is acknowledged, the whole note comes, and becomes a bill', async () => {
    const b = await buying()
    const key = await b.sold()
    await b.sold({ buyer: '11222333000181' })
    await b.reads({ enabled: true })
    const [summary] = await b.notes()
    expect(await b.notes()).toMatchObject([{ access_key: key, check: SUMMARY, lines: [], manifestations: [] }])
    await b.later()
    expect(await b.notes()).toMatchObject([{ check: SUMMARY }])
    await b.manifest(summary?.id ?? '', 'ACKNOWLEDGED')
    await b.later()
    const [whole] = await b.notes()
    expect(whole).toMatchObject({ id: summary?.id, lines: [{ name: 'Papel A4' }], check: { state: 'VERIFIED' } })
    expect(whole?.manifestations).toMatchObject([{ kind: 'ACKNOWLEDGED', status: 'REGISTERED' }])
    const bill = await b.me.ok(bills.createFromInvoice, { params: { ...b.params, nfId: whole?.id ?? '' }, body: {} })
    expect(bill).toMatchObject({ amount_cents: 15_000, due_date: '2026-04-10' })
  })

  test('a note that its receiver disowns stays a summary, and one that was cancelled says so', async () => {
    const b = await buying()
    await b.sold({ cancelled: true })
    const disowned = await b.sold()
    await b.reads({ enabled: true })
    const found = (await b.notes()).find(({ access_key }) => access_key === disowned)
    expect((await b.notes()).map(({ status }) => status).sort()).toEqual(['CANCELLED', 'ISSUED'])
    await b.manifest(found?.id ?? '', 'UNRECOGNISED')
    await b.later()
    expect((await b.notes()).find(({ id }) => id === found?.id)).toMatchObject({ check: SUMMARY })
  })

  test('the local authority refuses, keeps silent, and knows what stood before', async () => {
    const b = await buying()
    await b.sold()
    await b.reads({ enabled: true })
    const [{ id = '' } = {}] = await b.notes()
    const said = async () =>
      (await b.notes()).flatMap(({ manifestations }) => manifestations.map(({ status, reason_code }) => [status, reason_code]))
    await b.manifest(id, 'UNFULFILLED', { justification: 'Para recusar esta operação' })
    expect(await said()).toEqual([['REJECTED', '596']])
    await b.manifest(id, 'UNFULFILLED', { justification: 'Nota sem resposta do fornecedor' })
    expect((await b.notes())[0]?.manifestations.at(-1)).toMatchObject({
      status: 'PROCESSING',
      silence: 'Serviço paralisado momentaneamente',
    })
    app.clock.advance(10_000)
    await app.drain()
    expect((await said()).at(-1)).toEqual(['REGISTERED', null])
  })

  test('what a company of this installation issues and corrects reaches the company that bought it', async () => {
    const seller = await issuingCompany(app)
    const b = await buying()
    const them = app.as(seller.company.owner)
    const borrower = {
      name: 'Empresa Compradora',
      document_number: b.company.document_number,
      address: { street: 'Rua B', number: '2', neighborhood: 'Centro', city: 'Campinas', state: 'SP', postal_code: '13010-070' },
    }
    const body = { company_id: seller.company.id, borrower, invoice_products: [{ product_id: seller.product, amount: 4 }] }
    const { id } = await them.ok(productInvoices.create, {
      body: { ...body, invoice_payment: { kind: 'CASH', amount_cents: [], payment_method: ['PIX'] } },
    })
    app.clock.advance(1000)
    await them.ok(invoiceCorrections.create, { params: { id }, body: { text: 'O volume correto é de 3 caixas' } })
    await b.reads({ enabled: true })
    expect(await b.notes()).toMatchObject([
      { check: SUMMARY, letters: [{ sequence: 1, text: 'O volume correto é de 3 caixas', verified: true }] },
    ])
  })
})

describe('services', () => {
  test('that a company of this installation issues reach the company that bought them, and so does their cancel', async () => {
    const seller = await issuingCompany(app)
    const b = await buying()
    const them = app.as(seller.company.owner)
    const body = {
      amount_cents: 100_000,
      service_id: seller.service,
      withheld: ['irrf'],
      borrower: {
        name: 'Empresa Compradora',
        document_number: b.company.document_number,
        address: { street: 'Rua B', number: '2', neighborhood: 'Centro', city: 'Campinas', state: 'SP', postal_code: '13010-070' },
      },
    }
    const { id } = await them.ok(serviceInvoices.create, { params: { c: seller.company.id }, body })
    const sold = await them.ok(serviceInvoices.get, { params: { id } })
    await b.reads({ source: 'NFSE', enabled: true })
    await b.later()
    const [note] = await b.notes()
    expect(note).toMatchObject({
      kind: 'SERVICE',
      access_key: sold.access_key,
      amount_cents: 100_000,
      withheld_cents: 1500,
      issuer: { document_number: seller.company.document_number },
      check: { state: 'VERIFIED', origin: 'NFSE' },
    })
    const bill = await b.me.ok(bills.createFromInvoice, { params: { ...b.params, nfId: note?.id ?? '' }, body: {} })
    expect(bill).toMatchObject({ amount_cents: 100_000 })
    await them.ok(serviceInvoices.cancel, { params: { id }, query: { reason: 'Serviço não prestado ao cliente' } })
    await b.later()
    expect(await b.notes()).toMatchObject([{ id: note?.id, status: 'CANCELLED', fate: 'CANCELLED' }])
    // The seller reads its own note, and leaves it.
    const own = { params: { c: seller.company.id }, body: {} }
    await them.ok(invoiceSettings.activateCapture, own)
    await them.ok(noteReading.update, { ...own, body: { source: 'NFSE', enabled: true } })
    await b.later()
    expect(await them.ok(noteReading.get, { ...own, query: { source: 'NFSE' } })).toMatchObject({ kept_count: 2, taken_count: 0 })
    expect(await them.ok(fiscalDocuments.received, own)).toEqual([])
  })
})

describe('ciência by itself', () => {
  test('is off until it is switched on, then said of every summary that comes, and of none that came before', async () => {
    const b = await buying()
    await b.sold()
    expect(await b.reads({ enabled: true })).toMatchObject({ enabled: true, acknowledges: false })
    await b.later()
    expect(await b.reads({ enabled: true, acknowledges: true })).toMatchObject({ acknowledges: true })
    await b.sold()
    await b.later()
    const kinds = async () => (await b.notes()).map(({ manifestations }) => manifestations.map(({ kind, status }) => `${kind} ${status}`))
    expect(await kinds()).toEqual([['ACKNOWLEDGED REGISTERED'], []])
    await b.later()
    expect((await b.notes()).map(({ check }) => check?.state)).toEqual(['VERIFIED', 'UNVERIFIED'])
    expect(await b.reads({ enabled: true, acknowledges: false })).toMatchObject({ enabled: true, acknowledges: false })
    await b.sold()
    await b.later()
    expect((await kinds()).filter(each => each.length === 0)).toHaveLength(2)
  })

  test('waits for a certificate that is missing, and says it once that is there', async () => {
    const b = await buying()
    await b.reads({ enabled: true, acknowledges: true })
    await app.sql`update certificates set valid_to = ${new Date(app.clock.now())} where company_id = ${b.company.id}`
    await b.sold()
    await b.later()
    expect(await b.notes()).toMatchObject([{ manifestations: [] }])
    await app.sql`update certificates set valid_to = '2030-01-01' where company_id = ${b.company.id}`
    await b.later()
    expect(await b.notes()).toMatchObject([{ manifestations: [{ kind: 'ACKNOWLEDGED', status: 'REGISTERED' }] }])
    expect(await b.me.ok(certificates.get, { params: b.params })).not.toBeNull()
  })
})
