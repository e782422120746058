// Names that arrive after the rows: ids are named anew where they show, and what was filtered or sorted by a name is done again once.
import { useEffect, useRef } from 'react'
import type { Registers } from '#client/data/registers.ts'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'

const NAMED = ['bank_account_id', 'category_id', 'contact_id'] as const

export function useRelabel(store: ColumnStore, { accountName, categoryName, contactName, unread }: Registers): void {
  const settled = useRef<ColumnStore>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are what changed
  useEffect(() => {
    for (const field of NAMED) if (store.has(field)) store.relabel(field)
    // Once: a contact made later must not take edited rows from their place.
    if (unread || settled.current === store) return
    settled.current = store
    store.reapply()
  }, [store, accountName, categoryName, contactName, unread])
}
