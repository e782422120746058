// The SQL of transfers.

import { type RawBuilder, sql } from 'kysely'
import type { Transfer } from '#contract/transfers.ts'
import type { Line } from '#domain/matching/candidates.ts'
import { all, type Db, first } from '#server/db/query.ts'

const select = (companyId: string, where: RawBuilder<unknown>) => sql<Transfer>`
  select t.* from transfers t where t.company_id = ${companyId} and t.deleted_at is null and ${where} order by t.date, t.created_at, t.id`

export interface TransferFilter {
  start_date?: string | undefined
  end_date?: string | undefined
  bank_account_ids?: readonly string[] | undefined
}

export function listTransfers(db: Db, companyId: string, filter: TransferFilter): Promise<Transfer[]> {
  const accounts = filter.bank_account_ids?.length ? [...filter.bank_account_ids] : undefined
  return all(
    db,
    select(
      companyId,
      sql`
        ${filter.start_date ? sql`t.date >= ${filter.start_date}::date` : sql`true`}
          and ${filter.end_date ? sql`t.date <= ${filter.end_date}::date` : sql`true`}
        and ${accounts ? sql`(t.from_bank_account_id = any (${accounts}::uuid[]) or t.to_bank_account_id = any (${accounts}::uuid[]))` : sql`true`}`,
    ),
  )
}

export function findTransfers(db: Db, companyId: string, ids: readonly string[]): Promise<Transfer[]> {
  return all(db, select(companyId, sql`t.id = any (${[...ids]}::uuid[])`))
}

export function lockTransfer(db: Db, companyId: string, id: string): Promise<Transfer | undefined> {
  return first(
    db,
    sql<Transfer>`select * from transfers where company_id = ${companyId} and id = ${id} and deleted_at is null for no key update`,
  )
}

export type NewTransfer = Omit<Transfer, 'company_id' | 'version' | 'created_at'>

export async function insertTransfers(db: Db, companyId: string, rows: readonly NewTransfer[]): Promise<void> {
  await sql`
    insert into transfers (company_id, id, date, amount_cents, additional_information, from_bank_account_id, to_bank_account_id, bill_id,
      receivable_id)
    select ${companyId}, r.id, r.date, r.amount_cents, r.additional_information, r.from_bank_account_id, r.to_bank_account_id, r.bill_id,
      r.receivable_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, date date, amount_cents bigint, additional_information text,
      from_bank_account_id uuid, to_bank_account_id uuid, bill_id uuid, receivable_id uuid)`.execute(db)
}

export async function deleteTransfer(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update transfers set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

export interface PairedLine extends Line {
  description: string
}

/** Lines nothing explains yet: what may be one half of a transfer. */
export function unexplainedLines(db: Db, companyId: string): Promise<PairedLine[]> {
  return all(
    db,
    sql<PairedLine>`select l.id, l.date as day, l.amount_cents, l.description, l.description as memo, l.bank_account_id, l.transaction_id
      from statement_entries l
      where l.company_id = ${companyId} and l.deleted_at is null and l.status = 'PENDING' and l.conciliation_id is null
      order by l.date, l.id`,
  )
}
