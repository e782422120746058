// The month in one page: ten lines of the income statement beside the month before, a sentence that says it, and what to look at next.
import { addDays, type Day, formatDay, formatMonth, monthName } from './days.ts'
import { type IncomeStatement, type SectionTotals, type StatementLine, total } from './income-statement.ts'
import { formatCents, formatPercent } from './money.ts'
import { dayAndMonth } from './month-sentence.ts'
import { capitalized } from './text.ts'

export interface MonthLine {
  /** A section of the income statement, a category among the expenses, or the rest of them. */
  id: string
  label: string
  kind: 'block' | 'subtotal' | 'result'
  amount_cents: number
  last_cents: number
  /** The same month of the year before; null where the books do not have it. */
  year_ago_cents: number | null
  /** Of net revenue. */
  percent: number | null
}

const LINES = 10
const EXPENSES = 'operating_expenses'
/** Before and after the expenses; the operating result says nothing where all that is not operational is its own line. */
const ABOVE = ['gross_revenue', 'deductions', 'net_revenue', 'costs', 'gross_profit'] as const
const SHORT_LABELS: Record<string, string> = { gross_profit: 'Lucro bruto', non_operational: 'Não operacional' }

interface Statements {
  now: IncomeStatement
  last: IncomeStatement
  yearAgo: IncomeStatement | null
}

const sectionIn = (statement: IncomeStatement, id: string) => statement.sections.find(section => section.id === id)
const linesIn = (statement: IncomeStatement) => sectionIn(statement, EXPENSES)?.lines ?? []
const amountIn = (statement: IncomeStatement, id: string): number => sectionIn(statement, id)?.amount_cents ?? 0
const expenseIn = (statement: IncomeStatement, id: string | null): number =>
  linesIn(statement).find(({ category_id }) => category_id === id)?.amount_cents ?? 0

/** Ten lines at most: the sections, and the expenses by the categories that took most, with the rest of them in one. */
export function monthLines(month: string, { now, last, yearAgo }: Statements): MonthLine[] {
  const share = (amount_cents: number): number | null => {
    const revenue = amountIn(now, 'net_revenue')
    return revenue > 0 ? Math.round((amount_cents * 10_000) / revenue) / 100 : null
  }
  const lineOf = (id: string, label: string, kind: MonthLine['kind'], read: (statement: IncomeStatement) => number): MonthLine => ({
    id,
    label,
    kind,
    amount_cents: read(now),
    last_cents: read(last),
    year_ago_cents: yearAgo && read(yearAgo),
    percent: share(read(now)),
  })
  const section = (id: string): MonthLine => {
    const found = sectionIn(now, id)
    return lineOf(id, SHORT_LABELS[id] ?? found?.label ?? '', found?.kind ?? 'block', statement => amountIn(statement, id))
  }
  const outside = section('non_operational')
  const tail = [
    ...(isZero(outside) ? [] : [outside]),
    lineOf('result', `Resultado de ${monthName(month)}`, 'result', statement => amountIn(statement, 'result')),
  ]
  const room = LINES - ABOVE.length - tail.length
  return [...ABOVE.map(section), ...expenseLines(now, room, lineOf), ...tail]
}

type LineMaker = (id: string, label: string, kind: MonthLine['kind'], read: (statement: IncomeStatement) => number) => MonthLine

/** A line of what the named ones leave out, unless they leave nothing in any of the months. */
function expenseLines(now: IncomeStatement, room: number, lineOf: LineMaker): MonthLine[] {
  const most = [...linesIn(now)].sort((a, b) => a.amount_cents - b.amount_cents)
  const all = linesWithRest(most.slice(0, room), lineOf)
  return all.length <= room ? all : linesWithRest(most.slice(0, room - 1), lineOf)
}

function linesWithRest(named: readonly StatementLine[], lineOf: LineMaker): MonthLine[] {
  const lines = named.map(({ category_id, name }) =>
    lineOf(category_id ?? 'without-category', name, 'block', statement => expenseIn(statement, category_id)),
  )
  const restIn = (statement: IncomeStatement): number =>
    amountIn(statement, EXPENSES) - total(named.map(({ category_id }) => expenseIn(statement, category_id)))
  const rest = lineOf('other-expenses', 'Outras despesas', 'block', restIn)
  return isZero(rest) ? lines : [...lines, rest]
}

const isZero = ({ amount_cents, last_cents, year_ago_cents }: MonthLine): boolean =>
  amount_cents === 0 && last_cents === 0 && (year_ago_cents ?? 0) === 0

/** Beside the month before: '+3%', 'igual'; 'novo' where there was nothing, 'inverteu' where a gain became a loss or the reverse. */
export function monthChange(amount_cents: number, last_cents: number): string {
  if (amount_cents === last_cents) return 'igual'
  if (last_cents === 0) return 'novo'
  if (amount_cents * last_cents < 0) return 'inverteu'
  const percent = ((Math.abs(amount_cents) - Math.abs(last_cents)) * 100) / Math.abs(last_cents)
  const rounded = Math.round(percent * 10) / 10
  return rounded === 0 ? 'igual' : `${rounded > 0 ? '+' : ''}${formatPercent(rounded)}`
}

/** What was sold, and all that it cost, of one month of a series. */
export const salesAndCosts = (totals: SectionTotals): { sales_cents: number; costs_cents: number } => {
  const costs = totals.deductions + totals.costs + totals.operating_expenses
  return { sales_cents: totals.gross_revenue, costs_cents: costs === 0 ? 0 : -costs }
}

export interface MonthSaid {
  before: string
  /** The result, in words that never break. */
  figure: string
  after: string
  /** How much of each R$ 100 stayed, and how long it has gone up or down; empty where there is nothing to say. */
  lead: string
}

export interface MonthResults {
  /** 'yyyy-MM'. */
  month: string
  last_month: string
  /** The month is not over: more may come. */
  is_open: boolean
  net_revenue_cents: number
  /** Of the months up to this one, oldest first. */
  results: readonly number[]
}

const standing = (cents: number): string =>
  cents === 0 ? 'resultado zero' : `${formatCents(Math.abs(cents))} de ${cents < 0 ? 'prejuízo' : 'lucro'}`

export function monthPageSentence({ month, last_month, is_open, net_revenue_cents, results }: MonthResults): MonthSaid {
  const [last = 0, now = 0] = results.slice(-2)
  // Days of a month are no match for the whole of another.
  const after = is_open ? `. ${capitalized(monthName(last_month))} inteiro teve ${standing(last)}.` : besideLast(now, last, last_month)
  return {
    before: `${capitalized(monthName(month))} ${is_open ? 'está' : 'fechou'} com `,
    figure: standing(now),
    after,
    lead: [leftOver(now, net_revenue_cents), is_open ? '' : streak(results)].filter(Boolean).join(' '),
  }
}

function besideLast(now: number, last: number, lastMonth: string): string {
  const more = now - last
  const words = now < 0 ? ['melhor', 'pior'] : ['a mais', 'a menos']
  if (more === 0) return `, igual a ${monthName(lastMonth)}.`
  return `, ${formatCents(Math.abs(more))} ${words[more > 0 ? 0 : 1]} que ${monthName(lastMonth)}.`
}

function leftOver(result_cents: number, net_revenue_cents: number): string {
  if (net_revenue_cents <= 0) return ''
  const left = Math.round((Math.abs(result_cents) * 10_000) / net_revenue_cents)
  return `De cada R$ 100,00 de receita líquida, ${result_cents < 0 ? 'faltaram' : 'sobraram'} ${formatCents(left)}.`
}

const ORDINALS = ['', '', 'segundo', 'terceiro', 'quarto', 'quinto', 'sexto', 'sétimo', 'oitavo', 'nono', 'décimo', 'décimo primeiro']

/** 'É o terceiro mês seguido de alta.': told from the second on. */
function streak(results: readonly number[]): string {
  const steps = results.slice(1).map((result, at) => Math.sign(result - (results[at] ?? 0)))
  const way = steps.at(-1) ?? 0
  const broken = steps.findLastIndex(step => step !== way)
  const length = steps.length - 1 - broken
  const ordinal = ORDINALS[length]
  return way === 0 || !ordinal ? '' : `É o ${ordinal} mês seguido de ${way > 0 ? 'alta' : 'queda'}.`
}

export interface MonthNote {
  strong: string
  text: string
}

/** From this share of net revenue on, a change is worth a word. */
const WEIGHTY_PERCENT = 1

interface ComparedMonth {
  last_month: string
  is_open: boolean
}

/** What to look at next: the lowest balance ahead, and the expense whose change weighs most; of an open month only one that grew already. */
export function monthNotes(
  lines: readonly MonthLine[],
  compared: ComparedMonth,
  lowest: { day: Day; balance_cents: number; cause: string | null } | null,
): MonthNote[] {
  return [lowest && lowestNote(lowest), changeNote(lines, compared)].filter(note => note !== null)
}

function lowestNote({ day, balance_cents, cause }: { day: Day; balance_cents: number; cause: string | null }): MonthNote {
  const after = cause === null ? '.' : `, depois de ${cause}.`
  return balance_cents < 0
    ? { strong: `Vão faltar ${formatCents(-balance_cents)}`, text: ` em ${dayAndMonth(day)}${after}` }
    : { strong: `Menor saldo em ${dayAndMonth(day)}:`, text: ` ${formatCents(balance_cents)}${after}` }
}

function changeNote(lines: readonly MonthLine[], { last_month, is_open }: ComparedMonth): MonthNote | null {
  const weighed = lines
    .filter(({ kind, amount_cents, last_cents }) => kind === 'block' && amount_cents < 0 && last_cents < 0)
    .filter(({ amount_cents, last_cents }) => !is_open || amount_cents < last_cents)
    .map(line => ({ line, moved: Math.abs(line.amount_cents - line.last_cents) }))
    .sort((a, b) => b.moved - a.moved)
  const top = weighed[0]?.line
  if (top?.percent == null || Math.abs(top.percent) < WEIGHTY_PERCENT || top.amount_cents === top.last_cents) return null
  const change = monthChange(top.amount_cents, top.last_cents).replace(/^[+−]/, '')
  const way = top.amount_cents < top.last_cents ? 'a mais' : 'a menos'
  return {
    strong: `${top.label}: ${change} ${way}`,
    text: ` que em ${monthName(last_month)}. São ${formatCents(Math.round(Math.abs(top.percent) * 100))} de cada R$ 100,00 de receita líquida.`,
  }
}

/** 'Outubro de 2026'. */
export const monthTitle = (month: string): string => capitalized(formatMonth(month))

/** 'Feito em 11/11/2026, com o mês fechado por Ana em 06/11/2026.' */
export function footWords({ made_on, closed }: { made_on: Day; closed: { on: Day; by_name: string | null } | null }): string {
  const by = closed?.by_name ? ` por ${closed.by_name}` : ''
  return `Feito em ${formatDay(made_on)}${closed ? `, com o mês fechado${by} em ${formatDay(closed.on)}` : ', com o mês ainda aberto'}.`
}

export interface CashPart {
  words: string
  cents: number
}

interface MonthCash {
  start_date: Day
  end_date: Day
  made_on: Day
  cash: { opening_cents: number; inflow_cents: number; outflow_cents: number; other_cents: number; closing_cents: number }
}

/** The balance as an equation; opening balances and adjustments only where there are any. */
export function cashParts({ cash, start_date, end_date, made_on }: MonthCash): CashPart[] {
  const short = (day: Day): string => formatDay(day).slice(0, 5)
  return [
    { words: `em ${short(addDays(start_date, -1))}`, cents: cash.opening_cents },
    { words: 'entrou', cents: cash.inflow_cents },
    { words: 'saiu', cents: cash.outflow_cents },
    ...(cash.other_cents === 0 ? [] : [{ words: 'saldos iniciais e ajustes', cents: cash.other_cents }]),
    { words: `em ${short(end_date < made_on ? end_date : made_on)}`, cents: cash.closing_cents },
  ]
}

/** How long a link to a month opens, in days. */
export const LINK_DAYS = [7, 30, 90] as const
export type LinkDays = (typeof LINK_DAYS)[number]
