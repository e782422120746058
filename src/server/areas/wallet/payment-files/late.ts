// A DARF that the bank paid late: its bill at the principal, the fine and interest beside it as they stood in the file.
import type { DifferenceKind } from '#domain/enums.ts'
import { darfPayment } from '#domain/payment-files/darf.ts'
import type { StoredEntry } from '#server/areas/ledger/entries/rows.ts'
import { conciliateGroups } from '#server/areas/ledger/reconciliation/conciliate.ts'
import { linesOfGroups } from '#server/areas/ledger/reconciliation/rows.ts'
import type { Context } from '#server/kernel/context.ts'
import type { StoredFilePayment } from './rows.ts'

export interface LateBill {
  id: string
  date: string
  bank_account_id: string
  differences: { kind: DifferenceKind; amount_cents: number }[]
}

/** Of a DARF that was paid late: what it cost above what its bill says. */
export function lateDifferences(bill: StoredEntry, { kind, target, amount_cents, pay_on }: StoredFilePayment): LateBill['differences'] {
  if (kind !== 'DARF') return []
  const { principal_cents, fine_cents, interest_cents } = darfPayment(target, amount_cents, pay_on)
  if (principal_cents !== bill.amount_cents) return []
  return [
    { kind: 'fine' as const, amount_cents: fine_cents },
    { kind: 'interest' as const, amount_cents: interest_cents },
  ].filter(each => each.amount_cents > 0)
}

/** The groups among those of bills that lines of the statement stand in. */
export async function provenGroups(ctx: Context, bills: readonly StoredEntry[]): Promise<Set<string | null>> {
  const groups = bills.flatMap(({ conciliation_id }) => conciliation_id ?? [])
  if (groups.length === 0) return new Set()
  return new Set((await linesOfGroups(ctx.db, ctx.companyId, groups)).map(line => line.conciliation_id))
}

/** By hand, as a person would: a line of the statement may prove each of them later. */
export async function payLate(ctx: Context, bills: readonly LateBill[]): Promise<void> {
  await conciliateGroups(
    ctx,
    bills.map(({ id, ...paid }) => ({ ...paid, title_ids: [id], line_ids: [], by_bank: true })),
    'BILL',
  )
}
