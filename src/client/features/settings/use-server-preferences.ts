// Preferences that follow the person: the keys kept on the server are applied here once, when they differ from this device's.
import { useEffect, useRef } from 'react'
import { useReading } from '#client/data/queries.ts'
import { changePreferences, type KeyPreferences, useHouse } from '#client/surfaces/house.ts'
import { preferences } from '#contract/auth.ts'

const SINGLE_KEYS = ['on', 'grid', 'off'] as const

/** What the server kept, or undefined when it is none of ours. */
export function readKeyPreferences(value: unknown): KeyPreferences | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { singleKeys, overrides } = value as { singleKeys?: unknown; overrides?: unknown }
  const mode = SINGLE_KEYS.find(one => one === singleKeys)
  if (mode === undefined || typeof overrides !== 'object' || overrides === null) return undefined
  const isChords = (chords: unknown) => Array.isArray(chords) && chords.every(chord => typeof chord === 'string')
  if (!Object.values(overrides).every(isChords)) return undefined
  return { singleKeys: mode, overrides: overrides as KeyPreferences['overrides'] }
}

export function useServerKeyPreferences(): void {
  const server = useReading(preferences.get)
  const applied = useRef(false)
  useEffect(() => {
    if (applied.current || server.data === undefined) return
    applied.current = true
    const kept = readKeyPreferences(server.data.keys)
    if (kept && JSON.stringify(kept) !== JSON.stringify(useHouse.getState().preferences)) changePreferences(kept)
  }, [server.data])
}
