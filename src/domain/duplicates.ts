// Duplicate bills and receivables of one company: deterministic groups of one original and the entries that repeat it.
import { serialOf } from './day-serial.ts'
import type { Day } from './days.ts'
import type { TitleKind } from './enums.ts'
import { significantTokens, similarityOfTokens } from './text.ts'

export const DUPLICATE_DAYS = 3
export const DUPLICATE_SIMILARITY = 0.6

/** Neighbours compared per entry and key, so that thousands of equal amounts on one day do not become quadratic. */
const MOST_NEIGHBOURS = 100
/** A shared word proves less than a shared contact or document. */
const MOST_NEIGHBOURS_BY_WORD = 32

export interface DuplicateCandidate {
  id: string
  kind: TitleKind
  amount_cents: number
  date: Day
  contact_id?: string | null
  document_number?: string | null
  additional_information?: string | null
  /** Siblings share one of these two. */
  scheduled_recurrence_id?: string | null
  parent_id?: string | null
  /** Boleto digits, access keys of linked invoices, transaction id: an equal one makes a certain duplicate. */
  boleto_digits?: string | null
  access_keys?: readonly string[] | null
  transaction_id?: string | null
  conciliated: boolean
  settled: boolean
  created_at: string
}

export interface DuplicateGroup {
  original_id: string
  duplicates: { id: string; certain: boolean }[]
}

/** The key of an ignored pair, the same in either order. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a}|${b}` : `${b}|${a}`)

interface Prepared {
  entry: DuplicateCandidate
  serial: number
  rank: number
  tokens: readonly string[]
  certainKeys: readonly string[]
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The original is the conciliated entry, else the settled one, else the older. */
const compareOriginals = (a: DuplicateCandidate, b: DuplicateCandidate) =>
  Number(b.conciliated) - Number(a.conciliated) ||
  Number(b.settled) - Number(a.settled) ||
  compare(a.created_at, b.created_at) ||
  compare(a.id, b.id)

const certainKeysOf = (entry: DuplicateCandidate) => [
  ...(entry.boleto_digits ? [`b:${entry.boleto_digits}`] : []),
  ...(entry.access_keys ?? []).map(key => `n:${key}`),
  ...(entry.transaction_id ? [`t:${entry.transaction_id}`] : []),
]

const prepared = (entry: DuplicateCandidate, rank: number): Prepared => ({
  entry,
  rank,
  serial: serialOf(entry.date),
  tokens: significantTokens(entry.additional_information ?? ''),
  certainKeys: certainKeysOf(entry),
})

const areSiblings = (a: DuplicateCandidate, b: DuplicateCandidate) =>
  (!!a.scheduled_recurrence_id && a.scheduled_recurrence_id === b.scheduled_recurrence_id) ||
  (!!a.parent_id && (a.parent_id === b.parent_id || a.parent_id === b.id)) ||
  (!!b.parent_id && b.parent_id === a.id)

/** Whether the pair is a certain or a likely duplicate, or none. */
function likenessOf(a: Prepared, b: Prepared): 'certain' | 'likely' | undefined {
  if (a.entry.kind !== b.entry.kind || a.entry.amount_cents !== b.entry.amount_cents || areSiblings(a.entry, b.entry)) return undefined
  if (a.certainKeys.some(key => b.certainKeys.includes(key))) return 'certain'
  const sameContact = !!a.entry.contact_id && a.entry.contact_id === b.entry.contact_id
  const sameDocument = !!a.entry.document_number && a.entry.document_number === b.entry.document_number
  if (sameContact && sameDocument && a.entry.date.slice(0, 7) === b.entry.date.slice(0, 7)) return 'likely'
  if (Math.abs(a.serial - b.serial) > DUPLICATE_DAYS) return undefined
  return sameContact || similarityOfTokens(a.tokens, b.tokens) >= DUPLICATE_SIMILARITY ? 'likely' : undefined
}

/** The live entries that a new one, not yet in the books, is or may be; one with the same document is the same at any amount. */
export function alikeOf(entry: DuplicateCandidate, others: readonly DuplicateCandidate[]): { id: string; certain: boolean }[] {
  const mine = prepared(entry, 0)
  return others
    .flatMap(other => {
      const theirs = prepared(other, 0)
      const likeness = mine.certainKeys.some(key => theirs.certainKeys.includes(key)) ? 'certain' : likenessOf(mine, theirs)
      return likeness ? [{ id: other.id, certain: likeness === 'certain' }] : []
    })
    .sort((a, b) => Number(b.certain) - Number(a.certain))
}

/** The keys under which possible duplicates meet, and how many days apart; words meet by their first three letters, as similarity compares prefixes. */
function indexKeys({ entry, tokens, certainKeys }: Prepared): { key: string; mostDays: number; most: number }[] {
  const base = `${entry.kind}|${entry.amount_cents}`
  const anyDay = Number.POSITIVE_INFINITY
  const keys = certainKeys.map(key => ({ key: `${base}|${key}`, mostDays: anyDay, most: MOST_NEIGHBOURS }))
  if (entry.contact_id) keys.push({ key: `${base}|c:${entry.contact_id}`, mostDays: DUPLICATE_DAYS, most: MOST_NEIGHBOURS })
  if (entry.contact_id && entry.document_number) {
    keys.push({
      key: `${base}|d:${entry.contact_id}|${entry.document_number}|${entry.date.slice(0, 7)}`,
      mostDays: anyDay,
      most: MOST_NEIGHBOURS,
    })
  }
  for (const stem of new Set(tokens.map(token => token.slice(0, 3))))
    keys.push({ key: `${base}|w:${stem}`, mostDays: DUPLICATE_DAYS, most: MOST_NEIGHBOURS_BY_WORD })
  return keys
}

/** The entries of a day-ordered list nearest to one of them, outward, up to the limit. */
function* neighbours(list: readonly Prepared[], at: number, mostDays: number, most: number): Generator<Prepared> {
  const serial = list[at]?.serial ?? 0
  let before = at - 1
  let after = at + 1
  for (let seen = 0; seen < most; seen++) {
    const left = list[before]
    const right = list[after]
    const toLeft = left ? serial - left.serial : Number.POSITIVE_INFINITY
    const toRight = right ? right.serial - serial : Number.POSITIVE_INFINITY
    if (left && toLeft <= toRight && toLeft <= mostDays) {
      yield left
      before--
    } else if (right && toRight <= mostDays) {
      yield right
      after++
    } else return
  }
}

interface Index {
  lists: Map<string, Prepared[]>
  positions: Map<string, Map<string, number>>
}

function indexOf(ranked: readonly Prepared[]): Index {
  const lists = new Map<string, Prepared[]>()
  const byDay = [...ranked].sort((a, b) => a.serial - b.serial || a.rank - b.rank)
  for (const item of byDay) {
    for (const { key } of indexKeys(item)) {
      const list = lists.get(key)
      if (list) list.push(item)
      else lists.set(key, [item])
    }
  }
  const positions = new Map<string, Map<string, number>>()
  for (const [key, list] of lists) {
    if (list.length > 1) positions.set(key, new Map(list.map((item, at) => [item.entry.id, at])))
  }
  return { lists, positions }
}

/**
 * Groups of live entries of one company (SPEC.md, Duplicates): an original and duplicates that pair with it directly, never through a chain.
 * `ignored` holds the `pairKey` of refused pairs. Originals are chosen by rank (conciliated, settled, older), so the order of the input
 * does not matter.
 */
export function duplicateGroups(entries: readonly DuplicateCandidate[], ignored: ReadonlySet<string> = new Set()): DuplicateGroup[] {
  const ranked = [...entries].sort(compareOriginals).map(prepared)
  const index = indexOf(ranked)
  const taken = new Set<string>()
  const groups: DuplicateGroup[] = []
  for (const original of ranked) {
    if (taken.has(original.entry.id)) continue
    const found = new Map<Prepared, boolean>()
    for (const { key, mostDays, most } of indexKeys(original)) {
      const at = index.positions.get(key)?.get(original.entry.id)
      if (at === undefined) continue
      for (const other of neighbours(index.lists.get(key) ?? [], at, mostDays, most)) {
        if (taken.has(other.entry.id) || found.has(other) || ignored.has(pairKey(original.entry.id, other.entry.id))) continue
        const likeness = likenessOf(original, other)
        if (likeness) found.set(other, likeness === 'certain')
      }
    }
    if (found.size === 0) continue
    taken.add(original.entry.id)
    const duplicates = [...found].sort(([a], [b]) => a.rank - b.rank).map(([other, certain]) => ({ id: other.entry.id, certain }))
    for (const duplicate of duplicates) taken.add(duplicate.id)
    groups.push({ original_id: original.entry.id, duplicates })
  }
  return groups
}
