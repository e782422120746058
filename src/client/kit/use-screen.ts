// What the screen decides: row height by density, cards and sheets on phones.
import { useSyncExternalStore } from 'react'
import { subscribeDensity } from './density.ts'

const PHONE = '(max-width: 767.98px)'
const DEFAULT_ROW_PX = 34

function subscribePhone(tell: () => void): () => void {
  const query = globalThis.matchMedia?.(PHONE)
  query?.addEventListener('change', tell)
  return () => query?.removeEventListener('change', tell)
}

/** Narrower than 768 px. */
export const isPhone = (): boolean => globalThis.matchMedia?.(PHONE).matches ?? false

export const usePhone = (): boolean => useSyncExternalStore(subscribePhone, isPhone)

/** The token --row, in px. */
export function useRowHeight(): number {
  return useSyncExternalStore(
    subscribeDensity,
    () => Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || DEFAULT_ROW_PX,
  )
}
