// The theme that this browser keeps, and the page in it: apart, because the page wears it before anything else has run.

export const THEME_KEY = 'razao.theme'

export type Theme = 'light' | 'dark' | 'system'

export const DARK = '(prefers-color-scheme: dark)'
/** the chrome surface of each theme, for the bars that a phone draws around the page */
const BAR_COLOURS = { light: '#F5F7F9', dark: '#0C1117' }

export function storedTheme(): Theme {
  const stored = globalThis.localStorage?.getItem(THEME_KEY)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function resolvedTheme(theme: Theme): 'light' | 'dark' {
  if (theme !== 'system') return theme
  return globalThis.matchMedia?.(DARK).matches ? 'dark' : 'light'
}

/** Shows a theme; whoever has no choice of their own follows the machine. */
export function paintTheme(theme: Theme): void {
  const now = resolvedTheme(theme)
  document.documentElement.dataset.theme = now
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[now])
}
