// The table's code, which only screens of large lists need, and only where there is room for a table.
import { isPhone } from '../use-screen.ts'

type LedgerGrid = typeof import('./ledger-grid.tsx').LedgerGrid

let loaded: LedgerGrid | undefined

export const loadLedgerGrid = () =>
  import('./ledger-grid.tsx').then(module => {
    loaded = module.LedgerGrid
    return { default: module.LedgerGrid }
  })

/** The table, once its code is here. */
export const loadedLedgerGrid = (): LedgerGrid | undefined => loaded

/** The screen of a large list: the table's code is fetched beside its own, not after it. */
export const withGrid =
  <Module>(screen: () => Promise<Module>) =>
  (): Promise<Module> => {
    if (!isPhone()) void loadLedgerGrid()
    return screen()
  }
