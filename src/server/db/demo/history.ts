// Two years of a company's life: recurring bills, purchases, sales and card sales, each settled, waiting or open by its day.
import { addDays, addMonths, type Day, diffDays, endOfMonth, isBusinessDay, nextBusinessDay, previousBusinessDay, startOfMonth } from '#domain/days.ts'
import type { DifferenceKind } from '#domain/enums.ts'
import { lateCharges } from '#domain/matching/weights.ts'
import type { Account, Books, Movement, Title } from './books.ts'
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
  const last = titles.map(title => title.due_date).reduce((one, other) => (one > other ? one : other))
  if (movement.day <= settledUpTo) books.settle(titles, movement)
  else if (movement.day <= today && company.lag > 2) books.wait(titles, movement)
  else for (const title of titles) books.open(last <= addDays(today, 30) ? title : { ...title, status: 'PENDING' })
}

/** What is charged on a late title by the usual terms: fine once, interest by the day. */
export function chargesOf(cents: number, daysLate: number): { kind: DifferenceKind; cents: number }[] {
  const fine = Math.round((cents * lateCharges.finePercent) / 100)
  const interest = Math.round((cents * lateCharges.monthlyInterestPercent * daysLate) / (100 * lateCharges.monthDays))
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
  if (days < 0) return random.weighted([['PENDING', 8], ['APPROVED', 2], ['REPROVED', asks ? 1 : 0]])
  if (days <= 10) {
    return random.weighted([['PENDING', 5], ['APPROVED', 4], ['WAITING_PAYMENT', 1.5], ['WAITING_APPROVAL', asks ? 3 : 0], ['REPROVED', asks ? 0.4 : 0]])
  }
  return random.weighted([['PENDING', 10], ['APPROVED', 1], ['WAITING_APPROVAL', asks ? 1 : 0]])
}

/** Pays bills of one supplier by one bank line; late boletos carry fine and interest. */
export function payBills(books: Books, bills: readonly Title[], name: string, account: Account | undefined, verb?: string): void {
  const { today } = books.facts
  const first = bills[0] as Title
  const delay = bills.length > 1 ? 0 : billDelay(books)
  const day = delay < 0 ? previousBusinessDay(addDays(first.due_date, delay)) : nextBusinessDay(addDays(first.due_date, delay))
  const onTime = nextBusinessDay(first.due_date)
  const isLate = day > onTime && first.row.payment_method === 'BOLETO'
  const differences = isLate ? chargesOf(first.amount_cents, diffDays(first.due_date, day)) : []
  const movement = { day, account, memo: verb ? `${verb} ${name}` : memoOf(first, name), differences }
  const unpaid = first.due_date > today || day > today
  passTime(books, unpaid ? bills.map(bill => ({ ...bill, status: openBillStatus(books, bill.amount_cents, bill.due_date) })) : bills, movement)
}

function receive(books: Books, title: Title, name: string): void {
  const { random, today, sector, settledUpTo } = books.facts
  // A few customers never pay; old losses were written off before these books.
  if (title.due_date >= addDays(today, -100) && title.due_date < today && random.chance(0.025)) return books.open(title)
  const day = nextBusinessDay(addDays(title.due_date, receiptDelay(books)))
  const late = day > nextBusinessDay(title.due_date) ? diffDays(title.due_date, day) : 0
  const differences: { kind: DifferenceKind; cents: number }[] = []
  if (late > 0 && title.row.payment_method === 'BOLETO') differences.push(...chargesOf(title.amount_cents, late))
  else if (late === 0 && random.chance(0.02)) differences.push({ kind: 'discount', cents: Math.max(1, Math.round(title.amount_cents * 0.03)) })
  else if (sector.revenue === 'Prestação de serviços' && !sector.people && random.chance(0.12)) {
    differences.push({ kind: 'withholding', cents: Math.max(1, Math.round(title.amount_cents * 0.03)) })
  }
  const memo = title.row.payment_method === 'BOLETO' ? `LIQUIDACAO COBRANCA ${title.row.document_number}` : memoOf(title, name)
  if (differences.length === 0 && title.amount_cents > 40_000 && random.chance(0.008) && addDays(day, 12) <= settledUpTo) {
    const rest = { day: nextBusinessDay(addDays(day, 9)), memo }
    return books.settlePart(title, Math.round(title.amount_cents * 0.4), { day, memo }, rest)
  }
  passTime(books, [title], { day, memo, differences })
}

interface Pace {
  readonly month: Day
  readonly last: Day
  readonly sales: number
  readonly cards: number
  readonly purchases: number
}

function someDay(books: Books, { month, last }: Pace): Day {
  return addDays(month, books.facts.random.int(0, diffDays(month, last)))
}

function sell(books: Books, pace: Pace, customers: number): void {
  const { random, sector } = books.facts
  const issue = someDay(books, pace)
  // Squared: a few customers buy most.
  const number = Math.floor(random.next() ** 2 * customers)
  const customer = books.contact('CUSTOMER', sector.people ? personName(books, number) : customerName(sector, number), sector.people)
  const term = random.weighted([[0, 4], [7, 2], [14, 2], [28, 3], [30, 1]])
  const order = String(1000 + books.count)
  const title = books.title({
    kind: 'RECEIVABLE',
    amount: random.cents(pace.sales, 0.75),
    due: addDays(issue, term),
    issue,
    category: sector.revenue,
    contact: customer,
    text: `${sector.sale} ${order}`,
    number: order,
    method: term >= 14 ? random.weighted([['BOLETO' as const, 2], ['PIX' as const, 1]]) : 'PIX',
    account: random.chance(0.25) ? null : books.main,
  })
  receive(books, title, customer.memo)
}

const people = new Map<string, string>()

/** The same invented person for the same company and number. */
export function personName(books: Books, number: number): string {
  const key = `${books.facts.company.document_number}/${number}`
  const known = people.get(key)
  if (known) return known
  return books.facts.nameOf(number)
}

function sellByCard(books: Books, pace: Pace): number {
  const { random, sector } = books.facts
  const issue = nextBusinessDay(someDay(books, pace))
  const machine = books.contact('CUSTOMER', 'Cielo')
  const debit = random.chance(0.55)
  const count = random.int(2, 5)
  const brand = random.pick(['VISA', 'MASTER', 'ELO'])
  const due = nextBusinessDay(addDays(issue, debit ? 1 : 30))
  const sales = Array.from({ length: count }, (_, at) =>
    books.title({
      kind: 'RECEIVABLE',
      amount: random.cents(pace.cards, 0.5),
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
  return gross
}

function buy(books: Books, pace: Pace): void {
  const { random, sector, today } = books.facts
  const supplier = random.pick(sector.suppliers)
  const contact = books.contact('SUPPLIER', supplier.name)
  const issue = someDay(books, pace)
  const term = supplier.method === 'BOLETO' ? random.pick([14, 21, 28, 28]) : random.pick([0, 2, 5, 7])
  const count = random.chance(0.05) ? random.int(2, 3) : 1
  const account = sector.suppliers.indexOf(supplier) === 2 && books.second ? books.second : books.main
  const bills = Array.from({ length: count }, () => {
    const due = addDays(issue, term)
    return books.title({
      kind: 'BILL',
      amount: random.cents(pace.purchases / (count === 1 ? 1 : 1.6), 0.7),
      due,
      issue,
      category: supplier.category,
      contact,
      text: random.pick(supplier.items),
      number: `NF ${4000 + books.count}`,
      method: supplier.method,
      account: due > today && random.chance(0.2) ? null : account,
    })
  })
  payBills(books, bills, contact.memo, account)
}

/** Fees, yield and own transfers of a month, as the bank's lines brought them. */
function bankMatters(books: Books, pace: Pace): void {
  const { random, company, today, settledUpTo } = books.facts
  const feeDay = nextBusinessDay(addDays(pace.month, 9))
  if (feeDay <= settledUpTo && company.regime !== 'MEI') {
    const cents = company.revenue > 15_000_000 ? 18_990 : 8_990
    const fee = books.title({ kind: 'BILL', amount: cents, due: feeDay, category: 'Tarifas bancárias', text: 'Pacote de serviços', created: feeDay, method: null })
    books.settle([fee], { day: feeDay, memo: 'TARIFA PACOTE DE SERVICOS' })
  }
  const yieldDay = previousBusinessDay(endOfMonth(pace.month))
  if (yieldDay <= settledUpTo) {
    const account = books.accounts.find(each => each.kind === 'INVESTMENTS') ?? books.main
    const cents = random.cents(company.revenue * 0.0004, 0.4)
    const earned = books.title({ kind: 'RECEIVABLE', amount: cents, due: yieldDay, category: 'Rendimentos de aplicações', text: 'Rendimento da aplicação', created: yieldDay, account, method: null })
    books.settle([earned], { day: yieldDay, account, memo: 'RENDIMENTO APLIC AUTOM' })
    books.line(0, { day: yieldDay, memo: 'SALDO DO DIA' }, 'IGNORED')
  }
  const day = nextBusinessDay(addDays(pace.month, 14))
  if (day > settledUpTo || day > today) return
  const share = Math.round((revenueOf(books, pace.month) * 0.07) / 10_000) * 10_000
  if (books.second && share > 0) books.transfer(books.main, books.second, day, share, true)
  const saved = books.accounts[2]
  if (saved && random.chance(0.5)) books.transfer(books.main, saved, nextBusinessDay(addDays(day, 2)) <= settledUpTo ? nextBusinessDay(addDays(day, 2)) : day, Math.max(10_000, Math.round(share / 20_000) * 10_000), true)
}

/** Owners take most of what a month left. */
function distribute(books: Books, month: Day, cents: number): void {
  const rounded = Math.floor((cents * 0.55) / 10_000) * 10_000
  const due = addDays(addMonths(month, 1), 9)
  if (rounded <= 0 || due > books.facts.today) return
  const owner = books.contact('SUPPLIER', books.facts.ownerName, true)
  const title = books.title({ kind: 'BILL', amount: rounded, due, category: 'Distribuição de lucros', contact: owner, text: 'Distribuição de lucros', competence: endOfMonth(month) })
  payBills(books, [title], owner.memo, books.main)
}

/** Everything that is not recurring, month by month, ending at `entries` written in all. */
export async function writeHistory(books: Books, entries: number, fixedOf: (month: Day) => number): Promise<void> {
  const { start, today, company, sector, random, sink } = books.facts
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
    const count = Math.max(1, goal - books.count)
    const cardEntries = sector.card > 0 ? 0.35 * count : 0
    const others = count - cardEntries
    const pace: Pace = {
      month,
      last,
      sales: (revenue * (1 - sector.card)) / Math.max(1, others * 0.55),
      cards: (revenue * sector.card) / Math.max(1, cardEntries * 0.78),
      purchases: (revenue * sector.purchases) / Math.max(1, others * 0.45),
    }
    bankMatters(books, pace)
    let card = 0
    while (books.count < goal) {
      // A card batch writes about four and a half entries at once.
      const roll = random.next() * (cardEntries / 4.5 + others)
      if (roll < cardEntries / 4.5 && goal - books.count > 5) card += sellByCard(books, pace)
      else if (roll < cardEntries / 4.5 + others * 0.55) sell(books, pace, customers)
      else buy(books, pace)
    }
    const result = revenue * (1 - sector.purchases) - fixedOf(month) - card * 0.02
    if (!isLast) distribute(books, month, result)
    await sink.flush()
  }
}
