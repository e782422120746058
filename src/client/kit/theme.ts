// The theme a person chose, kept under a fixed key; 'system' follows the machine while the page is open.
import { create } from 'zustand'

export const THEME_KEY = 'razao.theme'

export type Theme = 'light' | 'dark' | 'system'

const DARK = '(prefers-color-scheme: dark)'
/** the chrome surface of each theme, for the bars that a phone draws around the page */
const BAR_COLOURS = { light: '#F5F7F9', dark: '#0C1117' }

function storedTheme(): Theme {
  const stored = globalThis.localStorage?.getItem(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function resolvedTheme(theme: Theme): 'light' | 'dark' {
  if (theme !== 'system') return theme
  return globalThis.matchMedia?.(DARK).matches ? 'dark' : 'light'
}

function paint(theme: Theme): void {
  const now = resolvedTheme(theme)
  document.documentElement.dataset.theme = now
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[now])
}

export const useTheme = create<{ theme: Theme }>(() => ({ theme: storedTheme() }))

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(THEME_KEY)
  else localStorage.setItem(THEME_KEY, theme)
  useTheme.setState({ theme })
  paint(theme)
}

/** Paints the stored theme and follows the machine and other tabs. Returns a stop function. Called once, before the first render. */
export function applyTheme(): () => void {
  const follow = () => {
    const theme = storedTheme()
    useTheme.setState({ theme })
    paint(theme)
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
