// The ledger as rows: under each account, category or contact its opening balance, movements and closing balance.
import type { Ledger, LedgerMovement } from '#contract/ledger-report.ts'
import type { ReportRow } from './report-screen.tsx'

export interface LedgerRow extends ReportRow {
  /** Of the row's page: what the filter finds it by as well. */
  page: string
  day: string | null
  inflow_cents: number | null
  outflow_cents: number | null
  balance_cents: number
  movement?: LedgerMovement
}

export function ledgerRows({ start_date, end_date, pages }: Ledger): LedgerRow[] {
  return pages.flatMap((page): LedgerRow[] => {
    const key = page.id ?? 'none'
    const sum = (id: string, name: string, day: string, balance_cents: number): LedgerRow => ({
      id: `${key}/${id}`,
      name,
      page: page.name,
      day,
      strong: true,
      inflow_cents: null,
      outflow_cents: null,
      balance_cents,
    })
    return [
      sum('opening', `${page.name}: saldo inicial`, start_date, page.opening_cents),
      ...page.movements.map(movement => ({
        id: `${key}/${movement.id}`,
        name: movement.description,
        page: page.name,
        day: movement.date,
        inflow_cents: movement.amount_cents > 0 ? movement.amount_cents : null,
        outflow_cents: movement.amount_cents > 0 ? null : -movement.amount_cents,
        balance_cents: movement.balance_cents,
        movement,
      })),
      {
        ...sum('closing', `${page.name}: saldo final`, end_date, page.closing_cents),
        inflow_cents: page.inflow_cents,
        outflow_cents: page.outflow_cents,
      },
    ]
  })
}
