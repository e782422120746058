// The row height of lists: what a person chose in this browser, and what an open view may show instead.

export const DENSITIES = ['default', 'compact', 'comfortable'] as const
export type Density = (typeof DENSITIES)[number]

const DENSITY = 'razao.density'

export const asDensity = (value: unknown): Density => DENSITIES.find(one => one === value) ?? 'default'

export const densityNow = (): Density => asDensity(document.documentElement.dataset.density)

/** Changes it on screen only; `showOwnDensity` restores it. */
export function showDensity(density: Density): void {
  document.documentElement.dataset.density = density
}

export const showOwnDensity = (): void => showDensity(asDensity(localStorage.getItem(DENSITY)))

export function setDensity(density: Density): void {
  localStorage.setItem(DENSITY, density)
  showDensity(density)
}

export function subscribeDensity(tell: () => void): () => void {
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributeFilter: ['data-density'] })
  return () => observer.disconnect()
}
