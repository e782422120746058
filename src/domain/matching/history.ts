// What past answers taught: for each memo pattern the contacts and categories it belonged to, how such lines were answered, and what they differed by.
import type { History, Lesson, PastSplit, TitleKind } from './candidates.ts'
import type { DifferenceKind } from './differences.ts'

/** A difference that lines of a pattern left before, as an amount or as a rate. */
export interface Term {
  readonly kind: DifferenceKind
  /** The same every time; null where the rate is. */
  readonly cents: number | null
  /** Hundredths of a percent of the title. */
  readonly rate: number
  readonly times: number
}

export interface Learned {
  readonly contacts: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
  /** Heaviest first. */
  readonly answers: Readonly<Record<TitleKind, readonly Lesson[]>>
  /** The newest first. */
  readonly splits: Readonly<Record<TitleKind, readonly PastSplit[]>>
  /** The most often seen first. */
  readonly terms: Readonly<Record<TitleKind, readonly Term[]>>
}

interface Reading extends Learned {
  readonly contacts: Set<string>
  readonly categories: Set<string>
  readonly answers: Record<TitleKind, Lesson[]>
  readonly splits: Record<TitleKind, PastSplit[]>
  terms: Record<TitleKind, Term[]>
}

/** Lessons by pattern; a memo without words of its own teaches nothing. */
export function readHistory({ lessons, splits, differences }: History): Map<string, Learned> {
  const byPattern = new Map<string, Reading>()
  const readingOf = (pattern: string): Reading => {
    let reading = byPattern.get(pattern)
    if (!reading) {
      reading = {
        contacts: new Set(),
        categories: new Set(),
        answers: { BILL: [], RECEIVABLE: [] },
        splits: { BILL: [], RECEIVABLE: [] },
        terms: { BILL: [], RECEIVABLE: [] },
      }
      byPattern.set(pattern, reading)
    }
    return reading
  }
  for (const lesson of lessons) {
    if (lesson.pattern === '') continue
    const reading = readingOf(lesson.pattern)
    if (lesson.contact_id !== null) reading.contacts.add(lesson.contact_id)
    if (lesson.category_id !== null) reading.categories.add(lesson.category_id)
    reading.answers[lesson.kind].push(lesson)
  }
  for (const split of splits) if (split.pattern !== '') readingOf(split.pattern).splits[split.kind].push(split)
  for (const { splits: own } of byPattern.values())
    for (const list of [own.BILL, own.RECEIVABLE]) list.sort((one, other) => (one.day < other.day ? 1 : -1))
  for (const { answers } of byPattern.values())
    for (const list of [answers.BILL, answers.RECEIVABLE]) list.sort((one, other) => other.weight - one.weight || other.times - one.times)
  for (const [pattern, seen] of grouped(differences)) {
    if (pattern !== '') readingOf(pattern).terms = { BILL: termsOf(seen, 'BILL'), RECEIVABLE: termsOf(seen, 'RECEIVABLE') }
  }
  return byPattern
}

type PastDifference = History['differences'][number]

function grouped(differences: readonly PastDifference[]): Map<string, PastDifference[]> {
  const byPattern = new Map<string, PastDifference[]>()
  for (const one of differences) {
    const list = byPattern.get(one.pattern)
    if (list) list.push(one)
    else byPattern.set(one.pattern, [one])
  }
  return byPattern
}

/** Each difference is an amount and a rate at once, until others of the payer say which. */
function termsOf(seen: readonly PastDifference[], of: TitleKind): Term[] {
  const counts = new Map<string, { kind: DifferenceKind; cents: number | null; rate: number; times: number }>()
  const count = (kind: DifferenceKind, cents: number | null, rate: number, times: number) => {
    const key = `${kind} ${cents} ${rate}`
    const known = counts.get(key)
    if (known) known.times += times
    else counts.set(key, { kind, cents, rate, times })
  }
  for (const { kind, difference, amount_cents, titles_cents, times } of seen) {
    if (kind !== of || titles_cents <= 0) continue
    count(difference, amount_cents, 0, times)
    // The same amount again and again is no rate.
    count(difference, null, Math.round((amount_cents * 10_000) / titles_cents), 1)
  }
  return [...counts.values()].sort((one, other) => other.times - one.times)
}
