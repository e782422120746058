// The difference between lines and titles, explained part by part until nothing is missing.
import type { LineMatch } from '#commands/records.ts'
import type { Candidate } from '#contract/reconciliation.ts'
import type { DifferenceKind, TitleKind } from '#domain/enums.ts'
import { differenceSign } from '#domain/matching/differences.ts'

export interface DifferencePart {
  readonly kind: DifferenceKind
  /** Positive cents; NaN while what is typed is no amount. */
  readonly amount_cents: number
}

export interface Proposal {
  readonly label: string
  readonly parts: readonly DifferencePart[]
}

export interface Explaining {
  readonly line_ids: readonly string[]
  readonly candidate: Candidate
  /** Absolute lines minus titles: positive when the bank moved more. */
  readonly difference_cents: number
  readonly parts: readonly DifferencePart[]
  /** The parts are the likeliest explanation, filled in for the person to read: what they say next takes its place. */
  readonly prefilled?: boolean
  /** Likeliest first; undefined until the server has answered. */
  readonly proposals: readonly Proposal[] | undefined
}

/** +1 when the part adds to the titles, −1 when it takes from them. Left open, it is whichever side is larger. */
export function signOf(kind: DifferenceKind, title: TitleKind, difference: number): 1 | -1 {
  if (kind === 'open') return difference < 0 ? -1 : 1
  return differenceSign(kind, title)
}

/** Signed cents still to explain; NaN while some amount cannot be read. */
export function missingOf({ difference_cents, parts, candidate }: Pick<Explaining, 'difference_cents' | 'parts' | 'candidate'>): number {
  return parts.reduce(
    (rest, { kind, amount_cents }) => rest - signOf(kind, candidate.kind, difference_cents) * amount_cents,
    difference_cents,
  )
}

/** With what the server answered, without the words of each part; the likeliest is filled in where nothing was said yet. */
export function withProposals(explaining: Explaining, answer: readonly Proposal[]): Explaining {
  const proposals = answer.map(({ label, parts }) => ({ label, parts: parts.map(({ kind, amount_cents }) => ({ kind, amount_cents })) }))
  const [likeliest] = proposals
  if (!likeliest || explaining.parts.length > 0) return { ...explaining, proposals }
  return { ...explaining, proposals, parts: likeliest.parts, prefilled: true }
}

/**
 * Adds a part, or takes it out when it is there. Its amount is what the likeliest explanation gives that kind, else all that is missing;
 * zero, to be typed, when the kind goes the other way.
 */
export function togglePart(given: Explaining, kind: DifferenceKind): Explaining {
  const explaining = given.prefilled ? { ...given, parts: [], prefilled: false } : given
  const { parts, candidate, difference_cents, proposals } = explaining
  if (parts.some(part => part.kind === kind)) return { ...explaining, parts: parts.filter(part => part.kind !== kind) }
  const sign = signOf(kind, candidate.kind, difference_cents)
  // A line that stays open for its rest is explained by nothing else beside it.
  if (kind === 'open' && difference_cents > 0) return { ...explaining, parts: [{ kind, amount_cents: difference_cents }] }
  const kept = difference_cents > 0 ? parts.filter(part => part.kind !== 'open') : parts
  const missing = sign * missingOf({ ...explaining, parts: kept })
  const proposed = proposals?.flatMap(proposal => proposal.parts).find(part => part.kind === kind)?.amount_cents
  const amount = missing > 0 ? Math.min(missing, proposed ?? missing) : 0
  return { ...explaining, parts: [...kept, { kind, amount_cents: amount }] }
}

export const setPart = (explaining: Explaining, kind: DifferenceKind, amount: number | null): Explaining => ({
  ...explaining,
  prefilled: false,
  parts: explaining.parts.map(part => (part.kind === kind ? { kind, amount_cents: amount ?? 0 } : part)),
})

/** What is to be conciliated, once nothing is missing; undefined before. */
export function explainedMatch(explaining: Explaining): Extract<LineMatch, { kind: 'titles' }> | undefined {
  const { parts, candidate, line_ids, difference_cents } = explaining
  if (missingOf(explaining) !== 0 || parts.some(part => !(part.amount_cents > 0))) return undefined
  const partial = difference_cents > 0 && parts.some(part => part.kind === 'open')
  const base = { kind: 'titles' as const, title_kind: candidate.kind, title_ids: candidate.title_ids, line_ids, difference_cents }
  return partial ? { ...base, partial: true } : { ...base, differences: parts }
}
