// Keys that follow the person; this device keeps a copy, so that they work before the server is asked.
import { adoptPreferences, type KeyPreferences, useHouse } from '#client/surfaces/house.ts'
import { following } from './following-preference.ts'

const KEYS = 'razao.keys'

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

export const keyPreferences = following({
  name: 'keys',
  now: () => useHouse.getState().preferences,
  read: readKeyPreferences,
  adopt(keys) {
    adoptPreferences(keys)
    keepOnDevice(keys)
  },
})

export function saveKeyPreferences(keys: KeyPreferences): void {
  keepOnDevice(keys)
  keyPreferences.changed()
}
