// The cases a reconciler meets, one function each: certain, tied, grouped, late, partial, netted, unknown, duplicated, between own accounts.
import { addDays, type Day, diffDays, previousBusinessDay } from '#domain/days.ts'
import type { PaymentMethod, TitleKind } from '#domain/enums.ts'
import type { Books } from './books.ts'
import { chargesOf, memoOf } from './settling.ts'
import type { Contact, Title } from './title.ts'

/** The business day that many business days before today; 0 is today or the last one before it. */
export function businessDayAgo(today: Day, ago: number): Day {
  let day = previousBusinessDay(today)
  for (let left = ago; left > 0; left--) day = previousBusinessDay(addDays(day, -1))
  return day
}

export interface CaseTitle {
  readonly kind: TitleKind
  readonly name: string
  readonly text: string
  readonly cents: number
  readonly category: string
  /** Days from the line's day to the due date. */
  readonly due?: number
  readonly method?: PaymentMethod
  readonly person?: boolean
  readonly number?: string
  readonly status?: string
}

interface When {
  /** Business days before today. */
  readonly ago: number
  readonly memo?: string
}

const contactOf = (books: Books, wanted: CaseTitle): Contact =>
  books.contact(wanted.kind === 'BILL' ? 'SUPPLIER' : 'CUSTOMER', wanted.name, wanted.person)

function titleOf(books: Books, wanted: CaseTitle, day: Day): Title {
  return books.title({
    kind: wanted.kind,
    amount: wanted.cents,
    due: addDays(day, wanted.due ?? 0),
    created: addDays(day, Math.min(0, wanted.due ?? 0) - 12),
    category: wanted.category,
    contact: contactOf(books, wanted),
    text: wanted.text,
    method: wanted.method ?? 'PIX',
    ...(wanted.number ? { number: wanted.number } : {}),
    ...(wanted.status ? { status: wanted.status } : {}),
  })
}

/** One line, one title, the same amount and name. */
export function pair(books: Books, wanted: CaseTitle, { ago, memo }: When): void {
  const day = businessDayAgo(books.facts.today, ago)
  const title = titleOf(books, wanted, day)
  books.wait([title], { day, memo: memo ?? memoOf(title, contactOf(books, wanted).memo) })
}

/** A line whose end-to-end id the title already has: the payment order was sent from here. */
export function sentFromHere(books: Books, wanted: CaseTitle, { ago, memo }: When): void {
  const { today, random } = books.facts
  const day = businessDayAgo(today, ago)
  const transaction = `E60701190${day.replaceAll('-', '')}1432${random.digits(11)}`
  const title = titleOf(books, { ...wanted, status: 'WAITING_PAYMENT' }, day)
  const known: Title = { ...title, row: { ...title.row, transaction_id: transaction } }
  books.wait([known], { day, memo: memo ?? memoOf(title, contactOf(books, wanted).memo), transaction, time: '14:32' })
}

/** A title settled by hand before its line came. */
export function settledByHand(books: Books, wanted: CaseTitle, { ago, memo }: When): void {
  const day = businessDayAgo(books.facts.today, ago)
  const title = titleOf(books, wanted, day)
  books.settleByHand(title, { day, memo: memo ?? memoOf(title, contactOf(books, wanted).memo) })
}

/** Several titles paid by one line, exactly. */
export function together(books: Books, wanted: readonly CaseTitle[], { ago, memo }: When): void {
  const day = businessDayAgo(books.facts.today, ago)
  const titles = wanted.map(each => titleOf(books, each, day))
  books.wait(titles, { day, memo: memo ?? memoOf(titles[0] as Title, contactOf(books, wanted[0] as CaseTitle).memo) })
}

/** Card sales that arrive in one credit, minus the machine's fee. */
export function netted(books: Books, wanted: readonly CaseTitle[], feeCents: number, { ago, memo }: When): void {
  const day = businessDayAgo(books.facts.today, ago)
  const titles = wanted.map(each => titleOf(books, each, day))
  books.wait(titles, { day, memo: memo ?? 'RECEB CIELO VISA DEB', differences: [{ kind: 'fee', cents: feeCents }] })
}

/** A boleto paid after its due date: the line carries fine and interest, and the bank prints the payee's document. */
export function paidLate(books: Books, wanted: CaseTitle, { ago, memo }: When): void {
  const { today } = books.facts
  const day = businessDayAgo(today, ago)
  const title = titleOf(books, { ...wanted, method: 'BOLETO' }, day)
  const late = diffDays(title.due_date, day)
  const contact = contactOf(books, wanted)
  books.wait([title], {
    day,
    memo: `${memo ?? memoOf(title, contact.memo)} ${contact.document}`,
    differences: chargesOf(title.amount_cents, late),
  })
}

/** A line that pays only part of a title. */
export function paidInPart(books: Books, wanted: CaseTitle, partCents: number, { ago, memo }: When): void {
  const day = businessDayAgo(books.facts.today, ago)
  const title = titleOf(books, wanted, day)
  books.open(title)
  books.line(wanted.kind === 'BILL' ? -partCents : partCents, { day, memo: memo ?? memoOf(title, contactOf(books, wanted).memo) })
}

/** One line and two titles of the same amount that the memo does not tell apart. */
export function tied(books: Books, wanted: readonly [CaseTitle, CaseTitle], { ago, memo }: When): void {
  const day = businessDayAgo(books.facts.today, ago)
  books.open(titleOf(books, wanted[1], day))
  pair(books, wanted[0], { ago, ...(memo ? { memo } : {}) })
}

/** A line no title explains: a fee, a card purchase, a balance row of zero. */
export function alone(books: Books, cents: number, memo: string, ago: number): void {
  books.line(cents, { day: businessDayAgo(books.facts.today, ago), memo })
}

/** The same bill twice: typed by two people, or the same boleto registered again. */
export function doubled(books: Books, wanted: CaseTitle, dueInDays: number, sameBoleto: boolean): void {
  const { today } = books.facts
  const day = addDays(today, dueInDays)
  const one = titleOf(books, { ...wanted, method: sameBoleto ? 'BOLETO' : 'PIX' }, day)
  const other = titleOf(books, { ...wanted, due: sameBoleto ? 0 : 1, method: sameBoleto ? 'BOLETO' : 'PIX' }, day)
  const details = sameBoleto ? { payment_details: { boleto: { digitable_line: books.boletoOf(one) } } } : {}
  books.open(one, details)
  books.open(other, details)
}

/** A bill cut into monthly parts; the first already paid when its day is past. */
export function inParts(books: Books, wanted: CaseTitle, parts: number, firstDue: Day): void {
  books.splitPlanned(titleOf(books, wanted, firstDue), parts)
}
