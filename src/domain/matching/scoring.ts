// How well one line and one title match: gates first, then amount, date, identity, history and the unique-amount bonus.
import { type Explanation, explain } from './explanation.ts'
import { saysWhatItIs } from './ghosts.ts'
import type { Term } from './history.ts'
import { evidenceOf, identityOf } from './identity.ts'
import { namesWhole } from './likely-contacts.ts'
import { equalRange } from './pools.ts'
import type { Engine, ReadLine } from './read-line.ts'
import { titleFlags } from './title-index.ts'
import { points, tolerances, windows } from './weights.ts'

export type AmountFit = 'equal' | 'below' | 'above' | 'outside'

/** The parts of a score, in points. */
export interface Weighed {
  score: number
  gap: number
  fit: AmountFit
  amount: number
  date: number
  identity: number
  history: number
  bonus: number
  instant: boolean
  /** What explains the difference to the cent. */
  explanation: Explanation | null
}

export function emptyWeighed(): Weighed {
  return { score: -1, gap: 0, fit: 'outside', amount: 0, date: 0, identity: 0, history: 0, bonus: 0, instant: false, explanation: null }
}

/** Fills `out` and says whether the pair passes the gates; the caller has checked the title's kind and account. */
export function weigh(engine: Engine, read: ReadLine, title: number, out: Weighed): boolean {
  const { index } = engine
  const due = index.due[title]!
  const flags = index.flags[title]!
  out.gap = gapOf(read, due, index.dates[title]!)
  out.date = datePoints(read, due, out.gap, flags)
  out.fit = amountFit(read, index.amounts[title]!, due, flags)
  out.explanation = out.fit === 'equal' ? null : explanationOf(engine, read, title)
  // Charges that name the days late are proof of the date.
  if (out.explanation?.by === 'late' && out.date >= 0) out.date = points.date
  const inside = out.date >= 0 && (out.fit !== 'outside' || out.explanation !== null)
  const sole = read.instant.get(title)
  out.instant = sole !== undefined && (inside || sole)
  // A split's child matches only its own amount (a line meant for the parent must not land on it).
  if ((flags & titleFlags.child) !== 0 && out.fit !== 'equal') return false
  if (!inside && !out.instant) return false
  out.date = Math.max(0, out.date)
  out.identity = points.identity * identityOf(engine, read, title)
  out.amount = out.explanation ? explainedPoints(out.explanation) : amountPoints(out.fit, read.amount, index.amounts[title]!)
  out.history = evidenceOf(engine, read, title) ? points.history : 0
  const mayBeAlone = out.fit === 'equal' && out.gap <= windows.uniqueDays && isUnique(read)
  out.bonus = mayBeAlone && (out.identity > 0 || !namesSomebody(engine, read)) ? points.uniqueAmount : 0
  out.score = out.instant ? points.instant : total(out)
  return true
}

function explainedPoints({ sure }: Explanation): number {
  return sure ? points.amountEqual : points.amountExplained
}

const noTerms: readonly Term[] = []

/** What explains the difference between a line and a title, if anything does; a round discount or a tax only where the memo names the payer. */
export function explanationOf(engine: Engine, read: ReadLine, title: number): Explanation | null {
  const { index } = engine
  const flags = index.flags[title]!
  const due = index.due[title]!
  const isLate = (flags & titleFlags.overdue) !== 0 && read.lateDay > due
  const found = explain({
    kind: read.kind,
    paid: read.amount,
    amount: index.amounts[title]!,
    net: index.nets[title]!,
    daysLate: isLate ? read.lateDay - due : 0,
    paidInTime: read.day <= due,
    invoiced: index.titles.isInvoiced(title),
    terms: read.learned?.terms[read.kind] ?? noTerms,
  })
  if (found && (found.by === 'discount' || found.by === 'tax') && identityOf(engine, read, title) * 2 < 1) return null
  return found
}

function total(parts: Weighed): number {
  const sum = Math.round(parts.amount + parts.date + parts.identity + parts.history + parts.bonus)
  return Math.min(sum, parts.bonus > 0 ? points.uniqueCap : points.instant)
}

/** Days to the due date or the expected date, whichever is nearer. */
export function gapOf(read: ReadLine, due: number, date: number): number {
  return Math.min(Math.abs(read.day - due), Math.abs(read.day - date))
}

/** -1 outside every window. */
export function datePoints(read: ReadLine, due: number, gap: number, flags: number): number {
  const limit = (flags & titleFlags.card) !== 0 ? windows.cardDays : windows.days
  if (gap <= limit) return points.date * (1 - gap / limit)
  const late = read.lateDay - due
  return late > 0 && late <= windows.lateDays && read.day - due <= windows.lateDays ? 0 : -1
}

/** Integer comparisons only: 2% + R$ 10 below, or 12% above when overdue on the line's day. */
export function amountFit(read: ReadLine, amount: number, due: number, flags: number): AmountFit {
  const paid = read.amount
  if (paid === amount) return 'equal'
  if (paid < amount) return (amount - paid) * 100 <= tolerances.belowPercent * amount + tolerances.belowFeeCents * 100 ? 'below' : 'outside'
  const overdue = (flags & titleFlags.overdue) !== 0 && read.lateDay > due
  return overdue && (paid - amount) * 100 <= tolerances.abovePercent * amount ? 'above' : 'outside'
}

export function amountPoints(fit: AmountFit, paid: number, amount: number): number {
  if (fit === 'equal') return points.amountEqual
  if (fit === 'outside') return 0
  const limit =
    fit === 'below' ? (tolerances.belowPercent * amount) / 100 + tolerances.belowFeeCents : (tolerances.abovePercent * amount) / 100
  return points.amountNear * (1 - Math.abs(paid - amount) / limit)
}

/** Whether it is the only open title of that exact amount within 14 days of the line, and the amount is not round. */
function isUnique(read: ReadLine): boolean {
  if (read.amount % tolerances.roundCents === 0) return false
  if (read.equals < 0) read.equals = countEquals(read)
  return read.equals === 1
}

/** The memo holds the whole name of a contact, or says (or said before) what else the line is: an only amount is no proof then. */
function namesSomebody(engine: Engine, read: ReadLine): boolean {
  if (read.named === null) read.named = saysWhatItIs(read) || namesWhole(engine, read)
  return read.named
}

function countEquals(read: ReadLine): number {
  let count = 0
  for (const pool of read.pools) {
    const { start, end } = equalRange(pool, read.amount, read.day - windows.uniqueDays, read.day + windows.uniqueDays)
    for (let at = start; at < end; at++) {
      if (gapOf(read, pool.due[at]!, pool.dates[at]!) <= windows.uniqueDays) count++
      if (count > 1) return count
    }
  }
  return count
}
