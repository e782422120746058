// Whether this device has a network at all, and whether the server answers what is read again and again.
import { useSyncExternalStore } from 'react'

const EVENTS = ['online', 'offline'] as const

function onConnection(heard: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, heard)
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, heard)
  }
}

export const isOffline = (): boolean => navigator.onLine === false
export const useIsOffline = (): boolean => useSyncExternalStore(onConnection, isOffline)

/** Tells when the network is back; returns how to stop. */
export const onBack = (back: () => void): (() => void) => onConnection(() => void (isOffline() || back()))

let silent = false
const hearers = new Set<() => void>()

/** The server has not answered the reads of late, or does again. */
export function tellSilent(now: boolean): void {
  if (silent === now) return
  silent = now
  for (const heard of hearers) heard()
}
function onSilence(heard: () => void): () => void {
  hearers.add(heard)
  return () => void hearers.delete(heard)
}
export const useIsSilent = (): boolean => useSyncExternalStore(onSilence, () => silent)
