// The general ledger: one subject's movements below its opening balance, each with the balance after it.
export const LEDGER_SUBJECTS = ['account', 'category', 'contact'] as const
export type LedgerSubject = (typeof LEDGER_SUBJECTS)[number]

interface LedgerSums {
  opening_cents: number
  inflow_cents: number
  outflow_cents: number
  closing_cents: number
}

/** Signed movements in their order; closing = opening + inflow − outflow, exact to the cent. */
export function ledgerPage<M extends { amount_cents: number }>(
  opening_cents: number,
  movements: readonly M[],
): LedgerSums & { movements: (M & { balance_cents: number })[] } {
  let balance = opening_cents
  let inflow_cents = 0
  let outflow_cents = 0
  const told = movements.map(movement => {
    balance += movement.amount_cents
    if (movement.amount_cents > 0) inflow_cents += movement.amount_cents
    else outflow_cents -= movement.amount_cents
    return { ...movement, balance_cents: balance }
  })
  return { opening_cents, inflow_cents, outflow_cents, closing_cents: balance, movements: told }
}
