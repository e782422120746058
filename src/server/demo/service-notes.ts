// What suppliers of services issued to a demo company and it has not read yet: the local authority gives them once the reading is switched on.
import { sql } from 'kysely'
import { addDays, type Day } from '#domain/days.ts'
import { buildDpsId, buildNfseKey } from '#domain/fiscal/access-key.ts'
import { serviceTotals } from '#domain/fiscal/taxes.ts'
import type { LocalNote } from '#server/adapters/fiscal/local-rows.ts'
import { nfseOf } from '#server/adapters/fiscal/local-services.ts'
import { noteOf } from '#server/areas/fiscal/invoices/issue.ts'
import { readIssuer } from '#server/areas/fiscal/invoices/issuer.ts'
import { first } from '#server/db/query.ts'
import type { Issuer, IssuerAddress, ServiceContent } from '#server/fiscal/notes.ts'
import { remember, signedXml, signerOf } from './note-files.ts'
import { addressIn } from './places.ts'
import type { DemoOutside, Recording } from './recording.ts'
import type { DemoSupplier } from './sectors.ts'
import { happenedAt, instantOf, textOf } from './title.ts'

/** Services of suppliers, by the category of what they sell: 'código' of LC 116/2003. */
const SERVICES: Readonly<Record<string, string>> = { Manutenção: '140101', 'Marketing e publicidade': '170601' }
const REGIME = 'LUCRO_PRESUMIDO'
const SERIES = '70'
const USUAL_CENTS = 84_000
/** Days ago, of each note; the last was cancelled the day after. */
const AGES = [3, 5, 12] as const

export async function writeServiceNotes(recording: Recording, outside: DemoOutside): Promise<void> {
  const { facts } = recording.books
  const supplier = facts.sector.suppliers.find(({ category }) => category in SERVICES)
  if (!supplier || outside.trust.testAuthority === undefined) return
  const provider = await providerOf(recording, supplier)
  if (!provider) return
  const signer = signerOf(recording, outside.trust.testAuthority(), provider)
  for (const [at, age] of AGES.entries()) {
    const { registered, sent, instant } = await issued(recording, provider, supplier, { day: addDays(facts.today, -age), number: 211 + at })
    registered.document_xml = nfseOf(signedXml(sent, signer), registered, instant)
    // The numbers of the company's own notes go on from its own.
    await remember(recording, { ...registered, number: null, ...(at === AGES.length - 1 ? cancelled(addDays(facts.today, 1 - age)) : {}) })
  }
}

const cancelled = (day: Day) => ({ cancelled_at: textOf(instantOf(day)) })

async function providerOf({ db, companyId, books }: Recording, { name }: DemoSupplier): Promise<Issuer | undefined> {
  const contact = await first(
    db,
    sql<Pick<Issuer, 'document_number' | 'name' | 'email' | 'phone_number'>>`
      select document_number, name, email, phone_number from contacts
      where company_id = ${companyId} and kind = 'SUPPLIER' and name = ${name} and type = 'LEGAL' and document_number is not null
        and deleted_at is null limit 1`,
  )
  return (
    contact && {
      ...contact,
      trade_name: contact.name,
      state_registration: null,
      municipal_registration: null,
      tax_regime: REGIME,
      address: addressIn(books.facts.company, 'Rua das Oficinas', 120) as IssuerAddress,
    }
  )
}

/** As its provider sent it, and as the authority keeps it. */
async function issued(
  { db, companyId, books, random }: Recording,
  provider: Issuer,
  { category, items }: DemoSupplier,
  { day, number }: { day: Day; number: number },
) {
  // No two documents of the authority's list have one number.
  const instant = happenedAt(day, -5, books.facts.today) + number
  const city = provider.address.city_code
  const { document_number: document } = provider
  const amount_cents = random.cents(USUAL_CENTS, 0.5)
  const dps = buildDpsId({ city, document, series: SERIES, number })
  const buyer = await readIssuer(db, companyId)
  const party = { ...buyer, contact_id: null, state_tax_number: null }
  const content = contentOf({ code: SERVICES[category] ?? '', description: items[number % items.length] ?? '', day, amount_cents })
  const sent = noteOf({ kind: 'SERVICE', party, serie: SERIES, number, content, amount_cents }, provider, dps, instant, '2')
  const year_month = day.slice(2, 7).replace('-', '')
  const registered: LocalNote = {
    company_id: companyId,
    access_key: dps,
    kind: 'SERVICE',
    code: '100',
    protocol: `1${random.digits(14)}`,
    number,
    issued_key: buildNfseKey({ city, document, environment: '2', number, year_month, code: random.digits(9) }),
    document_xml: '',
    authorised_at: textOf(instant),
    cancelled_at: null,
    cancel_protocol: null,
  }
  return { registered, sent, instant }
}

interface Service {
  code: string
  description: string
  day: Day
  amount_cents: number
}

function contentOf({ code, description, day, amount_cents }: Service): ServiceContent {
  const amounts = { discount_cents: 0, iss_rate: 300, iss_withheld: false, withheld: ['irrf' as const] }
  const { base_cents: _, ...totals } = serviceTotals({ ...amounts, amount_cents, regime: REGIME, year: Number(day.slice(0, 4)) })
  return {
    ...amounts,
    ...totals,
    service_id: null,
    municipal_service_code: code,
    municipal_code: null,
    nbs: null,
    description,
    competence_date: day,
    nfse_number: null,
  }
}
