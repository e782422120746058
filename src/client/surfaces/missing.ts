// An address that leads nowhere: no such screen, or a record that does not exist or is not one's own. The frame then says so in place of the screen.
import { useRouterState } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { create } from 'zustand'
import { ApiError } from '#client/data/api.ts'

const useMissing = create<{ path: string | undefined }>(() => ({ path: undefined }))
const usePath = () => useRouterState({ select: state => state.location.pathname })

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.id === 'resource.not_found'

/** Says that the present address leads nowhere; it stays so until the person goes elsewhere. */
export function useTellMissing(missing: boolean): void {
  const path = usePath()
  useLayoutEffect(() => {
    if (missing) useMissing.setState({ path })
  }, [missing, path])
}

export function useIsMissing(): boolean {
  const path = usePath()
  return useMissing(state => state.path) === path
}
