// Whether this device has a network at all, and whether the server answers what is read again and again.
import { useSyncExternalStore } from 'react'
import { create } from 'zustand'

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

const useSilence = create(() => ({ silent: false }))

/** The server has not answered the reads of late, or does again. */
export const tellSilent = (silent: boolean): void => useSilence.setState({ silent })
export const useIsSilent = (): boolean => useSilence(state => state.silent)
