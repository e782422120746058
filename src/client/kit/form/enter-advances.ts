// The preference 'Enter avança campo' (a habit from older ERPs); off, Enter submits. This device keeps a copy for the first form it draws.
import { create } from 'zustand'

const KEY = 'razao.enter-advances'

export const useEnterAdvances = create<{ on: boolean }>(() => ({ on: globalThis.localStorage?.getItem(KEY) === 'on' }))

export function setEnterAdvances(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'on')
  else localStorage.removeItem(KEY)
  useEnterAdvances.setState({ on })
}
