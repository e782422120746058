// The month in one sentence: money that will run out comes first, then how the month stands beside the one before.
import type { DayBalance } from './balance-forecast.ts'
import { WEEKDAY_NAMES } from './day-words.ts'
import { addMonths, type Day, monthName, weekday } from './days.ts'
import { formatCents } from './money.ts'
import { capitalized } from './text.ts'

export interface MonthFacts {
  today: Day
  balance_cents: number
  lowest: DayBalance | null
  /** Received less paid this month until today; null when nothing moved. */
  net_cents: number | null
  /** The same of the month before, until the same day. */
  last_net_cents: number | null
}

export interface MonthSentence {
  before: string
  /** The figure that leads somewhere, with the words that belong to it. */
  figure: string
  after: string
  /** What the figure is about: a day without money, or the month. */
  about: 'shortage' | 'month'
}

/** '7 de dezembro'. */
export const dayAndMonth = (day: Day): string => `${Number(day.slice(8, 10))} de ${monthName(day)}`

/** 'segunda, 7 de dezembro'. */
export const weekdayAndDay = (day: Day): string => `${WEEKDAY_NAMES[weekday(day)]}, ${dayAndMonth(day)}`

const standing = (net_cents: number): string =>
  net_cents === 0 ? 'no zero a zero' : `${formatCents(Math.abs(net_cents))} ${net_cents < 0 ? 'no vermelho' : 'no azul'}`

function besideLastMonth({ today, net_cents, last_net_cents }: MonthFacts): string {
  if (net_cents === null || last_net_cents === null) return '.'
  const last = monthName(addMonths(today, -1))
  const more = net_cents - last_net_cents
  if (more === 0) return `, igual a ${last} no mesmo dia.`
  const words = net_cents < 0 ? ['melhor', 'pior'] : ['a mais', 'a menos']
  return `, ${formatCents(Math.abs(more))} ${words[more > 0 ? 0 : 1]} que ${last} no mesmo dia.`
}

const monthSoFar = ({ today, net_cents }: MonthFacts): string =>
  net_cents === null
    ? ` Em ${monthName(today)} nada foi pago nem recebido até hoje.`
    : ` Até hoje, ${monthName(today)} está ${standing(net_cents)}.`

export function monthSentence(facts: MonthFacts): MonthSentence {
  const { today, balance_cents, lowest, net_cents } = facts
  if (balance_cents < 0)
    return {
      before: 'Hoje ',
      figure: `faltam ${formatCents(-balance_cents)}`,
      after: ` nas contas.${monthSoFar(facts)}`,
      about: 'shortage',
    }
  if (lowest && lowest.balance_cents < 0)
    return {
      before: `Em ${dayAndMonth(lowest.day)} `,
      figure: `vão faltar ${formatCents(-lowest.balance_cents)}`,
      after: `.${monthSoFar(facts)}`,
      about: 'shortage',
    }
  const name = monthName(today)
  if (net_cents === null) return { before: `Em ${name} `, figure: 'nada foi pago nem recebido', after: ' até hoje.', about: 'month' }
  return { before: `Até hoje, ${name} está `, figure: standing(net_cents), after: besideLastMonth(facts), about: 'month' }
}

/** Over the titles of one day: 'Hoje, segunda, 23', 'Amanhã, 24', 'Quarta, 25'. */
export function dayHeading(day: Day, today: Day, tomorrow: Day): string {
  const date = Number(day.slice(8, 10))
  const name = WEEKDAY_NAMES[weekday(day)] ?? ''
  if (day === today) return `Hoje, ${name}, ${date}`
  return day === tomorrow ? `Amanhã, ${date}` : `${capitalized(name)}, ${date}`
}
