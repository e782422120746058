// The last step of every way in: the session is opened, and the person goes on to where the index sends them.
import { useNavigate } from '@tanstack/react-router'
import { call } from '#client/data/api.ts'
import { openSession, useSession } from '#client/data/session.ts'
import type { TokenPair } from '#client/data/tokens.ts'
import { auth } from '#contract/auth.ts'

/** Throws when the profile could not be read: the tokens are kept, and a reload tries again. */
export async function enter(tokens: TokenPair): Promise<void> {
  await openSession(tokens)
  if (!useSession.getState().user) throw new Error('signed in, but the profile could not be read')
}

/** Reads the person again after they joined or founded a company. */
export async function reloadUser(): Promise<void> {
  const { data } = await call(auth.profile)
  useSession.setState({ status: 'finished', user: data })
}

/** On to the index, with the `url` that was asked for. */
export function useGoHome(): () => Promise<void> {
  const navigate = useNavigate()
  return () => navigate({ to: '/', search: true, replace: true })
}
