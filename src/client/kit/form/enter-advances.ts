// Preference 'Enter avança campo' (the habit of older ERPs): off, Enter submits. This device keeps a copy for the first form drawn.
import { create } from 'zustand'

const KEY = 'razao.enter-advances'

export const useEnterAdvances = create<{ on: boolean }>(() => ({ on: globalThis.localStorage?.getItem(KEY) === 'on' }))

export function setEnterAdvances(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'on')
  else localStorage.removeItem(KEY)
  useEnterAdvances.setState({ on })
}
