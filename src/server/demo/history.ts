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
import { allocate } from '#domain/money.ts'
import type { Books } from './books.ts'
import { personName } from './people.ts'
import type { Random } from './random.ts'
import { customerName } from './sectors.ts'
import { passTime, payBills, receive } from './settling.ts'

const MONTHS_BACK = 24

/** A trade's strong and weak months, January first. */
const SEASONS = [0.9, 0.88, 0.97, 1, 1.05, 1.02, 0.98, 1, 1.01, 1.04, 1.08, 1.22]

export const historyStart = (today: Day): Day => addMonths(startOfMonth(today), -MONTHS_BACK)

/** The sales expected in a month, growing by half a percent each. */
export function revenueOf(books: Books, month: Day): number {
  const { company, start } = books.facts
  const age = Math.round(diffDays(start, month) / 30.4)
  return company.revenue * 0.92 * 1.005 ** age * (SEASONS[Number(month.slice(5, 7)) - 1] ?? 1)
}

/** Splits cents into that many different parts, the last one taking the rest; further parts have the usual size. */
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
  // Squared, so that a few customers buy most.
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

/** Fees, yield and own transfers of a month, as the bank's lines report them. */
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
  const saved = books.accounts.find(account => account.kind === 'INVESTMENTS')
  if (saved && random.chance(0.5))
    books.transfer(
      books.main,
      saved,
      nextBusinessDay(addDays(day, 2)) <= settledUpTo ? nextBusinessDay(addDays(day, 2)) : day,
      Math.max(10_000, Math.round(share / 20_000) * 10_000),
      true,
    )
}

/** Owners withdraw most of what a month left. */
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

/** Everything that does not recur, month by month, until `entries` are written in all. */
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

/** How many of each a month holds: a card batch writes about four and a half entries, the others slightly more than one. */
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
