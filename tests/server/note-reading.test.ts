// Notes that come by themselves: read from the distribution over mutual TLS, kept with the counter, taken as notes, and never asked too early.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { presenting } from '#server/areas/fiscal/certificates/vault.ts'
import { readNotes, resumeReading } from '#server/areas/fiscal/note-reading/read.ts'
import type { Signer } from '#server/fiscal/sign.ts'
import { makeCertificate } from '#tests/kit/certificates.ts'
import { distributionBy } from '#tests/kit/connected-notes.ts'
import { DistributionServer, nsuOf, retDistDFeInt } from '#tests/kit/distribution-server.ts'
import { issuingCompany } from '#tests/kit/invoices.ts'
import { ISSUER_ADDRESS } from '#tests/kit/issuer-address.ts'
import { serverIdentity } from '#tests/kit/loopback-authority.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import {
  nfeCancel,
  nfeKey,
  nfeLetter,
  nfeManifestation,
  nfeProc,
  resManifestation,
  resNFe,
  SUPPLIER,
  supplierSigner,
} from '#tests/kit/received-notes.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { batches, bills, certificates, fiscalDocuments, invoiceSettings, noteReading, productInvoices } = contract

const HOUR_MS = 3_600_000
const identity = serverIdentity()
let app: TestServer
let authority: DistributionServer
let supplier: Signer

beforeAll(async () => {
  app = await testServer({
    distribution: distributionBy(identity, () => authority.url),
  })
  authority = await DistributionServer.open(identity, app.services.trust.testAuthority?.().root ?? '', app.clock.now)
  supplier = supplierSigner(app)
})
afterAll(async () => {
  expect(authority?.complaints).toEqual([])
  await app?.close()
  await authority?.close()
})
// The tests share a clock: a company of one would ask in the hours of the next.
beforeEach(async () => {
  await app.sql`update note_readings set enabled = false`
  authority.forget()
})

/** A company that captures notes, its certificate valid today and on the test's day, and the calls of its owner. */
async function buying() {
  const { company } = await issuingCompany(app)
  const me = app.as(company.owner)
  const params = { c: company.id }
  const pfx = pfxOf(app, company, { valid_from: new Date('2020-01-01'), valid_to: new Date('2045-01-01') })
  await me.ok(certificates.create, { params, form: pfxForm(pfx) })
  await me.ok(invoiceSettings.activateCapture, { params, body: {} })
  return {
    company,
    me,
    params,
    buyer: company.document_number,
    switchTo: (enabled: boolean) => me.ok(noteReading.update, { params, body: { enabled } }),
    state: () => me.ok(noteReading.get, { params }),
    notes: () => me.ok(fiscalDocuments.received, { params }),
    documents: () =>
      app.sql<{ nsu: string; outcome: string; reason: string | null }>`
        select nsu, outcome, reason from distributed_documents where company_id = ${company.id} order by nsu`,
    later: async (ms: number) => {
      app.clock.advance(ms)
      await app.drain()
    },
  }
}

describe('the switch', () => {
  test('nothing is asked before it is on; on, it needs capture, an address and a certificate', async () => {
    const company = await app.aCompany()
    const refused = await app.as(company.owner).refused(noteReading.update, { params: { c: company.id }, body: { enabled: true } })
    expect(refused.id).toBe('note_search.not_ready')
    const owner = app.as(company.owner)
    const params = { c: company.id }
    await owner.ok(invoiceSettings.activateCapture, { params, body: {} })
    const message = 'Informe o endereço da empresa: a SEFAZ é consultada pelo estado dela.'
    expect((await owner.refused(noteReading.update, { params, body: { enabled: true } })).message).toBe(message)
    // Who only buys gives the address alone: nothing is issued from then on.
    const settings = await owner.ok(invoiceSettings.activate, { params, body: { address: ISSUER_ADDRESS } })
    expect(settings.active).toEqual([])
    expect((await owner.ok(batches.list, { params }))[0]?.label).toBe('Endereço da empresa informado')
    expect((await owner.refused(noteReading.update, { params, body: { enabled: true } })).id).toBe('certificate.required')
    const b = await buying()
    await b.later(3 * HOUR_MS)
    expect(authority.asked).toEqual([])
    expect(await b.state()).toMatchObject({ enabled: false, last_nsu: nsuOf(0), next_at: null })
    expect((await b.me.refused(noteReading.read, { params: b.params, body: {} })).id).toBe('note_search.not_ready')
  })

  test('off, it asks no more, and on again it goes on from where it was', async () => {
    const b = await buying()
    authority.put(7, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number: 701 }))
    await b.switchTo(true)
    await b.switchTo(false)
    authority.asked.length = 0
    await b.later(5 * HOUR_MS)
    expect(authority.asked).toEqual([])
    await b.switchTo(true)
    expect(authority.asked.map(each => each.after)).toEqual([nsuOf(7)])
  })
})

describe('a process that starts', () => {
  test('goes on reading for whoever reads, whatever became of the job', async () => {
    const b = await buying()
    await b.switchTo(true)
    await app.sql`delete from pgboss.job where name = 'notes.read'`
    authority.asked.length = 0
    await resumeReading(app.services)
    await b.later(2 * HOUR_MS)
    expect(authority.asked).toHaveLength(1)
  })
})

describe('a lot', () => {
  test('is kept with its number at once, and its notes are verified by where they came from', async () => {
    const b = await buying()
    const altered = nfeProc(supplier, { buyer: b.buyer, number: 2 }).replace('Papel A4', 'Papel A5')
    authority.put(11, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number: 1 }))
    authority.put(12, 'procNFe_v4.00.xsd', altered)
    await b.switchTo(true)
    expect(authority.asked).toEqual([{ after: nsuOf(0), client: `EMPRESA DE TESTE LTDA:${b.buyer}` }])
    expect(await b.state()).toMatchObject({ enabled: true, last_nsu: nsuOf(12), answer: '2 documentos recebidos.', taken_count: 2 })
    const notes = await b.notes()
    expect(notes.map(({ number, check }) => [number, check?.state, check?.doubts])).toEqual(
      expect.arrayContaining([
        [1, 'VERIFIED', []],
        [2, 'VERIFIED', ['signature_altered']],
      ]),
    )
    const nfId = notes.find(({ number }) => number === 1)?.id ?? ''
    expect(await b.me.ok(bills.createFromInvoice, { params: { ...b.params, nfId }, body: {} })).toMatchObject({ amount_cents: 15_000 })
  })

  test('of more than fifty goes on by itself, two seconds apart, and is then quiet for the hour', async () => {
    const b = await buying()
    for (let at = 1; at <= 60; at += 1) authority.put(at, 'resEvento_v1.01.xsd', `<resEvento xmlns="x"><chNFe>1</chNFe></resEvento>`)
    await b.switchTo(true)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(50) })
    await b.later(2000)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(60), kept_count: 60, refused_count: 0, taken_count: 0 })
    expect(authority.asked.map(each => each.after)).toEqual([nsuOf(0), nsuOf(50)])
    await b.later(HOUR_MS - 1000)
    expect(authority.asked).toHaveLength(2)
    await b.later(62_000)
    expect(authority.asked).toHaveLength(3)
    expect(await b.state()).toMatchObject({ answer: 'Nada novo.' })
  })

  test('with a cut, an oversized and an unknown document keeps each with its reason, and takes the others', async () => {
    const b = await buying()
    const whole = gzipSync(nfeProc(supplier, { buyer: b.buyer, number: 31 }))
    authority.putZipped({ nsu: 1, schema: 'procNFe_v4.00.xsd', zipped: whole.subarray(0, 200).toString('base64') })
    authority.putZipped({ nsu: 2, schema: 'procNFe_v4.00.xsd', zipped: gzipSync(Buffer.alloc(50 * 1024 ** 2, 32)).toString('base64') })
    authority.put(3, 'outro_v9.99.xsd', '<coisa>nova</coisa>')
    authority.putZipped({ nsu: 4, schema: 'procNFe_v4.00.xsd', zipped: whole.toString('base64') })
    await b.switchTo(true)
    expect(await b.documents()).toMatchObject([
      { outcome: 'REFUSED', reason: expect.stringContaining('2 MB') },
      { outcome: 'REFUSED', reason: expect.stringContaining('2 MB') },
      { outcome: 'KEPT', reason: expect.stringContaining('não é uma nota') },
      { outcome: 'TAKEN', reason: null },
    ])
    expect((await b.notes()).map(({ number }) => number)).toEqual([31])
  })
})

describe('a summary', () => {
  test('stands in the list and makes no bill; the whole note takes its place', async () => {
    const b = await buying()
    authority.put(1, 'resNFe_v1.01.xsd', resNFe(41))
    await b.switchTo(true)
    const [summary] = await b.notes()
    expect(summary).toMatchObject({ number: 41, amount_cents: 15_000, lines: [], check: { state: 'UNVERIFIED', doubts: ['summary_only'] } })
    const nfId = summary?.id ?? ''
    expect((await b.me.refused(bills.createFromInvoice, { params: { ...b.params, nfId }, body: {} })).id).toBe(
      'conflict.invalid_transition',
    )
    authority.put(2, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number: 41 }))
    await b.later(HOUR_MS + 61_000)
    const notes = await b.notes()
    expect(notes).toMatchObject([{ id: nfId, lines: [{ name: 'Papel A4' }], check: { state: 'VERIFIED', doubts: [] } }])
  })

  test('that was accepted is decided again once the whole note came and was not verified', async () => {
    const b = await buying()
    authority.put(1, 'resNFe_v1.01.xsd', resNFe(42))
    await b.switchTo(true)
    const [summary] = await b.notes()
    const nfId = summary?.id ?? ''
    await b.me.ok(fiscalDocuments.decide, { params: { ...b.params, id: nfId }, body: { decision: 'ACCEPTED' } })
    const whole = nfeProc(supplier, { buyer: b.buyer, number: 42 }).replace('Papel A4', 'Papel A5')
    await b.me.ok(fiscalDocuments.capture, { params: b.params, form: { file: new Blob([whole]) } })
    expect(await b.notes()).toMatchObject([{ id: nfId, decision: null, check: { state: 'UNVERIFIED', doubts: ['signature_altered'] } }])
    expect((await b.me.refused(bills.createFromInvoice, { params: { ...b.params, nfId }, body: {} })).id).toBe(
      'conflict.invalid_transition',
    )
  })

  test('that says the note was cancelled ends it, and so does its event', async () => {
    const b = await buying()
    authority.put(1, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number: 51 }))
    authority.put(2, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number: 52 }))
    authority.put(3, 'resNFe_v1.01.xsd', resNFe(51, '150.00', '3'))
    authority.put(4, 'procEventoNFe_v1.00.xsd', nfeCancel(supplier, nfeKey({ number: 52 })))
    await b.switchTo(true)
    expect((await b.notes()).map(({ status, fate }) => [status, fate])).toEqual([
      ['CANCELLED', 'CANCELLED'],
      ['CANCELLED', 'CANCELLED'],
    ])
  })
})

describe('an event in the file of a note', () => {
  const forger = makeCertificate({ name: `X:${SUPPLIER}`, cnpj: SUPPLIER })

  test('that the list brings is vouched for as one of its own, and a refused one still says nothing', async () => {
    const b = await buying()
    const file = (number: number, status: string) =>
      nfeProc(supplier, { buyer: b.buyer, number, beside: nfeCancel(forger, nfeKey({ number }), { status }) })
    authority.put(1, 'procNFe_v4.00.xsd', file(53, '135'))
    authority.put(2, 'procNFe_v4.00.xsd', file(54, '501'))
    await b.switchTo(true)
    const notes = await b.notes()
    expect(notes.map(({ number, status, check }) => [number, status, check?.doubts]).sort()).toEqual([
      [53, 'CANCELLED', []],
      [54, 'ISSUED', []],
    ])
  })
})

describe('a correction letter', () => {
  test('is kept with its note, whichever comes first, and the last says all that is corrected', async () => {
    const b = await buying()
    const key = nfeKey({ number: 61 })
    authority.put(1, 'procEventoNFe_v1.00.xsd', nfeLetter(supplier, key, { text: 'O CFOP do item 1 é 5405' }))
    authority.put(2, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number: 61 }))
    authority.put(3, 'procEventoNFe_v1.00.xsd', nfeLetter(supplier, key, { sequence: 2, text: 'O CFOP é 5405 e o volume é 3' }))
    await b.switchTo(true)
    expect(await b.state()).toMatchObject({ taken_count: 3, kept_count: 0 })
    const [{ id = '', letters } = {}] = await b.notes()
    expect(letters).toMatchObject([
      {
        sequence: 1,
        text: 'O CFOP do item 1 é 5405',
        registered_at: '2026-03-11T14:00:05.000Z',
        protocol: '135260000000003',
        verified: true,
      },
      { sequence: 2, text: 'O CFOP é 5405 e o volume é 3', verified: true },
    ])
    const files = await b.me.ok(productInvoices.attachments, { params: { id } })
    expect(files.map(({ name }) => name).sort()).toEqual([`${key}-carta-correcao-01.xml`, `${key}-carta-correcao-02.xml`, `${key}.xml`])
  })

  test('sent by hand is told once, is doubted where it was changed, and gives way to the one that was not', async () => {
    const b = await buying()
    const key = nfeKey({ number: 62 })
    const send = (xml: string) => b.me.ok(fiscalDocuments.capture, { params: b.params, form: { file: new Blob([xml]) } })
    expect(await send(nfeLetter(supplier, key, { tampered: 'O valor é 1,00' }))).toMatchObject({ what: 'LETTER', note: null })
    await send(nfeProc(supplier, { buyer: b.buyer, number: 62 }))
    expect(await b.notes()).toMatchObject([{ letters: [{ text: 'O valor é 1,00', verified: false }] }])
    const told = await send(nfeLetter(supplier, key))
    expect(told).toMatchObject({
      what: 'LETTER',
      note: { letters: [{ sequence: 1, text: 'O CFOP correto do item 1 é 5405', verified: true }] },
    })
    const again = { params: b.params, form: { file: new Blob([nfeLetter(supplier, key)]) } }
    expect((await b.me.refused(fiscalDocuments.capture, again)).message).toBe('Esta carta de correção já foi recebida.')
  })
})

describe('what another system of the company said', () => {
  test('of a note is shown with it, once, and a note that it disowns makes no bill', async () => {
    const b = await buying()
    const [seventy, two] = [nfeKey({ number: 70 }), nfeKey({ number: 72 })]
    for (const [nsu, number] of [
      [1, 70],
      [2, 72],
    ] as const)
      authority.put(nsu, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number }))
    authority.put(3, 'procEventoNFe_v1.00.xsd', nfeManifestation(b.buyer, seventy))
    authority.put(4, 'procEventoNFe_v1.00.xsd', nfeManifestation(b.buyer, seventy, { type: '210240' }))
    authority.put(5, 'procEventoNFe_v1.00.xsd', nfeManifestation(b.buyer, seventy))
    authority.put(6, 'resEvento_v1.01.xsd', resManifestation(b.buyer, two))
    await b.switchTo(true)
    expect(await b.state()).toMatchObject({ taken_count: 5, kept_count: 1 })
    const notes = await b.notes()
    const [disowned, known] = [70, 72].map(number => notes.find(each => each.number === number))
    const registered = { status: 'REGISTERED', elsewhere: true, registered_at: '2026-03-11T14:31:00.000Z' }
    expect(disowned?.manifestations).toMatchObject([
      { kind: 'ACKNOWLEDGED', ...registered, protocol: '891260000000001' },
      { kind: 'UNFULFILLED', ...registered, justification: 'Mercadoria devolvida na entrega' },
    ])
    expect(known?.manifestations).toMatchObject([{ kind: 'ACKNOWLEDGED', ...registered, protocol: '891260000000002' }])
    const book = { params: { ...b.params, nfId: disowned?.id ?? '' }, body: {} }
    expect((await b.me.refused(bills.createFromInvoice, book)).message).toContain('não reconhece esta nota')
  })

  test.each([
    ['of another company', (key: string) => nfeManifestation('99888777000100', key), 'outra empresa'],
    ['of a note that is not here', (_: string, b: string) => nfeManifestation(b, nfeKey({ number: 999 })), 'não está aqui'],
    ['that was not registered', (key: string, b: string) => nfeManifestation(b, key, { status: '573' }), 'não está registrada'],
    ['with no number it may have', (key: string, b: string) => nfeManifestation(b, key, { sequence: 3 }), 'que número'],
    [
      'with a key that is none',
      (key: string, b: string) =>
        nfeManifestation(
          b,
          key.replace(/.$/, d => String((Number(d) + 1) % 10)),
        ),
      'inválida',
    ],
  ])('%s is kept without effect', async (_what, xml, words) => {
    const b = await buying()
    authority.put(1, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number: 75 }))
    authority.put(2, 'procEventoNFe_v1.00.xsd', xml(nfeKey({ number: 75 }), b.buyer))
    await b.switchTo(true)
    expect((await b.documents())[1]).toMatchObject({ outcome: 'KEPT', reason: expect.stringContaining(words) })
    expect(await b.notes()).toMatchObject([{ manifestations: [] }])
  })
})

describe('the hour', () => {
  test('after nothing new nobody asks again, not by hand and not after a restart: the authority would block', async () => {
    const b = await buying()
    await b.switchTo(true)
    expect(await b.state()).toMatchObject({ answer: 'Nada novo.' })
    await b.later(50 * 60_000)
    const refused = await b.me.refused(noteReading.read, { params: b.params, body: {} })
    expect(refused).toMatchObject({ id: 'conflict.invalid_transition', message: expect.stringContaining('bloqueia por mais uma hora') })
    await readNotes(app.services, { company_id: b.company.id, source: 'NFE' })
    expect(authority.asked).toHaveLength(1)
    await b.later(11 * 60_000)
    expect(authority.asked).toHaveLength(2)
  })

  test('a block is waited out once, and the number that the answer gives is taken up', async () => {
    const b = await buying()
    authority.planned.push({ status: 200, body: retDistDFeInt('656', 'Rejeicao: Consumo Indevido', nsuOf(90), nsuOf(0)) })
    await b.switchTo(true)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(90), answer: expect.stringContaining('uma hora sem consultas') })
    await b.later(59 * 60_000)
    expect(authority.asked).toHaveLength(1)
    await b.later(2 * 60_000)
    expect(authority.asked.map(each => each.after)).toEqual([nsuOf(0), nsuOf(90)])
  })

  test.each([
    ['silence', 'silence' as const],
    ['a failing server', { status: 503, body: '<html>fora do ar</html>' }],
    ['garbage', { status: 200, body: 'não sou XML' }],
    ['an answer cut short', { status: 200, body: retDistDFeInt('138', 'x', nsuOf(9), nsuOf(9)).slice(0, -60) }],
    ['documents found, and none there', { status: 200, body: retDistDFeInt('138', 'x', nsuOf(9), nsuOf(9)) }],
  ])('%s moves nothing and is told; the next try is an hour later', async (_what, planned) => {
    const b = await buying()
    authority.planned.push(planned)
    await b.switchTo(true)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(0), answer: expect.stringContaining('Sem resposta') })
    await b.later(HOUR_MS + 61_000)
    expect(authority.asked).toHaveLength(2)
  })

  test.each([
    [
      'an expired certificate',
      (id: string) => app.sql`update certificates set valid_to = '2020-01-01' where company_id = ${id}`,
      'Venceu em',
    ],
    ['no certificate', (id: string) => app.sql`update certificates set deleted_at = now() where company_id = ${id}`, 'Envie o certificado'],
    [
      'one sealed under another key',
      (id: string) => app.sql`update certificate_keys set sealed = sealed || 'x'::bytea where company_id = ${id}`,
      'envie-o de novo',
    ],
    ['no address', (id: string) => app.sql`update invoice_settings set address = null where company_id = ${id}`, 'Complete'],
  ])('%s asks nothing, says so, takes what waits, and begins no hour of the authority', async (_what, spoil, words) => {
    const b = await buying()
    await b.switchTo(true)
    await b.later(HOUR_MS + 61_000)
    const { length } = authority.asked
    await spoil(b.company.id)
    await b.later(HOUR_MS + 61_000)
    expect(authority.asked).toHaveLength(length)
    expect(await b.state()).toMatchObject({ answer: expect.stringContaining(words), next_at: null })
    await b.me.ok(noteReading.read, { params: b.params, body: {} })
  })

  test('a number that goes backwards is not followed', async () => {
    const b = await buying()
    authority.put(20, 'outro_v1.00.xsd', '<a/>')
    await b.switchTo(true)
    authority.planned.push({ status: 200, body: retDistDFeInt('137', 'Nenhum documento localizado', nsuOf(3), nsuOf(3)) })
    await b.later(HOUR_MS + 61_000)
    expect(await b.state()).toMatchObject({ last_nsu: nsuOf(20) })
  })
})

test('a certificate sealed under another key of the server presents nobody', async () => {
  const b = await buying()
  await app.sql`update certificate_keys set sealed = sealed || 'x'::bytea where company_id = ${b.company.id}`
  const { jobsDb: db, secret } = app.services
  await expect(presenting({ db, secret, now: app.clock.now })(b.company.id, [])).rejects.toMatchObject({ id: 'certificate.lost' })
})

test('of two readers at once one asks', async () => {
  const b = await buying()
  await b.switchTo(true)
  app.clock.advance(HOUR_MS + 61_000)
  await Promise.all([1, 2, 3].map(() => readNotes(app.services, { company_id: b.company.id, source: 'NFE' })))
  expect(authority.asked).toHaveLength(2)
})
