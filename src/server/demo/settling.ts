// When titles are paid: on time, early, late with charges, in part or not at all; and what the bank then prints.
import { addDays, type Day, diffDays, nextBusinessDay, previousBusinessDay } from '#domain/days.ts'
import type { DifferenceKind } from '#domain/enums.ts'
import { lateCharges } from '#domain/matching/weights.ts'
import { percentOf } from '#domain/money.ts'
import type { Books } from './books.ts'
import type { Account, Movement, Title } from './title.ts'

/** Settles it, leaves it waiting or leaves it open, by the day on which the bank moves the money. */
export function passTime(books: Books, titles: readonly Title[], movement: Movement): void {
  const { today, settledUpTo, company } = books.facts
  if (movement.day <= settledUpTo) books.settle(titles, movement)
  else if (movement.day <= today && company.lag > 2) books.wait(titles, movement)
  else for (const title of titles) books.open(title)
}

/** The usual charges on a late title: a fine once, daily interest. */
export function chargesOf(cents: number, daysLate: number): { kind: DifferenceKind; cents: number }[] {
  const fine = percentOf(cents, lateCharges.finePercent)
  const interest = percentOf(cents, lateCharges.monthlyInterestPercent * daysLate, 100 * lateCharges.monthDays)
  return [
    { kind: 'fine' as const, cents: fine },
    { kind: 'interest' as const, cents: interest },
  ].filter(part => part.cents > 0)
}

const VERBS: Record<string, readonly [paid: string, received: string]> = {
  PIX: ['PIX ENVIADO', 'PIX RECEBIDO'],
  BOLETO: ['BOLETO PAGO', 'LIQUIDACAO COBRANCA'],
  BANK_TRANSFER: ['TED ENVIADA', 'TED RECEBIDA'],
}

export function memoOf(title: Title, name: string): string {
  const method = typeof title.row.payment_method === 'string' ? title.row.payment_method : ''
  const [paid, received] = VERBS[method] ?? ['DEB AUT', 'CREDITO']
  return `${title.kind === 'BILL' ? paid : received} ${name}`
}

/** How long after its due date a bill is paid: mostly on time, some early, a few late. */
function billDelay(books: Books): number {
  const roll = books.facts.random.next()
  if (roll < 0.8) return 0
  return roll < 0.93 ? -books.facts.random.int(1, 2) : books.facts.random.int(2, 10)
}

function receiptDelay(books: Books): number {
  const { random } = books.facts
  const roll = random.next()
  if (roll < 0.68) return 0
  if (roll < 0.88) return random.int(1, 3)
  return roll < 0.97 ? random.int(4, 12) : random.int(15, 40)
}

/** The status that an open bill has reached by today. */
function openBillStatus(books: Books, cents: number, due: Day): string {
  const { random, today, company } = books.facts
  const asks = company.requires_approval || cents > 500_000
  const days = diffDays(today, due)
  if (days < 0)
    return random.weighted([
      ['PENDING', 8],
      ['APPROVED', 2],
      ['REPROVED', asks ? 1 : 0],
    ])
  if (days <= 10) {
    return random.weighted([
      ['PENDING', 5],
      ['APPROVED', 4],
      ['WAITING_PAYMENT', 1.5],
      ['WAITING_APPROVAL', asks ? 3 : 0],
      ['REPROVED', asks ? 0.4 : 0],
    ])
  }
  return random.weighted([
    ['PENDING', 10],
    ['APPROVED', 1],
    ['WAITING_APPROVAL', asks ? 1 : 0],
  ])
}

interface Paying {
  readonly account?: Account | undefined
  /** What the bank prints before the name, when the payment method does not determine it. */
  readonly verb?: string | undefined
  /** Taxes and people are never paid late. */
  readonly punctual?: boolean
}

/** Pays one supplier's bills by one bank line; late boletos carry fine and interest. */
export function payBills(books: Books, bills: readonly Title[], name: string, { account, verb, punctual = false }: Paying = {}): void {
  const { start, settledUpTo } = books.facts
  const first = bills[0] as Title
  const delay = punctual || bills.length > 1 ? 0 : billDelay(books)
  const wanted = delay < 0 ? previousBusinessDay(addDays(first.due_date, delay)) : nextBusinessDay(addDays(first.due_date, delay))
  const earliest = (first.row.issue_date as Day | null) ?? start
  const day = wanted < earliest ? nextBusinessDay(earliest) : wanted
  const isLate = day > nextBusinessDay(first.due_date) && first.row.payment_method === 'BOLETO'
  const differences = isLate ? chargesOf(first.amount_cents, diffDays(first.due_date, day)) : []
  const movement = { day, account, memo: verb ? `${verb} ${name}`.trim() : memoOf(first, name), differences }
  const asked =
    day <= settledUpTo ? bills : bills.map(bill => ({ ...bill, status: openBillStatus(books, bill.amount_cents, bill.due_date) }))
  passTime(books, asked, movement)
}

/** A customer pays: most on time, some late with charges, some minus a discount or a withheld tax. */
export function receive(books: Books, title: Title, name: string): void {
  const { random, today, sector, settledUpTo } = books.facts
  // A few customers never pay; losses older than these books were written off.
  if (title.due_date >= addDays(today, -100) && title.due_date < today && random.chance(0.025)) {
    books.open(title)
    return
  }
  const day = nextBusinessDay(addDays(title.due_date, receiptDelay(books)))
  const late = day > nextBusinessDay(title.due_date) ? diffDays(title.due_date, day) : 0
  const differences: { kind: DifferenceKind; cents: number }[] = []
  if (late > 0 && title.row.payment_method === 'BOLETO') differences.push(...chargesOf(title.amount_cents, late))
  else if (late === 0 && random.chance(0.02))
    differences.push({ kind: 'discount', cents: Math.max(1, Math.round(title.amount_cents * 0.03)) })
  else if (sector.revenue === 'Prestação de serviços' && !sector.people && random.chance(0.12)) {
    differences.push({ kind: 'withholding', cents: Math.max(1, Math.round(title.amount_cents * 0.03)) })
  }
  const memo = title.row.payment_method === 'BOLETO' ? `LIQUIDACAO COBRANCA ${title.row.document_number}` : memoOf(title, name)
  if (differences.length === 0 && title.amount_cents > 40_000 && random.chance(0.008) && addDays(day, 12) <= settledUpTo) {
    const rest = { day: nextBusinessDay(addDays(day, 9)), memo }
    books.settlePart(title, Math.round(title.amount_cents * 0.4), { day, memo }, rest)
    return
  }
  passTime(books, [title], { day, memo, differences })
}
