// The table's code, which only screens of large lists need, and only where there is room for a table.
import { isPhone } from '../use-screen.ts'

export const loadLedgerGrid = () => import('./ledger-grid.tsx').then(module => ({ default: module.LedgerGrid }))

/** The screen of a large list: the table's code is fetched beside its own, not after it. */
export const withGrid =
  <Module>(screen: () => Promise<Module>) =>
  (): Promise<Module> => {
    if (!isPhone()) void loadLedgerGrid()
    return screen()
  }
