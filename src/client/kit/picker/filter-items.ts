// Which combobox items match what was typed, and in which order.
import type { ReactNode } from 'react'
import { fold } from '#domain/text.ts'

export interface ComboItem {
  id: string
  label: string
  /** before the label: the tile of a bank */
  mark?: ReactNode
  /** muted, after the label */
  detail?: string | undefined
  /** small chip at the right end: Cliente, Fornecedor */
  badge?: string | undefined
  /** further text that finds the item: documents, codes */
  search?: string | undefined
  /** level in a tree; filtering drops the indent and shows `path` instead */
  depth?: number | undefined
  /** names of the ancestors, outermost first, which also find the item */
  path?: readonly string[] | undefined
}

const WORD_START = /[\s·/.,-]/

function rank(label: string, query: string): number {
  const at = label.indexOf(query)
  if (at === 0) return 0
  if (at > 0 && WORD_START.test(label[at - 1] ?? '')) return 1
  return at > 0 ? 2 : 3
}

/** Every word must appear somewhere in the item, ignoring accents and case; names that start with the text come first. */
export function filterItems<Item extends ComboItem>(items: readonly Item[], query: string): readonly Item[] {
  const wanted = fold(query).trim()
  if (wanted === '') return items
  const words = wanted.split(/\s+/)
  const found: { item: Item; rank: number }[] = []
  for (const item of items) {
    const label = fold(item.label)
    const text = fold([item.label, item.detail, item.search, ...(item.path ?? [])].filter(Boolean).join(' '))
    if (words.every(word => text.includes(word))) found.push({ item, rank: rank(label, wanted) })
  }
  return found.sort((left, right) => left.rank - right.rank).map(({ item }) => item)
}
