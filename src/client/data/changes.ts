// Who hears of changes: this tab's writes and the socket's frames announce tags here; caches and lists listen.
import type { Tag } from '#contract/kit/tags.ts'

export interface DataChange {
  tags: readonly Tag[]
  /** Undefined: every company. */
  company_id: string | undefined
}

type Listener = (change: DataChange) => void

const listeners = new Set<Listener>()

export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellChange(change: DataChange): void {
  for (const listener of [...listeners]) listener(change)
}
