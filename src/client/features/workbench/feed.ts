// What keeps the desk current: the lines of each account, and the suggestions, asked again a moment after something changed.
import { call } from '#client/data/api.ts'
import { onChange } from '#client/data/changes.ts'
import { gather } from '#client/data/gather.ts'
import { openList } from '#client/data/lists.ts'
import { bankStatements } from '#contract/bank-statements.ts'
import { reconciliation } from '#contract/reconciliation.ts'
import type { Desk } from './desk.ts'
import { linesOf } from './line.ts'

/** Lines leave the screen at once, so what the server has to say may be gathered over several keys. */
const GATHER_MS = 300
/** All suggestions at once are a long answer: asked for when the person pauses. */
const SUGGESTIONS_MS = 700
const MOST_SUGGESTIONS_MS = 3000

export interface LineFeed {
  companyId: string
  accountIds: readonly string[]
  /** Of what is already done; what is pending is pending whatever its day. */
  period: { start?: string | undefined; end?: string | undefined }
}

/** Opens two lists for each account: all that is pending, and what is done in the period. */
export function openLines(desk: Desk, { companyId, accountIds, period }: LineFeed): () => void {
  const days = period.start === undefined ? {} : { start_date: period.start, end_date: period.end }
  const requests = accountIds.flatMap(id => [
    { name: `open ${id}`, id, query: { status: 'PENDING' } },
    { name: `done ${id} ${period.start ?? ''}..${period.end ?? ''}`, id, query: { status: 'CONCILIATED;IGNORED', ...days } },
  ])
  const waiting = new Set(requests.map(request => request.name))
  desk.fresh([...waiting])
  const arrived = (name: string) => {
    if (waiting.delete(name) && waiting.size === 0) desk.ready()
  }
  if (requests.length === 0) desk.ready()
  const lists = requests.map(({ name, id, query }) =>
    openList(
      { row: bankStatements.entries, params: { c: companyId, id }, query, gather_ms: GATHER_MS },
      {
        whole(answer) {
          desk.replace(name, linesOf(answer).lines)
          arrived(name)
        },
        delta(answer) {
          const { lines, gone } = linesOf(answer)
          desk.patch(name, lines, gone)
        },
        failed(error) {
          if (waiting.has(name)) desk.ready(error)
        },
        busy() {},
      },
    ),
  )
  const refresh = () => Promise.all(lists.map(list => list.refresh()))
  desk.refreshers.add(refresh)
  return () => {
    desk.refreshers.delete(refresh)
    for (const list of lists) list.close()
  }
}

/** Reads the suggestions of all accounts, one question at a time; what fails is asked again with the next change. */
export function openSuggestions(desk: Desk, companyId: string): () => void {
  const abort = new AbortController()
  let running = false
  let again = false
  const read = async () => {
    if (running) {
      again = true
      return
    }
    running = true
    const asked = Date.now()
    try {
      const { data } = await call(reconciliation.suggestions, { params: { c: companyId } }, { signal: abort.signal })
      desk.suggest(data, asked)
    } catch {
      // The lines stay usable without them, and their own lists report the trouble.
    } finally {
      running = false
      if (again && !abort.signal.aborted) {
        again = false
        void read()
      }
    }
  }
  const tags = reconciliation.suggestions.spec.reads
  const changes = gather(() => void read(), SUGGESTIONS_MS, MOST_SUGGESTIONS_MS)
  const stop = onChange(change => {
    if (change.company_id !== undefined && change.company_id !== companyId) return
    if (!tags.some(tag => change.tags.includes(tag))) return
    changes.add()
  })
  // Nobody waits for what is suggested.
  const refresh = async () => void read()
  desk.refreshers.add(refresh)
  void refresh()
  return () => {
    desk.refreshers.delete(refresh)
    changes.stop()
    stop()
    abort.abort()
  }
}
