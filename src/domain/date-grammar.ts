// What a person types for a day or a period: hoje, sex, +30d (or +30), em 10 dias, du+5, 15, 15/12, fim, semana, mês-1, nov/26, a..b.
import { addMonths as plusMonths } from 'date-fns/addMonths'
import { addQuarters } from 'date-fns/addQuarters'
import { addWeeks } from 'date-fns/addWeeks'
import { addYears as plusYears } from 'date-fns/addYears'
import { endOfISOWeek } from 'date-fns/endOfISOWeek'
import { endOfMonth as monthEnd } from 'date-fns/endOfMonth'
import { endOfQuarter } from 'date-fns/endOfQuarter'
import { endOfYear } from 'date-fns/endOfYear'
import { getQuarter } from 'date-fns/getQuarter'
import { nextDay } from 'date-fns/nextDay'
import { previousDay } from 'date-fns/previousDay'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { startOfMonth as monthStart } from 'date-fns/startOfMonth'
import { startOfQuarter } from 'date-fns/startOfQuarter'
import { startOfYear } from 'date-fns/startOfYear'
import { dateOf, dayOf, type UtcDate } from './civil-date.ts'
import { MONTH_NAMES, SHORT_MONTH_NAMES, SHORT_WEEKDAY_NAMES, WEEKDAY_NAMES } from './day-words.ts'
import {
  addBusinessDays,
  addDays,
  addMonths,
  addYears,
  type Day,
  dayFrom,
  endOfMonth,
  formatDay,
  isDay,
  startOfMonth,
  weekday,
} from './days.ts'
import { fold } from './text.ts'

type Weekday = Parameters<typeof nextDay>[1]

/** The direction of a day or month without year: the nearest future one (due dates) or the nearest past one (filters). */
export type Bias = 'future' | 'past'

/** Inclusive at both ends. */
export interface Period {
  start: Day
  end: Day
}

const WEEKDAYS = SHORT_WEEKDAY_NAMES.map(fold)
const LONG_WEEKDAYS = WEEKDAY_NAMES.map(fold)
const MONTHS = SHORT_MONTH_NAMES.map(fold)
const LONG_MONTHS = MONTH_NAMES.map(fold)

/** A day far enough for any ledger, yet with a four-digit year. */
const MOST_STEPS = 9_999
const LAST_RESORT_YEARS = 8

const yearNumber = (day: Day) => Number(day.slice(0, 4))

/** How far ahead two digits may still mean this century: what looks back (birth dates) seldom means the future. */
const YEARS_AHEAD: Record<Bias, number> = { future: 50, past: 20 }

function fullYear(digits: string, today: Day, bias: Bias): number {
  if (digits.length === 4) return Number(digits)
  const century = Math.floor(yearNumber(today) / 100) * 100
  const year = century + Number(digits)
  return year > yearNumber(today) + YEARS_AHEAD[bias] ? year - 100 : year
}

/** 'em 10 dias', 'daqui a uma semana', 'há 2 meses'. */
const COUNTED = /^(ha |em |daqui a |dentro de )?(\d{1,4}|um|uma) (dias?|semanas?|mes|meses|anos?)$/
const ONES = new Set(['um', 'uma'])

/** Keeps years within the four digits that the rest of the product reads. */
const within = (day: Day): Day | undefined => (isDay(day) ? day : undefined)

function shifted(sign: string, digits: string, unit: string, today: Day): Day | undefined {
  const count = Number(digits) * (sign === '-' ? -1 : 1)
  if (Math.abs(count) > MOST_STEPS) return undefined
  if (unit === 'd') return within(addDays(today, count))
  if (unit === 's') return within(dayOf(addWeeks(dateOf(today), count)))
  return within(unit === 'm' ? addMonths(today, count) : addYears(today, count))
}

const nearestWeekday = (index: Weekday, today: Day, bias: Bias): Day =>
  dayOf((bias === 'future' ? nextDay : previousDay)(dateOf(today), index))

function nearestDayOfMonth(number: number, today: Day, bias: Bias): Day | undefined {
  const step = bias === 'future' ? 1 : -1
  for (let months = 0; months < 4; months++) {
    const [year, month] = addMonths(startOfMonth(today), months * step).split('-')
    const day = dayFrom(Number(year), Number(month), number)
    if (day && (bias === 'future' ? day >= today : day <= today)) return day
  }
  return undefined
}

function nearestDayOfYear(number: number, month: number, today: Day, bias: Bias): Day | undefined {
  const step = bias === 'future' ? 1 : -1
  for (let years = 0; years <= LAST_RESORT_YEARS; years++) {
    const day = dayFrom(yearNumber(today) + years * step, month, number)
    if (day && (bias === 'future' ? day >= today : day <= today)) return day
  }
  return undefined
}

function numericDay(text: string, today: Day, bias: Bias): Day | undefined {
  const found = /^(\d{1,2})(?:[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?)?$/.exec(text)
  if (!found) return undefined
  const [, day, month, year] = found
  if (month === undefined) return nearestDayOfMonth(Number(day), today, bias)
  if (year === undefined) return nearestDayOfYear(Number(day), Number(month), today, bias)
  return dayFrom(fullYear(year, today, bias), Number(month), Number(day))
}

/**
 * One day of the grammar, or undefined. A weekday is the next one (with bias 'past' the last one), never today; a day number or dd/MM
 * without year is the nearest on that side, today included. Accents and case do not matter.
 */
export function parseDay(text: string, options: { today: Day; bias: Bias }): Day | undefined {
  const { today, bias } = options
  const words = fold(text).trim().replace(/\s+/g, ' ')
  if (isDay(words)) return words
  switch (words) {
    case 'hoje':
      return today
    case 'ontem':
      return addDays(today, -1)
    case 'anteontem':
      return addDays(today, -2)
    case 'amanha':
      return addDays(today, 1)
    case 'depois de amanha':
      return addDays(today, 2)
    case 'semana que vem':
      return addDays(today, 7)
    case 'mes que vem':
      return addMonths(today, 1)
    case 'inicio':
    case 'inicio do mes':
      return startOfMonth(today)
    case 'fim':
    case 'fim do mes':
      return endOfMonth(today)
  }
  const index = Math.max(WEEKDAYS.indexOf(words), LONG_WEEKDAYS.indexOf(words.replace(/-?\s?feira$/, '')))
  if (index >= 0) return nearestWeekday(index as Weekday, today, bias)
  const step = /^([+-]) ?(\d{1,5}) ?([dsma]?)$/.exec(words)
  if (step) return shifted(step[1] ?? '', step[2] ?? '', step[3] || 'd', today)
  const counted = COUNTED.exec(words)
  if (counted) {
    const [, past, digits = '', unit = ''] = counted
    return shifted(past === 'ha ' ? '-' : '+', ONES.has(digits) ? '1' : digits, unit.charAt(0), today)
  }
  const business = /^du ?([+-]) ?(\d{1,4})$/.exec(words)
  if (business) return addBusinessDays(today, Number(`${business[1]}${business[2]}`))
  return numericDay(words, today, bias)
}

function monthPeriod(year: number, month: number): Period | undefined {
  const start = dayFrom(year, month, 1)
  return start ? { start, end: endOfMonth(start) } : undefined
}

function namedMonth(words: string, today: Day, bias: Bias): Period | undefined {
  const found = /^([a-z]+)(?:[ /-]?(?:de )?(\d{2}|\d{4}))?$/.exec(words)
  const name = found?.[1] ?? ''
  const month = Math.max(MONTHS.indexOf(name), LONG_MONTHS.indexOf(name)) + 1
  if (month === 0) return undefined
  if (found?.[2]) return monthPeriod(fullYear(found[2], today, bias), month)
  const year = yearNumber(today)
  const current = Number(today.slice(5, 7))
  if (bias === 'past') return monthPeriod(month <= current ? year : year - 1, month)
  return monthPeriod(month >= current ? year : year + 1, month)
}

interface Unit {
  start: (date: UtcDate) => UtcDate
  end: (date: UtcDate) => UtcDate
  move: (date: UtcDate, count: number) => UtcDate
}

const QUARTER: Unit = { start: startOfQuarter, end: endOfQuarter, move: addQuarters }
const startOfHalf = (date: UtcDate): UtcDate => QUARTER.move(QUARTER.start(date), -((getQuarter(date) - 1) % 2))

const UNITS: Record<string, Unit> = {
  semana: { start: startOfISOWeek, end: endOfISOWeek, move: addWeeks },
  mes: { start: monthStart, end: monthEnd, move: plusMonths },
  trim: QUARTER,
  trimestre: QUARTER,
  semestre: {
    start: startOfHalf,
    end: date => QUARTER.end(QUARTER.move(startOfHalf(date), 1)),
    move: (date, count) => QUARTER.move(date, 2 * count),
  },
  ano: { start: startOfYear, end: endOfYear, move: plusYears },
}

function movingPeriod(words: string, today: Day): Period | undefined {
  const found = /^(semana|mes|trim|trimestre|semestre|ano) ?(?:([+-]) ?(\d{1,3}))?$/.exec(words)
  const unit = UNITS[found?.[1] ?? '']
  if (!found || !unit) return undefined
  const first = unit.move(unit.start(dateOf(today)), Number(`${found[2] ?? '+'}${found[3] ?? 0}`))
  return { start: dayOf(first), end: dayOf(unit.end(first)) }
}

function singlePeriod(text: string, today: Day, bias: Bias): Period | undefined {
  const words = fold(text).trim().replace(/\s+/g, ' ')
  const day = parseDay(words, { today, bias })
  if (day) return { start: day, end: day }
  if (/^\d{4}$/.test(words)) {
    const start = dayFrom(Number(words), 1, 1)
    return start ? { start, end: `${words}-12-31` } : undefined
  }
  const written = /^(\d{1,2})[/-](\d{4})$|^(\d{4})-(\d{2})$/.exec(words)
  if (written) return monthPeriod(Number(written[2] ?? written[3]), Number(written[1] ?? written[4]))
  return movingPeriod(words, today) ?? namedMonth(words, today, bias)
}

const WITHOUT_YEAR = new RegExp(`^(?:\\d{1,2}(?:[/.-]\\d{1,2})?|${[...MONTHS, ...LONG_MONTHS].join('|')})$`)

/**
 * A period of the grammar, or undefined: one day, semana (Monday to Sunday), mês, trim, semestre, ano, each with -n or +n,
 * nov, nov/26, 11/2026, 2026, or a..b of any two of them, from the start of a to the end of b. A month without year is the
 * nearest in the direction of the bias, the current month included.
 */
export function parsePeriod(text: string, today: Day, bias: Bias = 'past'): Period | undefined {
  const ends = text.split('..')
  if (ends.length === 1) return singlePeriod(text, today, bias)
  if (ends.length > 2) return undefined
  const first = singlePeriod(ends[0] ?? '', today, bias)
  let last = singlePeriod(ends[1] ?? '', today, bias)
  // '28..5' and 'nov..fev' continue into the next month or year.
  if (first && last && last.end < first.start && WITHOUT_YEAR.test(fold(ends[1] ?? '').trim())) {
    last = singlePeriod(ends[1] ?? '', first.start, 'future')
  }
  return first && last && first.start <= last.end ? { start: first.start, end: last.end } : undefined
}

/** 'ter, 15/12/2026': the live preview of what was typed. */
export const describeDay = (day: Day): string => `${SHORT_WEEKDAY_NAMES[weekday(day)]}, ${formatDay(day)}`
