// Keys that follow the person: this device keeps a copy and sends every change, one at a time and the last one always.
import { useEffect } from 'react'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { useSession } from '#client/data/session.ts'
import { adoptPreferences, type KeyPreferences, useHouse } from '#client/surfaces/house.ts'
import { preferences } from '#contract/auth.ts'

const KEYS = 'razao.keys'
/** Whose change the server has not confirmed yet: a page left at once must not lose it to the server's older keys. */
const UNSENT = 'razao.keys-unsent'

const SINGLE_KEYS = ['on', 'grid', 'off'] as const

/** What was kept, or undefined when it is none of ours. */
export function readKeyPreferences(value: unknown): KeyPreferences | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { singleKeys, overrides } = value as { singleKeys?: unknown; overrides?: unknown }
  const mode = SINGLE_KEYS.find(one => one === singleKeys)
  if (mode === undefined || typeof overrides !== 'object' || overrides === null) return undefined
  const isChords = (chords: unknown) => Array.isArray(chords) && chords.every(chord => typeof chord === 'string')
  if (!Object.values(overrides).every(isChords)) return undefined
  return { singleKeys: mode, overrides: overrides as KeyPreferences['overrides'] }
}

export function keysOfDevice(): KeyPreferences | undefined {
  try {
    return readKeyPreferences(JSON.parse(localStorage.getItem(KEYS) ?? 'null'))
  } catch {
    return undefined
  }
}

const keepOnDevice = (keys: KeyPreferences): void => localStorage.setItem(KEYS, JSON.stringify(keys))

export function saveKeyPreferences(keys: KeyPreferences): void {
  keepOnDevice(keys)
  const user = useSession.getState().user
  if (user) localStorage.setItem(UNSENT, user.id)
  void send()
}

let sending = false

/** Two changes in a row could overtake each other on the way: the second waits for the first. What fails is sent by the next page. */
async function send(): Promise<void> {
  if (sending) return
  sending = true
  try {
    let sent: KeyPreferences | undefined
    do {
      sent = useHouse.getState().preferences
      await call(preferences.set, { body: { keys: sent } })
    } while (sent !== useHouse.getState().preferences)
    localStorage.removeItem(UNSENT)
  } catch {
    // Still unsent.
  } finally {
    sending = false
  }
}

let settledFor: string | undefined

/** Once a page and person: sends what this device still owes, or else takes the server's keys. */
export function useServerKeyPreferences(): void {
  const server = useReading(preferences.get)
  const userId = useSession(session => session.user?.id)
  useEffect(() => {
    if (userId === undefined || settledFor === userId || server.data === undefined) return
    settledFor = userId
    if (localStorage.getItem(UNSENT) === userId) {
      void send()
      return
    }
    const kept = readKeyPreferences(server.data.keys)
    if (!kept || JSON.stringify(kept) === JSON.stringify(useHouse.getState().preferences)) return
    adoptPreferences(kept)
    keepOnDevice(kept)
  }, [userId, server.data])
}
