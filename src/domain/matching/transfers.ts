// Pairs of statement lines that are one transfer between the company's own accounts.
import { serialOf } from '../day-serial.ts'
import { fold } from '../text.ts'
import { compareIds, type Line } from './candidates.ts'
import { tolerances, windows } from './weights.ts'

export interface TransferPair {
  readonly from_line_id: string
  readonly to_line_id: string
  readonly from_bank_account_id: string
  readonly to_bank_account_id: string
  readonly amount_cents: number
  /** Days between both sides, 0 to 3. */
  readonly days: number
  /** Neither side fits any other line. */
  readonly certain: boolean
}

/** What banks write of money that stays in the house, folded: one title holder, or two accounts of one's own. */
const OWN_WORDS = /\b(?:titularidade|mesm[ao] titular|entre contas|contas? propri[ao]s?)\b/

/** Whether a pair is told from a payment and a receipt that happen to be equal: a memo says so, or the amount is not round. */
export const isTellingPair = (...lines: readonly Pick<Line, 'memo' | 'amount_cents'>[]): boolean =>
  lines.some(({ memo, amount_cents }) => amount_cents % tolerances.roundCents !== 0 || OWN_WORDS.test(fold(memo)))

interface Side {
  readonly line: Line
  readonly day: number
  choices: number
  paired: boolean
}

/** Opposite sign, equal amount, different accounts, at most 3 days apart; nearest first, then older ids; each line once; by the day of the outflow. */
export function transferPairs(lines: readonly Line[]): TransferPair[] {
  const byAmount = new Map<number, { outs: Side[]; ins: Side[] }>()
  for (const line of lines) {
    if (line.amount_cents === 0) continue
    const amount = Math.abs(line.amount_cents)
    let sides = byAmount.get(amount)
    if (!sides) {
      sides = { outs: [], ins: [] }
      byAmount.set(amount, sides)
    }
    ;(line.amount_cents < 0 ? sides.outs : sides.ins).push({ line, day: serialOf(line.day), choices: 0, paired: false })
  }
  const pairs: { pair: TransferPair; day: number }[] = []
  for (const { outs, ins } of byAmount.values()) if (outs.length > 0 && ins.length > 0) pairs.push(...pairEqual(outs, ins))
  pairs.sort((one, other) => one.day - other.day || compareIds(one.pair.from_line_id, other.pair.from_line_id))
  return pairs.map(({ pair }) => pair)
}

/** By distance, then day and id of the outflow: without weighing every pair, for a shop may have hundreds of one amount a day. */
function pairEqual(outs: Side[], ins: Side[]): { pair: TransferPair; day: number }[] {
  for (const sides of [outs, ins]) sides.sort((one, other) => one.day - other.day || compareIds(one.line.id, other.line.id))
  countChoices(outs, ins)
  countChoices(ins, outs)
  const waiting = queuesOf(ins)
  const pairs: { pair: TransferPair; day: number }[] = []
  for (let days = 0; days <= windows.transferDays; days++) {
    for (const out of outs) {
      const into = out.paired || out.choices === 0 ? undefined : takeFirst(waiting, out, days)
      if (!into) continue
      out.paired = true
      pairs.push({ day: out.day, pair: asPair(out, into, days) })
    }
  }
  return pairs
}

/** Sides of one day and account that wait, the oldest id first. */
interface Queue {
  readonly sides: Side[]
  next: number
}
type Queues = ReadonlyMap<number, ReadonlyMap<string, Queue>>

function queuesOf(sides: readonly Side[]): Queues {
  const byDay = new Map<number, Map<string, Queue>>()
  for (const side of sides) {
    const byAccount = byDay.get(side.day) ?? new Map<string, Queue>()
    byDay.set(side.day, byAccount)
    const queue = byAccount.get(side.line.bank_account_id)
    if (queue) queue.sides.push(side)
    else byAccount.set(side.line.bank_account_id, { sides: [side], next: 0 })
  }
  return byDay
}

/** The oldest that waits so many days away on another account. */
function takeFirst(waiting: Queues, { day, line }: Side, days: number): Side | undefined {
  let first: Queue | undefined
  for (const at of new Set([day - days, day + days])) {
    for (const [account, queue] of waiting.get(at) ?? []) {
      const side = queue.sides[queue.next]
      if (account === line.bank_account_id || !side) continue
      if (!first || compareIds(side.line.id, first.sides[first.next]!.line.id) < 0) first = queue
    }
  }
  return first?.sides[first.next++]
}

/** Of each side how many of the others, all sorted by day, lie in its window on another account. */
function countChoices(sides: readonly Side[], others: readonly Side[]): void {
  const byAccount = new Map<string, Side[]>()
  for (const other of others) {
    const known = byAccount.get(other.line.bank_account_id)
    if (known) known.push(other)
    else byAccount.set(other.line.bank_account_id, [other])
  }
  const within = (list: readonly Side[], day: number) =>
    firstFrom(list, day + windows.transferDays + 1) - firstFrom(list, day - windows.transferDays)
  for (const side of sides) side.choices = within(others, side.day) - within(byAccount.get(side.line.bank_account_id) ?? [], side.day)
}

function asPair(out: Side, into: Side, days: number): TransferPair {
  return {
    from_line_id: out.line.id,
    to_line_id: into.line.id,
    from_bank_account_id: out.line.bank_account_id,
    to_bank_account_id: into.line.bank_account_id,
    amount_cents: into.line.amount_cents,
    days,
    certain: out.choices === 1 && into.choices === 1,
  }
}

function firstFrom(sides: readonly Side[], day: number): number {
  let low = 0
  let high = sides.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sides[middle]!.day < day) low = middle + 1
    else high = middle
  }
  return low
}
