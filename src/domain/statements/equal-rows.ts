// Rows of one file that are the same day, amount and memo: one movement written twice, or two movements. Only a person knows.
import type { ImportRow } from './identity.ts'

interface Twins {
  first: ImportRow
  /** Each has an id of its own, or a running balance of its own: the bank itself counts them apart. */
  areNamed: boolean
  balances: Set<number> | undefined
}

/** By index, why a row needs a person: it equals an earlier one under `keys`, and nothing of the bank tells the two apart. */
export const equalRows = (
  rows: readonly ImportRow[],
  keys: readonly string[],
  isNamed: (row: ImportRow, index: number) => boolean,
): ReadonlyMap<number, string> => {
  const groups = new Map<string, Twins>()
  const reasons = new Map<number, string>()
  rows.forEach((row, index) => {
    if (row.ignorable) return
    const { balance_cents, line } = row
    const twins = groups.get(keys[index]!)
    if (twins === undefined) {
      const balances = balance_cents === undefined ? undefined : new Set([balance_cents])
      groups.set(keys[index]!, { first: row, areNamed: isNamed(row, index), balances })
      return
    }
    if (!isNamed(row, index)) twins.areNamed = false
    if (balance_cents === undefined || twins.balances?.has(balance_cents)) twins.balances = undefined
    twins.balances?.add(balance_cents!)
    if (twins.areNamed || twins.balances) return
    const where = twins.first.line === undefined || twins.first.line === line ? '' : `, na linha ${twins.first.line} dele`
    reasons.set(index, `Igual a outro lançamento deste arquivo${where}.`)
  })
  return reasons
}
