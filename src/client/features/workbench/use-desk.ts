// The desk of a company on screen: kept while the person is elsewhere, fed while it is shown, and drawn again when it changes.
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '#client/data/api.ts'
import type { Registers } from '#client/data/registers.ts'
import { useToday } from '#client/kit/today.tsx'
import type { Period } from '#client/surfaces/where.ts'
import { reconciliation } from '#contract/reconciliation.ts'
import { readSearch } from './candidate-search.ts'
import { Desk, FADE_MS } from './desk.ts'
import { openLines, openSuggestions } from './feed.ts'

const desks = new Map<string, Desk>()

const reducedMotion = () => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches === true

/** One desk per company for as long as the page lives, so that coming back finds the same line. */
export function deskOf(companyId: string): Desk {
  const known = desks.get(companyId)
  if (known) return known
  const desk = new Desk(companyId, {
    now: () => Date.now(),
    later: (run, ms) => void setTimeout(run, ms),
    fade_ms: () => (reducedMotion() ? 0 : FADE_MS),
  })
  desks.set(companyId, desk)
  return desk
}

export function useDeskVersion(desk: Desk): number {
  return useSyncExternalStore(desk.subscribe, () => desk.version)
}

/** Lines of every account that can still have some waiting. */
export function useFeed(desk: Desk, companyId: string, { accounts, unread, error }: Registers, period: Period): void {
  const ids = accounts
    .filter(account => account.status === 'ACTIVE' || account.pending_entries_count > 0)
    .map(account => account.id)
    .sort()
    .join(' ')
  const { start, end } = period
  const isComing = unread === 'coming'
  useEffect(() => {
    if (isComing) return
    if (error) return desk.ready(error)
    return openLines(desk, { companyId, accountIds: ids === '' ? [] : ids.split(' '), period: { start, end } })
  }, [desk, companyId, isComing, error, ids, start, end])
  useEffect(() => openSuggestions(desk, companyId), [desk, companyId])
}

const TYPING_MS = 150

/** Asks for the wide list of candidates when the person looks beyond the suggestions: in the pane, with marks, or searching. */
export function useWideCandidates(desk: Desk, companyId: string): void {
  const today = useToday()
  const [line] = desk.joint
  const wanted = line !== undefined && desk.tab === 'PENDING' && desk.sheet === undefined && desk.explaining === undefined
  const looking = desk.pane === 'choices' || desk.searching !== undefined || desk.marks.size > 1
  const id = wanted && looking ? line.id : undefined
  const text = desk.searching ?? ''
  useEffect(() => {
    if (id === undefined) return
    const abort = new AbortController()
    const { words, fits } = readSearch(text, today)
    const timer = setTimeout(
      async () => {
        try {
          const { data } = await call(
            reconciliation.candidates,
            { params: { c: companyId, id }, query: words === '' ? {} : { search: words } },
            { signal: abort.signal },
          )
          desk.setWide(id, data.candidates.filter(fits))
        } catch {
          // What is suggested stays; typing on asks again.
        }
      },
      text === '' ? 0 : TYPING_MS,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [desk, companyId, id, text, today])
}
