// Which rows of a statement file are already stored, which are new, and which only a person can decide.
import { serialOf } from '../day-serial.ts'
import { formatDay } from '../days.ts'
import { foldMemo } from './bank-text.ts'
import { equalRows } from './equal-rows.ts'
import type { StatementRow } from './statement-file.ts'

/** What is stored of one bank account; `day` is 'yyyy-MM-dd'. */
export type StoredStatementRow = { id: string; day: string; amount_cents: number; memo: string; fitid?: string | null }

/** Inclusive on both ends. */
export type ClosedRange = { start_date: string; end_date: string }

export type ImportRow = Pick<StatementRow, 'day' | 'amount_cents' | 'memo' | 'fitid' | 'ignorable' | 'doubt' | 'balance_cents'> & {
  line?: number
}

export type RowDecision =
  | { decision: 'new' }
  /** Already stored as `stored_id`: nothing to do. */
  | { decision: 'present'; stored_id: string }
  /**
   * A person decides whether to add it: it resembles `stored_id`, or, where that is null, another line of the same file, or it contradicts
   * itself. `reason` is a pt-BR sentence.
   */
  | { decision: 'doubtful'; stored_id: string | null; reason: string }
  /** Cannot be added; `reason` is a pt-BR sentence. */
  | { decision: 'refused'; reason: string }
  /** A balance line or zero amount: shown, not stored, unless the person wants it and the caller clears `ignorable`. */
  | { decision: 'ignored' }

export type ImportOptions = { closedRanges?: readonly ClosedRange[] }

// How many stored rows of one day and amount a row is compared with by words; bounds the work on huge groups of equal amounts.
const WINDOW = 16
const MAX_SHIFT_DAYS = 10

/** A FITID that can identify a movement; empty and all-zero ones cannot. */
const usableFitid = (fitid: string | null | undefined): string | undefined => {
  const text = fitid?.trim() ?? ''
  return /^0*$/.test(text) ? undefined : text
}

const contentKey = (row: ImportRow | StoredStatementRow): string => `${row.day}|${row.amount_cents}|${foldMemo(row.memo)}`

const noise = new Set(['PIX', 'TED', 'DOC', 'PGTO', 'PAGTO', 'ENVIADO', 'RECEBIDO', 'TRANSF', 'COMPRA', 'BOLETO'])

const wordsOf = (memo: string): Set<string> =>
  new Set(
    foldMemo(memo)
      .split(' ')
      .slice(0, 40)
      .filter(word => word !== '' && !noise.has(word) && !/^\d+$/.test(word)),
  )

/** Half of the words in common; a side without words contradicts nothing. */
const similar = (a: Set<string>, b: Set<string>): boolean => {
  if (a.size === 0 || b.size === 0) return true
  let common = 0
  for (const word of a) if (b.has(word)) common++
  return common * 2 >= Math.min(a.size, b.size) && common > 0
}

const daysApart = (a: string, b: string): number => Math.abs(serialOf(a) - serialOf(b))

/** Stored rows waiting under a key, in their given order; taken rows are skipped for good. */
class Waiting {
  readonly #lists = new Map<string, number[]>()
  readonly #next = new Map<string, number>()
  readonly #windows = new Map<string, number[]>()
  readonly #taken: Uint8Array
  constructor(taken: Uint8Array) {
    this.#taken = taken
  }
  add(key: string, index: number): void {
    const list = this.#lists.get(key)
    if (list) list.push(index)
    else this.#lists.set(key, [index])
  }
  /** The first free row of the key, which stays free. */
  first(key: string): number | undefined {
    const list = this.#lists.get(key)
    if (list === undefined) return undefined
    let at = this.#next.get(key) ?? 0
    while (at < list.length && this.#taken[list[at]!] === 1) at++
    this.#next.set(key, at)
    return list[at]
  }
  /** Up to WINDOW free rows of the key; rows taken inside the window leave it for good. */
  window(key: string): readonly number[] {
    const list = this.#lists.get(key)
    if (list === undefined) return []
    const kept = (this.#windows.get(key) ?? []).filter(index => this.#taken[index] === 0)
    let at = this.#next.get(key) ?? 0
    while (kept.length < WINDOW && at < list.length) {
      const index = list[at++]!
      if (this.#taken[index] === 0) kept.push(index)
    }
    this.#next.set(key, at)
    this.#windows.set(key, kept)
    return kept
  }
}

const closedReason = (ranges: readonly ClosedRange[]): ((day: string) => string | undefined) => {
  const known = new Map<string, string | undefined>()
  return day => {
    if (known.has(day)) return known.get(day)
    const range = ranges.find(({ start_date, end_date }) => start_date <= day && day <= end_date)
    const reason = range && `O período de ${formatDay(range.start_date)} a ${formatDay(range.end_date)} está fechado.`
    known.set(day, reason)
    return reason
  }
}

/**
 * Decides about each row of one account's file, in file order, against what is stored of that account. A stored row accounts for at most
 * one row of the file, so equal movements are counted, not merged.
 *
 * Present: its FITID identifies it (usable, once in the file, same day and amount), or, for rows without such a FITID, same day, amount
 * and folded memo. Doubtful: same day, amount and memo under another FITID; same day and amount with a similar memo; same FITID with
 * another amount or, within ten days, another day; equal to another row of the file without ids of their own that tell them apart.
 * Present wins over refused, refused over doubtful. Linear in rows plus stored rows.
 */
export const planImport = (
  fileRows: readonly ImportRow[],
  storedRows: readonly StoredStatementRow[],
  { closedRanges = [] }: ImportOptions = {},
): RowDecision[] => {
  const decisions = new Array<RowDecision | undefined>(fileRows.length).fill(undefined)
  const taken = new Uint8Array(storedRows.length)
  const ids = fileRows.map(row => usableFitid(row.fitid))
  const keys = fileRows.map(contentKey)

  const claim = (row: number, stored: number, decision: (storedId: string) => RowDecision): void => {
    taken[stored] = 1
    decisions[row] = decision(storedRows[stored]!.id)
  }
  const here = (stored_id: string): RowDecision => ({ decision: 'present', stored_id })
  const doubt =
    (reason: string) =>
    (stored_id: string): RowDecision => ({ decision: 'doubtful', stored_id, reason })
  const undecided: Undecided = visit => {
    for (let i = 0; i < fileRows.length; i++) if (decisions[i] === undefined) visit(fileRows[i]!, i)
  }

  const times = new Map<string, number>()
  fileRows.forEach((row, index) => {
    const id = ids[index]
    if (id !== undefined && !row.ignorable) times.set(id, (times.get(id) ?? 0) + 1)
  })
  const named = (row: ImportRow, index: number): boolean => !row.ignorable && ids[index] !== undefined && times.get(ids[index]!) === 1

  const byIdAndContent = new Waiting(taken)
  const byIdDayAmount = new Waiting(taken)
  const byContent = new Waiting(taken)
  storedRows.forEach((row, index) => {
    const id = usableFitid(row.fitid) ?? ''
    const key = contentKey(row)
    byIdAndContent.add(`${id}|${key}`, index)
    byIdDayAmount.add(`${id}|${row.day}|${row.amount_cents}`, index)
    byContent.add(key, index)
  })

  const take = (index: number, found: number | undefined): void => {
    if (found !== undefined) claim(index, found, here)
  }
  // The exact twin first, so that rows that share a FITID never take each other's place.
  undecided((row, index) => {
    if (!row.ignorable) take(index, byIdAndContent.first(`${ids[index] ?? ''}|${keys[index]}`))
  })
  undecided((row, index) => {
    if (named(row, index)) take(index, byIdDayAmount.first(`${ids[index]}|${row.day}|${row.amount_cents}`))
  })
  undecided((row, index) => {
    if (!row.ignorable && !named(row, index)) take(index, byContent.first(keys[index]!))
  })
  // Balance lines are seldom stored, so they come after the movements.
  undecided((row, index) => {
    if (row.ignorable) take(index, byContent.first(keys[index]!))
  })

  const closed = closedReason(closedRanges)
  undecided((row, index) => {
    const reason = closed(row.day)
    if (row.ignorable) decisions[index] = { decision: 'ignored' }
    else if (reason !== undefined) decisions[index] = { decision: 'refused', reason }
  })

  undecided((_, index) => {
    const found = byContent.first(keys[index]!)
    if (found !== undefined)
      claim(index, found, doubt('Mesma data, valor e histórico de um lançamento já importado, com outro identificador.'))
  })
  doubtByWords(fileRows, storedRows, taken, undecided, (row, stored) =>
    claim(row, stored, doubt('Mesma data e valor de um lançamento já importado, com histórico parecido.')),
  )
  doubtByFitid(storedRows, taken, ids, undecided, (row, stored) =>
    claim(row, stored, doubt('Mesmo identificador de um lançamento já importado, com outra data ou outro valor.')),
  )
  undecided(({ doubt: reason }, index) => {
    if (reason !== undefined) decisions[index] = { decision: 'doubtful', stored_id: null, reason }
  })
  const twins = equalRows(fileRows, keys, named)
  undecided((_, index) => {
    const reason = twins.get(index)
    if (reason !== undefined) decisions[index] = { decision: 'doubtful', stored_id: null, reason }
  })
  return decisions.map(decision => decision ?? { decision: 'new' })
}

type Undecided = (visit: (row: ImportRow, index: number) => void) => void
type Claim = (row: number, stored: number) => void

const doubtByWords = (
  fileRows: readonly ImportRow[],
  storedRows: readonly StoredStatementRow[],
  taken: Uint8Array,
  undecided: Undecided,
  claim: Claim,
): void => {
  const wanted = new Set<string>()
  undecided((_, index) => wanted.add(dayAmount(fileRows[index]!)))
  const groups = new Waiting(taken)
  const words = new Map<number, Set<string>>()
  const storedWords = (index: number): Set<string> => {
    const known = words.get(index) ?? wordsOf(storedRows[index]!.memo)
    words.set(index, known)
    return known
  }
  storedRows.forEach((row, index) => {
    if (taken[index] === 0 && wanted.has(dayAmount(row))) groups.add(dayAmount(row), index)
  })
  undecided((row, index) => {
    const near = groups.window(dayAmount(row))
    if (near.length === 0) return
    const mine = wordsOf(row.memo)
    const found = near.find(stored => similar(mine, storedWords(stored)))
    if (found !== undefined) claim(index, found)
  })
}

const dayAmount = (row: ImportRow | StoredStatementRow): string => `${row.day}|${row.amount_cents}`

const doubtByFitid = (
  storedRows: readonly StoredStatementRow[],
  taken: Uint8Array,
  ids: readonly (string | undefined)[],
  undecided: Undecided,
  claim: Claim,
): void => {
  const groups = new Waiting(taken)
  storedRows.forEach((row, index) => {
    const id = usableFitid(row.fitid)
    if (taken[index] === 0 && id !== undefined) groups.add(id, index)
  })
  undecided((row, index) => {
    const id = ids[index]
    if (id === undefined) return
    const found = groups.window(id).find(stored => {
      const other = storedRows[stored]!
      return other.day === row.day || (other.amount_cents === row.amount_cents && daysApart(other.day, row.day) <= MAX_SHIFT_DAYS)
    })
    if (found !== undefined) claim(index, found)
  })
}

/** How many rows got each decision, for the preview's header. */
export const countDecisions = (decisions: readonly RowDecision[]): Record<RowDecision['decision'], number> => {
  const counts = { new: 0, present: 0, doubtful: 0, refused: 0, ignored: 0 }
  for (const { decision } of decisions) counts[decision]++
  return counts
}
