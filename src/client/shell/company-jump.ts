// From one company to another: area, period, filter and view stay; the open record does not.
import { create } from 'zustand'
import { pathTo, type ScreenId, screens } from '#commands/screens.ts'
import { announce } from '#client/kit/announcer.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'

const LAST = 'razao.company'
const PINNED = 'razao.pinned'

const readPinned = (): string[] => {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(PINNED) ?? '[]')
    return Array.isArray(read) ? read.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}

export const usePinned = create<{ ids: readonly string[] }>(() => ({ ids: readPinned() }))
export const pinnedCompanies = (): readonly string[] => usePinned.getState().ids

export function togglePin(id: string): boolean {
  const before = pinnedCompanies()
  const ids = before.includes(id) ? before.filter(one => one !== id) : [...before, id].slice(0, 9)
  localStorage.setItem(PINNED, JSON.stringify(ids))
  usePinned.setState({ ids })
  return ids.includes(id)
}

export const rememberCompany = (id: string): void => localStorage.setItem(LAST, id)

type Go = (to: string) => void
let go: Go = () => {}
export const connectJump = (next: Go): void => {
  go = next
}

/** The list of the present area in another company: what hangs below it (a drawer, a dialog) is left behind. */
export function jumpTo(companyId: string): void {
  const { area } = useWhereabouts.getState()
  const list: ScreenId = area in screens && screens[area as ScreenId].path.includes('$companyId') && !/\$(?!companyId)/.test(screens[area as ScreenId].path) ? (area as ScreenId) : area === 'statements' ? 'statements.imports' : 'bills'
  go(pathTo(list, { companyId }))
  announce('Empresa trocada', 'polite')
}
