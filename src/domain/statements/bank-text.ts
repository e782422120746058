// How banks write amounts, days and memos in statement files.
import { SHORT_MONTH_NAMES } from '../day-words.ts'
import { dayFrom } from '../days.ts'
import { MAX_MEMO_CHARS } from './statement-file.ts'

/** Cents; 'blank' when nothing is written; 'bad' when the text is not whole cents. */
export type BankAmount = number | 'blank' | 'bad'
export type DecimalMark = ',' | '.'

// Thirteen digits of units keep every cent exact far below 2^53.
const MAX_UNIT_DIGITS = 13

const joinGroups = (units: string, mark: string): string | undefined => {
  const groups = units.split(mark)
  if (groups.length === 1) return units
  const [first = '', ...rest] = groups
  return first.length >= 1 && first.length <= 3 && first[0] !== '0' && rest.every(group => group.length === 3) ? groups.join('') : undefined
}

const splitNumber = (digits: string, decimal: DecimalMark | undefined): { units: string; fraction: string } | undefined => {
  const comma = digits.lastIndexOf(',')
  const point = digits.lastIndexOf('.')
  if (comma === -1 && point === -1) return { units: digits, fraction: '' }
  const at = Math.max(comma, point)
  const mark = digits[at]!
  const other = mark === ',' ? '.' : ','
  const repeated = digits.indexOf(mark) !== at
  const mixed = comma !== -1 && point !== -1
  // '1.234' is a thousand when the file's decimal mark is known to be the comma; otherwise it is one and a fraction.
  const grouping = repeated || (!mixed && decimal !== undefined && decimal !== mark && digits.length - at - 1 === 3)
  if (grouping) {
    if (mixed) return undefined
    const units = joinGroups(digits, mark)
    return units === undefined ? undefined : { units, fraction: '' }
  }
  const units = joinGroups(digits.slice(0, at), other)
  return units === undefined ? undefined : { units, fraction: digits.slice(at + 1) }
}

/** What in an amount's text states its direction: a letter or word, a sign, or nothing. */
export type AmountMark = 'word' | 'sign' | 'none'

interface Stripped {
  body: string
  negative: boolean
  mark: AmountMark
}

const suffixes = /(\((?:-|\+|D|C|DB|CR)\)|CR|DB|C|D)$/
const prefixes = /^(?:(D|C|DB|CR)(?=[-+(\dR$]))/

/** Undefined when two marks contradict each other: '-10,00 C', '+10,00 D'. */
const stripSigns = (text: string): Stripped | undefined => {
  let body = text
  const stated: boolean[] = []
  let word = false
  const letter = (found: string): void => {
    const bare = found.replace(/[()]/g, '')
    stated.push(bare === 'D' || bare === 'DB' || bare === '-')
    word ||= bare !== '-' && bare !== '+'
  }
  const prefix = prefixes.exec(body)
  if (prefix) {
    letter(prefix[1]!)
    body = body.slice(prefix[0].length)
  }
  const suffix = suffixes.exec(body)
  if (suffix) {
    letter(suffix[1]!)
    body = body.slice(0, -suffix[1]!.length)
  }
  const parenthesised = /^([+-]?)(?:R\$)?\((.*)\)$/.exec(body)
  if (parenthesised) {
    stated.push(true)
    body = `${parenthesised[1]}${parenthesised[2]}`
  }
  body = body.replace(/^([+-]?)(?:R\$|US\$|BRL|USD|EUR|\$|€)([+-]?)/, '$1$2')
  // '(-10,00)' and '-10,00 D' both state their sign twice.
  for (const end of [/^[+-]/, /[+-]$/]) {
    const sign = end.exec(body)
    if (!sign) continue
    stated.push(sign[0] === '-')
    body = sign.index === 0 ? body.slice(1) : body.slice(0, -1)
  }
  const [negative = false] = stated
  if (stated.some(each => each !== negative)) return undefined
  return { body, negative, mark: word ? 'word' : stated.length > 0 ? 'sign' : 'none' }
}

const compactAmount = (text: string): string =>
  text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/[\u2212\u2013]/g, '-')
    .toUpperCase()

/** Blanks within a number that part no thousands: a digit was there. */
const tornDigits = /[.,]\s+\d|\d\s+[.,]\d|\d\s+(?!\d{3}(?!\d))\d/

/** What states the direction in the text of an amount that parseBankAmount reads. */
export const amountMark = (text: string): AmountMark => stripSigns(compactAmount(text))?.mark ?? 'none'

/**
 * An exact amount in cents; more than two decimals are refused unless the rest are zeros. Accepts '-1.234,56', '1,234.56', '10-',
 * '(10,00)', '10,00 D', 'R$ 10'; two marks that contradict each other are no amount. A lone '.' or ',' is zero (the bank's mask printed nothing). With `decimal` given, the other mark
 * before exactly three digits separates thousands; without it, a single mark is always the decimal one.
 */
export const parseBankAmount = (text: string, decimal?: DecimalMark): BankAmount => {
  if (text.length > 64) return text.trim() === '' ? 'blank' : 'bad'
  const compact = compactAmount(text)
  if (compact === '') return 'blank'
  if (tornDigits.test(text)) return 'bad'
  if (compact === '.' || compact === ',') return 0
  if (compact === '-') return 'blank'
  const stripped = stripSigns(compact)
  if (stripped === undefined) return 'bad'
  const { body, negative } = stripped
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(body)) return 'bad'
  const parts = splitNumber(body, decimal)
  if (parts === undefined || !/^\d*$/.test(parts.fraction)) return 'bad'
  const units = parts.units.replace(/^0+(?=\d)/, '')
  if (units.length > MAX_UNIT_DIGITS || /[1-9]/.test(parts.fraction.slice(2))) return 'bad'
  const cents = Number(units || '0') * 100 + Number(parts.fraction.slice(0, 2).padEnd(2, '0'))
  return negative && cents !== 0 ? -cents : cents
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** 'yyyy-MM-dd' of a day that exists (years 1900 to 2199), else undefined. */
export const civilDay = (year: number, month: number, day: number): string | undefined =>
  year >= 1900 && year <= 2199 ? dayFrom(year, month, day) : undefined

/** 'HH:mm', or undefined when the hour does not exist. */
export const clockTime = (hour: number, minute: number): string | undefined =>
  hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 ? `${pad(hour)}:${pad(minute)}` : undefined

const fullYear = (text: string): number => (text.length === 2 ? (Number(text) >= 70 ? 1900 : 2000) + Number(text) : Number(text))

const monthNumber = (text: string): number =>
  /^\d/.test(text) ? Number(text) : SHORT_MONTH_NAMES.indexOf(foldMemo(text).slice(0, 3).toLowerCase()) + 1

const dayFirst = /^(\d{1,2})\s?(?:[/.\-\s]|de\s)\s?(\d{1,2}|[a-zç]{3,9})\.?(?:\s?(?:[/.\-\s]|de\s)\s?(\d{4}|\d{2}))?(?:$|[\sT,]+(.*)$)/i
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:$|[\sT,]+(.*)$)/i

/**
 * The day (and hour, when beside it) of a Brazilian date text: 01/10/2026, 01-10-26, 1.10.2026, 2026-10-01[T12:30], 20261001,
 * '01 out 2026', '1 de outubro de 2026'. A day without year takes the year that puts it at or before `until`.
 */
export const parseBankDay = (text: string, until?: string): { day: string; time?: string } | undefined => {
  const clean = text.trim()
  if (clean.length < 4 || clean.length > 40) return undefined
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(clean)
  const ymd = packed ?? yearFirst.exec(clean)
  if (ymd) return withTime(civilDay(Number(ymd[1]), Number(ymd[2]), Number(ymd[3])), ymd[4])
  const dmy = dayFirst.exec(clean)
  if (!dmy) return undefined
  const month = monthNumber(dmy[2]!)
  const day = Number(dmy[1])
  if (dmy[3] !== undefined) return withTime(civilDay(fullYear(dmy[3]), month, day), dmy[4])
  if (until === undefined) return undefined
  const year = Number(until.slice(0, 4))
  const sameYear = civilDay(year, month, day)
  return withTime(sameYear !== undefined && sameYear <= until ? sameYear : civilDay(year - 1, month, day), dmy[4])
}

/** 'HH:mm' at the start of a text ('14:35:00', '14h35'), undefined when there is none. */
export const parseBankTime = (text: string): string | undefined => {
  const match = /^\s*(?:às\s+|as\s+)?(\d{1,2})[:hH](\d{2})/.exec(text.slice(0, 20))
  return match ? clockTime(Number(match[1]), Number(match[2])) : undefined
}

const withTime = (day: string | undefined, rest: string | undefined): { day: string; time?: string } | undefined => {
  if (day === undefined) return undefined
  const time = rest === undefined ? undefined : parseBankTime(rest)
  return time === undefined || time === '00:00' ? { day } : { day, time }
}

/** A memo folded for comparison: capitals without accents, one space for every run of other characters. */
export const foldMemo = (memo: string): string => (/^[\x20-\x7e]*$/.test(memo) ? foldPlain(memo) : foldAny(memo))

// Most memos are plain ASCII and need no letter tables: a quarter of the time.
const foldPlain = (memo: string): string =>
  memo
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

const foldAny = (memo: string): string =>
  memo
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const balanceMemo =
  /^(?:S A L D O|SALDOS?|SDO)(?: (?:DO|DA|DE|NO|EM|DIA|ANT|ANTERIOR|FINAL|INICIAL|ATUAL|TOTAL|PARCIAL|DISP|DISPONIVEL|BLOQ|BLOQUEADO|LIVRE|PREVISTO|CTA|CONTA|APL|APLIC|APLICACAO|INVEST|INVESTIMENTO|INVESTIMENTOS|PROVISORIO|\d+)(?: |$)|$)/

/** Whether a memo names a balance ('SALDO DO DIA', 'S A L D O', 'SDO CTA/APL AUTOMATICAS') rather than a movement. */
export const isBalanceMemo = (memo: string): boolean => /^\W*s/i.test(memo) && balanceMemo.test(foldMemo(memo))

/** Text kept in a row: line breaks become spaces, the ends are trimmed, the length is limited. Inner runs of spaces stay as the bank wrote them. */
export const rowText = (text: string): string => {
  const flat = /[\r\n\t]/.test(text) ? text.replace(/[\r\n\t]+/g, ' ') : text
  const trimmed = flat.trim()
  return trimmed.length > MAX_MEMO_CHARS ? trimmed.slice(0, MAX_MEMO_CHARS).trimEnd() : trimmed
}

/** A value of the file quoted in a pt-BR reason, short enough for one line. */
export const quoted = (text: string): string => {
  const clean = rowText(text)
  return `“${clean.length > 40 ? `${clean.slice(0, 40)}…` : clean}”`
}
