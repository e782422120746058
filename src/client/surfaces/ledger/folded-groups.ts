// Which groups of a list are folded: the person's choice, kept on this device; settled ones are, until somebody opens them.
import { useEffect } from 'react'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'

const STORED = 'razao.folded'
const AT_FIRST = ['SETTLED']

function readFolded(list: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`${STORED}.${list}`) ?? 'null')
    return Array.isArray(kept) && kept.every(key => typeof key === 'string') ? kept : AT_FIRST
  } catch {
    return AT_FIRST
  }
}

/** While the list is grouped by what is owed. */
export function useFoldedGroups(store: ColumnStore, list: string, isGrouped: boolean): void {
  useEffect(() => {
    if (!isGrouped) return
    store.foldOnly(readFolded(list))
    const stop = store.subscribe(({ kind }) => {
      if (kind === 'view') localStorage.setItem(`${STORED}.${list}`, JSON.stringify(store.foldedKeys))
    })
    return () => {
      stop()
      store.foldOnly([])
    }
  }, [store, list, isGrouped])
}
