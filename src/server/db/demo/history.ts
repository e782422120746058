// Two years of a company's life: recurring bills, purchases, sales and card sales, each settled, waiting or open by its day.
import {
  addDays,
  addMonths,
  type Day,
  diffDays,
  endOfMonth,
  isBusinessDay,
  nextBusinessDay,
  previousBusinessDay,
  startOfMonth,
} from '#domain/days.ts'
import type { DifferenceKind } from '#domain/enums.ts'
import { lateCharges } from '#domain/matching/weights.ts'
import { allocate, percentOf } from '#domain/money.ts'
import type { Account, Books, Movement, Title } from './books.ts'
import { personName } from './people.ts'
import type { Random } from './random.ts'
import { customerName } from './sectors.ts'

const MONTHS_BACK = 24

/** A trade's good and lean months, January first. */
const SEASONS = [0.9, 0.88, 0.97, 1, 1.05, 1.02, 0.98, 1, 1.01, 1.04, 1.08, 1.22]

export const historyStart = (today: Day): Day => addMonths(startOfMonth(today), -MONTHS_BACK)

/** Sales expected of a month, growing half a percent each. */
export function revenueOf(books: Books, month: Day): number {
  const { company, start } = books.facts
  const age = Math.round(diffDays(start, month) / 30.4)
  return company.revenue * 0.92 * 1.005 ** age * (SEASONS[Number(month.slice(5, 7)) - 1] ?? 1)
}

/** Settles, leaves waiting or leaves open, by the day on which the bank moves the money. */
export function passTime(books: Books, titles: readonly Title[], movement: Movement): void {
  const { today, settledUpTo, company } = books.facts
  if (movement.day <= settledUpTo) books.settle(titles, movement)
  else if (movement.day <= today && company.lag > 2) books.wait(titles, movement)
  else for (const title of titles) books.open(title)
}

/** What is charged on a late title by the usual terms: fine once, interest by the day. */
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

/** The status an open bill has come to by today. */
export function openBillStatus(books: Books, cents: number, due: Day): string {
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

export interface Paying {
  readonly account?: Account | undefined
  /** What the bank prints before the name, when the payment method does not say it. */
  readonly verb?: string | undefined
  /** Taxes and people are never paid late. */
  readonly punctual?: boolean
}

/** Pays bills of one supplier by one bank line; late boletos carry fine and interest. */
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

function receive(books: Books, title: Title, name: string): void {
  const { random, today, sector, settledUpTo } = books.facts
  // A few customers never pay; old losses were written off before these books.
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

/** Cents to hand out in so many parts, none alike, the last one taking what is left; parts beyond those are of the usual size. */
class Quota {
  #left: number
  readonly #usual: number
  count: number

  constructor(cents: number, count: number) {
    this.#left = cents
    this.#usual = cents / Math.max(1, count)
    this.count = count
  }

  take(random: Random, spread: number): number {
    const mean = Math.max(500, this.count > 0 ? this.#left / this.count : this.#usual)
    const cents = random.cents(mean, this.count === 1 ? 0.01 : spread)
    this.#left -= cents
    this.count--
    return cents
  }
}

interface Pace {
  readonly month: Day
  readonly last: Day
  readonly sales: Quota
  readonly cards: Quota
  readonly purchases: Quota
}

function someDay(books: Books, { month, last }: Pace): Day {
  return addDays(month, books.facts.random.int(0, diffDays(month, last)))
}

function sell(books: Books, pace: Pace, customers: number): void {
  const { random, sector, salt } = books.facts
  const issue = someDay(books, pace)
  // Squared: a few customers buy most.
  const number = Math.floor(random.next() ** 2 * customers)
  const customer = books.contact('CUSTOMER', sector.people ? personName(number, salt) : customerName(sector, number), sector.people)
  const term = random.weighted([
    [0, 4],
    [7, 2],
    [14, 2],
    [28, 3],
    [30, 1],
  ])
  const order = String(1000 + books.count)
  const title = books.title({
    kind: 'RECEIVABLE',
    amount: pace.sales.take(random, 0.75),
    due: addDays(issue, term),
    issue,
    category: sector.revenue,
    contact: customer,
    text: `${sector.sale} ${order}`,
    number: order,
    method:
      term >= 14
        ? random.weighted([
            ['BOLETO' as const, 2],
            ['PIX' as const, 1],
          ])
        : 'PIX',
    account: random.chance(0.25) ? null : books.main,
  })
  receive(books, title, customer.memo)
}

function sellByCard(books: Books, pace: Pace): void {
  const { random, sector } = books.facts
  const issue = nextBusinessDay(someDay(books, pace))
  const machine = books.contact('CUSTOMER', 'Cielo')
  const debit = random.chance(0.55)
  const parts = allocate(pace.cards.take(random, 0.5), random.int(2, 5))
  const brand = random.pick(['VISA', 'MASTER', 'ELO'])
  const due = nextBusinessDay(addDays(issue, debit ? 1 : 30))
  const sales = parts.map((part, at) =>
    books.title({
      kind: 'RECEIVABLE',
      amount: random.cents(part, 0.3),
      due,
      issue,
      category: sector.revenue,
      contact: machine,
      text: `Vendas ${brand} ${debit ? 'débito' : 'crédito'} de ${issue.slice(8)}/${issue.slice(5, 7)}, lote ${at + 1}`,
      method: debit ? 'DEBIT_CARD' : 'CREDIT_CARD',
    }),
  )
  const gross = sales.reduce((sum, sale) => sum + sale.amount_cents, 0)
  const fee = Math.max(1, Math.round(gross * (debit ? 0.0139 : 0.0289)))
  const day = isBusinessDay(due) ? due : nextBusinessDay(due)
  passTime(books, sales, { day, memo: `RECEB CIELO ${brand} ${debit ? 'DEB' : 'CRED'}`, differences: [{ kind: 'fee', cents: fee }] })
}

function buy(books: Books, pace: Pace): void {
  const { random, sector, today } = books.facts
  const supplier = random.pick(sector.suppliers)
  const contact = books.contact('SUPPLIER', supplier.name)
  const issue = someDay(books, pace)
  const term = supplier.method === 'BOLETO' ? random.pick([14, 21, 28, 28]) : random.pick([0, 2, 5, 7])
  const count = random.chance(0.05) ? random.int(2, 3) : 1
  const account = sector.suppliers.indexOf(supplier) === 2 && books.second ? books.second : books.main
  const due = addDays(issue, term)
  const bills = allocate(pace.purchases.take(random, 0.7), count).map(part =>
    books.title({
      kind: 'BILL',
      amount: count === 1 ? part : random.cents(part, 0.4),
      due,
      issue,
      category: supplier.category,
      contact,
      text: random.pick(supplier.items),
      number: `NF ${4000 + books.count}`,
      method: supplier.method,
      account: due > today && random.chance(0.2) ? null : account,
    }),
  )
  payBills(books, bills, contact.memo, { account })
}

/** Fees, yield and own transfers of a month, as the bank's lines brought them. */
function bankMatters(books: Books, month: Day): void {
  const { random, company, sector, today, settledUpTo } = books.facts
  const feeDay = nextBusinessDay(addDays(month, 9))
  if (feeDay <= settledUpTo && company.regime !== 'MEI') {
    const cents = company.revenue > 15_000_000 ? 18_990 : 8_990
    const fee = books.title({
      kind: 'BILL',
      amount: cents,
      due: feeDay,
      category: 'Tarifas bancárias',
      text: 'Pacote de serviços',
      created: feeDay,
      method: null,
    })
    books.settle([fee], { day: feeDay, memo: 'TARIFA PACOTE DE SERVICOS' })
  }
  const yieldDay = previousBusinessDay(endOfMonth(month))
  if (yieldDay <= settledUpTo) {
    const account = books.accounts.find(each => each.kind === 'INVESTMENTS') ?? books.main
    const cents = random.cents(company.revenue * 0.0004, 0.4)
    const earned = books.title({
      kind: 'RECEIVABLE',
      amount: cents,
      due: yieldDay,
      category: 'Rendimentos de aplicações',
      text: 'Rendimento da aplicação',
      created: yieldDay,
      account,
      method: null,
    })
    books.settle([earned], { day: yieldDay, account, memo: 'RENDIMENTO APLIC AUTOM' })
    books.line(0, { day: yieldDay, memo: 'SALDO DO DIA' }, 'IGNORED')
  }
  const day = nextBusinessDay(addDays(month, 14))
  if (day > settledUpTo || day > today) return
  // What the second account pays: the loan and one supplier.
  const needs = 0.0136 + sector.purchases / sector.suppliers.length
  const share = Math.round((revenueOf(books, month) * needs) / 10_000) * 10_000
  if (books.second && share > 0) books.transfer(books.main, books.second, day, share, true)
  const saved = books.accounts[2]
  if (saved && random.chance(0.5))
    books.transfer(
      books.main,
      saved,
      nextBusinessDay(addDays(day, 2)) <= settledUpTo ? nextBusinessDay(addDays(day, 2)) : day,
      Math.max(10_000, Math.round(share / 20_000) * 10_000),
      true,
    )
}

/** Owners take most of what a month left. */
function distribute(books: Books, month: Day, cents: number): void {
  const rounded = Math.floor((cents * 0.8) / 10_000) * 10_000
  const due = addDays(addMonths(month, 1), 9)
  if (rounded <= 0 || due > books.facts.today) return
  const owner = books.contact('SUPPLIER', books.facts.ownerName, true)
  const title = books.title({
    kind: 'BILL',
    amount: rounded,
    due,
    category: 'Distribuição de lucros',
    contact: owner,
    text: 'Distribuição de lucros',
    competence: endOfMonth(month),
  })
  payBills(books, [title], owner.memo, { punctual: true })
}

/** Everything that is not recurring, month by month, ending at `entries` written in all. */
export async function writeHistory(books: Books, entries: number, fixedOf: (month: Day) => number): Promise<void> {
  const { start, today, company, sector, sink } = books.facts
  const already = books.count
  const variable = Math.max(entries - already, 40)
  const elapsed = diffDays(startOfMonth(today), today) + 1
  const total = MONTHS_BACK + elapsed / 30.4
  const customers = company.regime === 'MEI' ? 9 : Math.min(900, Math.max(14, Math.round(variable / 90)))
  for (let at = 0; at <= MONTHS_BACK; at++) {
    const month = addMonths(start, at)
    const isLast = at === MONTHS_BACK
    const last = isLast ? today : endOfMonth(month)
    const part = isLast ? Math.min(1, elapsed / 30.4) : 1
    const goal = already + Math.round(isLast ? variable : (variable * (at + 1)) / total)
    const revenue = revenueOf(books, month) * part
    bankMatters(books, month)
    const pace = paceOf(books, month, last, revenue, Math.max(3, goal - books.count))
    while (pace.cards.count > 0) sellByCard(books, pace)
    while (pace.sales.count > 0) sell(books, pace, customers)
    while (pace.purchases.count > 0) buy(books, pace)
    while (isLast && books.count < goal) sell(books, pace, customers)
    const result = revenue * (1 - sector.purchases - sector.card * 0.02 - 0.01) - fixedOf(month)
    if (!isLast) distribute(books, month, result)
    await sink.flush()
  }
}

/** How many of each a month holds: a card batch writes about four and a half entries, the others a little more than one. */
function paceOf(books: Books, month: Day, last: Day, revenue: number, count: number): Pace {
  const { sector } = books.facts
  const byCard = sector.card > 0 ? 0.35 * count : 0
  const others = (count - byCard) / 1.09
  const quota = (cents: number, entries: number) => new Quota(cents, cents > 0 ? Math.max(1, Math.round(entries)) : 0)
  return {
    month,
    last,
    cards: quota(revenue * sector.card, byCard / 4.5),
    sales: quota(revenue * (1 - sector.card), others * 0.56),
    purchases: quota(revenue * sector.purchases, others * 0.44),
  }
}
