// The companies a person pinned, in the order of their digits; kept on this device.
import { create } from 'zustand'

const PINNED = 'razao.pinned'
export const MOST_PINNED = 9

const readPinned = (): string[] => {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(PINNED) ?? '[]')
    return Array.isArray(read) ? read.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}

export const usePinned = create<{ ids: readonly string[] }>(() => ({ ids: readPinned() }))
export const pinnedCompanies = (): readonly string[] => usePinned.getState().ids

export function setPinned(ids: readonly string[]): void {
  const kept = ids.slice(0, MOST_PINNED)
  localStorage.setItem(PINNED, JSON.stringify(kept))
  usePinned.setState({ ids: kept })
}

/** Answers whether it is pinned now. */
export function togglePin(id: string): boolean {
  const before = pinnedCompanies()
  setPinned(before.includes(id) ? before.filter(one => one !== id) : [...before, id])
  return pinnedCompanies().includes(id)
}
