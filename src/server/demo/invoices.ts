// A demo company's notes: those issued for its newest sales, a few in every other status, and those its suppliers issued.
import { sql } from 'kysely'
import type { InvoiceParty } from '#contract/invoices.ts'
import type { Address } from '#contract/kit/fields.ts'
import { addDays, type Day } from '#domain/days.ts'
import type { InvoiceStatus, PaymentMethod } from '#domain/enums.ts'
import { buildAccessKey, buildNfseKey } from '#domain/fiscal/access-key.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { all } from '#server/db/query.ts'
import type { ServiceContent } from '#server/fiscal/notes.ts'
import { writeCaptured } from './captured.ts'
import { type DemoService, otherServicesOf, productsOf, serviceOf } from './catalogue.ts'
import type { DemoCompany } from './companies.ts'
import { productContent, type StockProduct, serviceContent } from './note-content.ts'
import { addressIn } from './places.ts'
import type { Recording } from './recording.ts'
import { happenedAt, instantOf, textOf } from './title.ts'

/** The newest sales, which have notes: each is signed and rendered, so that only the showcase has many. */
const SALES = { showcase: 30, usual: 8, MEI: 5 } as const
const COUNTER_SALES = { showcase: 6, usual: 3 } as const

/** A sale of the books and its buyer. */
interface Sale {
  id: string
  amount_cents: number
  issue_date: Day
  due_date: Day
  payment_method: PaymentMethod | null
  conciliation_id: string | null
  contact_id: string
  name: string
  document_number: string
  email: string | null
  phone_number: string | null
  address: Address
}

interface Draft {
  readonly kind: InvoiceKind
  readonly status: InvoiceStatus
  readonly day: Day
  readonly cents: number
  /** The buyer and the terms; nobody known at the counter. */
  readonly sale: Sale | undefined
  /** The sale's own title is the one it was booked as. */
  readonly booked: boolean
  readonly reason?: string
  readonly reason_code?: string
}

interface Desk extends Recording {
  readonly address: Address
  readonly stock: readonly StockProduct[]
  readonly service: (DemoService & { id: string }) | undefined
}

export async function writeInvoices(recording: Recording): Promise<void> {
  const { books, random, index } = recording
  const { sink } = books.facts
  const address = addressIn(books.facts.company, 'Rua das Acácias', 100 + 17 * index)
  const desk: Desk = { ...recording, address, stock: writeProducts(recording), service: writeService(recording) }
  const isTrade = desk.stock.length > 0
  sink.add('invoice_settings', {
    ...bornWith(recording),
    id: random.id(instantOf(books.facts.start, -2)),
    address,
    service_active: !isTrade,
    product_active: isTrade,
    consumer_active: sellsAtCounter(desk),
  })
  const sales = await newestSales(recording)
  const numbers = await writeNotes(desk, draftsOf(desk, sales))
  await sink.flush(true)
  for (const [kind, number] of numbers)
    await sql`
      insert into invoice_series (company_id, kind, serie_number, invoice_number)
      values (${recording.companyId}, ${kind}, '1', ${number})`.execute(recording.db)
  await writeCaptured({ ...recording, address })
  await sink.flush(true)
}

const sizeOf = ({ rank }: DemoCompany): 'showcase' | 'usual' => (rank === 'showcase' ? 'showcase' : 'usual')
const bornWith = ({ books }: Recording) => ({ created_at: textOf(instantOf(books.facts.start, -2)) })
const sellsAtCounter = ({ stock, books }: Desk): boolean => stock.length > 0 && books.facts.sector.card > 0.1

function writeProducts(recording: Recording): StockProduct[] {
  const { books, random } = recording
  return productsOf(books.facts.company.sector).map((product, at) => {
    const stocked = {
      ...product,
      id: random.id(instantOf(books.facts.start, -2)),
      code: String(1001 + at),
      cfop: '5102',
      origin: 'NATIONAL' as const,
    }
    books.facts.sink.add('products', { ...bornWith(recording), ...stocked })
    return stocked
  })
}

function writeService(recording: Recording): Desk['service'] {
  const { books, random } = recording
  const rendered = serviceOf(books.facts.company.sector)
  if (!rendered) return undefined
  const add = ({ name, description, code, iss_rate }: DemoService, amount_cents: number): string => {
    const id = random.id(instantOf(books.facts.start, -2))
    const told = { name, description, amount_cents, municipal_service_code: code, iss_rate }
    books.facts.sink.add('services', { ...bornWith(recording), id, ...told })
    return id
  }
  const id = add(rendered, 0)
  for (const other of otherServicesOf(books.facts.company.sector)) add(other, other.amount_cents)
  return { ...rendered, id }
}

function newestSales({ db, companyId, books }: Recording): Promise<Sale[]> {
  const { company, sector, today } = books.facts
  const limit = company.regime === 'MEI' ? SALES.MEI : SALES[sizeOf(company)]
  return all(
    db,
    sql<Sale>`
      select e.id, e.amount_cents, e.issue_date, e.due_date, e.payment_method, e.conciliation_id, e.contact_id, k.name, k.document_number,
        k.email, k.phone_number, k.address
      from entries e join contacts k on k.company_id = e.company_id and k.id = e.contact_id
      where e.company_id = ${companyId} and e.kind = 'RECEIVABLE' and e.category_id = ${books.category(sector.revenue)}
        and e.payment_method in ('PIX', 'BOLETO')
        and e.parent_id is null and not e.has_children and e.difference_kind is null and e.issue_date <= ${today}
        and e.document_number is not null and k.document_number is not null and k.address is not null
      order by e.issue_date desc, e.id desc limit ${limit}`,
  )
}

/** In the order of their days, as they will be numbered. */
function draftsOf(desk: Desk, sales: readonly Sale[]): Draft[] {
  const { books, random } = desk
  const { today, company, sector } = books.facts
  const kind: InvoiceKind = desk.service ? 'SERVICE' : 'PRODUCT'
  // The newest has its note only today: it can still be cancelled.
  const issued = sales.map(
    (sale, at): Draft => ({
      kind,
      status: 'ISSUED',
      day: at === 0 ? today : sale.issue_date,
      cents: sale.amount_cents,
      sale,
      booked: true,
    }),
  )
  const mean = issued.length > 0 ? issued.reduce((sum, note) => sum + note.cents, 0) / issued.length : company.revenue / 40
  const another = (status: InvoiceStatus, daysAgo: number, rest: Partial<Draft> = {}): Draft[] =>
    sales.length === 0
      ? []
      : [{ kind, status, day: addDays(today, -daysAgo), cents: random.cents(mean, 0.4), sale: random.pick(sales), booked: false, ...rest }]
  const rejection =
    kind === 'SERVICE'
      ? { reason_code: 'E0202', reason: 'Inscrição municipal do prestador não encontrada no cadastro do município.' }
      : { reason_code: '778', reason: 'Rejeição: Informado NCM inexistente [nItem: 1]' }
  const counter = Array.from({ length: sellsAtCounter(desk) ? COUNTER_SALES[sizeOf(company)] : 0 }, (_, at): Draft => {
    const cents = random.cents(Math.max(1_500, mean * sector.card * 0.1), 0.6)
    return {
      kind: 'CONSUMER',
      status: at === 2 ? 'CANCELLED' : 'ISSUED',
      day: addDays(today, -1 - at),
      cents,
      sale: undefined,
      booked: false,
      ...(at === 2 ? CANCELLED : {}),
    }
  })
  const drafts = [
    ...issued,
    ...another('CANCELLED', 9, CANCELLED),
    ...another('CANCELLING', 1, { reason: 'Pedido duplicado pelo cliente' }),
    ...another('REJECTED', 2, rejection),
    ...another('PROCESSING', 1),
    ...counter,
  ]
  return drafts.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

const CANCELLED = { reason: 'Cliente desistiu da compra' }

/** Returns the last number of each kind. */
async function writeNotes(desk: Desk, drafts: readonly Draft[]): Promise<Map<InvoiceKind, number>> {
  const numbers = new Map<InvoiceKind, number>()
  const first = desk.random.int(120, 4_000)
  drafts.forEach((draft, at) => {
    // A note waiting for someone who may transmit has no number yet.
    const waits = draft.status === 'PROCESSING'
    const number = waits ? null : (numbers.get(draft.kind) ?? first) + 1
    if (number !== null) numbers.set(draft.kind, number)
    writeNote(desk, draft, number, happenedAt(draft.day, -6, desk.books.facts.today) + at * 1_000)
  })
  return numbers
}

function writeNote(desk: Desk, draft: Draft, number: number | null, at: number): void {
  const { books, random } = desk
  const { sink, ownerId } = books.facts
  const { sale, kind, status, cents } = draft
  const id = random.id(at)
  const wasIssued = status !== 'PROCESSING' && status !== 'REJECTED'
  const content = contentOf(desk, draft, wasIssued ? number : null)
  sink.add('invoices', {
    id,
    created_at: textOf(at),
    kind,
    source: 'LOCAL',
    status,
    amount_cents: cents,
    serie: number === null ? null : '1',
    number,
    access_key: number === null || (kind === 'SERVICE' && !wasIssued) ? null : keyOf(desk, kind, number, draft.day, content),
    issued_at: wasIssued ? textOf(at + 2_000) : null,
    cancelled_at: status === 'CANCELLED' ? textOf(at + 900_000) : null,
    reason: draft.reason ?? null,
    reason_code: draft.reason_code ?? null,
    protocol: wasIssued ? `1${random.digits(14)}` : null,
    sent_at: number === null ? null : textOf(at),
    contact_id: sale?.contact_id ?? null,
    party: partyOf(sale),
    content,
    created_by: ownerId,
  })
  if (!sale || !draft.booked) return
  sink.add('invoice_entries', { id: random.id(at), created_at: textOf(at), invoice_id: id, entry_id: sale.id, conciliation_id: null })
}

function contentOf(desk: Desk, { kind, cents, day, sale }: Draft, number: number | null) {
  if (kind === 'SERVICE')
    return serviceContent(desk.service as DemoService & { id: string }, cents, day, number, desk.books.facts.company.regime)
  const isTerm = kind === 'PRODUCT' && sale !== undefined && sale.due_date > day
  return productContent(desk.stock, cents, {
    year: Number(day.slice(0, 4)),
    regime: desk.books.facts.company.regime,
    code: desk.random.digits(8),
    method: kind === 'CONSUMER' ? 'DEBIT_CARD' : (sale?.payment_method ?? 'PIX'),
    due: isTerm ? sale.due_date : null,
  })
}

function keyOf(desk: Desk, kind: InvoiceKind, number: number, day: Day, content: ReturnType<typeof contentOf>): string {
  const { address, books, random } = desk
  const document = books.facts.company.document_number
  const city = address.city_code ?? ''
  const year_month = day.slice(2, 7).replace('-', '')
  if (kind === 'SERVICE') return buildNfseKey({ city, environment: '2', document, number, year_month, code: random.digits(9) })
  const code = (content as Exclude<ReturnType<typeof contentOf>, ServiceContent>).code
  const model = kind === 'CONSUMER' ? '65' : '55'
  return buildAccessKey({ uf: city.slice(0, 2), year_month, document, model, series: 1, number, emission_type: '1', code })
}

function partyOf(sale: Sale | undefined): InvoiceParty {
  if (!sale) {
    const nobody = { contact_id: null, document_number: null, email: null, phone_number: null, state_tax_number: null, address: null }
    return { ...nobody, name: 'Consumidor não identificado' }
  }
  const { contact_id, name, document_number, email, phone_number, address } = sale
  return { contact_id, name, document_number, email, phone_number, state_tax_number: null, address }
}
