// One note asked for by its key: checked before it is asked, within the authority's hour, and taken as if it had come by itself.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { groupKey } from '#domain/fiscal/access-key.ts'
import { findNotes } from '#server/areas/fiscal/note-reading/find.ts'
import { resumeReading } from '#server/areas/fiscal/note-reading/read.ts'
import type { Signer } from '#server/fiscal/sign.ts'
import { distributionBy } from '#tests/kit/connected-notes.ts'
import { DistributionServer, retDistDFeInt } from '#tests/kit/distribution-server.ts'
import { issuingCompany } from '#tests/kit/invoices.ts'
import { serverIdentity } from '#tests/kit/loopback-authority.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import { nfeKey, nfeProc, resNFe, supplierSigner } from '#tests/kit/received-notes.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

const { certificates, fiscalDocuments, invoiceSettings, noteLookups, noteManifestations, noteReading, notifications } = contract

const HOUR_MS = 3_600_000
const NONE = '0'.repeat(15)
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
// The tests share a clock: what waits for one would be asked for in the hours of the next.
beforeEach(async () => {
  await app.sql`update note_lookups set outcome = 'REFUSED' where outcome = 'WAITING'`
  await app.sql`update note_readings set enabled = false`
  authority.forget()
})

let issued = 0
const nextNumber = () => {
  issued += 1
  return issued
}

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
    want: (access_key: string) => me.ok(noteLookups.create, { params, body: { access_key } }),
    refused: (access_key: string) => me.refused(noteLookups.create, { params, body: { access_key } }),
    lookups: () => me.ok(noteLookups.list, { params }),
    notes: () => me.ok(fiscalDocuments.received, { params }),
    told: () => me.ok(notifications.list),
    later: async (ms: number) => {
      await app.pass(ms)
      await app.drain()
    },
  }
}

describe('a note by its key', () => {
  test('arrives as if it had been distributed, and its person is told', async () => {
    const b = await buying()
    const number = nextNumber()
    const key = nfeKey({ number })
    authority.putForKey(key, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number }))
    expect(await b.want(`NFe${groupKey(key)}`)).toMatchObject({ access_key: key, status: 'WAITING', answer: null })
    expect(authority.keys.map(each => each.key)).toEqual([key])
    expect(await b.notes()).toMatchObject([{ access_key: key, check: { state: 'VERIFIED', doubts: [] }, lines: [{ name: 'Papel A4' }] }])
    expect(await b.lookups()).toMatchObject([{ access_key: key, status: 'FOUND', answer: 'A SEFAZ entregou a nota.' }])
    expect(await b.told()).toMatchObject([{ title: 'Nota pedida pela chave: respondida', body: expect.stringContaining(key) }])
    expect((await b.refused(key)).message).toBe('Esta nota já foi recebida.')
  })

  test('that is only a summary there comes as one, and is opened by its ciência without another word', async () => {
    const b = await buying()
    const number = nextNumber()
    const key = nfeKey({ number })
    authority.putForKey(key, 'resNFe_v1.01.xsd', resNFe(number))
    await b.want(key)
    const [{ id = '', check } = {}] = await b.notes()
    expect(check?.doubts).toEqual(['summary_only'])
    authority.putForKey(key, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number }))
    await b.me.ok(noteManifestations.create, { params: { ...b.params, id }, body: { kind: 'ACKNOWLEDGED' } })
    expect(authority.keys).toHaveLength(1)
    await b.later(5000)
    expect(authority.keys).toHaveLength(2)
    expect(await b.notes()).toMatchObject([{ id, check: { state: 'VERIFIED', doubts: [] } }])
    expect(await b.lookups()).toHaveLength(1)
    expect((await b.told()).map(({ title }) => title.slice(0, 12))).toEqual(['Ciência da o', 'Nota pedida '])
  })

  test.each([
    ['43 digits', nfeKey().slice(1), '44 dígitos: esta tem 43'],
    ['a digit changed', nfeKey().replace(/.$/, String((Number(nfeKey().at(-1)) + 1) % 10)), 'dígito verificador'],
    ['a letter in it', `A${nfeKey().slice(1)}`, 'letra fora do lugar'],
    ['a retail note', nfeKey({ model: '65' }), 'modelo 55'],
    ['nothing', '', '44 dígitos: esta tem 0'],
  ])('%s is not asked', async (_what, key, words) => {
    const b = await buying()
    expect((await b.refused(key)).details).toMatchObject([{ field: 'access_key', message: expect.stringContaining(words) }])
    expect(authority.keys).toEqual([])
  })

  test('is not asked of one’s own notes, twice at once, nor without capture and certificate', async () => {
    const b = await buying()
    expect((await b.refused(nfeKey({ supplier: b.buyer, number: 7 }))).details?.[0]?.message).toContain('própria empresa')
    authority.planned.push('silence')
    const key = nfeKey({ number: nextNumber() })
    await b.want(key)
    expect((await b.refused(key)).message).toContain('já foi pedida')
    await app.sql`update certificates set deleted_at = now() where company_id = ${b.company.id}`
    expect((await b.refused(nfeKey({ number: nextNumber() }))).id).toBe('certificate.required')
    const other = await app.aCompany()
    const refused = await app.as(other.owner).refused(noteLookups.create, { params: { c: other.id }, body: { access_key: key } })
    expect(refused.id).toBe('note_search.not_ready')
  })
})

describe('the answer', () => {
  test('that there is none, or that it may not, is told in words', async () => {
    const b = await buying()
    await b.want(nfeKey({ number: nextNumber() }))
    authority.planned.push({ status: 200, body: retDistDFeInt('640', 'Rejeicao: CNPJ sem permissao para consultar esta NF-e', NONE, NONE) })
    await b.want(nfeKey({ number: nextNumber() }))
    expect((await b.lookups()).map(({ status, answer }) => [status, answer])).toEqual([
      ['REFUSED', 'A SEFAZ recusou a consulta: 640: Rejeicao: CNPJ sem permissao para consultar esta NF-e'],
      ['REFUSED', 'A SEFAZ não tem esta nota para a empresa.'],
    ])
    expect((await b.told()).map(({ title }) => title)).toEqual(Array.from({ length: 2 }, () => 'Nota pedida pela chave: não veio'))
  })

  test('of another company’s note brings nothing in, and says why', async () => {
    const b = await buying()
    const number = nextNumber()
    authority.putForKey(nfeKey({ number }), 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: '11222333000181', number }))
    await b.want(nfeKey({ number }))
    expect(await b.notes()).toEqual([])
    expect(await b.lookups()).toMatchObject([{ status: 'FOUND', answer: expect.stringContaining('não foi emitida para a empresa') }])
  })

  test('that does not come is asked for again, each time later', async () => {
    const b = await buying()
    const number = nextNumber()
    const key = nfeKey({ number })
    authority.planned.push('silence', { status: 503, body: 'fora do ar' })
    authority.putForKey(key, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer: b.buyer, number }))
    await b.want(key)
    expect(await b.lookups()).toMatchObject([{ status: 'WAITING', answer: expect.stringContaining('tentando de novo') }])
    await b.later(59_000)
    expect(authority.keys).toHaveLength(1)
    await b.later(1000)
    expect(authority.keys).toHaveLength(2)
    await b.later(120_000)
    expect(await b.lookups()).toMatchObject([{ status: 'FOUND' }])
    expect(authority.keys).toHaveLength(3)
  })

  test('that never comes is given up after twelve tries, and called unknown', async () => {
    const b = await buying()
    for (let at = 0; at < 12; at += 1) authority.planned.push('silence')
    await b.want(nfeKey({ number: nextNumber() }))
    await b.later(12 * HOUR_MS)
    expect(authority.keys).toHaveLength(12)
    expect(await b.lookups()).toMatchObject([{ status: 'REFUSED', answer: expect.stringContaining('Sem resposta da SEFAZ em 12') }])
  })
})

describe('the hour', () => {
  test('takes twenty questions; the others wait for theirs, and none is undue', async () => {
    const b = await buying()
    for (let at = 0; at < 25; at += 1) await b.want(nfeKey({ number: nextNumber() }))
    expect(authority.keys).toHaveLength(20)
    expect((await b.lookups()).filter(({ status }) => status === 'WAITING').map(({ answer }) => answer)).toEqual([
      ...Array.from({ length: 4 }, () => null),
      expect.stringContaining('limita as consultas por hora'),
    ])
    await b.later(HOUR_MS)
    expect(authority.keys).toHaveLength(20)
    await b.later(61_000)
    expect(authority.keys).toHaveLength(25)
    expect((await b.lookups()).every(({ answer }) => answer === 'A SEFAZ não tem esta nota para a empresa.')).toBe(true)
  })

  test('of a block is waited out by the key and by the reading alike', async () => {
    const b = await buying()
    const number = nextNumber()
    authority.planned.push({ status: 200, body: retDistDFeInt('656', 'Rejeicao: Consumo Indevido', NONE, NONE) })
    await b.want(nfeKey({ number }))
    expect(await b.lookups()).toMatchObject([{ status: 'WAITING', answer: expect.stringContaining('uma hora sem consultas') }])
    await b.me.ok(noteReading.update, { params: b.params, body: { enabled: true } })
    await b.later(HOUR_MS)
    expect([authority.asked.length, authority.keys.length]).toEqual([0, 1])
    await b.later(61_000)
    expect([authority.asked.length, authority.keys.length]).toEqual([1, 2])
  })

  test('a block of the reading holds the key back', async () => {
    const b = await buying()
    authority.planned.push({ status: 200, body: retDistDFeInt('656', 'Rejeicao: Consumo Indevido', NONE, NONE) })
    await b.me.ok(noteReading.update, { params: b.params, body: { enabled: true } })
    await b.want(nfeKey({ number: nextNumber() }))
    expect(authority.keys).toEqual([])
    await b.later(HOUR_MS + 61_000)
    expect(authority.keys).toHaveLength(1)
  })
})

describe('what stands in its way', () => {
  test.each([
    [
      'an expired certificate',
      (id: string) => app.sql`update certificates set valid_to = '2020-01-01' where company_id = ${id}`,
      'Venceu em',
    ],
    ['no address', (id: string) => app.sql`update invoice_settings set address = null where company_id = ${id}`, 'Complete'],
  ])('%s is told, and nothing is asked', async (_what, spoil, words) => {
    const b = await buying()
    authority.planned.push('silence')
    await b.want(nfeKey({ number: nextNumber() }))
    await spoil(b.company.id)
    await b.later(61_000)
    expect(authority.keys).toHaveLength(1)
    expect(await b.lookups()).toMatchObject([{ status: 'REFUSED', answer: expect.stringContaining(words) }])
  })

  test('a job that was lost is planned anew by a process that starts; of two workers one asks', async () => {
    const b = await buying()
    authority.planned.push('silence')
    await b.want(nfeKey({ number: nextNumber() }))
    await app.sql`update note_lookups set next_at = null where company_id = ${b.company.id}`
    await resumeReading(app.services)
    app.clock.advance(61_000)
    await Promise.all([1, 2, 3].map(() => findNotes(app.services, { company_id: b.company.id })))
    expect(authority.keys).toHaveLength(2)
  })
})
