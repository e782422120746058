// The large lists: loaded once in columns and kept current by deltas. Listeners are notified, never given the rows as objects.
import type { ColumnarAnswer } from '#contract/kit/columns.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { asksForAMoment, passes, pauseAfter } from './again.ts'
import { ApiError, callColumns } from './api.ts'
import { onChange } from './changes.ts'
import { gather } from './gather.ts'
import { FIRST_ROWS, keeperOf } from './kept-lists.ts'

export interface ListRequest {
  row: Endpoint
  params: Record<string, string>
  query: Record<string, unknown>
  /** Every refresh asks for the whole list, because rows depend on earlier rows (a running balance). */
  whole?: true
  /** Keeps the list on this device, so that it opens with its rows the next time. */
  kept?: true
  /** How long changes are gathered before one delta; 40 ms by default. */
  gather_ms?: number
}

export interface ListListener {
  /** The whole list: replace everything. `partial` means that only the first rows have come so far. */
  whole(answer: ColumnarAnswer, partial: boolean): void
  /** Settles when the rows given so far are on the screen. */
  drawn?(): Promise<void>
  /** Rows that changed: upsert by id, drop those marked deleted. */
  delta(answer: ColumnarAnswer): void
  /** Rows shown from the device are taken back: the server refuses the list. */
  dropped?(): void
  failed(error: unknown): void
  busy(busy: boolean): void
}

export interface OpenList {
  /** Asks for what changed since the last answer, or for everything; settles when an answer to a question asked from now on has come. */
  refresh(whole?: boolean): Promise<void>
  close(): void
}

interface Following {
  whole: boolean
  readonly done: Promise<void>
}

const GATHER_MS = 40
/** Beside people who never pause a list is still asked again. */
const MOST_GATHER_MS = 1000

/**
 * Opens a list: first rows at once, then the rest, then deltas whenever a tag it reads is written here or elsewhere.
 * Gathers changes close together into one delta.
 */
export function openList(request: ListRequest, listener: ListListener): OpenList {
  const abort = new AbortController()
  let cursor: string | undefined
  let running: Promise<void> | undefined
  /** In a row, of those that pass by themselves. */
  let failures = 0
  let again: ReturnType<typeof setTimeout> | undefined
  /** What is asked for once the question under way is answered. */
  let next: Following | undefined
  const canAskSince = request.row.spec.query !== undefined && 'since' in request.row.spec.query.shape
  const keeper = request.kept && !request.whole && canAskSince ? keeperOf(request.row, request.params, request.query) : undefined
  const ask = async (query: Record<string, unknown>) => {
    const copies: Response[] = []
    const answer = await callColumns(
      request.row,
      { params: request.params, query: { ...request.query, ...query } },
      { signal: abort.signal, ...(keeper ? { copy: copy => void copies.push(copy) } : {}) },
    )
    abort.signal.throwIfAborted()
    const isAll = answer.full && (query.limit === undefined || answer.count < FIRST_ROWS)
    for (const copy of copies) void (isAll ? keeper?.keep(copy, answer) : copy.body?.cancel())
    return answer
  }

  /** Shows what the device kept while the server says what changed since; false when there is nothing to go by. */
  const loadKept = async (): Promise<boolean> => {
    const found = await keeper?.find()
    if (!found || abort.signal.aborted) return false
    const asked = ask({ since: found.first.cursor })
    // Heard below, once the rows are drawn; a list that is left meanwhile hears nothing.
    asked.catch(() => {})
    listener.whole(found.first, true)
    try {
      // Reading the rest takes the whole thread: the first rows are drawn before it.
      await listener.drawn?.()
      const [news, whole] = await Promise.all([asked, found.whole()])
      if (!news.full && !whole) return false
      cursor = news.cursor
      listener.whole(news.full ? news : (whole as ColumnarAnswer), false)
      if (!news.full && news.count > 0) listener.delta(news)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
        void keeper?.drop()
        listener.dropped?.()
      }
      throw error
    }
  }

  const loadWhole = async () => {
    if (cursor === undefined && (await loadKept())) return
    const canPage = request.row.spec.query !== undefined && 'limit' in request.row.spec.query.shape
    if (canPage && cursor === undefined) {
      const first = await ask({ limit: FIRST_ROWS })
      const more = first.count === FIRST_ROWS
      listener.whole(first, more)
      // The cursor comes with the last row, so a list cut short must be requested again as a whole.
      if (!more) {
        cursor = first.cursor
        return
      }
    }
    const answer = await ask({})
    cursor = answer.cursor
    listener.whole(answer, false)
  }
  const loadSince = async () => {
    const answer = await ask({ since: cursor })
    cursor = answer.cursor
    if (answer.full) listener.whole(answer, false)
    else if (answer.count > 0) listener.delta(answer)
  }
  const load = async (whole: boolean) => {
    clearTimeout(again)
    listener.busy(true)
    try {
      await (whole || request.whole || cursor === undefined ? loadWhole() : loadSince())
      failures = 0
    } catch (error) {
      if (abort.signal.aborted) return
      if (!asksForAMoment(error, failures)) listener.failed(error)
      if (!passes(error)) return
      failures++
      again = setTimeout(() => void refresh(whole), pauseAfter(failures))
    } finally {
      if (!abort.signal.aborted) listener.busy(false)
    }
  }
  const begin = (whole: boolean): Promise<void> => {
    running = load(whole).finally(() => {
      running = undefined
    })
    return running
  }
  const follow = ({ whole }: { whole: boolean }): Promise<void> => {
    next = undefined
    return abort.signal.aborted ? Promise.resolve() : begin(whole)
  }
  const refresh = (whole = false): Promise<void> => {
    if (abort.signal.aborted) return Promise.resolve()
    if (next) {
      next.whole ||= whole
      return next.done
    }
    if (!running) return begin(whole)
    const after: Following = { whole, done: running.then(() => follow(after)) }
    next = after
    return after.done
  }
  const changes = gather(() => void refresh(), request.gather_ms ?? GATHER_MS, MOST_GATHER_MS)
  const stop = onChange(({ tags, company_id }) => {
    const mine = company_id === undefined || request.params.c === undefined || company_id === request.params.c
    if (!mine || !request.row.spec.reads?.some(tag => tags.includes(tag))) return
    changes.add()
  })
  void refresh(true)
  return {
    refresh,
    close() {
      clearTimeout(again)
      changes.stop()
      stop()
      abort.abort()
    },
  }
}
