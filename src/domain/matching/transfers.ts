// Pairs of statement lines that are one transfer between the company's own accounts.
import { serialOf } from '../day-serial.ts'
import { compareIds, type Line } from './candidates.ts'
import { windows } from './weights.ts'

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

function pairEqual(outs: Side[], ins: Side[]): { pair: TransferPair; day: number }[] {
  ins.sort((one, other) => one.day - other.day)
  const possible: { out: Side; into: Side; days: number }[] = []
  for (const out of outs) {
    for (let at = firstFrom(ins, out.day - windows.transferDays); at < ins.length && ins[at]!.day <= out.day + windows.transferDays; at++) {
      const into = ins[at]!
      if (into.line.bank_account_id === out.line.bank_account_id) continue
      out.choices++
      into.choices++
      possible.push({ out, into, days: Math.abs(into.day - out.day) })
    }
  }
  possible.sort(
    (one, other) =>
      one.days - other.days ||
      one.out.day - other.out.day ||
      compareIds(one.out.line.id, other.out.line.id) ||
      compareIds(one.into.line.id, other.into.line.id),
  )
  const pairs: { pair: TransferPair; day: number }[] = []
  for (const { out, into, days } of possible) {
    if (out.paired || into.paired) continue
    out.paired = true
    into.paired = true
    pairs.push({ day: out.day, pair: asPair(out, into, days) })
  }
  return pairs
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
