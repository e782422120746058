// What a piece of a sentence says by itself: amounts, days, counts and the closed answers of a part. Names of records come from a lexicon.
import { describeDay, parseDay, parsePeriod } from '#domain/date-grammar.ts'
import { type Day, formatDay, isBusinessDay, nextBusinessDay } from '#domain/days.ts'
import { formatCents, parseAmount } from '#domain/money.ts'
import { counted, editDistance, fold } from '#domain/text.ts'
import type { AnyTarget, Choice, PartialAnswers } from './command.ts'
import { fitsChoice, type Named } from './lexicon.ts'
import type { Part } from './part.ts'

const BARE = /^\d{1,2}$/
const BEGINS = 0.85

/** The day, and the word said when it moved: 'seg, 16/11/2026, próximo dia útil'. */
function dayChoice(part: Part, text: string, today: Day): Named[] {
  const typed = text.trim().replace(/^dia /i, '')
  const day = parseDay(typed, { today, bias: part.scope === 'past' ? 'past' : 'future' })
  if (day === undefined) return []
  const counts = /^\+ ?\d/.test(typed) && part.business === true
  const moved = counts && !isBusinessDay(day) ? nextBusinessDay(day) : day
  const choice: Choice<Day> = {
    value: moved,
    label: `${describeDay(moved)}${moved === day ? '' : ', próximo dia útil'}`,
    icon: 'calendar-days',
  }
  return [{ choice, fit: BARE.test(typed) && typed === text.trim() ? 0.5 : 1 }]
}

function amountChoice(text: string): Named[] {
  const typed = text.trim().replace(/^r\$\s*/i, '')
  const cents = /^[=\d(]/.test(typed) ? parseAmount(typed) : undefined
  if (cents === undefined || cents <= 0) return []
  return [{ choice: { value: cents, label: formatCents(cents), icon: 'banknote' }, fit: BARE.test(typed) ? 0.6 : 0.99 }]
}

function countChoice(text: string): Named[] {
  const [, digits = ''] = /^(\d{1,3})x?$/.exec(text.trim()) ?? []
  const count = Number(digits)
  return count < 2 ? [] : [{ choice: { value: count, label: counted(count, ['parte', 'partes']) }, fit: 1 }]
}

/** Readings that need no record; undefined for a part whose names a lexicon knows. */
export function readPlain(part: Part, text: string, today: Day, target: AnyTarget, answers: PartialAnswers): readonly Named[] | undefined {
  if (text.trim() === '') return []
  if (part.reads !== undefined) {
    const choice = part.reads(text, today)
    return choice === undefined ? [] : [{ choice, fit: 1 }]
  }
  if (part.options !== undefined)
    return part
      .options(target, answers)
      .filter(({ refused }) => refused === undefined)
      .map(choice => ({ choice, fit: fitsChoice(choice, text) }))
      .filter(({ fit }) => fit >= BEGINS)
      .sort((a, b) => b.fit - a.fit)
  switch (part.kind) {
    case 'day':
      return dayChoice(part, text, today)
    case 'amount':
      return amountChoice(text)
    case 'count':
      return countChoice(text)
    case 'period': {
      const period = parsePeriod(text, today)
      return period === undefined
        ? []
        : [{ choice: { value: period, label: `${formatDay(period.start)} a ${formatDay(period.end)}`, icon: 'calendar-range' }, fit: 1 }]
    }
    case 'text':
      return []
    default:
      return undefined
  }
}

const NEAR_FROM = 4
export const NEAR = 0.6

/** The closed answers of a part that have a word one letter away from this one. */
export function nearOptions(part: Part, text: string, target: AnyTarget): readonly Named[] {
  const typed = fold(text.trim())
  if (part.options === undefined || typed.length < NEAR_FROM || !/^\p{L}+$/u.test(typed)) return []
  const isNear = ({ label, words = [] }: Choice) =>
    [label, ...words].some(name =>
      fold(name)
        .split(' ')
        .some(word => word.length >= NEAR_FROM && editDistance(word, typed) === 1),
    )
  return part
    .options(target, {})
    .filter(choice => choice.refused === undefined && isNear(choice))
    .map(choice => ({ choice, fit: NEAR }))
}

/** The words a value is written with, so that reading them gives it back; double quotes hold a name together, single ones a text. */
export function writtenAs(part: Part, choice: Choice): string {
  const { value } = choice
  if (part.kind === 'day') return formatDay(String(value))
  if (part.kind === 'amount') return formatCents(Number(value)).replace('R$ ', '')
  if (part.kind === 'count') return String(value)
  if (typeof value === 'object') return `${formatDay(value.start)}..${formatDay(value.end)}`
  if (part.rest === true) return `'${String(value).replaceAll("'", '’')}'`
  return `"${choice.label.replaceAll('"', '')}"`
}

/** Today, said as a guess. */
export const todayUnlessSaid = (today: Day) => ({ choice: { value: today, label: describeDay(today) }, because: 'hoje, sem data' })
