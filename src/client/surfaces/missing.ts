// An address that leads nowhere: no such screen, or a record that does not exist or is not one's own. The frame then says so in place of the screen.
import { useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'
import { ApiError } from '#client/data/api.ts'

const useMissing = create<{ path: string | undefined }>(() => ({ path: undefined }))

/** Of what is drawn: the address itself runs ahead of it. */
const useDrawnPath = () => useMatches({ select: matches => matches.at(-1)?.pathname ?? '' })

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.id === 'resource.not_found'

/** Says that the present address leads nowhere. */
export function useTellMissing(missing: boolean): void {
  const path = useDrawnPath()
  useLayoutEffect(() => {
    if (missing) useMissing.setState({ path })
  }, [missing, path])
}

/** Says so of a record sought in a list that came without it. One that was here and left is told by what showed it. */
export function useTellAbsent(list: { isPending: boolean; isError: boolean; isFetching: boolean }, record: unknown): void {
  const wasHere = useRef(false)
  if (record !== undefined) wasHere.current = true
  const hasCome = !list.isPending && !list.isError && !list.isFetching
  useTellMissing(hasCome && record === undefined && !wasHere.current)
}

/** For the frame. True until the person goes elsewhere: the same address is tried again the next time. */
export function useIsMissing(): boolean {
  const path = useDrawnPath()
  useEffect(() => () => useMissing.setState(now => (now.path === path ? { path: undefined } : now)), [path])
  return useMissing(state => state.path) === path
}
