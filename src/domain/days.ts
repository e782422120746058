// Civil days: integer arithmetic on yyyy-MM-dd, the calendar of Brazilian banks, and the day of an instant in São Paulo.

/** A civil day, 'yyyy-MM-dd', without time and without zone. Days compare as strings. */
export type Day = string

const MS_PER_DAY = 86_400_000
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const
const MONTHS = 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

const yearOf = (day: Day) =>
  (day.charCodeAt(0) - 48) * 1000 + (day.charCodeAt(1) - 48) * 100 + (day.charCodeAt(2) - 48) * 10 + day.charCodeAt(3) - 48
const monthNumberOf = (day: Day) => (day.charCodeAt(5) - 48) * 10 + day.charCodeAt(6) - 48
const dayNumberOf = (day: Day) => (day.charCodeAt(8) - 48) * 10 + day.charCodeAt(9) - 48

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOfMonth = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0))

const pad2 = (value: number) => (value < 10 ? `0${value}` : `${value}`)
const pad4 = (value: number) => (value < 1000 ? String(value).padStart(4, '0') : `${value}`)

const exists = (year: number, month: number, day: number) =>
  year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= lengthOfMonth(year, month)

/** The day of a year, month 1-12 and day, or undefined when the calendar has no such day. */
export function dayFrom(year: number, month: number, day: number): Day | undefined {
  if (!exists(year, month, day)) return undefined
  return `${pad4(year)}-${pad2(month)}-${pad2(day)}`
}

/** Days since 1970-01-01 (a negative number before it). The day must be valid. */
export function serialOf(day: Day): number {
  const month = monthNumberOf(day)
  const year = month <= 2 ? yearOf(day) - 1 : yearOf(day)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + dayNumberOf(day) - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The inverse of `serialOf`. */
export function dayOfSerial(serial: number): Day {
  const shifted = serial + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${pad4(year)}-${pad2(month)}-${pad2(day)}`
}

/** Whether the text is an existing day, written exactly 'yyyy-MM-dd'. */
export function isDay(text: string): boolean {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return false
  for (let at = 0; at < 10; at++) {
    const code = text.charCodeAt(at)
    if (at !== 4 && at !== 7 && (code < 48 || code > 57)) return false
  }
  return exists(yearOf(text), monthNumberOf(text), dayNumberOf(text))
}

export const addDays = (day: Day, count: number): Day => dayOfSerial(serialOf(day) + count)

/** Keeps the day of month when the target month has it, else the last day of it. */
export function addMonths(day: Day, count: number): Day {
  const months = yearOf(day) * 12 + monthNumberOf(day) - 1 + count
  const year = Math.floor(months / 12)
  const month = months - year * 12 + 1
  return `${pad4(year)}-${pad2(month)}-${pad2(Math.min(dayNumberOf(day), lengthOfMonth(year, month)))}`
}

/** 29/02 becomes 28/02 in a common year. */
export const addYears = (day: Day, count: number): Day => addMonths(day, count * 12)

/** Days from `from` to `to`: positive when `to` is later. */
export const diffDays = (from: Day, to: Day): number => serialOf(to) - serialOf(from)

export const startOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`

export const endOfMonth = (day: Day): Day => `${day.slice(0, 7)}-${pad2(lengthOfMonth(yearOf(day), monthNumberOf(day)))}`

/** 'yyyy-MM' of a day. */
export const monthOf = (day: Day): string => day.slice(0, 7)

/** 'dd/MM/yyyy'. */
export const formatDay = (day: Day): string => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

/** 'novembro de 2026', of a day or of 'yyyy-MM'. */
export const formatMonth = (month: string): string => `${MONTHS[monthNumberOf(month) - 1]} de ${month.slice(0, 4)}`

/** 0 = Sunday … 6 = Saturday. */
export const weekday = (day: Day): number => weekdayOfSerial(serialOf(day))

const weekdayOfSerial = (serial: number) => (((serial + 4) % 7) + 7) % 7

/** Brazil keeps UTC-3 all year since this instant, the end of the last daylight saving time. */
const END_OF_DAYLIGHT_SAVING_MS = Date.UTC(2019, 1, 17, 2)
const SAO_PAULO_OFFSET_MS = -3 * 3_600_000
let oldSaoPaulo: Intl.DateTimeFormat | undefined

function oldOffsetMs(instantMs: number): number {
  oldSaoPaulo ??= new Intl.DateTimeFormat('en-US', { timeZone: 'America/Sao_Paulo', timeZoneName: 'longOffset' })
  const name = oldSaoPaulo.formatToParts(instantMs).find(part => part.type === 'timeZoneName')?.value ?? ''
  const found = /GMT([+-])(\d\d):(\d\d)/.exec(name)
  if (!found) return SAO_PAULO_OFFSET_MS
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) * 60_000
}

const localMs = (instantMs: number) => instantMs + (instantMs >= END_OF_DAYLIGHT_SAVING_MS ? SAO_PAULO_OFFSET_MS : oldOffsetMs(instantMs))

/** The day an instant (Unix milliseconds) falls on in America/Sao_Paulo, daylight saving of the past included. */
export const dayInSaoPaulo = (instantMs: number): Day => dayOfSerial(Math.floor(localMs(instantMs) / MS_PER_DAY))

/** Milliseconds since midnight in America/Sao_Paulo. */
export const sinceMidnightInSaoPaulo = (instantMs: number): number => ((localMs(instantMs) % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY

/** The hour of an instant in America/Sao_Paulo, written HH'h'mm: '14h05'. */
export function formatHour(instantMs: number): string {
  const minutes = Math.floor(sinceMidnightInSaoPaulo(instantMs) / 60_000)
  return `${pad2(Math.floor(minutes / 60))}h${pad2(minutes % 60)}`
}

/** An ISO instant in America/Sao_Paulo: '20/11/2026 14h05'. */
export function formatMoment(instant: string): string {
  const ms = Date.parse(instant)
  return `${formatDay(dayInSaoPaulo(ms))} ${formatHour(ms)}`
}

const INSTANT = /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i

/** Reads yyyy-MM-dd, or an ISO instant as its day in São Paulo (one without zone keeps its own day); anything else is undefined. */
export function readDay(text: string): Day | undefined {
  if (text.length === 10) return isDay(text) ? text : undefined
  const found = INSTANT.exec(text)
  const [day, hour, minute, second, zone] = found
    ? [found[1] ?? '', Number(found[2]), Number(found[3]), Number(found[4] ?? 0), found[5]]
    : ['']
  if (!found || hour === undefined || !isDay(day) || hour > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return undefined
  if (!zone) return day
  let offsetMinutes = 0
  if (zone.toUpperCase() !== 'Z') {
    const digits = zone.replace(/\D/g, '')
    offsetMinutes = (zone[0] === '-' ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)))
  }
  const seconds = hour * 3600 + (minute ?? 0) * 60 + (second ?? 0) - offsetMinutes * 60
  return dayInSaoPaulo(serialOf(day) * MS_PER_DAY + seconds * 1000)
}

export interface Holiday {
  date: Day
  name: string
  /** A holiday by federal law; false = only the financial system stops (Carnaval, Corpus Christi). */
  national: boolean
}

const FIXED: readonly { monthDay: string; name: string; since?: number }[] = [
  { monthDay: '01-01', name: 'Confraternização Universal' },
  { monthDay: '04-21', name: 'Tiradentes' },
  { monthDay: '05-01', name: 'Dia do Trabalho' },
  { monthDay: '09-07', name: 'Independência do Brasil' },
  { monthDay: '10-12', name: 'Nossa Senhora Aparecida' },
  { monthDay: '11-02', name: 'Finados' },
  { monthDay: '11-15', name: 'Proclamação da República' },
  { monthDay: '11-20', name: 'Dia Nacional de Zumbi e da Consciência Negra', since: 2024 },
  { monthDay: '12-25', name: 'Natal' },
]

/** Days from Easter Sunday. Ash Wednesday (-46) opens at noon and counts as a business day. */
const MOVABLE: readonly { offset: number; name: string; national: boolean }[] = [
  { offset: -48, name: 'Carnaval (segunda-feira)', national: false },
  { offset: -47, name: 'Carnaval (terça-feira)', national: false },
  { offset: -2, name: 'Sexta-feira Santa', national: true },
  { offset: 60, name: 'Corpus Christi', national: false },
]

/** Easter Sunday of a Gregorian year (anonymous computus of Meeus, Jones and Butcher). */
export function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return `${String(year).padStart(4, '0')}-${String(Math.floor(f / 31)).padStart(2, '0')}-${String((f % 31) + 1).padStart(2, '0')}`
}

/** The days without bank settlement of a year, in order; city and state holidays do not stop it. */
export function holidaysOf(year: number): Holiday[] {
  const prefix = String(year).padStart(4, '0')
  const fixed = FIXED.filter(holiday => year >= (holiday.since ?? 0)).map(({ monthDay, name }) => ({
    date: `${prefix}-${monthDay}`,
    name,
    national: true,
  }))
  const sunday = easter(year)
  const movable = MOVABLE.map(({ offset, name, national }) => ({ date: addDays(sunday, offset), name, national }))
  return [...fixed, ...movable].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

// Computed once per year: 100,000 rows ask for the same few years.
const closedSerials = new Map<string, ReadonlySet<number>>()

function closedIn(year: string): ReadonlySet<number> {
  let closed = closedSerials.get(year)
  if (!closed) {
    closed = new Set(holidaysOf(Number(year)).map(holiday => serialOf(holiday.date)))
    closedSerials.set(year, closed)
  }
  return closed
}

export const holidayOn = (day: Day): Holiday | undefined => holidaysOf(Number(day.slice(0, 4))).find(holiday => holiday.date === day)

export function isBusinessDay(day: Day): boolean {
  const ofWeek = weekday(day)
  return ofWeek !== 0 && ofWeek !== 6 && !closedIn(day.slice(0, 4)).has(serialOf(day))
}

function nearestBusinessDay(day: Day, step: 1 | -1): Day {
  if (isBusinessDay(day)) return day
  let serial = serialOf(day) + step
  let moved = dayOfSerial(serial)
  while (!isBusinessDay(moved)) {
    serial += step
    moved = dayOfSerial(serial)
  }
  return moved
}

/** The day itself when it is a business day, else the first one after it. */
export const nextBusinessDay = (day: Day): Day => nearestBusinessDay(day, 1)

/** The day itself when it is a business day, else the last one before it. */
export const previousBusinessDay = (day: Day): Day => nearestBusinessDay(day, -1)

/** Moves by business days, the first day not counted; 0 keeps the day even when it is not a business day. */
export function addBusinessDays(day: Day, count: number): Day {
  const step = count < 0 ? -1 : 1
  let moved = day
  for (let left = Math.abs(count); left > 0; left--) moved = nearestBusinessDay(addDays(moved, step), step)
  return moved
}
