// What a difference between a line and its titles may be: late charges, discount, fee, withholding, or left open. It never disappears.
import { serialOf } from '../day-serial.ts'
import type { Line, Title } from './candidates.ts'
import { chargesOf } from './charges.ts'
import { tolerances } from './weights.ts'

export type DifferenceKind = 'interest' | 'fine' | 'discount' | 'fee' | 'withholding' | 'open'

export interface DifferencePart {
  readonly kind: DifferenceKind
  /** Positive; `differenceSign` says whether it adds to the titles or reduces them. */
  readonly amount_cents: number
}

export interface DifferenceProposal {
  readonly parts: readonly DifferencePart[]
  /** The figures are those that the law or the title expects, to the cent per title (some banks truncate). */
  readonly expected: boolean
}

export interface ExplainedDifference {
  /** The absolute amount of the line minus the titles' sum. */
  readonly difference_cents: number
  /** Charges due on the line's day by the usual terms: a 2% fine once, 1% interest a month pro rata over 30 days, each rounded half up to the cent. */
  readonly expected: { readonly fine_cents: number; readonly interest_cents: number; readonly days_late: number }
  /** Likeliest first. The signed parts of each proposal sum exactly to the difference; empty when there is none. */
  readonly proposals: readonly DifferenceProposal[]
}

/** The sign of a part in line = titles + parts: a fee adds to what is paid and reduces what is received. */
export function differenceSign(kind: DifferenceKind, title: Title['kind']): 1 | -1 {
  if (kind === 'interest' || kind === 'fine') return 1
  return kind === 'fee' && title === 'BILL' ? 1 : -1
}

/** All titles are of the line's kind. A title is late only if marked overdue, since a due date on a holiday moves to the next business day. */
export function explainDifference(line: Line, titles: readonly Title[], today: string): ExplainedDifference {
  const paidOn = Math.min(serialOf(line.day), serialOf(today))
  const sum = titles.reduce((total, title) => total + title.amount_cents, 0)
  const difference = Math.abs(line.amount_cents) - sum
  const expected = expectedCharges(titles, paidOn)
  const proposals =
    difference > 0
      ? proposeMore(difference, line, titles.length, expected)
      : difference < 0
        ? proposeLess(-difference, line, titles, sum)
        : []
  return { difference_cents: difference, expected, proposals: distinct(proposals) }
}

function expectedCharges(titles: readonly Title[], paidOn: number): ExplainedDifference['expected'] {
  let fine = 0
  let interest = 0
  let daysLate = 0
  for (const title of titles) {
    const days = paidOn - serialOf(title.due_date)
    if (!title.overdue || days <= 0) continue
    const charges = chargesOf(title.amount_cents, days)
    fine += charges.fine
    interest += charges.interest
    daysLate = Math.max(daysLate, days)
  }
  return { fine_cents: fine, interest_cents: interest, days_late: daysLate }
}

function proposeMore(difference: number, line: Line, count: number, expected: ExplainedDifference['expected']): DifferenceProposal[] {
  const fee = proposal([['fee', difference]])
  const interest = proposal([['interest', difference]])
  if (expected.days_late === 0) return line.amount_cents < 0 ? [fee, interest] : [interest]
  const fineCents = Math.min(difference, expected.fine_cents)
  const isExpected = Math.abs(difference - expected.fine_cents - expected.interest_cents) <= count
  const proposals = [
    proposal(
      [
        ['fine', fineCents],
        ['interest', difference - fineCents],
      ],
      isExpected && difference > fineCents,
    ),
    proposal([['interest', difference]], Math.abs(difference - expected.interest_cents) <= count),
    proposal([['fine', difference]], difference === expected.fine_cents),
  ]
  // An exact reading ranks before a plausible one.
  proposals.sort((one, other) => Number(other.expected) - Number(one.expected))
  return line.amount_cents < 0 ? [...proposals, fee] : proposals
}

function proposeLess(missing: number, line: Line, titles: readonly Title[], sum: number): DifferenceProposal[] {
  const proposals: DifferenceProposal[] = []
  const received = line.amount_cents > 0
  const withheld = titles.reduce((total, title) => total + (title.withholdings_cents ?? 0), 0)
  const feeLimit = Math.floor((sum * tolerances.belowPercent) / 100) + tolerances.belowFeeCents
  if (withheld > 0 && withheld <= missing) {
    const rest = missing - withheld
    if (rest === 0) proposals.push(proposal([['withholding', withheld]], true))
    else {
      for (const kind of received && rest <= feeLimit ? (['fee', 'discount'] as const) : (['discount'] as const)) {
        proposals.push(
          proposal([
            ['withholding', withheld],
            [kind, rest],
          ]),
        )
      }
    }
  }
  const likelyFee = received && (missing <= feeLimit || titles.some(title => title.is_card))
  if (likelyFee) proposals.push(proposal([['fee', missing]]))
  proposals.push(proposal([['discount', missing]]))
  if (withheld !== missing) proposals.push(proposal([['withholding', missing]]))
  proposals.push(proposal([['open', missing]]))
  return proposals
}

function proposal(parts: readonly (readonly [DifferenceKind, number])[], expected = false): DifferenceProposal {
  return { parts: parts.filter(([, cents]) => cents > 0).map(([kind, amount_cents]) => ({ kind, amount_cents })), expected }
}

/** Two proposals with the same parts (no interest beside the fine) are one. */
function distinct(proposals: readonly DifferenceProposal[]): DifferenceProposal[] {
  const seen = new Set<string>()
  return proposals.filter(({ parts }) => {
    const key = parts.map(({ kind, amount_cents }) => `${kind}${amount_cents}`).join(' ')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
