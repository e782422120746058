// What a company says of the notes it received: sent over mutual TLS to the national environment, answered, asked again, and never said twice.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { sefazAddress } from '#server/adapters/fiscal/sefaz-addresses.ts'
import type { Signer } from '#server/fiscal/sign.ts'
import { manifestingBy } from '#tests/kit/connected-notes.ts'
import { issuingCompany } from '#tests/kit/invoices.ts'
import { LoopbackAuthority, retEnvEvento, serverIdentity } from '#tests/kit/loopback-authority.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import { nfeKey, nfeProc, nfse, supplierSigner } from '#tests/kit/received-notes.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { batches, bills, certificates, fiscalDocuments, invoiceSettings, noteManifestations, notifications, productInvoices } = contract

const DAY_MS = 86_400_000
const WORDS = 'Mercadoria devolvida na entrega'
const identity = serverIdentity()
let app: TestServer
let authority: LoopbackAuthority
let supplier: Signer

beforeAll(async () => {
  app = await testServer({
    fiscal: manifestingBy(identity, () => authority.url),
  })
  authority = await LoopbackAuthority.open(identity, app.services.trust.testAuthority?.().root ?? '')
  supplier = supplierSigner(app)
})
afterAll(async () => {
  await app?.close()
  await authority?.close()
})
beforeEach(() => authority.forget())

let issued = 900
const later = async (ms: number) => {
  app.clock.advance(ms)
  await app.drain()
}

/** A company that captures, with one received note: whole and verified. */
async function receiving(xml?: (buyer: string, number: number) => string) {
  const { company } = await issuingCompany(app)
  const me = app.as(company.owner)
  const params = { c: company.id }
  const pfx = pfxOf(app, company, { valid_from: new Date('2020-01-01'), valid_to: new Date('2045-01-01') })
  await me.ok(certificates.create, { params, form: pfxForm(pfx) })
  await me.ok(invoiceSettings.activateCapture, { params, body: {} })
  issued += 1
  const number = issued
  const file = xml?.(company.document_number, number) ?? nfeProc(supplier, { buyer: company.document_number, number })
  const { id } = await me.ok(fiscalDocuments.capture, { params, form: { file: new Blob([file]) } })
  const at = { params: { ...params, id } }
  return {
    company,
    me,
    params,
    id,
    number,
    manifest: (kind: string, justification?: string) => me.ok(noteManifestations.create, { ...at, body: { kind, justification } }),
    refused: (kind: string, justification?: string) => me.refused(noteManifestations.create, { ...at, body: { kind, justification } }),
    note: async () => {
      const note = (await me.ok(fiscalDocuments.received, { params })).find(each => each.id === id)
      if (!note) throw new Error('the note is gone')
      return note
    },
  }
}

const said = async (r: Awaited<ReturnType<typeof receiving>>) => (await r.note()).manifestations.map(({ kind, status }) => [kind, status])

describe('a manifestation', () => {
  test('goes to the national environment signed by the company, is being sent, then registered, and its file is kept', async () => {
    const r = await receiving()
    expect((await r.manifest('ACKNOWLEDGED')).manifestations).toMatchObject([{ kind: 'ACKNOWLEDGED', status: 'PROCESSING' }])
    expect(authority.asked.map(({ service, client }) => [service, client])).toEqual([
      ['AN/NFeRecepcaoEvento4', `EMPRESA DE TESTE LTDA:${r.company.document_number}`],
    ])
    expect((await r.note()).manifestations).toMatchObject([
      { status: 'REGISTERED', protocol: '135260000000009', registered_at: '2026-03-11T15:00:01.000Z', reason: null, silence: null },
    ])
    const files = await r.me.ok(productInvoices.attachments, { params: { id: r.id } })
    expect(files.map(({ name }) => name)).toContain(`${nfeKey({ number: r.number })}-manifestacao-210210-1.xml`)
    expect(await r.me.ok(notifications.list)).toMatchObject([
      {
        title: expect.stringMatching(/^Ciência da operação da NF-e \d+ de Fornecedora & Filhos Ltda registrada$/),
        body: 'Protocolo 135260000000009.',
      },
    ])
  })

  test.each(['CONFIRMED', 'UNRECOGNISED'])('%s says no more than its kind', async kind => {
    const r = await receiving()
    await r.manifest(kind)
    expect(await said(r)).toEqual([[kind, 'REGISTERED']])
    expect((await r.refused(kind, WORDS)).id).toBe('validation.failed')
  })

  test('of a deal that was not done says why, in 15 to 255 characters', async () => {
    const r = await receiving()
    expect((await r.refused('UNFULFILLED')).id).toBe('validation.failed')
    expect((await r.refused('UNFULFILLED', 'curta')).details?.[0]?.message).toContain('15 a 255')
    await r.manifest('UNFULFILLED', WORDS)
    expect((await r.note()).manifestations).toMatchObject([{ kind: 'UNFULFILLED', status: 'REGISTERED', justification: WORDS }])
    expect(authority.asked[0]?.body).toContain(`<descEvento>Operacao nao Realizada</descEvento><xJust>${WORDS}</xJust>`)
  })

  test('that the authority refuses says so in its words, and may be tried again', async () => {
    const r = await receiving()
    authority.next(
      'AN/NFeRecepcaoEvento4',
      retEnvEvento(nfeKey({ number: r.number }), '596', 'Rejeição: Evento apresentado fora do prazo', '210200'),
    )
    await r.manifest('CONFIRMED')
    expect((await r.note()).manifestations).toMatchObject([
      { status: 'REJECTED', reason: 'Rejeição: Evento apresentado fora do prazo', reason_code: '596', protocol: null },
    ])
    expect(await r.me.ok(notifications.list)).toMatchObject([{ body: '596: Rejeição: Evento apresentado fora do prazo' }])
    await r.manifest('CONFIRMED')
    expect(await said(r)).toEqual([
      ['CONFIRMED', 'REJECTED'],
      ['CONFIRMED', 'REGISTERED'],
    ])
  })

  test('without an answer is asked again until there is one; said before, it stands', async () => {
    const r = await receiving()
    // The authority took it, and the answer was lost.
    authority.next('AN/NFeRecepcaoEvento4', response => void response.socket?.destroy())
    await r.manifest('CONFIRMED')
    expect((await r.note()).manifestations).toMatchObject([{ status: 'PROCESSING', silence: expect.stringContaining('autoridade') }])
    expect((await r.refused('UNRECOGNISED')).message).toContain('espera a resposta')
    authority.next('AN/NFeRecepcaoEvento4', retEnvEvento(nfeKey({ number: r.number }), '573', 'Rejeição: Duplicidade de evento', '210200'))
    await later(10_000)
    expect((await r.note()).manifestations).toMatchObject([{ status: 'REGISTERED', protocol: null, registered_at: expect.any(String) }])
    expect(await r.me.ok(notifications.list)).toMatchObject([{ body: '573: Rejeição: Duplicidade de evento' }])
    expect(authority.asked).toHaveLength(2)
    await later(DAY_MS / 24)
    expect(authority.asked).toHaveLength(2)
  })

  test('answered about another note is not believed', async () => {
    const r = await receiving()
    authority.next('AN/NFeRecepcaoEvento4', retEnvEvento(nfeKey({ number: 1 }), '135', 'Evento registrado', '210200'))
    await r.manifest('CONFIRMED')
    expect(await said(r)).toEqual([['CONFIRMED', 'PROCESSING']])
    await later(10_000)
    expect(await said(r)).toEqual([['CONFIRMED', 'REGISTERED']])
  })

  test('needs a certificate, and is no batch that can be undone', async () => {
    const r = await receiving()
    const { headers } = await app.call(r.company.owner, noteManifestations.create, {
      params: { ...r.params, id: r.id },
      body: { kind: 'CONFIRMED' },
    })
    expect(headers['x-batch-id']).toBeUndefined()
    const [last] = await r.me.ok(batches.list, { params: r.params })
    expect(last).toMatchObject({ label: expect.stringContaining('registrada') })
    expect((await r.me.refused(batches.undo, { params: { ...r.params, id: last?.id ?? '' } })).id).toBe('undo.blocked')
    await app.sql`update certificates set deleted_at = now() where company_id = ${r.company.id}`
    expect((await r.refused('UNRECOGNISED')).id).toBe('certificate.required')
    expect(await said(r)).toEqual([['CONFIRMED', 'REGISTERED']])
  })
})

describe('the rules', () => {
  test('ciência once and before any conclusion; a conclusion changes, and each stands twice at most', async () => {
    const r = await receiving()
    await r.manifest('ACKNOWLEDGED')
    expect((await r.refused('ACKNOWLEDGED')).message).toBe('Já tem manifestação.')
    await r.manifest('CONFIRMED')
    expect((await r.refused('CONFIRMED')).message).toBe('Esta manifestação já está registrada.')
    expect((await r.refused('ACKNOWLEDGED')).id).toBe('conflict.invalid_transition')
    await r.manifest('UNRECOGNISED')
    await r.manifest('CONFIRMED')
    expect(authority.manifested.size).toBe(4)
    await r.manifest('UNFULFILLED', WORDS)
    expect((await r.refused('CONFIRMED')).message).toBe('A SEFAZ aceita cada manifestação 2 vezes.')
  })

  test('no conclusion past its 180 days, none of a note that is no more or of a service', async () => {
    const late = await receiving()
    await app.sql`update invoices set issued_at = ${new Date(app.clock.now() - 188 * DAY_MS)} where id = ${late.id}`
    expect((await late.refused('CONFIRMED')).message).toContain('180 dias')
    await app.sql`update invoices set issued_at = ${new Date(app.clock.now() - 186 * DAY_MS)} where id = ${late.id}`
    await late.manifest('CONFIRMED')
    const gone = await receiving()
    await app.sql`update invoices set status = 'CANCELLED', fate = 'CANCELLED' where id = ${gone.id}`
    expect((await gone.refused('CONFIRMED')).message).toBe('A nota não vale mais.')
    const service = await receiving((buyer, number) => nfse(supplier, { buyer, number }))
    expect((await service.refused('CONFIRMED')).message).toContain('Só a NF-e')
    const foreign = { params: { ...late.params, id: gone.id }, body: { kind: 'CONFIRMED' } }
    expect((await late.me.refused(noteManifestations.create, foreign)).status).toBe(404)
  })

  test('a note that the company disowns makes no bill; owned again, it does', async () => {
    const r = await receiving()
    await r.manifest('UNRECOGNISED')
    const book = { params: { ...r.params, nfId: r.id }, body: {} }
    expect((await r.me.refused(bills.createFromInvoice, book)).message).toContain('não reconhece')
    await r.manifest('CONFIRMED')
    expect(await r.me.ok(bills.createFromInvoice, book)).toMatchObject({ amount_cents: 15_000 })
  })
})

test('the national environment has one address in each environment, whatever the state', () => {
  const at = (environment: 'TEST' | 'PRODUCTION') =>
    sefazAddress('NFeRecepcaoEvento4', { kind: 'PRODUCT', uf: '35', environment, national: true })
  expect([at('TEST'), at('PRODUCTION')]).toEqual([
    'https://hom1.nfe.fazenda.gov.br/NFeRecepcaoEvento4/NFeRecepcaoEvento4.asmx',
    'https://www.nfe.fazenda.gov.br/NFeRecepcaoEvento4/NFeRecepcaoEvento4.asmx',
  ])
})
