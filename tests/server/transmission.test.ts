// The real transmitters against authorities on this machine: mutual TLS with the company's own certificate, SOAP of NF-e, JSON of the national NFS-e.
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { readNfseKey } from '#domain/fiscal/access-key.ts'
import type { OutgoingCancel, OutgoingCorrection, OutgoingNote, OutgoingVoid } from '#server/adapters/fiscal/authority.ts'
import { connectedAuthority } from '#server/adapters/fiscal/connected.ts'
import { sefaz } from '#server/adapters/fiscal/sefaz.ts'
import { type SefazService, sefazAddress } from '#server/adapters/fiscal/sefaz-addresses.ts'
import { presenting, withSigner } from '#server/areas/fiscal/certificates/vault.ts'
import { BadEnvironment, readEnvironment } from '#server/env.ts'
import { buildNfeCorrection } from '#server/fiscal/events.ts'
import { readReceived } from '#server/fiscal/received/read.ts'
import { signXml } from '#server/fiscal/sign.ts'
import { buildNumberVoid } from '#server/fiscal/voids.ts'
import { openOutside } from '#server/outside.ts'
import { cnpjNumber } from '#tests/kit/documents.ts'
import { type IssuingCompany, issuingCompany } from '#tests/kit/invoices.ts'
import {
  type Answering,
  LoopbackAuthority,
  protNFe,
  retConsReciNFe,
  retConsSitNFe,
  retEnvEvento,
  retEnviNFe,
  retInutNFe,
  serverIdentity,
  soap,
} from '#tests/kit/loopback-authority.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { customerInvoices, invoiceSettings, productInvoices, serviceInvoices } = contract

const TIMEOUT_MS = 3000
const identity = serverIdentity()
const addresses = { sefin: '', adn: '' }
let app: TestServer
let authority: LoopbackAuthority
let co: IssuingCompany

const authorityWith = (extraRoots: string[], from: { db: TestServer['services']['jobsDb']; secret: Uint8Array; now(): number }) =>
  connectedAuthority({
    present: presenting(from),
    environment: 'TEST',
    extraRoots,
    contact: { cnpj: cnpjNumber(70_001), name: 'Equipe Razão', email: 'fiscal@exemplo.com.br', phone: '1133334444' },
    timeoutMs: TIMEOUT_MS,
    receiptWaitMs: 1,
    addressOf: service => `${authority.url}/${service}`,
    addresses,
  })

/** A company whose certificate is valid today and on the test's day alike: the connections are of today. */
async function company(): Promise<IssuingCompany> {
  const made = await issuingCompany(app)
  const pfx = pfxOf(app, made.company, { valid_from: new Date('2020-01-01'), valid_to: new Date('2045-01-01') })
  await app.as(made.company.owner).ok(contract.certificates.create, { params: { c: made.company.id }, form: pfxForm(pfx) })
  return made
}

beforeAll(async () => {
  app = await testServer({ fiscal: from => authorityWith([identity.certificate], from) })
  authority = await LoopbackAuthority.open(identity, app.services.trust.testAuthority?.().root ?? '')
  addresses.sefin = addresses.adn = authority.url
  co = await company()
})
afterAll(async () => {
  await app?.close()
  await authority?.close()
})
beforeEach(() => authority.forget())

const fiscal = () => app.services.fiscal
const owner = (of = co) => app.as(of.company.owner)
const silent: Answering = response => void response.socket?.destroy()

const goodsBody = (of: IssuingCompany) => ({
  company_id: of.company.id,
  contact_id: of.customer,
  invoice_products: [{ product_id: of.product, amount: 2 }],
  invoice_payment: { kind: 'CASH', amount_cents: [], payment_method: ['PIX'] },
})
const serviceBody = (of: IssuingCompany) => ({ contact_id: of.customer, service_id: of.service, amount_cents: 100_000 })

const createGoods = (of = co, row: Endpoint = productInvoices.create, body: object = {}) =>
  owner(of).ok(row, { body: { ...goodsBody(of), ...body } }) as Promise<{ id: string }>
const createService = (of = co) => owner(of).ok(serviceInvoices.create, { params: { c: of.company.id }, body: serviceBody(of) })
const goods = (id: string, of = co) => owner(of).ok(productInvoices.get, { params: { id } })
const service = (id: string, of = co) => owner(of).ok(serviceInvoices.get, { params: { id } })

/** What the product hands to its transmitter: made by a call while nobody answers, read from where it waits. */
async function outgoing(kind: OutgoingNote['kind'] = 'PRODUCT', of = co): Promise<OutgoingNote> {
  authority.mute = true
  const { id } = kind === 'SERVICE' ? await createService(of) : await createGoods(of)
  const [row] = await app.sql<{ key: string; xml: string }>`select key, xml from invoice_outbox where invoice_id = ${id}`
  authority.forget()
  return { company_id: of.company.id, kind, key: row?.key ?? '', xml: row?.xml ?? '', tries: 0 }
}

const digestOf = (note: OutgoingNote) => /<DigestValue>([^<]+)/.exec(note.xml)?.[1] ?? ''

describe('a note sent to a state', () => {
  let note: OutgoingNote
  beforeAll(async () => {
    note = await outgoing()
  })

  test('is authorised: the document is the note itself with the protocol, as anybody reads it', async () => {
    const done = await fiscal().send(note)
    expect(done).toMatchObject({ outcome: 'DONE', code: '100', protocol: '135260000000001', at: Date.parse('2026-03-11T15:00:01Z') })
    const document = done.outcome === 'DONE' ? done.document : ''
    expect(document).toContain(note.xml)
    const trust = { anchors: app.services.trust.anchors(), hasRoots: false, allowsTest: true }
    expect(readReceived(Buffer.from(document), trust)).toMatchObject({
      note: { access_key: note.key, protocol: '135260000000001' },
      evidence: { state: 'VERIFIED' },
    })
    expect(authority.asked[0]?.client).toBe(`EMPRESA DE TESTE LTDA:${co.company.document_number}`)
    expect(note.xml).toContain('<tpAmb>2</tpAmb>')
    expect(note.xml).toContain('<xContato>Equipe Razão</xContato><email>fiscal@exemplo.com.br</email><fone>1133334444</fone></infRespTec>')
  })

  test.each<[string, () => string, object]>([
    [
      'rejected as a lot',
      () => retEnviNFe('225', 'Rejeição: Falha no Schema XML da NFe'),
      { outcome: 'REFUSED', code: '225', text: 'Rejeição: Falha no Schema XML da NFe' },
    ],
    [
      'rejected',
      () => retEnviNFe('104', 'Lote processado', protNFe(note.key, '', '209', 'Rejeição: IE do emitente inválida')),
      { outcome: 'REFUSED', code: '209', text: 'Rejeição: IE do emitente inválida' },
    ],
    [
      'denied',
      () => retEnviNFe('104', 'Lote processado', protNFe(note.key, '', '302', 'Uso denegado')),
      { outcome: 'REFUSED', code: '302' },
    ],
    [
      'late',
      () => retEnviNFe('104', 'Lote processado', protNFe(note.key, digestOf(note), '150', 'Autorizado fora de prazo')),
      { outcome: 'DONE', code: '150' },
    ],
    [
      'paused',
      () => retEnviNFe('108', 'Serviço Paralisado Momentaneamente'),
      { outcome: 'UNKNOWN', text: 'Serviço Paralisado Momentaneamente' },
    ],
    ['paused without end', () => retEnviNFe('109', 'Serviço Paralisado sem Previsão'), { outcome: 'UNKNOWN' }],
    ['asked too often', () => retEnviNFe('656', 'Rejeição: Consumo Indevido'), { outcome: 'UNKNOWN' }],
    ['failing inside', () => retEnviNFe('999', 'Rejeição: Erro não catalogado'), { outcome: 'UNKNOWN' }],
    ['processed without a protocol', () => retEnviNFe('104', 'Lote processado'), { outcome: 'UNKNOWN' }],
    [
      'with a protocol of another key',
      () => retEnviNFe('104', '-', protNFe(`${note.key.slice(0, -1)}x`, digestOf(note), '100', 'Autorizado')),
      { outcome: 'UNKNOWN' },
    ],
    [
      'with the digest of another content',
      () => retEnviNFe('104', '-', protNFe(note.key, 'b3V0cm8=', '100', 'Autorizado')),
      { outcome: 'UNKNOWN', text: 'A autoridade autorizou outro conteúdo sob a chave desta nota.' },
    ],
    [
      'with a refusal of another note',
      () => retEnviNFe('104', '-', protNFe(`${note.key.slice(0, -1)}x`, '', '209', 'Rejeição')),
      { outcome: 'UNKNOWN', text: 'A autoridade respondeu sobre outra nota.' },
    ],
    ['garbage', () => 'não sou XML', { outcome: 'UNKNOWN', text: 'A autoridade respondeu algo que não se entende.' }],
    ['cut short', () => retEnviNFe('100', 'x').slice(0, -40), { outcome: 'UNKNOWN' }],
    ['a fault', () => soap('NFeAutorizacao4', '<soap:Fault><soap:Reason/></soap:Fault>'), { outcome: 'UNKNOWN' }],
    ['nothing', () => '', { outcome: 'UNKNOWN' }],
  ])('%s', async (_what, answer, verdict) => {
    authority.next('NFeAutorizacao4', answer())
    expect(await fiscal().send(note)).toMatchObject(verdict)
  })

  test('no answer is unknown: an error of the server, a dropped line, a hung one', async () => {
    const failing: [Answering, RegExp][] = [
      [response => void response.writeHead(503).end('fora do ar'), /HTTP 503/],
      [silent, /ECONNRESET|socket hang up/],
      [response => void response.writeHead(200, { 'content-length': '1000' }).write('<a>', () => response.destroy()), /ECONNRESET|aborted/],
      [() => {}, /demorou demais/],
    ]
    for (const [answer, text] of failing) {
      authority.next('NFeAutorizacao4', answer)
      expect(await fiscal().send(note)).toEqual({ outcome: 'UNKNOWN', text: expect.stringMatching(text) })
    }
  })

  test('taken as a lot is asked for by its receipt, until it is processed', async () => {
    const taken = retEnviNFe('103', 'Lote recebido', '<infRec><nRec>351000000000001</nRec><tMed>1</tMed></infRec>')
    authority.next('NFeAutorizacao4', taken)
    authority.next(
      'NFeRetAutorizacao4',
      retConsReciNFe('105'),
      retConsReciNFe('104', protNFe(note.key, digestOf(note), '100', 'Autorizado')),
    )
    expect(await fiscal().send(note)).toMatchObject({ outcome: 'DONE', code: '100' })
    expect(authority.services()).toEqual(['NFeAutorizacao4', 'NFeRetAutorizacao4', 'NFeRetAutorizacao4'])
    expect(authority.asked[1]?.body).toContain('<nRec>351000000000001</nRec>')
    authority.next('NFeAutorizacao4', taken)
    authority.next('NFeRetAutorizacao4', retConsReciNFe('105'), retConsReciNFe('105'), retConsReciNFe('105'))
    expect(await fiscal().send(note)).toMatchObject({ outcome: 'UNKNOWN' })
  })

  test('sent twice is found by its key; a number used by another key is refused', async () => {
    expect(await fiscal().send(note)).toMatchObject({ outcome: 'DONE' })
    expect(await fiscal().send(note)).toMatchObject({ outcome: 'DONE', code: '100' })
    expect(authority.services()).toEqual(['NFeAutorizacao4', 'NFeAutorizacao4', 'NFeConsultaProtocolo4'])
    authority.forget()
    authority.next('NFeAutorizacao4', retEnviNFe('104', '-', protNFe(note.key, '', '539', 'Duplicidade com outra chave')))
    expect(await fiscal().send(note)).toEqual({ outcome: 'REFUSED', code: '539', text: 'Duplicidade com outra chave' })
  })

  test('asked for by its key is there, never came, was cancelled, or is not known', async () => {
    expect(await fiscal().find(note)).toBeUndefined()
    await fiscal().send(note)
    expect(await fiscal().find(note)).toMatchObject({ outcome: 'DONE', protocol: '135260000000001' })
    authority.next('NFeConsultaProtocolo4', retConsSitNFe('101', 'Cancelamento de NF-e homologado'), retConsSitNFe('302', 'Uso denegado'))
    expect(await fiscal().find(note)).toMatchObject({ outcome: 'REFUSED', code: '101' })
    expect(await fiscal().find(note)).toMatchObject({ outcome: 'REFUSED', code: '302' })
    authority.next('NFeConsultaProtocolo4', retConsSitNFe('108', 'Serviço Paralisado'), silent)
    expect(await fiscal().find(note)).toMatchObject({ outcome: 'UNKNOWN', text: 'Serviço Paralisado' })
    expect(await fiscal().find(note)).toMatchObject({ outcome: 'UNKNOWN' })
  })
})

describe('a cancel sent to a state', () => {
  let event: OutgoingCancel
  let note: OutgoingNote
  beforeAll(async () => {
    const { id } = await createGoods()
    const issued = await goods(id)
    const digest = [...authority.notes.values()][0]?.digest ?? ''
    authority.next('NFeRecepcaoEvento4', silent)
    await owner().ok(productInvoices.cancel, { params: { c: co.company.id, id }, query: { reason: 'Pedido em duplicidade' } })
    const rows = await app.sql<{
      key: string
      xml: string
    }>`select key, xml from invoice_outbox where invoice_id = ${id} and purpose = 'CANCEL'`
    const key = issued.access_key ?? ''
    note = { company_id: co.company.id, kind: 'PRODUCT', key, xml: `<NFe><DigestValue>${digest}</DigestValue></NFe>`, tries: 0 }
    event = { ...note, xml: rows[0]?.xml ?? '', access_key: key, protocol: '135260000000001' }
  })
  beforeEach(() => authority.notes.set(note.key, { digest: digestOf(note), protocol: '135260000000001' }))

  test('is registered, and comes with its registration', async () => {
    const done = await fiscal().cancel(event)
    expect(done).toMatchObject({ outcome: 'DONE', code: '135', protocol: '135260000000009' })
    const document = done.outcome === 'DONE' ? done.document : ''
    expect(document).toContain(event.xml)
    expect(document).toMatch(/^<\?xml[^>]+\?><procEventoNFe .*<retEvento versao="1.00">.*<\/retEvento><\/procEventoNFe>$/)
  })

  test('registered before is found with the note; a duplicate that is not there yet stays unknown', async () => {
    const first = await fiscal().cancel(event)
    expect(await fiscal().cancel(event)).toEqual({ ...first, text: 'Evento registrado e vinculado a NF-e' })
    expect(authority.services().slice(-2)).toEqual(['NFeRecepcaoEvento4', 'NFeConsultaProtocolo4'])
    authority.notes.set(note.key, { digest: '', protocol: '' })
    authority.next('NFeRecepcaoEvento4', retEnvEvento(note.key, '573', 'Rejeição: Duplicidade de evento'))
    expect(await fiscal().cancel(event)).toMatchObject({ outcome: 'UNKNOWN' })
  })

  test.each<[string, string, object]>([
    ['501', 'Rejeição: Prazo de cancelamento superior ao previsto', { outcome: 'REFUSED', code: '501' }],
    ['155', 'Cancelamento homologado fora de prazo', { outcome: 'DONE', code: '155' }],
    ['108', 'Serviço Paralisado', { outcome: 'UNKNOWN' }],
  ])('%s', async (code, text, verdict) => {
    authority.next('NFeRecepcaoEvento4', retEnvEvento(note.key, code, text))
    expect(await fiscal().cancel(event)).toMatchObject({ ...verdict, text })
  })

  test('of another note in the answer, or none, is unknown', async () => {
    const lot = '<retEnvEvento versao="1.00"><cStat>128</cStat><xMotivo>Lote de Evento Processado</xMotivo></retEnvEvento>'
    authority.next('NFeRecepcaoEvento4', retEnvEvento('35', '135', 'Evento registrado'), soap('NFeRecepcaoEvento4', lot), silent)
    expect(await fiscal().cancel(event)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(await fiscal().cancel(event)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(await fiscal().cancel(event)).toMatchObject({ outcome: 'UNKNOWN' })
  })
})

describe('a correction letter sent to a state', () => {
  let note: OutgoingNote
  let letter: OutgoingCorrection
  beforeAll(async () => {
    note = await outgoing()
    const xml = await app.inCompany([co.company.id], db =>
      withSigner(db, app.services.secret, co.company.id, app.clock.now(), signer =>
        signXml(
          buildNfeCorrection({
            access_key: note.key,
            document_number: co.company.document_number,
            at: app.clock.now(),
            environment: '2',
            sequence: 2,
            text: 'O CFOP correto do item 1 é 5102',
          }),
          'infEvento',
          signer,
          'sha1',
        ),
      ),
    )
    letter = { ...note, xml, sequence: 2 }
  })
  beforeEach(async () => {
    await fiscal().send(note)
  })

  test('is registered, and comes with its registration; bound later it is registered too', async () => {
    const done = await fiscal().correct(letter)
    expect(done).toMatchObject({ outcome: 'DONE', code: '135', protocol: '135260000000009' })
    const document = done.outcome === 'DONE' ? done.document : ''
    expect(document).toContain(letter.xml)
    expect(document).toContain(`Id="ID110110${note.key}02"`)
    expect(document).toMatch(
      /<detEvento versao="1.00"><descEvento>Carta de Correcao<\/descEvento><xCorrecao>[^<]+<\/xCorrecao><xCondUso>A Carta de/,
    )
    authority.next('NFeRecepcaoEvento4', retEnvEvento(note.key, '136', 'Evento registrado, mas não vinculado', '110110', '2'))
    expect(await fiscal().correct(letter)).toMatchObject({ outcome: 'DONE', code: '136' })
  })

  test('whose answer was lost is found with the note by its sequence; another one there is a refusal', async () => {
    authority.next('NFeRecepcaoEvento4', silent)
    expect(await fiscal().correct(letter)).toMatchObject({ outcome: 'UNKNOWN' })
    await fiscal().correct(letter)
    authority.asked.length = 0
    expect(await fiscal().correct(letter)).toMatchObject({ outcome: 'DONE', protocol: '135260000000009' })
    expect(authority.services()).toEqual(['NFeRecepcaoEvento4', 'NFeConsultaProtocolo4'])
    const known = authority.notes.get(note.key)
    known?.letters?.set('1', known.letters.get('2')?.replace(/<nSeqEvento>2</, '<nSeqEvento>1<') ?? '')
    known?.letters?.delete('2')
    authority.next('NFeRecepcaoEvento4', retEnvEvento(note.key, '573', 'Rejeição: Duplicidade de evento', '110110', '2'))
    expect(await fiscal().correct(letter)).toMatchObject({ outcome: 'REFUSED', code: '573' })
  })

  test('refused says why; of another note in the answer is unknown', async () => {
    authority.next('NFeRecepcaoEvento4', retEnvEvento(note.key, '501', 'Rejeição: Prazo de registro do evento excedido', '110110', '2'))
    expect(await fiscal().correct(letter)).toMatchObject({ outcome: 'REFUSED', code: '501' })
    authority.next('NFeRecepcaoEvento4', retEnvEvento(note.key.replace(/^35/, '31'), '135', 'Registrado', '110110', '2'))
    expect(await fiscal().correct(letter)).toMatchObject({ outcome: 'UNKNOWN' })
  })
})

describe('a service note sent to the national environment', () => {
  let note: OutgoingNote
  let event: OutgoingCancel
  beforeAll(async () => {
    note = await outgoing('SERVICE')
    const { id } = await createService()
    const issued = await service(id)
    const access_key = issued.access_key ?? ''
    authority.next(`POST /nfse/${access_key}/eventos`, silent)
    await owner().ok(serviceInvoices.cancel, { params: { id }, query: {} })
    const [row] = await app.sql<{ key: string; xml: string }>`select key, xml from invoice_outbox where invoice_id = ${id}`
    event = { company_id: co.company.id, kind: 'SERVICE', key: access_key, xml: row?.xml ?? '', tries: 0, access_key, protocol: '1234' }
  })

  const json =
    (status: number, body: object): Answering =>
    response =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  test('becomes an NFS-e with its own number and key', async () => {
    const done = await fiscal().send(note)
    expect(done).toMatchObject({ outcome: 'DONE', code: '100', protocol: '1234' })
    if (done.outcome !== 'DONE') throw new Error('not issued')
    expect([...authority.nfses.keys()]).toEqual([done.access_key])
    expect(readNfseKey(done.access_key ?? '')).toMatchObject({ number: done.number, document: co.company.document_number })
    expect(done.document).toContain(note.xml)
    expect(authority.asked[0]?.client).toContain(co.company.document_number)
  })

  test('sent twice is found by the id of its DPS', async () => {
    const first = await fiscal().send(note)
    expect(await fiscal().send(note)).toEqual(first)
    expect(authority.services().slice(1, 3)).toEqual(['POST /nfse', `GET /dps/${note.key}`])
    expect(await fiscal().find(note)).toEqual(first)
    authority.forget()
    expect(await fiscal().find(note)).toBeUndefined()
    authority.next('POST /nfse', json(400, { erros: [{ Codigo: 'E0014', Descricao: 'Já existe.' }] }))
    expect(await fiscal().send(note)).toMatchObject({ outcome: 'REFUSED', code: 'E0014' })
  })

  test('refused says every reason', async () => {
    const erros = [
      { Codigo: 'E0312', Descricao: 'Código de tributação inválido.', Complemento: 'cTribNac' },
      { codigo: 'E0595', descricao: 'Alíquota inválida.' },
    ]
    authority.next('POST /nfse', json(400, { erros }), json(403, { erro: { codigo: 'E4007', descricao: 'Certificado recusado.' } }))
    expect(await fiscal().send(note)).toEqual({
      outcome: 'REFUSED',
      code: 'E0312',
      text: 'Código de tributação inválido. cTribNac · Alíquota inválida.',
    })
    expect(await fiscal().send(note)).toEqual({ outcome: 'REFUSED', code: 'E4007', text: 'Certificado recusado.' })
  })

  test('without a clear answer is unknown', async () => {
    const wrong = { chaveAcesso: '1'.repeat(50), nfseXmlGZipB64: 'bsOjbyBzb3UgZ3ppcA==' }
    const answers: Answering[] = [
      json(500, { erros: [{ Codigo: 'E9999', Descricao: 'Falha.' }] }),
      json(429, {}),
      json(201, wrong),
      json(201, {}),
      json(400, {}),
      'não sou JSON',
      silent,
      () => {},
    ]
    for (const answer of answers) {
      authority.next('POST /nfse', answer)
      expect(await fiscal().send(note)).toMatchObject({ outcome: 'UNKNOWN' })
    }
  })

  test('of another DPS in the answer is unknown', async () => {
    const done = await fiscal().send(note)
    const other = { ...note, key: `${note.key.slice(0, -1)}9` }
    authority.next(`GET /dps/${other.key}`, json(200, { chaveAcesso: done.outcome === 'DONE' ? done.access_key : '' }))
    expect(await fiscal().find(other)).toEqual({ outcome: 'UNKNOWN', text: 'A resposta não traz a NFS-e desta DPS.' })
  })

  test('is cancelled by its event; registered before, the registration is fetched', async () => {
    authority.nfses.set(event.access_key, { dps: '', xml: '' })
    const first = await fiscal().cancel(event)
    expect(first).toMatchObject({ outcome: 'DONE', protocol: '5678' })
    expect(first.outcome === 'DONE' && first.document).toContain(event.xml)
    expect(await fiscal().cancel(event)).toEqual(first)
    expect(authority.services().at(-1)).toBe(`GET /nfse/${event.access_key}/eventos/101101/1`)
    const path = `POST /nfse/${event.access_key}/eventos`
    authority.next(
      path,
      json(400, { erros: [{ Codigo: 'E0831', Descricao: 'Prazo expirado.' }] }),
      json(502, {}),
      json(201, { eventoXmlGZipB64: 'eA==' }),
    )
    expect(await fiscal().cancel(event)).toEqual({ outcome: 'REFUSED', code: 'E0831', text: 'Prazo expirado.' })
    expect(await fiscal().cancel(event)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(await fiscal().cancel(event)).toMatchObject({ outcome: 'UNKNOWN' })
  })
})

describe('the line', () => {
  test('carries each company’s own certificate, and none without one', async () => {
    const note = await outgoing()
    const other = await company()
    await fiscal().find({ ...note, company_id: other.company.id })
    expect(authority.asked.at(-1)?.client).toBe(`EMPRESA DE TESTE LTDA:${other.company.document_number}`)
    const bare = await app.aCompany()
    const before = authority.asked.length
    expect(await fiscal().send({ ...note, company_id: bare.id })).toEqual({
      outcome: 'UNKNOWN',
      text: expect.stringContaining('certificado'),
    })
    expect(authority.asked.length).toBe(before)
  })

  test('is not opened to a server nobody vouches for, nor by one whose certificate the server does not know', async () => {
    const note = await outgoing()
    const distrusting = authorityWith([], { db: app.services.jobsDb, secret: app.services.secret, now: app.clock.now })
    expect(await distrusting.send(note)).toMatchObject({ outcome: 'UNKNOWN', text: expect.stringMatching(/SELF_SIGNED|DEPTH_ZERO|UNABLE/) })
    const stranger = await LoopbackAuthority.open(identity, identity.certificate)
    try {
      const known = authority
      authority = stranger
      expect(await fiscal().send(note)).toMatchObject({ outcome: 'UNKNOWN' })
      authority = known
      expect([stranger.asked, known.asked]).toEqual([[], []])
    } finally {
      await stranger.close()
    }
  })
})

describe('the status of a service', () => {
  const place = () => ({ company_id: co.company.id, city_code: '3550308' })

  test('of a state says whether it is in operation', async () => {
    expect(await fiscal().status({ ...place(), kind: 'PRODUCT' })).toEqual({ available: true, message: 'Serviço em Operação' })
    expect(authority.asked[0]?.body).toContain('<cUF>35</cUF>')
    const paused = '<retConsStatServ versao="4.00"><cStat>108</cStat><xMotivo>Serviço Paralisado</xMotivo></retConsStatServ>'
    authority.next('NFeStatusServico4', soap('NFeStatusServico4', paused), silent)
    expect(await fiscal().status({ ...place(), kind: 'CONSUMER' })).toEqual({ available: false, message: 'Serviço Paralisado' })
    expect(await fiscal().status({ ...place(), kind: 'CONSUMER' })).toEqual({
      available: false,
      message: expect.stringContaining('Não foi possível'),
    })
  })

  test('of a company without an address is not asked', async () => {
    const nowhere = { ...place(), city_code: null, kind: 'SERVICE' as const }
    expect(await fiscal().status(nowhere)).toEqual({ available: false, message: 'Complete o endereço do emitente.' })
    expect(authority.asked).toEqual([])
  })

  test('of a city says whether it issues by the national system, through the API', async () => {
    expect(await fiscal().status({ ...place(), kind: 'SERVICE', city_code: '3509502' })).toMatchObject({ available: true })
    expect(await owner().ok(serviceInvoices.municipalStatus, { params: { id: co.company.id } })).toEqual({
      city_code: '3550308',
      city_name: 'São Paulo',
      available: false,
      message: 'O município não emite pelo emissor nacional.',
      environment: 'TEST',
    })
  })
})

describe('through the API', () => {
  const files = async (row: Endpoint, id: string) =>
    ((await owner().ok(row, { params: { id } })) as { name: string }[]).map(file => file.name)

  test('an NF-e is issued and cancelled, and both documents are kept', async () => {
    const { id } = await createGoods()
    const note = await goods(id)
    expect(note).toMatchObject({ status: 'ISSUED' })
    expect(authority.services()).toEqual(['NFeConsultaProtocolo4', 'NFeAutorizacao4'])
    await owner().ok(productInvoices.cancel, { params: { c: co.company.id, id }, query: { reason: 'Pedido em duplicidade' } })
    expect(await goods(id)).toMatchObject({ status: 'CANCELLED', cancelled_at: '2026-03-11T15:00:01.000Z' })
    const key = note.access_key
    expect(await files(productInvoices.attachments, id)).toEqual([`${key}.xml`, `${key}.pdf`, `${key}-cancelamento.xml`])
  })

  test('an NFC-e goes out signed as a whole, its QR code of the test environment', async () => {
    const { id } = await createGoods(co, customerInvoices.create, { contact_id: null })
    expect((await goods(id)).status).toBe('ISSUED')
    const sent = authority.asked.find(each => each.service === 'NFeAutorizacao4')?.body
    expect(sent).toMatch(
      /<\/infNFe><infNFeSupl><qrCode>https:\/\/www\.homologacao\.nfce\.fazenda\.sp\.gov\.br\/qrcode\?p=\d{44}\|3\|2<\/qrCode>.*<\/infNFeSupl><Signature/,
    )
  })

  test('an answer that was lost is found by key: one authorisation, whatever was sent', async () => {
    authority.next('NFeAutorizacao4', response => {
      // Registered, and the line drops before it says so.
      const body = authority.asked.at(-1)?.body ?? ''
      const key = /Id="NFe(\w{44})"/.exec(body)?.[1] ?? ''
      authority.notes.set(key, { digest: /<DigestValue>([^<]+)/.exec(body)?.[1] ?? '', protocol: '135260000000001' })
      response.socket?.destroy()
    })
    const { id } = await createGoods()
    expect((await goods(id)).status).toBe('PROCESSING')
    const [run] = await app.sql<{
      message: string
    }>`select message from runs where kind = 'invoice.transmit' order by created_at desc limit 1`
    expect(run?.message).toMatch(/^Sem resposta da autoridade: tentaremos de novo\. Não foi possível falar/)
    app.clock.advance(6000)
    await goods(id)
    const { status, access_key } = await goods(id)
    expect(status).toBe('ISSUED')
    const sendings = authority.asked.filter(each => each.service === 'NFeAutorizacao4' && each.body.includes(`Id="NFe${access_key}"`))
    expect(sendings).toHaveLength(1)
  })

  test('a refused cancel leaves the note issued, with the authority’s words', async () => {
    const { id } = await createGoods()
    const { access_key } = await goods(id)
    authority.next('NFeRecepcaoEvento4', retEnvEvento(access_key ?? '', '501', 'Rejeição: Prazo de cancelamento superior ao previsto'))
    await owner().ok(productInvoices.cancel, { params: { c: co.company.id, id }, query: {} })
    expect(await goods(id)).toMatchObject({ status: 'ISSUED', reason_code: '501' })
  })

  test('a number another key has is spent: the corrected note takes the next', async () => {
    authority.next('NFeAutorizacao4', retEnviNFe('539', 'Rejeição: Duplicidade de NF-e com diferença na Chave de Acesso'))
    const { id } = await createGoods()
    const before = await goods(id)
    expect(before).toMatchObject({ status: 'REJECTED', reason_code: '539' })
    await owner().ok(productInvoices.transmit, { params: { id } })
    const after = await goods(id)
    expect(after).toMatchObject({ status: 'ISSUED', number: (before.number ?? 0) + 1 })
  })

  test('an NFS-e is issued under the national number and cancelled', async () => {
    const { id } = await createService()
    const note = await service(id)
    expect(note).toMatchObject({ status: 'ISSUED', number: readNfseKey(note.access_key ?? '')?.number })
    await owner().ok(serviceInvoices.cancel, { params: { id }, query: {} })
    expect((await service(id)).status).toBe('CANCELLED')
    expect(await files(serviceInvoices.attachments, id)).toContain(`${note.access_key}-cancelamento.xml`)
  })

  test('service notes by portal are refused: the national environment takes nothing unsigned', async () => {
    const other = await company()
    const params = { c: other.company.id }
    const body = { authentication_method: 'PORTAL', portal_login: '1', portal_password: 'senha-do-portal' }
    await owner(other).ok(invoiceSettings.activate, { params, body })
    expect((await owner(other).refused(serviceInvoices.create, { params, body: serviceBody(other) })).id).toBe('invoice.not_enabled')
  })

  test('a series beyond those of one’s own system is refused', async () => {
    const refused = async (kind: string, serie_number: string) => {
      const body = { rps: [{ kind, serie_number, invoice_number: 0 }] }
      return (await owner().refused(invoiceSettings.activate, { params: { c: co.company.id }, body })).details?.[0]?.message
    }
    expect(await refused('PRODUCT', '890')).toBe('A série da NF-e vai de 0 a 889.')
    expect(await refused('SERVICE', '0')).toBe('A série da NFS-e vai de 1 a 49999.')
    expect(await refused('SERVICE', '50000')).toBe('A série da NFS-e vai de 1 a 49999.')
  })
})

describe('a note made in contingency', () => {
  const key = `${'3'.repeat(34)}6${'1'.repeat(9)}`
  const note: OutgoingNote = { company_id: '', kind: 'PRODUCT', key, xml: '<NFe/>', tries: 0 }
  function virtually(...answers: string[]) {
    const asked: string[] = []
    const goods = sefaz({
      environment: 'PRODUCTION',
      addressOf: (service, place) => {
        asked.push(`${service} ${place.virtual ?? 'own'}`)
        return sefazAddress(service, place)
      },
      call: async () => ({ status: 200, body: Buffer.from(answers.shift() ?? '') }),
    })
    return { goods, asked }
  }

  test('goes to the virtual authority, and is asked for there', async () => {
    const { goods, asked } = virtually(retConsSitNFe('217', 'Não consta'), retEnviNFe('114', 'SVC desabilitada pela SEFAZ Origem'))
    expect(await goods.find(note)).toBeUndefined()
    // Closed again, it takes nothing: the note is corrected and sent anew, under another key.
    expect(await goods.send(note)).toEqual({ outcome: 'REFUSED', code: '114', text: 'SVC desabilitada pela SEFAZ Origem' })
    expect(asked).toEqual(['NFeConsultaProtocolo4 SVC_AN', 'NFeAutorizacao4 SVC_AN'])
  })

  test('is known by the state’s own once the virtual one is closed', async () => {
    const { goods, asked } = virtually(
      retConsSitNFe('114', 'SVC desabilitada'),
      retConsSitNFe('100', 'Autorizado', protNFe(key, '', '100', 'Autorizado')),
    )
    expect(await goods.find(note)).toMatchObject({ outcome: 'DONE' })
    expect(asked).toEqual(['NFeConsultaProtocolo4 SVC_AN', 'NFeConsultaProtocolo4 own'])
  })

  test('has the addresses of both virtual authorities', () => {
    const place = { kind: 'PRODUCT', uf: '35', environment: 'PRODUCTION' } as const
    expect(sefazAddress('NFeAutorizacao4', { ...place, virtual: 'SVC_AN' })).toBe(
      'https://www.svc.fazenda.gov.br/NFeAutorizacao4/NFeAutorizacao4.asmx',
    )
    expect(sefazAddress('NFeStatusServico4', { ...place, uf: '29', virtual: 'SVC_RS' })).toBe(
      'https://nfe.svrs.rs.gov.br/ws/NfeStatusServico/NfeStatusServico4.asmx',
    )
    expect(sefazAddress('NFeInutilizacao4', place)).toBe('https://nfe.fazenda.sp.gov.br/ws/nfeinutilizacao4.asmx')
  })
})

describe('numbers nobody used', () => {
  const range = () => {
    const at = { kind: 'PRODUCT', uf: '35', document_number: co.company.document_number, at: app.clock.now(), environment: '2' } as const
    return buildNumberVoid({ ...at, serie: '1', first_number: 41, last_number: 43, justification: 'Falha do sistema na emissão' })
  }
  async function outgoingVoid(): Promise<OutgoingVoid> {
    const xml = await app.inCompany([co.company.id], db =>
      withSigner(db, app.services.secret, co.company.id, app.clock.now(), signer => signXml(range(), 'infInut', signer, 'sha1')),
    )
    return { company_id: co.company.id, kind: 'PRODUCT', uf: '35', xml, tries: 0 }
  }

  test('are voided: the request stands as the layout has it, signed, and comes with its answer', async () => {
    const xml = range()
    expect(xml).toContain(`Id="ID3526${co.company.document_number}55001000000041000000043"`)
    expect([...xml.matchAll(/<(\w+)>/g)].map(match => match[1])).toEqual([
      'tpAmb',
      'xServ',
      'cUF',
      'ano',
      'CNPJ',
      'mod',
      'serie',
      'nNFIni',
      'nNFFin',
      'xJust',
    ])
    const asked = await outgoingVoid()
    const done = await fiscal().voidNumbers(asked)
    expect(done).toMatchObject({ outcome: 'DONE', code: '102', protocol: '135260000000077' })
    expect(done.outcome === 'DONE' && done.document).toContain(
      `<procInutNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">${asked.xml}<retInutNFe`,
    )
    // Asked again after a lost answer, the range is done.
    expect(await fiscal().voidNumbers(asked)).toMatchObject({ outcome: 'DONE', code: '563', protocol: '' })
  })

  test('that are used are refused; without an answer nothing is known', async () => {
    const asked = await outgoingVoid()
    authority.next(
      'NFeInutilizacao4',
      retInutNFe('241', 'Rejeição: Um número da faixa já foi utilizado'),
      retInutNFe('108', 'Serviço paralisado'),
      silent,
    )
    expect(await fiscal().voidNumbers(asked)).toMatchObject({ outcome: 'REFUSED', code: '241' })
    expect(await fiscal().voidNumbers(asked)).toMatchObject({ outcome: 'UNKNOWN' })
    expect(await fiscal().voidNumbers(asked)).toMatchObject({ outcome: 'UNKNOWN' })
  })
})

describe('the configuration', () => {
  const env = (more: Record<string, string>) =>
    readEnvironment({
      RAZAO_DIR: tmpdir(),
      RAZAO_SECRET: 'uma frase longa que ninguém adivinha',
      SMTP_URL: 'smtps://correio.exemplo',
      MAIL_FROM: 'avisos@exemplo.com.br',
      ...more,
    })
  const chosen = async (more: Record<string, string>) => {
    const { jobsDb: db, clock, queue } = app.services
    return (await openOutside({ env: env(more), db, clock, queue, say: () => {} })).fiscal
  }

  test('chooses the authorities: local in development, none in production, the real ones where it names them', async () => {
    expect((await chosen({})).environment).toBe('LOCAL')
    expect(await (await chosen({ NODE_ENV: 'production' })).status({ company_id: '', kind: 'PRODUCT', city_code: null })).toMatchObject({
      available: false,
    })
    expect((await chosen({ FISCAL_ENVIRONMENT: 'homologacao' })).environment).toBe('TEST')
    expect((await chosen({ NODE_ENV: 'production', FISCAL_ENVIRONMENT: 'homologacao' })).environment).toBe('TEST')
    expect((await chosen({ NODE_ENV: 'production', FISCAL_ENVIRONMENT: 'producao' })).environment).toBe('PRODUCTION')
  })

  test('is checked at start', () => {
    expect(() => env({ FISCAL_ENVIRONMENT: 'teste' })).toThrow(BadEnvironment)
    expect(() => env({ FISCAL_ENVIRONMENT: 'producao', FISCAL_CA_FILE: '/nao/existe.pem' })).toThrow(
      'FISCAL_CA_FILE não aponta para um arquivo',
    )
    const contact = { FISCAL_ENVIRONMENT: 'producao', FISCAL_CONTACT_CNPJ: cnpjNumber(70_001), FISCAL_CONTACT_NAME: 'Equipe' }
    expect(() => env(contact)).toThrow('responsável técnico')
    expect(() => env({ FISCAL_CONTACT_CNPJ: '11111111111111' })).toThrow('não é um CNPJ')
    expect(env({ ...contact, FISCAL_CONTACT_EMAIL: 'a@b.com.br', FISCAL_CONTACT_PHONE: '1133334444' }).fiscal?.contact).toEqual({
      cnpj: contact.FISCAL_CONTACT_CNPJ,
      name: 'Equipe',
      email: 'a@b.com.br',
      phone: '1133334444',
    })
  })

  test('knows an address for every state, service and environment', () => {
    const ufs = '11 12 13 14 15 16 17 21 22 23 24 25 26 27 28 29 31 32 33 35 41 42 43 50 51 52 53'.split(' ')
    const services: SefazService[] = [
      'NFeAutorizacao4',
      'NFeRetAutorizacao4',
      'NFeConsultaProtocolo4',
      'NFeRecepcaoEvento4',
      'NFeStatusServico4',
    ]
    for (const uf of ufs) {
      for (const kind of ['PRODUCT', 'CONSUMER'] as const) {
        const of = (environment: 'TEST' | 'PRODUCTION') => services.map(name => new URL(sefazAddress(name, { kind, uf, environment })))
        const hosts = (environment: 'TEST' | 'PRODUCTION') => new Set(of(environment).map(url => url.host))
        expect([...of('TEST'), ...of('PRODUCTION')].every(url => url.protocol === 'https:' && url.host.endsWith('.gov.br'))).toBe(true)
        expect([hosts('TEST').size, hosts('PRODUCTION').size, [...hosts('TEST')].some(host => hosts('PRODUCTION').has(host))]).toEqual([
          1,
          1,
          false,
        ])
        expect(new Set(of('TEST').map(String)).size).toBe(services.length)
      }
    }
    const sp = { uf: '35', environment: 'PRODUCTION' } as const
    expect(sefazAddress('NFeAutorizacao4', { ...sp, kind: 'PRODUCT' })).toBe('https://nfe.fazenda.sp.gov.br/ws/nfeautorizacao4.asmx')
    expect(sefazAddress('NFeRecepcaoEvento4', { ...sp, kind: 'CONSUMER' })).toBe(
      'https://nfce.fazenda.sp.gov.br/ws/NFeRecepcaoEvento4.asmx',
    )
    expect(sefazAddress('NFeConsultaProtocolo4', { uf: '33', environment: 'TEST', kind: 'PRODUCT' })).toBe(
      'https://nfe-homologacao.svrs.rs.gov.br/ws/NfeConsulta/NfeConsulta4.asmx',
    )
  })
})
