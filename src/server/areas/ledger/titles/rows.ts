// The SQL of what is beside a title: what holds it back, and the tax it pays.
import { sql } from 'kysely'
import { all, type Db, first } from '#server/db/query.ts'

/** Those of the bills that wait for the bank and have an order or a payment by file that has not ended. */
export async function liveOrders(
  db: Db,
  companyId: string,
  bills: readonly { id: string; status: string }[],
): Promise<ReadonlySet<string>> {
  const waiting = bills.filter(bill => bill.status === 'WAITING_PAYMENT').map(bill => bill.id)
  if (waiting.length === 0) return new Set()
  const rows = await all(
    db,
    sql<{ bill_id: string }>`
      select bill_id from payments
      where company_id = ${companyId} and bill_id = any (${waiting}::uuid[]) and status in ('CREATED', 'QUEUED', 'PROCESSING')
      union select bill_id from file_payments where company_id = ${companyId} and bill_id = any (${waiting}::uuid[])
        and status in ('WAITING', 'PROCESSING', 'UNKNOWN') and deleted_at is null`,
  )
  return new Set(rows.map(row => row.bill_id))
}

/** The tax that a bill pays; of several the oldest. */
export async function taxOfBill(db: Db, companyId: string, billId: string): Promise<string | null> {
  const tax = await first(
    db,
    sql<{ id: string }>`select id from taxes
      where company_id = ${companyId} and bill_id = ${billId} and deleted_at is null order by created_at, id limit 1`,
  )
  return tax?.id ?? null
}
