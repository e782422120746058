// What past conciliations taught: memo patterns, as rules read them, with the contacts and categories they belonged to.
import type { History, HistoryLink } from './candidates.ts'
import { memoPattern } from './memo.ts'

export interface PastConciliation {
  readonly memo: string
  readonly contact_id: string | null
  readonly category_id: string | null
}

export interface Learned {
  readonly contacts: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
}

/** The distinct links of past conciliations; a memo without words of its own teaches nothing. */
export function learnHistory(past: readonly PastConciliation[]): History {
  const links = new Map<string, HistoryLink>()
  for (const { memo, contact_id, category_id } of past) {
    const pattern = memoPattern(memo)
    if (pattern === '' || (contact_id === null && category_id === null)) continue
    links.set(`${pattern}\n${contact_id}\n${category_id}`, { pattern, contact_id, category_id })
  }
  return [...links.values()]
}

/** Links by pattern. */
export function readHistory(history: History): Map<string, Learned> {
  const byPattern = new Map<string, { contacts: Set<string>; categories: Set<string> }>()
  for (const link of history) {
    if (link.pattern === '') continue
    let learned = byPattern.get(link.pattern)
    if (!learned) {
      learned = { contacts: new Set(), categories: new Set() }
      byPattern.set(link.pattern, learned)
    }
    if (link.contact_id !== null) learned.contacts.add(link.contact_id)
    if (link.category_id !== null) learned.categories.add(link.category_id)
  }
  return byPattern
}
