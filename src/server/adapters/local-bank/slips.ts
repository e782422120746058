// The local registry of slips: what each costs today, who gets it, and whether it was paid.
import { sql } from 'kysely'
import type { Day } from '#domain/days.ts'
import { daysLate, lateCharges } from '#domain/payments/late-charges.ts'
import { slipPaymentDay } from '#domain/payments/slip-hours.ts'
import { type Db, first } from '#server/db/query.ts'
import type { Party, Slip } from '../payments.ts'
import type { Ground } from './ground.ts'

export interface SlipRow {
  barcode: string
  amount_cents: number
  due_date: Day
  fine_basis_points: number
  monthly_interest_basis_points: number
  recipient: Party
  payer: { name: string; document_number: string } | null
  status: Slip['status']
  reference_number: string
}

export const findSlipRow = (db: Db, barcode: string): Promise<SlipRow | undefined> =>
  first(db, sql<SlipRow>`select * from local_bank_slips where barcode = ${barcode}`)

export function costOf(row: SlipRow, day: Day) {
  return lateCharges(row.amount_cents, daysLate(row.due_date, day), row)
}

export async function slipOf(ground: Ground, barcode: string): Promise<Slip | undefined> {
  const row = await findSlipRow(ground.db, barcode)
  if (!row) return undefined
  const { fine_cents, interest_cents, total_cents } = costOf(row, slipPaymentDay(ground.clock.now()))
  const { amount_cents, due_date, recipient, payer, status, reference_number } = row
  return { barcode, amount_cents, due_date, recipient, payer, status, reference_number, fine_cents, interest_cents, total_cents }
}

/** A slip somebody issued: ours by a charge, others' by the demonstration and by tests. */
export async function registerSlip(db: Db, slip: Omit<SlipRow, 'status'>): Promise<void> {
  await sql`
    insert into local_bank_slips (barcode, amount_cents, due_date, fine_basis_points, monthly_interest_basis_points, recipient, payer,
      reference_number)
    values (${slip.barcode}, ${slip.amount_cents}, ${slip.due_date}, ${slip.fine_basis_points}, ${slip.monthly_interest_basis_points},
      ${JSON.stringify(slip.recipient)}::jsonb, ${slip.payer ? JSON.stringify(slip.payer) : null}::jsonb, ${slip.reference_number})
    on conflict do nothing`.execute(db)
}

export async function setSlip(db: Db, barcode: string, status: Slip['status']): Promise<void> {
  await sql`update local_bank_slips set status = ${status} where barcode = ${barcode} and status = 'PENDING'`.execute(db)
}
