// What the person chose elsewhere is taken, and what this device still owes the server is sent: once a page.
import { useEffect } from 'react'
import { useReading } from '#client/data/queries.ts'
import { useSession } from '#client/data/session.ts'
import { preferences } from '#contract/auth.ts'
import { enterPreference } from './enter-preference.ts'
import { keyPreferences } from './key-preferences.ts'
import { railPreference } from './rail-preference.ts'

export function useServerPreferences(): void {
  const server = useReading(preferences.get).data
  const userId = useSession(session => session.user?.id)
  useEffect(() => {
    if (userId === undefined || server === undefined) return
    for (const preference of [keyPreferences, enterPreference, railPreference]) preference.settle(userId, server)
  }, [userId, server])
}
