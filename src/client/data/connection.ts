// Whether this device has a network at all; that the server answers is told by each call.
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
