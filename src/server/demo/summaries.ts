// What a demo company knows of notes that it has not answered for: summaries of one supplier, whole at the local authority once it acknowledges
// them, a letter that corrects one, and what it said of others.
import { sql } from 'kysely'
import { addDays } from '#domain/days.ts'
import { buildAccessKey } from '#domain/fiscal/access-key.ts'
import type { Manifestation } from '#domain/fiscal/manifestations.ts'
import { nfeProcessed, registeredEvent, summaryOf } from '#server/adapters/fiscal/local-documents.ts'
import type { LocalNote } from '#server/adapters/fiscal/local-rows.ts'
import { noteOf } from '#server/areas/fiscal/invoices/issue.ts'
import { readIssuer } from '#server/areas/fiscal/invoices/issuer.ts'
import { all } from '#server/db/query.ts'
import { buildNfeCorrection } from '#server/fiscal/events.ts'
import { buildNfe } from '#server/fiscal/nfe.ts'
import type { Issuer, IssuerAddress, ProductContent } from '#server/fiscal/notes.ts'
import { readSummary } from '#server/fiscal/received/summary.ts'
import { type Signer, signXml } from '#server/fiscal/sign.ts'
import { newestPurchases, type Purchase, purchaseContent } from './captured.ts'
import { remember, signerOf } from './note-files.ts'
import { addressIn } from './places.ts'
import type { DemoOutside, Recording } from './recording.ts'
import { happenedAt, textOf } from './title.ts'

/** A series that the company itself does not issue under. */
const SERIES = 5
/** Days ago, of each summary. */
const AGES = [1, 2, 6] as const
const LETTER = 'O volume correto é de 3 caixas, e o transportador é o próprio remetente.'

export async function writeSummaries(recording: Recording, outside: DemoOutside): Promise<void> {
  const [purchase] = await newestPurchases(recording)
  if (!purchase || outside.trust.testAuthority === undefined) return
  const signer = signerOf(recording, outside.trust.testAuthority(), purchase)
  for (const [at, age] of AGES.entries()) {
    const made = await writeSummary(recording, purchase, signer, { age, number: 3_301 + at })
    if (at === 1) await writeLetter(recording, outside, signer, made)
  }
  await writeSaid(recording)
}

interface Made {
  id: string
  access_key: string
  document_number: string
  at: number
}

async function writeSummary(
  recording: Recording,
  purchase: Purchase,
  signer: Signer,
  { age, number }: { age: number; number: number },
): Promise<Made> {
  const { companyId, books, random } = recording
  const { sink, company, today, accountantId } = books.facts
  const day = addDays(today, -age)
  // No two documents of the authority's list have one number.
  const at = happenedAt(day, -5, today) + number
  const amount_cents = random.cents(purchase.amount_cents, 0.5)
  const code = random.digits(8)
  const content = purchaseContent(books.facts, { ...purchase, amount_cents }, { day, due: addDays(today, 28 - age), code })
  const address = addressIn(company, 'Rodovia Anhanguera', 40) as IssuerAddress
  const access_key = buildAccessKey({
    uf: address.city_code.slice(0, 2),
    year_month: day.slice(2, 7).replace('-', ''),
    document: purchase.document_number,
    model: '55',
    series: SERIES,
    number,
    emission_type: '1',
    code,
  })
  const note: LocalNote = {
    company_id: companyId,
    access_key,
    kind: 'PRODUCT',
    code: '100',
    protocol: `1${random.digits(14)}`,
    number: null,
    issued_key: null,
    document_xml: '',
    authorised_at: textOf(at),
    cancelled_at: null,
    cancel_protocol: null,
  }
  const xml = await signed(recording, { purchase, address, content, amount_cents, number, access_key, at, signer })
  note.document_xml = nfeProcessed(xml, note, at)
  await remember(recording, note)
  const file = readSummary(Buffer.from(summaryOf(note.document_xml, { state: '1', at })))
  if (!file || !('note' in file)) throw new Error('the demo cannot read its own summary')
  const { issuer, buyer_document: _, replaces: __, ...facts } = file.note
  const { state, ...evidence } = file.evidence
  const id = random.id(at)
  sink.add('invoices', {
    ...facts,
    id,
    created_at: textOf(at),
    source: 'CAPTURE',
    status: 'ISSUED',
    party: { ...issuer, contact_id: purchase.contact_id },
    contact_id: purchase.contact_id,
    created_by: accountantId,
    check_state: state,
    evidence,
  })
  return { id, access_key, document_number: purchase.document_number, at }
}

interface Selling {
  purchase: Purchase
  address: IssuerAddress
  content: ProductContent
  amount_cents: number
  number: number
  access_key: string
  at: number
  signer: Signer
}

/** As the supplier issued it to the company. */
async function signed({ db, companyId, books }: Recording, selling: Selling): Promise<string> {
  const { purchase, address, content, amount_cents, number, access_key, at, signer } = selling
  const { address: home, document_number, name, state_registration } = await readIssuer(db, companyId)
  const issuer: Issuer = {
    ...purchase,
    trade_name: purchase.name,
    state_registration: '110042490114',
    municipal_registration: null,
    tax_regime: 'SIMPLES_NACIONAL',
    address,
  }
  const party = {
    contact_id: null,
    name,
    document_number,
    email: null,
    phone_number: null,
    state_tax_number: state_registration,
    address: home,
  }
  const draft = { kind: 'PRODUCT' as const, party, serie: String(SERIES), number, content, amount_cents }
  const note = noteOf(draft, issuer, access_key, at, '2')
  if (note.kind === 'SERVICE') throw new Error(`${books.facts.company.name} buys goods`)
  return signXml(buildNfe(note, undefined), 'infNFe', signer, 'sha1')
}

async function writeLetter({ companyId, books, random }: Recording, { files }: DemoOutside, signer: Signer, made: Made): Promise<void> {
  const { access_key, document_number, id: invoice_id } = made
  const at = made.at + 1_800_000
  const protocol = `1${random.digits(14)}`
  const plain = buildNfeCorrection({ access_key, document_number, at, environment: '2', sequence: 1, text: LETTER })
  const registration = { organ: access_key.slice(0, 2), type: '110110', name: 'Carta de Correção registrada', key: access_key, sequence: 1 }
  const bytes = Buffer.from(registeredEvent(signXml(plain, 'infEvento', signer, 'sha1'), { ...registration, protocol, at }))
  books.facts.sink.add('received_letters', {
    id: random.id(at),
    created_at: textOf(at),
    access_key,
    sequence: 1,
    text: LETTER,
    registered_at: textOf(at),
    protocol,
    evidence: { state: 'VERIFIED', doubts: [], signer: null },
    ...(await files.put(companyId, bytes)),
    size_bytes: bytes.length,
    invoice_id,
    created_by: books.facts.accountantId,
  })
}

/** The note that was refused is disowned at the authority as well, and one that was accepted is confirmed there. */
async function writeSaid({ db, companyId, books, random }: Recording): Promise<void> {
  const decided = await all(
    db,
    sql<{ id: string; decision: string; created_at: string }>`
      select distinct on (d.decision) i.id, d.decision, d.created_at from invoices i
      join fiscal_decisions d on d.company_id = i.company_id and d.invoice_id = i.id
      where i.company_id = ${companyId} and i.source = 'CAPTURE' and i.status = 'ISSUED' order by d.decision, i.issued_at desc`,
  )
  for (const { id: invoice_id, decision, created_at } of decided) {
    const kind: Manifestation = decision === 'REJECTED' ? 'UNRECOGNISED' : 'CONFIRMED'
    const at = Date.parse(created_at)
    books.facts.sink.add('note_manifestations', {
      id: random.id(at),
      created_at: textOf(at),
      invoice_id,
      kind,
      protocol: `1${random.digits(14)}`,
      registered_at: textOf(at),
      created_by: books.facts.accountantId,
    })
  }
}
