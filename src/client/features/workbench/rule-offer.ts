// A rule is offered after the second same answer given by hand, where memory alone would keep asking.
import type { NewEntry, NewRule } from '#commands/reconcile.ts'
import type { Ghost } from '#contract/reconciliation.ts'
import { suggestPattern } from '#domain/matching/rules.ts'
import type { Line } from './line.ts'
import { payerOf } from './line-order.ts'

/** From this many same answers on a rule is offered. */
const ENOUGH = 2

interface Answered {
  readonly line: Line
  readonly entry: NewEntry
  times: number
  /** Lines like it were answered otherwise too: memory keeps asking. */
  contradicted: boolean
}

/** What the memory makes of the lines like an answered one that still wait. */
export type MemoryOfAlike = 'sure' | 'asks' | 'none waits'

const sideOf = (line: Line): NewRule['direction'] => (line.amount_cents < 0 ? 'DEBIT' : 'CREDIT')
const payerKey = (line: Line): string => `${sideOf(line)} ${payerOf(line)}`
const sameAnswer = (one: NewEntry, other: NewEntry): boolean =>
  (one.category_id ?? null) === (other.category_id ?? null) && (one.contact_id ?? null) === (other.contact_id ?? null)

/** How often the books already hold this answer for lines that read alike. */
const timesBefore = (ghost: Ghost | undefined, entry: NewEntry): number =>
  ghost?.by === 'memory' && ghost.answer === 'entry' && ghost.parts === null && sameAnswer(ghost, entry) ? ghost.times : 0

/** One word is too little for memory to be sure of a payer. */
const willBeSure = ({ line, contradicted }: Answered): boolean => !contradicted && payerOf(line).includes(' ')

export class RuleOffers {
  private readonly answered = new Map<string, Answered>()
  private readonly dismissed = new Set<string>()
  private last: string | undefined
  /** The memory has been asked since the last answer. */
  private heard = false

  /** An answer given by hand; `ghost` is what was suggested for the line. */
  note(line: Line, entry: NewEntry, ghost: Ghost | undefined): void {
    if (!entry.category_id && !entry.contact_id) return
    const key = payerKey(line)
    const known = this.answered.get(key)
    // Another answer begins anew: what is said now counts.
    if (known && sameAnswer(known.entry, entry)) known.times++
    else {
      const before = timesBefore(ghost, entry)
      const contradicted = known !== undefined || (ghost?.by === 'memory' && before === 0)
      this.answered.set(key, { line, entry, times: 1 + before, contradicted })
    }
    this.last = key
    this.heard = false
  }

  /** Suggestions have come that know of the last answer. */
  hear(): void {
    this.heard = true
  }

  /** The rule of the last answer, where memory does not answer lines like it by itself. */
  offer(memoryOf: (isAlike: (line: Line) => boolean) => MemoryOfAlike): NewRule | undefined {
    const { last, heard } = this
    const answer = last === undefined || !heard || this.dismissed.has(last) ? undefined : this.answered.get(last)
    if (!answer || answer.times < ENOUGH) return undefined
    const { line, entry } = answer
    const memory = memoryOf(other => payerKey(other) === last)
    if (memory === 'sure' || (memory === 'none waits' && willBeSure(answer))) return undefined
    const contains = suggestPattern(line.description)
    if (contains.length < 2) return undefined
    return { contains, direction: sideOf(line), category_id: entry.category_id ?? null, contact_id: entry.contact_id ?? null }
  }

  /** Taken or turned down: not offered again for lines like these. */
  close(): void {
    if (this.last !== undefined) this.dismissed.add(this.last)
  }
}
