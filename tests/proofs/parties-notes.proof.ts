// G7: the tax authority on its worst days. Every document that it has is kept once, what the company says of a note is said once, and it is
// never asked too early.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Signer } from '#server/fiscal/sign.ts'
import { distributionBy, manifestingBy } from '#tests/kit/connected-notes.ts'
import { DistributionServer, type Planned } from '#tests/kit/distribution-server.ts'
import { issuingCompany } from '#tests/kit/invoices.ts'
import { LoopbackAuthority, serverIdentity } from '#tests/kit/loopback-authority.ts'
import { NOTE_CALLS } from '#tests/kit/party-calls.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import { nfeCancel, nfeKey, nfeProc, resNFe, supplierSigner } from '#tests/kit/received-notes.ts'
import { TEST_NOW, type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { type BadDay, badDays, Campaign, HOUR, spoilt, wordOf } from './kit/bad-days.ts'
import { sum } from './kit/confirmed.ts'
import { figure, seeded, times } from './kit/figure.ts'

const { certificates, fiscalDocuments, invoiceSettings, noteLookups, noteManifestations, noteReading } = contract
const long = { timeout: 3_600_000 }
const EVENTS = 'AN/NFeRecepcaoEvento4'
const NOTE_CENTS = 15_000
const KINDS = { ACKNOWLEDGED: '210210', CONFIRMED: '210200', UNRECOGNISED: '210220', UNFULFILLED: '210240' } as const
type Kind = keyof typeof KINDS

const campaign = new Campaign('SEFAZ', NOTE_CALLS, { moved: 'documentos e eventos', lost: 'perdidos', twice: 'tomados duas vezes' })
const identity = serverIdentity()
let app: TestServer
let distribution: DistributionServer
let authority: LoopbackAuthority
let supplier: Signer
beforeAll(async () => {
  app = await testServer({
    distribution: distributionBy(identity, () => distribution.url),
    fiscal: manifestingBy(identity, () => authority.url),
  })
  const root = app.services.trust.testAuthority?.().root ?? ''
  distribution = await DistributionServer.open(identity, root, app.clock.now)
  authority = await LoopbackAuthority.open(identity, root)
  supplier = supplierSigner(app)
})
afterAll(async () => {
  await app?.close()
  await distribution?.close()
  await authority?.close()
})

const noteAct = fc.record({
  days: badDays(4),
  /** What comes to the distribution: whole notes, summaries, cancels of the note before. */
  comes: fc.array(fc.constantFrom('note', 'summary', 'cancel'), { maxLength: 6 }),
  says: fc.option(fc.constantFrom(...(Object.keys(KINDS) as Kind[]))),
  byKey: fc.boolean(),
  hours: fc.integer({ min: 1, max: 4 }),
})
type NoteAct = typeof noteAct extends fc.Arbitrary<infer A> ? A : never

let issued = 0
/** Numbers of the whole notes and summaries that stand there, in order. */
let standing: { number: number; isWhole: boolean }[] = []

function come(what: NoteAct['comes'][number], buyer: string): void {
  issued += 1
  const before = standing.at(-1)
  if (what === 'cancel' && before) {
    distribution.put(issued, 'procEventoNFe_v1.00.xsd', nfeCancel(supplier, nfeKey({ number: before.number })))
    return
  }
  if (what === 'summary') distribution.put(issued, 'resNFe_v1.01.xsd', resNFe(issued))
  else distribution.put(issued, 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer, number: issued }))
  distribution.putForKey(nfeKey({ number: issued }), 'procNFe_v4.00.xsd', nfeProc(supplier, { buyer, number: issued }))
  standing.push({ number: issued, isWhole: what !== 'summary' })
}

function plannedOf({ kind, taken }: BadDay): Planned {
  if (kind === 'sem resposta' || taken) return taken ? 'taken, then silence' : 'silence'
  if (kind === 'resposta cortada') return { status: 200, body: '<?xml version="1.0"?><soap:Env' }
  return { status: kind === '502 com página' ? 502 : Number(kind), body: '<h1>Bad gateway</h1>' }
}

function spoil(days: readonly BadDay[]): void {
  for (const day of days) {
    if (day.where % 2 === 0) {
      campaign.met(`na distribuição: ${wordOf(day)}`)
      distribution.planned.push(plannedOf(day))
    } else
      authority.next(EVENTS, (response, regular) => {
        campaign.met(`no evento: ${wordOf(day)}`)
        if (day.taken) regular()
        spoilt(day, response)
      })
  }
}

async function begin(): Promise<TestCompany> {
  app.clock.set(Math.max(TEST_NOW, app.clock.now()))
  await app.sql(`update note_lookups set outcome = 'REFUSED' where outcome = 'WAITING'`)
  await app.sql('update note_readings set enabled = false')
  distribution.forget()
  authority.forget()
  distribution.blocks = 0
  standing = []
  const { company } = await issuingCompany(app)
  const me = app.as(company.owner)
  const params = { c: company.id }
  const pfx = pfxOf(app, company, { valid_from: new Date('2020-01-01'), valid_to: new Date('2045-01-01') })
  await me.ok(certificates.create, { params, form: pfxForm(pfx) })
  await me.ok(invoiceSettings.activateCapture, { params, body: {} })
  await me.ok(noteReading.update, { params, body: { enabled: true } })
  return company
}

async function noteDay(acts: readonly NoteAct[]): Promise<void> {
  const company = await begin()
  const me = app.as(company.owner)
  const params = { c: company.id }
  for (const { days, comes, says, byKey, hours } of acts) {
    for (const what of comes) come(what, company.document_number)
    spoil(days)
    await app.pass(hours * HOUR)
    const notes = await me.ok(fiscalDocuments.received, { params })
    const justification = says === 'UNFULFILLED' ? { justification: 'Mercadoria devolvida na entrega' } : {}
    const [newest] = notes
    if (says && newest)
      await me.call(noteManifestations.create, { params: { ...params, id: newest.id }, body: { kind: says, ...justification } })
    const summary = standing.find(({ isWhole }) => !isWhole)
    if (byKey && summary) await me.call(noteLookups.create, { params, body: { access_key: nfeKey({ number: summary.number }) } })
    await app.pass(HOUR)
  }
  distribution.planned.length = 0
  authority.forgetPlans()
  await app.pass(4 * HOUR)
  await sameAsAuthority(company)
}

async function sameAsAuthority(company: TestCompany): Promise<void> {
  const me = app.as(company.owner)
  const params = { c: company.id }
  expect(distribution.complaints).toEqual([])
  if (distribution.asked.length > 0) campaign.called('distNSU')
  if (distribution.keys.length > 0) campaign.called('consChNFe')
  for (const { body } of authority.asked) campaign.called(`evento ${/<tpEvento>(\d+)</.exec(body)?.[1]}`)
  const kept = await app.sql<{ nsu: string }>(`select nsu from distributed_documents where company_id = $1 and nsu !~ ':'`, [company.id])
  const there = distribution.numbers()
  campaign.twice += kept.length - new Set(kept.map(({ nsu }) => nsu)).size
  campaign.lostCents += there.filter(nsu => !kept.some(each => each.nsu === nsu)).length
  expect(kept.map(({ nsu }) => nsu).sort()).toEqual(there)
  const notes = await me.ok(fiscalDocuments.received, { params })
  const keys = notes.map(note => note.access_key)
  campaign.twice += keys.length - new Set(keys).size
  expect([...keys].sort()).toEqual(standing.map(({ number }) => nfeKey({ number })).sort())
  expect(sum(notes.map(note => note.amount_cents))).toBe(standing.length * NOTE_CENTS)
  const said = notes.flatMap(note => note.manifestations.map(({ kind, status }) => ({ key: note.access_key, kind, status })))
  expect(said.filter(({ status }) => status === 'PROCESSING')).toEqual([])
  const registered = said.filter(({ status }) => status === 'REGISTERED')
  expect(registered.map(({ key, kind }) => `ID${KINDS[kind as Kind]}${key}`).sort()).toEqual(
    [...authority.manifested].map(id => id.slice(0, -2)).sort(),
  )
  campaign.moved += kept.length + registered.length
  expect(distribution.blocks).toBe(0)
  campaign.hold()
}

/** Each call once, whatever chance brings after it. */
const CALM: NoteAct[] = (Object.keys(KINDS) as Kind[]).map(says => ({
  days: [{ kind: 'sem resposta', where: 1, taken: true }],
  comes: ['note', 'summary'],
  says,
  byKey: true,
  hours: 2,
}))

test('G7: every note that the authority has is kept once, and what the company says of it is said once', long, async () => {
  await fc.assert(fc.asyncProperty(fc.array(noteAct, { minLength: 1, maxLength: 4 }), noteDay), {
    ...seeded(times(2, 100)),
    examples: [[CALM]],
  })
  expect(campaign.missing).toEqual([])
  expect(campaign.moved).toBeGreaterThan(CALM.length)
  figure({ promise: 'G7', ...campaign.told() })
})
