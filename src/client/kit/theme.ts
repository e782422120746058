// The theme a person chose, kept under a fixed key; 'system' follows the machine while the page is open.
import { create } from 'zustand'
import { DARK, paintTheme, storedTheme, THEME_KEY, type Theme } from './stored-theme.ts'

export const useTheme = create<{ theme: Theme }>(() => ({ theme: storedTheme() }))

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(THEME_KEY)
  else localStorage.setItem(THEME_KEY, theme)
  useTheme.setState({ theme })
  paintTheme(theme)
}

/** Paints the stored theme and follows the machine and other tabs. Returns a stop function. Called once, before the first render. */
export function applyTheme(): () => void {
  const follow = () => {
    const theme = storedTheme()
    useTheme.setState({ theme })
    paintTheme(theme)
  }
  follow()
  const machine = globalThis.matchMedia?.(DARK)
  machine?.addEventListener('change', follow)
  addEventListener('storage', follow)
  return () => {
    machine?.removeEventListener('change', follow)
    removeEventListener('storage', follow)
  }
}
