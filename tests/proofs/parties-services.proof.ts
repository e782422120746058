// G7: the national environment of NFS-e on its worst days. Every document that it lists is kept once, and every service note is there once.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Signer } from '#server/fiscal/sign.ts'
import { AdnServer, type Planned } from '#tests/kit/adn-server.ts'
import { servicesBy } from '#tests/kit/connected-notes.ts'
import { issuingCompany } from '#tests/kit/invoices.ts'
import { serverIdentity } from '#tests/kit/loopback-authority.ts'
import { SERVICE_CALLS } from '#tests/kit/party-calls.ts'
import { pfxForm, pfxOf } from '#tests/kit/pfx.ts'
import { nfse, nfseEvent, nfseKey, supplierSigner } from '#tests/kit/received-notes.ts'
import { TEST_NOW, type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { type BadDay, badDays, Campaign, HOUR, wordOf } from './kit/bad-days.ts'
import { figure, seeded, times } from './kit/figure.ts'

const { certificates, fiscalDocuments, invoiceSettings, noteReading } = contract
const long = { timeout: 3_600_000 }
const CALL = 'GET /contribuintes/DFe/{NSU}'

const campaign = new Campaign('Ambiente nacional da NFS-e', SERVICE_CALLS, {
  moved: 'documentos',
  lost: 'perdidos',
  twice: 'tomados duas vezes',
})
const identity = serverIdentity()
let app: TestServer
let adn: AdnServer
let supplier: Signer
beforeAll(async () => {
  app = await testServer({ distribution: servicesBy(identity, () => adn.url) })
  adn = await AdnServer.open(identity, app.services.trust.testAuthority?.().root ?? '', app.clock.now)
  supplier = supplierSigner(app)
})
afterAll(async () => {
  await app?.close()
  await adn?.close()
})

const readingDay = fc.record({
  days: badDays(4),
  /** What comes to the list; a cancel is of the newest note that stands. */
  comes: fc.array(fc.constantFrom('note', 'cancel', 'other', 'gap'), { maxLength: 6 }),
  hours: fc.integer({ min: 1, max: 4 }),
})
type ReadingDay = typeof readingDay extends fc.Arbitrary<infer A> ? A : never

let number = 0
let standing: { key: string; cancelled: boolean }[] = []
let there: number[] = []

function come(what: ReadingDay['comes'][number], buyer: string): void {
  number += what === 'gap' ? 7 : 1
  if (what === 'gap') return
  there.push(number)
  const newest = standing.findLast(each => !each.cancelled)
  if (what === 'cancel' && newest) {
    adn.put(number, 'EVENTO', newest.key, nfseEvent(supplier, newest.key))
    newest.cancelled = true
  } else if (what === 'other') adn.put(number, 'CNC', nfseKey(number), '<CNC xmlns="http://www.sped.fazenda.gov.br/nfse"/>')
  else {
    adn.put(number, 'NFSE', nfseKey(number), nfse(supplier, { buyer, number }))
    standing.push({ key: nfseKey(number), cancelled: false })
  }
}

function plannedOf({ kind }: BadDay): Planned {
  if (kind === 'sem resposta') return 'silence'
  if (kind === 'resposta cortada') return { status: 200, body: '{"StatusProcessamento":"DOCUMENTOS_LOC' }
  return { status: kind === '502 com página' ? 502 : Number(kind), body: '<h1>Bad gateway</h1>' }
}

async function begin(): Promise<TestCompany> {
  app.clock.set(Math.max(TEST_NOW, app.clock.now()))
  await app.sql('update service_readings set enabled = false')
  adn.forget()
  standing = []
  there = []
  const { company } = await issuingCompany(app)
  const me = app.as(company.owner)
  const params = { c: company.id }
  const pfx = pfxOf(app, company, { valid_from: new Date('2020-01-01'), valid_to: new Date('2045-01-01') })
  await me.ok(certificates.create, { params, form: pfxForm(pfx) })
  await me.ok(invoiceSettings.activateCapture, { params, body: {} })
  await me.ok(noteReading.update, { params, body: { source: 'NFSE', enabled: true } })
  return company
}

async function readingDays(acts: readonly ReadingDay[]): Promise<void> {
  const company = await begin()
  for (const { days, comes, hours } of acts) {
    for (const what of comes) come(what, company.document_number)
    adn.planned.push(...days.map(plannedOf))
    await app.pass(hours * HOUR)
    for (const day of days.slice(0, days.length - adn.planned.length)) campaign.met(wordOf({ ...day, taken: false }))
    adn.planned.length = 0
  }
  await app.pass(4 * HOUR)
  expect(adn.complaints).toEqual([])
  if (adn.asked.length > 0) campaign.called(CALL)
  const kept = await app.sql<{ nsu: string }>('select nsu from distributed_services where company_id = $1', [company.id])
  const numbers = kept.map(({ nsu }) => Number(nsu))
  campaign.twice += numbers.length - new Set(numbers).size
  campaign.lostCents += there.filter(each => !numbers.includes(each)).length
  expect([...numbers].sort((a, b) => a - b)).toEqual(there)
  const notes = await app.as(company.owner).ok(fiscalDocuments.received, { params: { c: company.id } })
  const keys = notes.map(note => note.access_key)
  campaign.twice += keys.length - new Set(keys).size
  expect([...keys].sort()).toEqual(standing.map(({ key }) => key).sort())
  campaign.moved += kept.length
  campaign.hold()
}

const CALM: ReadingDay[] = [
  { days: [{ kind: 'resposta cortada', where: 0, taken: false }], comes: ['note', 'cancel', 'note', 'other'], hours: 2 },
]

test('G7: every service note that the national environment has is kept once', long, async () => {
  await fc.assert(fc.asyncProperty(fc.array(readingDay, { minLength: 1, maxLength: 4 }), readingDays), {
    ...seeded(times(2, 100)),
    examples: [[CALM]],
  })
  expect(campaign.missing).toEqual([])
  expect(campaign.moved).toBeGreaterThan(3)
  figure({ promise: 'G7', ...campaign.told() })
})
