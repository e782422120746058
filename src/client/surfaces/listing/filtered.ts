// Which rows of a listing hold the words of its filter; of a tree, with the branches that lead to them.
import { useMemo, useRef } from 'react'
import { fold } from '#domain/text.ts'
import type { ListingScreenProps } from './props.ts'

/** Every row of a tree, parents before children. */
function flatten<Row>(rows: readonly Row[], childrenOf?: (row: Row) => readonly Row[] | undefined): readonly Row[] {
  return childrenOf === undefined ? rows : rows.flatMap(row => [row, ...flatten(childrenOf(row) ?? [], childrenOf)])
}

/** Rows whose folded text holds every word, and of a tree the branches that lead to them. */
export function idsMatching<Row extends { id: string }>(
  rows: readonly Row[],
  words: readonly string[],
  textOf: (row: Row) => string,
  childrenOf?: (row: Row) => readonly Row[] | undefined,
): ReadonlySet<string> {
  const hits = new Set<string>()
  const walk = (row: Row): boolean => {
    const text = textOf(row)
    const own = words.every(word => text.includes(word))
    const below = (childrenOf?.(row) ?? []).map(walk).some(Boolean)
    if (own || below) hits.add(row.id)
    return own || below
  }
  for (const row of rows) walk(row)
  return hits
}

export interface Filtered<Row> {
  /** All rows, a tree's branches included. */
  all: readonly Row[]
  /** The rows to draw, of a tree the roots. */
  shown: readonly Row[]
  shownIds: ReadonlySet<string>
  childrenOf: ((row: Row) => readonly Row[] | undefined) | undefined
}

export function useFiltered<Row extends { id: string }>({ rows, filter, textOf, childrenOf }: ListingScreenProps<Row>): Filtered<Row> {
  // Folded once per record: the words are sought in up to 50,000 of them at each letter.
  const folded = useRef(new WeakMap<Row, string>())
  const find = (row: Row): string => {
    const known = folded.current.get(row)
    if (known !== undefined) return known
    const text = fold(textOf(row))
    folded.current.set(row, text)
    return text
  }
  const latest = useRef(find)
  latest.current = find
  const branches = useRef(childrenOf)
  branches.current = childrenOf
  const isTree = childrenOf !== undefined
  const all = useMemo(() => flatten(rows, isTree ? row => branches.current?.(row) : undefined), [rows, isTree])
  const words = useMemo(() => fold(filter).split(/\s+/).filter(Boolean), [filter])
  const shownIds = useMemo(
    () =>
      idsMatching(
        rows,
        words,
        row => latest.current(row),
        row => branches.current?.(row),
      ),
    [rows, words],
  )
  const shown = useMemo(() => (words.length === 0 ? rows : rows.filter(row => shownIds.has(row.id))), [rows, words, shownIds])
  const kept = useMemo(
    () => (words.length === 0 ? undefined : (row: Row) => branches.current?.(row)?.filter(child => shownIds.has(child.id))),
    [words, shownIds],
  )
  return { all, shown, shownIds, childrenOf: isTree ? (kept ?? childrenOf) : undefined }
}
