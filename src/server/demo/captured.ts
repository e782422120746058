// Notes that suppliers issued to a demo company: those of its newest purchases, and some still waiting to be accepted.
import { sql } from 'kysely'
import type { Address } from '#contract/kit/fields.ts'
import { addDays, type Day } from '#domain/days.ts'
import { buildAccessKey } from '#domain/fiscal/access-key.ts'
import type { Doubt } from '#domain/fiscal/note-checks.ts'
import { allocate } from '#domain/money.ts'
import { all } from '#server/db/query.ts'
import type { ProductContent } from '#server/fiscal/notes.ts'
import { productsOf } from './catalogue.ts'
import { productContent } from './note-content.ts'
import { addressIn } from './places.ts'
import type { Recording } from './recording.ts'
import { happenedAt, instantOf, textOf } from './title.ts'

const BOOKED = 6
/** For goods of other kinds: stationery. */
const USUAL_NCM = '48202000'
const GOODS = ['Compra de mercadorias', 'Matéria-prima e insumos', 'Material de escritório e limpeza']

export interface Purchase {
  id: string
  amount_cents: number
  issue_date: Day
  due_date: Day
  number: number
  text: string
  contact_id: string
  name: string
  document_number: string
  email: string | null
  phone_number: string | null
}

interface Fate {
  decided: Decision
  booked: boolean
  /** Days its instalments fall due. */
  due?: readonly Day[]
  /** Days ago its issuer cancelled it. */
  cancelled?: number
  /** Why it could not be verified. */
  doubt?: Doubt
}

type Desk = Recording & { readonly address: Address }
type Decision = { decision: 'ACCEPTED' | 'REJECTED'; reason: string | null } | undefined

const ACCEPTED = { decision: 'ACCEPTED', reason: null } as const

/** The oldest were accepted; the newest wait, one of them altered on its way; one unordered note was refused, one was cancelled. */
export async function writeCaptured(desk: Desk): Promise<void> {
  const { random, books } = desk
  const { today } = books.facts
  const purchases = await newestPurchases(desk)
  purchases.forEach((purchase, at) => {
    write(desk, purchase, { decided: at === 0 ? undefined : ACCEPTED, booked: true })
  })
  const [newest] = purchases
  if (!newest) return
  const another = (daysAgo: number, number: number, of: Purchase = newest): Purchase => ({
    ...of,
    amount_cents: random.cents(of.amount_cents, 0.5),
    issue_date: addDays(today, -daysAgo),
    due_date: addDays(today, 28 - daysAgo),
    number,
  })
  write(desk, another(1, 90_101), { decided: undefined, booked: false })
  const [, second = newest, third = newest] = purchases
  write(desk, another(2, 4_512, second), { decided: ACCEPTED, booked: false, due: [26, 56, 86].map(days => addDays(today, days)) })
  write(desk, another(4, 7_830, third), { decided: undefined, booked: false })
  write(desk, another(3, 61_204, second), { decided: undefined, booked: false, doubt: 'signature_altered' })
  write(desk, another(9, 7_798, third), { decided: undefined, booked: false, cancelled: 8 })
  write(desk, another(16, 90_044), { decided: { decision: 'REJECTED', reason: 'Mercadoria não pedida' }, booked: false })
}

/** Of companies, each with a note of its own. */
export function newestPurchases({ db, companyId, books }: Recording): Promise<Purchase[]> {
  const categories = GOODS.map(name => books.category(name))
  return all(
    db,
    sql<Purchase>`
      select e.id, e.amount_cents, e.issue_date, e.due_date, substr(e.document_number, 4)::int as number,
        coalesce(e.additional_information, '') as text,
        e.contact_id, k.name, k.document_number, k.email, k.phone_number
      from (select *, count(*) over (partition by contact_id, document_number) as of_note from entries
          where company_id = ${companyId} and kind = 'BILL' and document_number ~ '^NF \\d+$') e
        join contacts k on k.company_id = e.company_id and k.id = e.contact_id and k.type = 'LEGAL' and k.document_number is not null
      where e.of_note = 1 and e.category_id = any (${categories}::uuid[]) and e.parent_id is null and not e.has_children
        and e.issue_date <= ${books.facts.today}
      order by e.issue_date desc, e.id desc limit ${BOOKED}`,
  )
}

/** What its supplier writes into the note of a purchase: one item, and how it is paid. */
export function purchaseContent(
  { company, sector }: Recording['books']['facts'],
  { text, name, amount_cents }: Pick<Purchase, 'text' | 'name' | 'amount_cents'>,
  { day, due, code }: { day: Day; due: Day | null; code: string },
): ProductContent {
  const item = {
    id: null,
    code: '1',
    name: text,
    unit: 'UN',
    price_cents: amount_cents,
    cfop: '5102',
    origin: 'NATIONAL' as const,
    ncm: productsOf(company.sector)[0]?.ncm ?? USUAL_NCM,
  }
  return productContent([item], amount_cents, {
    year: Number(day.slice(0, 4)),
    regime: 'SIMPLES_NACIONAL',
    code,
    method: sector.suppliers.find(supplier => supplier.name === name)?.method ?? 'BOLETO',
    due,
  })
}

function write(desk: Desk, purchase: Purchase, { decided, booked, due, cancelled, doubt }: Fate): void {
  const { books, random, address } = desk
  const { sink, company, accountantId } = books.facts
  const { contact_id, name, document_number, email, phone_number, amount_cents, issue_date, due_date } = purchase
  const at = happenedAt(issue_date, -5, books.facts.today)
  const id = random.id(at)
  const code = random.digits(8)
  const content = purchaseContent(books.facts, purchase, { day: issue_date, due: due_date > issue_date ? due_date : null, code })
  sink.add('invoices', {
    id,
    created_at: textOf(at),
    kind: 'PRODUCT',
    source: 'CAPTURE',
    status: cancelled === undefined ? 'ISSUED' : 'CANCELLED',
    amount_cents,
    serie: '1',
    number: purchase.number,
    access_key: buildAccessKey({
      uf: (address.city_code ?? '').slice(0, 2),
      year_month: issue_date.slice(2, 7).replace('-', ''),
      document: document_number,
      model: '55',
      series: 1,
      number: purchase.number,
      emission_type: '1',
      code,
    }),
    issued_at: textOf(at - 3_600_000),
    ...(cancelled === undefined
      ? {}
      : { cancelled_at: textOf(instantOf(addDays(books.facts.today, -cancelled))), reason: 'Pedido faturado em duplicidade' }),
    protocol: `1${random.digits(14)}`,
    contact_id,
    party: {
      contact_id,
      name,
      document_number,
      email,
      phone_number,
      state_tax_number: null,
      address: addressIn(company, 'Rodovia Anhanguera', 40),
    },
    content: due ? { ...content, payment: inParts(amount_cents, due) } : content,
    created_by: accountantId,
    check_state: doubt === undefined ? 'VERIFIED' : 'UNVERIFIED',
    evidence: {
      doubts: doubt === undefined ? [] : [doubt],
      signer: { name: name.toUpperCase(), document: document_number, authority: 'Razão AC de teste (sem valor legal)' },
    },
    fate: cancelled === undefined ? null : 'CANCELLED',
  })
  const later = textOf(at + 3_600_000)
  if (booked) sink.add('invoice_entries', { id: random.id(at), created_at: later, invoice_id: id, entry_id: purchase.id })
  if (decided) sink.add('fiscal_decisions', { id: random.id(at), created_at: later, invoice_id: id, decided_by: accountantId, ...decided })
}

const inParts = (cents: number, due: readonly Day[]) => ({
  kind: 'INSTALLMENTS' as const,
  amount_cents: allocate(cents, due.length),
  payment_method: due.map(() => 'BOLETO' as const),
  due_dates: [...due],
})
