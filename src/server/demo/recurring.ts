// The bills that come every month: rent, energy, taxes, people, insurance, loans; each a recurrence over the whole time and three months ahead.
import { addDays, addMonths, type Day, monthName, startOfMonth } from '#domain/days.ts'
import type { BusinessDayAdjustment, PaymentMethod } from '#domain/enums.ts'
import { occurrences } from '#domain/recurrence.ts'
import { computeDasMei } from '#domain/taxes/mei.ts'
import type { Books } from './books.ts'
import { revenueOf } from './history.ts'
import { personName } from './people.ts'
import type { DemoSector } from './sectors.ts'
import { payBills } from './settling.ts'
import { type Account, instantOf } from './title.ts'

const DAYS_AHEAD = 90

/** What the owner is paid every month. */
export const PRO_LABORE_CENTS = 324_200

interface Series {
  readonly text: string
  readonly name: string
  readonly person?: boolean
  readonly category: string
  readonly day: number
  /** Cents of a month. */
  cents(month: Day): number
  readonly method?: PaymentMethod
  readonly verb?: string
  /** Belongs to the previous month, and says so. */
  readonly past?: boolean
  readonly adjustment?: BusinessDayAdjustment
  readonly punctual?: boolean
  readonly account?: Account | undefined
  /** The first day of the month whose bill nobody paid. */
  readonly forgotten?: Day
}

/** Its tax is well overdue today, and not the newest one. */
const forgottenMonth = (today: Day): Day => addMonths(startOfMonth(today), -2)

export const meiActivityOf = (sector: DemoSector) => (sector.revenue === 'Venda de produtos' ? 'COMMERCE' : 'SERVICES')

/** Constant within a year, slightly lower in each earlier year. */
const fixedFor = (today: Day) => (cents: number) => (month: Day) =>
  Math.round(cents * (1 + 0.045 * (Number(month.slice(0, 4)) - Number(today.slice(0, 4)))))

const toFifties = (cents: number) => Math.max(5_000, Math.round(cents / 5_000) * 5_000)

function meiSeries(books: Books): Series[] {
  const { company, sector, today } = books.facts
  const fixed = fixedFor(today)
  return [
    {
      text: 'DAS-MEI',
      name: 'Receita Federal',
      category: 'DAS-MEI',
      day: 20,
      cents: month => computeDasMei(Number(addMonths(month, -1).slice(0, 4)), meiActivityOf(sector)).tax_cents,
      method: 'BOLETO',
      verb: 'PAGTO TRIBUTO DAS MEI',
      past: true,
      adjustment: 'NEXT',
      punctual: true,
      forgotten: forgottenMonth(today),
    },
    {
      text: 'Internet e telefone',
      name: 'Conecta Telecom',
      category: 'Internet e telefone',
      day: 8,
      cents: fixed(11_990),
      verb: 'DEB AUT',
    },
    { text: 'Honorários contábeis', name: 'Escritório Aurora', category: 'Contabilidade', day: 11, cents: fixed(14_900), method: 'BOLETO' },
    {
      text: 'Aluguel do ponto',
      name: 'Imobiliária Monte Verde',
      category: 'Aluguel e condomínio',
      day: 5,
      cents: () => toFifties(company.revenue * 0.1),
    },
  ]
}

function staffSeries(books: Books): Series[] {
  const { company, sector, random, ownerName, salt, today } = books.facts
  const fixed = fixedFor(today)
  const payroll = company.revenue * sector.payroll * 0.62
  const staff = Math.min(16, Math.max(1, Math.round(payroll / 240_000)))
  const people: Series[] = Array.from({ length: staff }, (_, at) => {
    const wage = Math.round((payroll / staff) * (0.78 + random.next() * 0.44)) + at
    return {
      text: 'Salário',
      name: personName(at + 400, salt),
      person: true,
      category: 'Salários',
      day: 5,
      cents: fixed(wage),
      verb: 'PIX ENVIADO',
      past: true,
      adjustment: 'PREVIOUS',
      punctual: true,
    }
  })
  return [
    ...people,
    {
      text: 'Pró-labore',
      name: ownerName,
      person: true,
      category: 'Pró-labore',
      day: 5,
      cents: () => PRO_LABORE_CENTS,
      past: true,
      adjustment: 'PREVIOUS',
      punctual: true,
    },
    {
      text: 'FGTS Digital',
      name: 'Caixa Econômica',
      category: 'INSS e FGTS',
      day: 20,
      cents: month => Math.round(fixed(payroll)(month) * 0.08),
      verb: 'PAGTO FGTS DIGITAL',
      past: true,
      adjustment: 'PREVIOUS',
      punctual: true,
    },
    {
      text: 'INSS',
      name: 'Receita Federal',
      category: 'INSS e FGTS',
      day: 20,
      cents: month => Math.round(fixed(payroll)(month) * 0.11),
      method: 'BOLETO',
      verb: 'PAGTO TRIBUTO INSS',
      past: true,
      adjustment: 'PREVIOUS',
      punctual: true,
    },
    { text: 'Vale-transporte', name: 'Bilhete Urbano', category: 'Benefícios', day: 5, cents: () => staff * 17_600, method: 'BOLETO' },
  ]
}

function companySeries(books: Books): Series[] {
  const { company, random, today } = books.facts
  const { revenue } = company
  const fixed = fixedFor(today)
  return [
    {
      text: 'Aluguel da loja',
      name: 'Imobiliária Monte Verde',
      category: 'Aluguel e condomínio',
      day: 3,
      cents: () => toFifties(revenue * 0.05),
    },
    {
      text: 'Energia elétrica',
      name: 'Companhia de Luz do Vale',
      category: 'Água, energia e gás',
      day: 5,
      cents: () => random.cents(revenue * 0.0104, 0.14),
      method: 'BOLETO',
      past: true,
    },
    {
      text: 'Água e esgoto',
      name: 'Águas do Vale',
      category: 'Água, energia e gás',
      day: 13,
      cents: () => random.cents(revenue * 0.0033, 0.1),
      verb: 'DEB AUT',
      past: true,
    },
    {
      text: 'Internet e telefone',
      name: 'Conecta Telecom',
      category: 'Internet e telefone',
      day: 4,
      cents: fixed(28_990),
      verb: 'DEB AUT',
    },
    {
      text: 'Honorários contábeis',
      name: 'Escritório Aurora',
      category: 'Contabilidade',
      day: 11,
      cents: () => (revenue > 10_000_000 ? 89_000 : 54_000),
      method: 'BOLETO',
    },
    {
      text: 'Sistema de vendas',
      name: 'Caixa Fácil Sistemas',
      category: 'Software e assinaturas',
      day: 23,
      cents: fixed(24_990),
      method: 'BOLETO',
    },
    { text: 'Seguro da loja', name: 'Seguradora Porto Sul', category: 'Seguros', day: 16, cents: () => 31_822, verb: 'DEB AUT' },
    {
      text: 'Financiamento de equipamentos',
      name: 'Sicoob Crediserra',
      category: 'Pagamento de principal de empréstimos',
      day: 27,
      cents: () => Math.round(revenue * 0.0136) + 9,
      verb: 'DEB AUT',
      account: books.second,
    },
    {
      text: 'DAS, Simples Nacional',
      name: 'Receita Federal',
      category: 'Simples Nacional (DAS)',
      day: 20,
      cents: month => Math.round(revenueOf(books, addMonths(month, -1)) * 0.061),
      method: 'BOLETO',
      verb: 'PAGTO TRIBUTO DAS SIMPLES',
      past: true,
      adjustment: 'NEXT',
      punctual: true,
      ...(company.rank === 'showcase' ? { forgotten: forgottenMonth(today) } : {}),
    },
    ...(books.facts.sector.payroll > 0 ? staffSeries(books) : []),
  ]
}

/** Writes every series; returns its monthly cost. */
export async function writeRecurring(books: Books): Promise<(month: Day) => number> {
  const { company, sink } = books.facts
  const costs = new Map<string, number>()
  for (const series of company.regime === 'MEI' ? meiSeries(books) : companySeries(books)) {
    writeSeries(books, series, costs)
    await sink.flush()
  }
  return month => costs.get(month.slice(0, 7)) ?? 0
}

function writeSeries(books: Books, series: Series, costs: Map<string, number>): void {
  const { start, today, random, sink } = books.facts
  const initial = addDays(startOfMonth(start), series.day - 1)
  const end = addDays(today, DAYS_AHEAD)
  let months = 1
  while (addMonths(initial, months) <= end) months++
  const id = random.id(instantOf(start, -2))
  sink.add('recurrences', {
    id,
    created_at: new Date(instantOf(start, -2)).toISOString(),
    frequency_interval: 'MONTHLY',
    frequency_unit: months,
    initial_date: initial,
    business_day: series.adjustment ?? 'NONE',
  })
  const contact = books.contact('SUPPLIER', series.name, series.person)
  for (const occurrence of occurrences(
    { initial_date: initial, frequency_interval: 'MONTHLY', frequency_unit: months },
    { adjustment: series.adjustment ?? 'NONE' },
  )) {
    const month = startOfMonth(occurrence.nominal_date)
    const cents = series.cents(month)
    const belongs = series.past ? addMonths(month, -1) : month
    const bill = books.title({
      kind: 'BILL',
      amount: cents,
      due: occurrence.date < start ? start : occurrence.date,
      competence: series.past ? (belongs < start ? start : belongs) : occurrence.nominal_date,
      category: series.category,
      contact,
      text: series.past ? `${series.text}, ${monthName(belongs)}` : series.text,
      method: series.method ?? (series.verb?.startsWith('DEB') ? 'NONE' : 'PIX'),
      account: series.account,
      recurrence: { id, index: occurrence.index },
      created: start,
    })
    costs.set(month.slice(0, 7), (costs.get(month.slice(0, 7)) ?? 0) + cents)
    if (month === series.forgotten) books.open(bill, { payment_details: null })
    else payBills(books, [bill], contact.memo, { verb: series.verb, punctual: series.punctual ?? false, account: series.account })
  }
}
