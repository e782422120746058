// The money screens without the table's code: a test of their forms and drawers never looks at it.
import { vi } from 'vitest'

vi.mock('#client/kit/grid/ledger-view.tsx', () => ({ LedgerView: () => null }))
