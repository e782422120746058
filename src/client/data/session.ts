// The page's session: initialized, loading, finished or error (SPEC.md, Session), and the profile behind it.
import { create } from 'zustand'
import type { Profile } from '#contract/auth.ts'
import { auth } from '#contract/auth.ts'
import { call } from './api.ts'
import { dropKeptLists } from './kept-place.ts'
import { queryClient, reading } from './queries.ts'
import { clearTokens, mayBeSignedIn, storeTokens, type TokenPair } from './tokens.ts'

export type SessionStatus = 'initialized' | 'loading' | 'finished' | 'error'

interface Session {
  status: SessionStatus
  user: Profile | undefined
}

export const useSession = create<Session>(() => ({ status: 'initialized', user: undefined }))

let loading: Promise<void> | undefined

/** Loads the profile when an access token is stored; without one, or when it is refused, the status becomes error. */
export function loadSession(): Promise<void> {
  if (useSession.getState().status === 'finished') return Promise.resolve()
  loading ??= load().finally(() => {
    loading = undefined
  })
  return loading
}

async function load(): Promise<void> {
  if (!mayBeSignedIn()) {
    dropKeptLists()
    useSession.setState({ status: 'error', user: undefined })
    return
  }
  useSession.setState({ status: 'loading' })
  try {
    const { data } = await call(auth.profile)
    queryClient.setQueryData(reading(auth.profile).queryKey, data)
    useSession.setState({ status: 'finished', user: data })
  } catch {
    useSession.setState({ status: 'error', user: undefined })
  }
}

export async function openSession(tokens: TokenPair): Promise<void> {
  storeTokens(tokens)
  queryClient.clear()
  useSession.setState({ status: 'initialized', user: undefined })
  await loadSession()
}

/** Forgets the session in this browser; the server's part is a separate call. */
export function forgetSession(): void {
  clearTokens()
  dropKeptLists()
  queryClient.clear()
  useSession.setState({ status: 'error', user: undefined })
}
