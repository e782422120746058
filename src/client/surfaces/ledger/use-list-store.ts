// The store behind a list on screen: filled by the data layer while the list is shown, one store per question.
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type ListRequest, type OpenList, openList } from '#client/data/lists.ts'
import { ColumnStore, type Fields, type SortKey } from '#client/kit/grid/column-store.ts'
import { pause } from '#client/kit/idle.ts'
import type { ColumnarAnswer } from '#contract/kit/columns.ts'

/** Draws again when the store changes. */
export function useStoreVersion(store: ColumnStore): number {
  return useSyncExternalStore(
    listener => store.subscribe(listener),
    () => store.version,
  )
}

interface Loading {
  /** The store this is said of: the news of a list that was left say nothing of the next one. */
  of: ColumnStore | undefined
  state: 'loading' | 'ready' | 'failed'
  error: unknown
  busy: boolean
}

const NOTHING: Loading = { of: undefined, state: 'loading', error: undefined, busy: false }

export interface ListStore extends Omit<Loading, 'of'> {
  store: ColumnStore
  retry(): void
  list: RefObject<OpenList | null>
}

/** Puts answers into the store. The first rows come before the rest: what is known is patched, what is new added, nothing on screen jumps. */
function receiver(store: ColumnStore) {
  return {
    whole(answer: ColumnarAnswer, partial: boolean) {
      store.batch(() => {
        if (store.total === 0) store.append(answer as never)
        else store.patch(answer as never)
        // A list sent whole again says by silence what left it; with none more than it names, nothing did.
        if (!partial && store.total > answer.count) store.keepOnly(new Set(answer.columns.id as string[]))
      })
    },
    dropped: () => store.keepOnly(new Set()),
    delta: (answer: ColumnarAnswer) => store.patch(answer as never),
  }
}

export function useListStore({ request, fields, sort }: { request: ListRequest; fields: Fields; sort: readonly SortKey[] }): ListStore {
  const key = JSON.stringify([request.row.id, request.params, request.query])
  // The store lives as long as the question; labels arriving later relabel it in place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question is a new store
  const store = useMemo(() => {
    const fresh = new ColumnStore(fields, undefined, { sumField: 'amount_cents' })
    fresh.sort(sort)
    return fresh
  }, [key])
  const [loading, setLoading] = useState<Loading>(NOTHING)
  const list = useRef<OpenList | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the request
  useEffect(() => {
    const tell = (change: (now: Loading) => Partial<Loading>) =>
      setLoading(before => {
        const now = before.of === store ? before : { ...NOTHING, of: store }
        return { ...now, ...change(now) }
      })
    const receive = receiver(store)
    list.current = openList(
      { ...request, kept: true },
      {
        whole(answer, partial) {
          receive.whole(answer, partial)
          if (!partial) void store.warm(Object.keys(fields))
          tell(() => ({ state: 'ready' }))
        },
        drawn: pause,
        delta(answer) {
          receive.delta(answer)
        },
        dropped() {
          receive.dropped()
          tell(() => ({ state: 'loading' }))
        },
        failed: error => tell(now => ({ error, state: now.state === 'ready' ? 'ready' : 'failed' })),
        // Asked again after a failure, the list waits as it did the first time.
        busy: busy => tell(({ state }) => (busy ? { busy, error: undefined, state: state === 'failed' ? 'loading' : state } : { busy })),
      },
    )
    return () => list.current?.close()
  }, [store])
  const mine = loading.of === store
  return {
    store,
    state: mine ? loading.state : 'loading',
    error: mine ? loading.error : undefined,
    busy: mine && loading.busy,
    retry: () => void list.current?.refresh(true),
    list,
  }
}
