// Service notes that come by themselves: read from the national environment over mutual TLS, taken as notes, and never those of the company itself.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildNfseKey } from '#domain/fiscal/access-key.ts'
import { mutualTls } from '#server/adapters/fiscal/mutual-tls.ts'
import { nfseDistribution } from '#server/adapters/fiscal/nfse-distribution.ts'
import { presenting } from '#server/areas/fiscal/certificates/vault.ts'
import { readNotes, resumeReading } from '#server/areas/fiscal/note-reading/read.ts'
import type { Signer } from '#server/fiscal/sign.ts'
import { AdnServer, lot, NOTHING, rejected } from '#tests/kit/adn-server.ts'
import { servicesBy } from '#tests/kit/connected-notes.ts'
import { nsuOf } from '#tests/kit/distribution-server.ts'
import { issuingCompany } from '#tests/kit/invoices.ts'
import { serverIdentity } from '#tests/kit/loopback-authority.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import { CITY, nfeProc, nfse, nfseEvent, nfseKey, nfseXml, supplierSigner } from '#tests/kit/received-notes.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { bills, certificates, fiscalDocuments, invoiceSettings, noteReading, serviceInvoices } = contract

const HOUR_MS = 3_600_000
const SOURCE = { source: 'NFSE' as const }
const identity = serverIdentity()
let app: TestServer
let adn: AdnServer
/** Signs as the supplier, which the national environment may let do so. */
let supplier: Signer

beforeAll(async () => {
  app = await testServer({ distribution: servicesBy(identity, () => adn.url) })
  adn = await AdnServer.open(identity, app.services.trust.testAuthority?.().root ?? '', app.clock.now)
  supplier = supplierSigner(app)
})
afterAll(async () => {
  expect(adn?.complaints).toEqual([])
  await app?.close()
  await adn?.close()
})
// The tests share a clock: a company of one would ask in the hours of the next.
beforeEach(async () => {
  await app.sql`update service_readings set enabled = false`
  adn.forget()
})

/** A company that captures notes, its certificate valid today and on the test's day, and the calls of its owner. */
async function buying() {
  const { company, service, customer } = await issuingCompany(app)
  const me = app.as(company.owner)
  const params = { c: company.id }
  const pfx = pfxOf(app, company, { valid_from: new Date('2020-01-01'), valid_to: new Date('2045-01-01') })
  await me.ok(certificates.create, { params, form: pfxForm(pfx) })
  await me.ok(invoiceSettings.activateCapture, { params, body: {} })
  return {
    company,
    service,
    customer,
    me,
    params,
    buyer: company.document_number,
    switchTo: (enabled: boolean) => me.ok(noteReading.update, { params, body: { ...SOURCE, enabled } }),
    state: () => me.ok(noteReading.get, { params, query: SOURCE }),
    notes: () => me.ok(fiscalDocuments.received, { params }),
    documents: () =>
      app.sql<{ nsu: string; schema: string; outcome: string; reason: string | null }>`
        select nsu, schema, outcome, reason from distributed_services where company_id = ${company.id} order by nsu`,
    later: async (ms: number) => {
      app.clock.advance(ms)
      await app.drain()
    },
  }
}

/** A note to the company, in the list under its number. */
const sold = (nsu: number, buyer: string, number = nsu) => adn.put(nsu, 'NFSE', nfseKey(number), nfse(supplier, { buyer, number }))

describe('the switch', () => {
  test('is one of its own: goods stay off, and each has its own counter', async () => {
    const b = await buying()
    sold(7, b.buyer)
    expect(await b.switchTo(true)).toMatchObject({ source: 'NFSE', enabled: true, acknowledges: false })
    expect(await b.me.ok(noteReading.get, { params: b.params })).toMatchObject({ source: 'NFE', enabled: false, last_nsu: nsuOf(0) })
    await b.later(1000)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(7), answer: 'Nada novo.', taken_count: 1 })
    await b.switchTo(false)
    adn.asked.length = 0
    await b.later(5 * HOUR_MS)
    expect(adn.asked).toEqual([])
    await b.switchTo(true)
    expect(adn.asked.map(({ after }) => after)).toEqual([7])
  })

  test('needs capture and a certificate, and no address; a ciência of services is refused beside its field', async () => {
    const company = await app.aCompany()
    const [me, params] = [app.as(company.owner), { c: company.id }]
    const on = { params, body: { ...SOURCE, enabled: true } }
    expect((await me.refused(noteReading.update, on)).id).toBe('note_search.not_ready')
    const b = await buying()
    await app.sql`update invoice_settings set address = null where company_id = ${b.company.id}`
    expect((await b.me.refused(noteReading.update, { params: b.params, body: { enabled: true } })).id).toBe('note_search.not_ready')
    await b.switchTo(true)
    expect(adn.asked).toEqual([{ after: 0, which: b.buyer, client: `EMPRESA DE TESTE LTDA:${b.buyer}`, at: app.clock.now() }])
    const refused = await b.me.refused(noteReading.update, { params: b.params, body: { ...SOURCE, enabled: true, acknowledges: true } })
    expect(refused.details).toMatchObject([{ field: 'acknowledges' }])
  })

  test('a process that starts goes on reading, whatever became of the job', async () => {
    const b = await buying()
    await b.switchTo(true)
    await app.sql`delete from pgboss.job where name = 'notes.services'`
    adn.asked.length = 0
    await resumeReading(app.services)
    await b.later(2 * HOUR_MS)
    expect(adn.asked).toHaveLength(1)
  })
})

describe('a lot', () => {
  test('brings notes that the environment answers for, and each becomes a bill', async () => {
    const b = await buying()
    sold(11, b.buyer, 1)
    adn.put(12, 'NFSE', nfseKey(2), nfse(supplier, { buyer: b.buyer, number: 2 }).replace('em informática', 'em tudo'))
    adn.put(13, 'NFSE', nfseKey(3), nfseXml({ buyer: b.buyer, number: 3 }))
    await b.switchTo(true)
    const notes = await b.notes()
    expect(notes.map(({ number, check }) => [number, check])).toEqual(
      expect.arrayContaining(
        ['authority_unknown', 'signature_altered', 'signature_absent'].map((doubt, at) => [
          at + 1,
          expect.objectContaining({ state: 'VERIFIED', doubts: [doubt], origin: 'NFSE' }),
        ]),
      ),
    )
    const note = notes.find(({ number }) => number === 1)
    expect(note).toMatchObject({ kind: 'SERVICE', access_key: nfseKey(1), amount_cents: 100_000, withheld_cents: 1500 })
    const bill = await b.me.ok(bills.createFromInvoice, { params: { ...b.params, nfId: note?.id ?? '' }, body: {} })
    expect(bill).toMatchObject({ amount_cents: 100_000, competence_date: '2026-03-01' })
  })

  test('of fifty is followed by the next from its greatest number, a second later, until there is none; then the hour is quiet', async () => {
    const b = await buying()
    for (let at = 1; at <= 60; at += 1) adn.put(at, 'CNC', '1', '<CNC/>')
    await b.switchTo(true)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(50), answer: '50 documentos recebidos.' })
    await b.later(1000)
    await b.later(1000)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(60), answer: 'Nada novo.', kept_count: 60, refused_count: 0, taken_count: 0 })
    expect(adn.asked.map(({ after }) => after)).toEqual([0, 50, 60])
    expect((adn.asked[1]?.at ?? 0) - (adn.asked[0]?.at ?? 0)).toBe(1000)
    await b.later(HOUR_MS - 2000)
    expect(adn.asked).toHaveLength(3)
    expect((await b.me.refused(noteReading.read, { params: b.params, body: SOURCE })).message).toContain('O ambiente nacional da NFS-e só')
    await b.later(62_000)
    expect(adn.asked.map(({ after }) => after)).toEqual([0, 50, 60, 60])
  })

  test('with a cut, an empty, an oversized and unknown documents keeps each with its reason, and takes the others', async () => {
    const b = await buying()
    const whole = gzipSync(nfse(supplier, { buyer: b.buyer, number: 31 }))
    const key = nfseKey(31)
    adn.putZipped({ nsu: 1, kind: 'NFSE', key, zipped: whole.subarray(0, 200).toString('base64') })
    adn.putZipped({ nsu: 2, kind: 'NFSE', key, zipped: gzipSync(Buffer.alloc(50 * 1024 ** 2, 32)).toString('base64') })
    adn.putZipped({ nsu: 3, kind: 'NFSE', key, zipped: '' })
    for (const [at, kind] of ['DPS', 'PEDIDO_REGISTRO_EVENTO', 'CNC', 'COISA_NOVA', 'com espaço'].entries())
      adn.put(4 + at, kind, key, '<coisa>nova</coisa>')
    adn.put(9, 'NFSE', key, '<coisa>nova</coisa>')
    adn.put(10, 'NFSE', key, nfeProc(supplier, { buyer: b.buyer, number: 5 }))
    adn.put(11, 'EVENTO', key, 'não sou XML')
    adn.putZipped({ nsu: 12, kind: 'NFSE', key, zipped: whole.toString('base64') })
    await b.switchTo(true)
    const [cut, large, empty, ...others] = await b.documents()
    for (const each of [cut, large, empty]) expect(each).toMatchObject({ outcome: 'REFUSED', reason: expect.stringContaining('2 MB') })
    expect(others.map(({ schema, outcome }) => `${schema} ${outcome}`)).toEqual([
      'DPS KEPT',
      'PEDIDO_REGISTRO_EVENTO KEPT',
      'CNC KEPT',
      'COISA_NOVA KEPT',
      '? KEPT',
      'NFSE REFUSED',
      'NFSE REFUSED',
      'EVENTO KEPT',
      'NFSE TAKEN',
    ])
    expect(others[6]?.reason).toContain('outro tipo de nota')
    expect((await b.notes()).map(({ number }) => number)).toEqual([31])
    expect(await b.state()).toMatchObject({ taken_count: 1, kept_count: 6, refused_count: 5 })
  })

  test('larger than is opened at once is taken in parts, and nothing of it is lost', async () => {
    const b = await buying()
    const filled = gzipSync(Buffer.alloc(2 * 1024 ** 2 - 10, 32)).toString('base64')
    for (let at = 1; at <= 20; at += 1) adn.putZipped({ nsu: at, kind: 'CNC', key: '1', zipped: filled })
    await b.switchTo(true)
    expect((await b.documents()).length).toBeLessThan(20)
    await b.later(1000)
    expect(await b.documents()).toHaveLength(20)
    expect(adn.asked[1]?.after).toBeLessThan(20)
  })
})

describe('what became of a note', () => {
  test('is told by its event, before or after it comes', async () => {
    const b = await buying()
    sold(1, b.buyer)
    adn.put(2, 'EVENTO', nfseKey(1), nfseEvent(supplier, nfseKey(1)))
    adn.put(3, 'EVENTO', nfseKey(4), nfseEvent(supplier, nfseKey(4), nfseKey(5)))
    sold(4, b.buyer)
    sold(5, b.buyer)
    await b.switchTo(true)
    const ends = (await b.notes()).map(({ number, status, fate, replaced_by }) => [number, status, fate, replaced_by])
    expect(ends).toEqual(
      expect.arrayContaining([
        [1, 'CANCELLED', 'CANCELLED', null],
        [4, 'CANCELLED', 'SUBSTITUTED', nfseKey(5)],
        [5, 'ISSUED', null, null],
      ]),
    )
    expect(await b.state()).toMatchObject({ taken_count: 5, kept_count: 0 })
  })

  test('of a note that became a bill is told beside it, and a note that was sent by hand is not there twice', async () => {
    const b = await buying()
    const byHand = nfse(supplier, { buyer: b.buyer, number: 8 })
    await b.me.ok(fiscalDocuments.capture, { params: b.params, form: { file: new Blob([byHand]) } })
    expect(await b.notes()).toMatchObject([{ check: { state: 'UNVERIFIED', origin: null } }])
    sold(8, b.buyer)
    await b.switchTo(true)
    const [{ id = '' } = {}] = await b.notes()
    expect(await b.notes()).toMatchObject([{ number: 8, check: { state: 'VERIFIED', origin: 'NFSE' } }])
    await b.me.ok(bills.createFromInvoice, { params: { ...b.params, nfId: id }, body: {} })
    adn.put(9, 'EVENTO', nfseKey(8), nfseEvent(supplier, nfseKey(8)))
    sold(10, b.buyer, 8)
    await b.later(HOUR_MS + 61_000)
    expect(await b.notes()).toMatchObject([{ id, status: 'CANCELLED', entries: [{ kind: 'BILL' }] }])
    expect((await b.documents()).at(-1)).toMatchObject({ outcome: 'KEPT', reason: expect.stringContaining('já foi recebida') })
  })
})

describe('notes of the company itself', () => {
  const ownKey = (document: string, number: number) =>
    buildNfseKey({ city: CITY, environment: '2', document, number, year_month: '2603', code: '123456789' })

  test('and their events are left as they are, and those issued here are known by their key', async () => {
    const b = await buying()
    const body = { amount_cents: 50_000, service_id: b.service, contact_id: b.customer }
    const { id } = await b.me.ok(serviceInvoices.create, { params: b.params, body })
    const here = (await b.me.ok(serviceInvoices.get, { params: { id } })).access_key ?? ''
    const elsewhere = ownKey(b.buyer, 2)
    const xmlOf = (key: string) => nfseXml({ buyer: null }).replaceAll(nfseKey(), key)
    adn.put(1, 'NFSE', here, xmlOf(here))
    adn.put(2, 'NFSE', elsewhere, xmlOf(elsewhere))
    adn.put(3, 'EVENTO', elsewhere, nfseEvent(supplier, elsewhere))
    // The list does not always say the key.
    adn.put(4, 'NFSE', '', xmlOf(elsewhere))
    adn.put(5, 'EVENTO', '', nfseEvent(supplier, elsewhere))
    await b.switchTo(true)
    expect(await b.notes()).toEqual([])
    expect((await b.documents()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['KEPT', 'A NFS-e 1 foi emitida pela própria empresa e já está aqui.'],
      ['KEPT', 'A NFS-e 2 foi emitida pela própria empresa, por outro sistema.'],
      ['KEPT', 'A NFS-e 2 foi emitida pela própria empresa, por outro sistema.'],
      ['KEPT', 'A NFS-e 2 foi emitida pela própria empresa, por outro sistema.'],
      ['KEPT', 'A NFS-e 2 foi emitida pela própria empresa, por outro sistema.'],
    ])
    const waiting = await app.sql`select 1 from received_events where company_id = ${b.company.id}`
    expect(waiting).toHaveLength(0)
  })
})

describe('an answer', () => {
  test.each([
    ['silence', 'silence' as const, 'Sem resposta'],
    ['none in time', 'sleep' as const, 'demorou demais'],
    ['too many questions', { status: 429, body: '{}' }, 'HTTP 429'],
    ['a failing server', { status: 503, body: NOTHING.body }, 'HTTP 503'],
    ['garbage', { status: 200, body: '<html>' }, 'não se entende'],
    ['JSON of something else', { status: 200, body: '{"StatusProcessamento":"OUTRO"}' }, 'não se entende'],
    ['documents found, and none there', { status: 200, body: lot([]) }, 'não se entende'],
    ['a document without a number', { status: 200, body: lot([{ nsu: 0, kind: 'CNC', key: '1', zipped: '' }]) }, 'não se entende'],
    [
      'a number as text',
      { status: 200, body: lot([{ nsu: 1, kind: 'CNC', key: '1', zipped: '' }]).replace('"NSU":1', '"NSU":"x1"') },
      'não',
    ],
  ])('of %s moves nothing and is told; the next question is an hour later', async (_what, planned, words) => {
    const b = await buying()
    adn.planned.push(planned)
    await b.switchTo(true)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(0), answer: expect.stringMatching(/^Sem resposta/) })
    expect((await b.state()).answer).toContain(words)
    await b.later(HOUR_MS)
    expect(adn.asked).toHaveLength(1)
    await b.later(61_000)
    expect(adn.asked).toHaveLength(2)
  })

  test.each([
    ['404 without its JSON', { status: 404, body: '' }, 'não há consulta neste endereço'],
    ['404 with other JSON', { status: 404, body: '{"title":"Not Found"}' }, 'não há consulta neste endereço'],
    ['403', { status: 403, body: '<html>403.7</html>' }, 'o certificado da empresa não foi aceito'],
    ['a rejection', rejected('E2214', 'CNPJ de consulta\u0000 de outra raiz'), 'E2214: CNPJ de consulta  de outra raiz'],
    ['a rejection without words', { status: 200, body: '{"StatusProcessamento":"REJEICAO"}' }, 'sem motivo informado'],
  ])('of %s is a refusal, told in words', async (_what, planned, words) => {
    const b = await buying()
    adn.planned.push(planned)
    await b.switchTo(true)
    expect((await b.state()).answer).toContain(`O ambiente nacional da NFS-e recusou a consulta: ${words}`)
    await b.later(HOUR_MS + 61_000)
    expect(adn.asked).toHaveLength(2)
  })

  test('with names and kinds that are not known is read for what is known', async () => {
    const b = await buying()
    sold(3, b.buyer)
    adn.planned.push({
      status: 200,
      body: lot([{ nsu: 2, kind: 'CNC', key: '1', zipped: gzipSync('<a/>').toString('base64') }])
        .replace('{"StatusProcessamento"', '{"Novo":{"a":[1]},"StatusProcessamento"')
        .replace('"NSU":2', '"NSU":"2"'),
    })
    await b.switchTo(true)
    await b.later(1000)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(3), kept_count: 1, taken_count: 1 })
  })

  test('whose numbers go backwards is kept and not followed', async () => {
    const b = await buying()
    adn.put(20, 'CNC', '1', '<a/>')
    await b.switchTo(true)
    await b.later(1000)
    adn.planned.push({ status: 200, body: lot([{ nsu: 3, kind: 'CNC', key: '1', zipped: gzipSync('<a/>').toString('base64') }]) })
    await b.later(HOUR_MS + 61_000)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(20), kept_count: 2 })
    const { length } = adn.asked
    await b.later(60_000)
    expect(adn.asked).toHaveLength(length)
  })
})

describe('the certificate', () => {
  test('that the server does not accept, and a server that is not believed, are no answer', async () => {
    const b = await buying()
    const asked = { company_id: b.company.id, document_number: b.buyer, after: nsuOf(0) }
    const present = presenting({ db: app.services.jobsDb, secret: app.services.secret, now: app.clock.now })
    const stranger = await AdnServer.open(identity, identity.certificate, app.clock.now)
    for (const [url, extraRoots] of [
      [stranger.url, [identity.certificate]],
      [adn.url, []],
    ] as const) {
      const call = mutualTls({ present, extraRoots, timeoutMs: 1500 })
      const answer = await nfseDistribution({ call, environment: 'TEST', adn: url }).nfse(asked)
      expect(answer).toMatchObject({ outcome: 'UNKNOWN', text: expect.stringContaining('Não foi possível falar') })
    }
    expect([...stranger.asked, ...stranger.complaints, ...adn.asked]).toEqual([])
    await stranger.close()
  })

  test('that is missing or over asks nothing, and says so', async () => {
    const b = await buying()
    await b.switchTo(true)
    await app.sql`update certificates set valid_to = '2020-01-01' where company_id = ${b.company.id}`
    const { length } = adn.asked
    await b.later(HOUR_MS + 61_000)
    expect(adn.asked).toHaveLength(length)
    expect(await b.state()).toMatchObject({ answer: expect.stringContaining('Venceu em'), next_at: null })
  })
})

test('of readers at once one asks', async () => {
  const b = await buying()
  await b.switchTo(true)
  app.clock.advance(HOUR_MS + 61_000)
  await Promise.all([1, 2, 3].map(() => readNotes(app.services, { company_id: b.company.id, ...SOURCE })))
  expect(adn.asked).toHaveLength(2)
})
