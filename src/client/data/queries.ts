// Reads rows through the query cache: keys come from the row and its input, and writing a tag that the row reads refetches it.
import { type Query, QueryClient, type QueryKey, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Answer, Call, Endpoint } from '#contract/kit/endpoint.ts'
import { TAGS, type Tag } from '#contract/kit/tags.ts'
import { asksForAMoment, passes, pauseAfter } from './again.ts'
import { call } from './api.ts'
import { type DataChange, onChange, tellChange } from './changes.ts'
import { onBack, tellSilent } from './connection.ts'

interface ReadMeta extends Record<string, unknown> {
  tags: readonly Tag[]
  company_id: string | undefined
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // A read that has nothing to show soon fails and says so, and `connectQueries` asks again.
    queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Answers that other people change often; the profile's time is owed (SPEC.md, Session). */
const STALE_MS: Record<string, number> = { 'auth.profile': 5000 }

/** What is on the screen stays there while a later read fails for a reason that passes, and is asked for until it comes. */
export const keptShown = (queryKey: QueryKey) => ({
  retry(failures: number, error: unknown) {
    const query = queryClient.getQueryCache().find({ queryKey, exact: true })
    return query?.state.data === undefined ? asksForAMoment(error, failures) : passes(error) && query.isActive()
  },
  retryDelay: (failures: number) => pauseAfter(failures + 1),
})

type Input<E extends Endpoint> = Record<never, never> extends Call<E> ? [input?: Call<E>] : [input: Call<E>]

/** Options that loaders and components share: `queryClient.ensureQueryData(reading(row, input))`, `useReading(row, input)`. */
export function reading<E extends Endpoint>(row: E, ...[input]: Input<E>) {
  const given = (input ?? {}) as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
  const meta: ReadMeta = { tags: row.spec.reads ?? [], company_id: given.params?.c ?? (given.query?.companyId as string | undefined) }
  const queryKey = [row.id, given.params ?? {}, given.query ?? {}, ...(given.body === undefined ? [] : [given.body])]
  return queryOptions<Answer<E>>({
    ...keptShown(queryKey),
    queryKey,
    queryFn: ({ signal }) =>
      settled(meta, async () => {
        const ask = call as (row: Endpoint, input: unknown, options: { signal: AbortSignal }) => Promise<{ data: unknown }>
        return (await ask(row, given, { signal })).data as Answer<E>
      }),
    staleTime: STALE_MS[row.id] ?? 60_000,
    meta,
  })
}

const concerns = ({ tags, company_id }: ReadMeta, change: DataChange): boolean =>
  (change.company_id === undefined || company_id === undefined || company_id === change.company_id) &&
  tags.some(tag => change.tags.includes(tag))

const READS_AGAIN = 3

/** Reads again what changed while it was being read: of a first answer on its way the cache cannot tell that it is old. */
async function settled<T>(meta: ReadMeta, read: () => Promise<T>): Promise<T> {
  for (let left = READS_AGAIN; ; left--) {
    let changed = false
    const stop = onChange(change => {
      changed ||= concerns(meta, change)
    })
    try {
      const answer = await read()
      if (!changed || left === 0) return answer
    } finally {
      stop()
    }
  }
}

export function useReading<E extends Endpoint>(row: E, ...input: Input<E>): UseQueryResult<Answer<E>> {
  return useQuery(reading(row, ...input))
}

/** Why a list is not there: its answer is on its way, or it could not be read. */
export type Unread = 'coming' | 'failed'
export const unreadOf = ({ data, isPending }: { data: unknown; isPending: boolean }): Unread | undefined =>
  isPending ? 'coming' : data === undefined ? 'failed' : undefined

/** What an office reads of all its companies hears of them this often at most: some company of two hundred is always at work. */
const OFFICE_MS = 2000

/** Asks again for what a screen waits for and could not be read; returns how to stop. */
function watchFailures(): () => void {
  const failures = new Map<string, number>()
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const ask = ({ queryHash, queryKey }: Query) => {
    waiting.delete(queryHash)
    void queryClient.refetchQueries({ queryKey, exact: true, type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  const stop = queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'success') {
      failures.delete(query.queryHash)
      tellSilent(false)
    }
    // The first failure in a row may be the one that heals in a second.
    if (action.type === 'failed' && action.failureCount > 1 && passes(action.error)) tellSilent(true)
    if (action.type !== 'error' || !passes(action.error)) return
    const times = (failures.get(query.queryHash) ?? 0) + 1
    failures.set(query.queryHash, times)
    clearTimeout(waiting.get(query.queryHash))
    waiting.set(
      query.queryHash,
      setTimeout(() => ask(query), pauseAfter(times)),
    )
  })
  return () => {
    stop()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}

/** Lets writes and frames refetch what they touched; called once at start. */
export function connectQueries(): () => void {
  const invalidate = (changes: readonly DataChange[], isMeant: (meta: ReadMeta) => boolean) => {
    const predicate = ({ meta }: { meta: Record<string, unknown> | undefined }) =>
      meta !== undefined && isMeant(meta as ReadMeta) && changes.some(change => concerns(meta as ReadMeta, change))
    void queryClient.invalidateQueries({ predicate })
  }
  let waiting: DataChange[] = []
  let heldUntil: ReturnType<typeof setTimeout> | undefined
  const tellOffice = () => {
    heldUntil = undefined
    if (waiting.length === 0) return
    invalidate(waiting, ({ company_id }) => company_id === undefined)
    waiting = []
    heldUntil = setTimeout(tellOffice, OFFICE_MS)
  }
  const stop = onChange(change => {
    if (change.company_id === undefined) return invalidate([change], () => true)
    invalidate([change], ({ company_id }) => company_id !== undefined)
    waiting.push(change)
    if (heldUntil === undefined) tellOffice()
  })
  const stopWatching = watchFailures()
  const stopAsking = onBack(() => tellChange({ tags: TAGS, company_id: undefined }))
  return () => {
    clearTimeout(heldUntil)
    stopAsking()
    stopWatching()
    stop()
  }
}
