// An address that leads nowhere: no such screen, or a record that does not exist or is not one's own. The frame then says so in place of the screen.
import { useMatches } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
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

/** For the frame. True until the person goes elsewhere: the same address is tried again the next time. */
export function useIsMissing(): boolean {
  const path = useDrawnPath()
  useEffect(() => () => useMissing.setState(now => (now.path === path ? { path: undefined } : now)), [path])
  return useMissing(state => state.path) === path
}
