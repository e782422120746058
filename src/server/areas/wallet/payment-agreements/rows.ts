// The SQL of the agreements to pay by file.
import { type RawBuilder, sql } from 'kysely'
import type { PaymentAgreement } from '#contract/payment-files.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { AGREEMENT_NAME } from '../agreements/rows.ts'

export type PaymentAgreementRow = Omit<PaymentAgreement, 'id' | 'company_id' | 'version' | 'name' | 'created_at' | 'updated_at'>

const select = (companyId: string, where: RawBuilder<unknown>) => sql<PaymentAgreement>`
  select a.*, ${AGREEMENT_NAME} as name
  from payment_agreements a join bank_accounts b on b.company_id = a.company_id and b.id = a.bank_account_id
  where a.company_id = ${companyId} and a.deleted_at is null and ${where} order by a.created_at, a.id`

export const listPaymentAgreements = (db: Db, companyId: string): Promise<PaymentAgreement[]> => all(db, select(companyId, sql`true`))

export const findPaymentAgreement = (db: Db, companyId: string, id: string): Promise<PaymentAgreement | undefined> =>
  first(db, select(companyId, sql`a.id = ${id}`))

/** Whoever numbers a payment or a file of the agreement, or reads a return of it, waits here for whoever does already. */
export async function lockPaymentAgreement(db: Db, companyId: string, id: string): Promise<PaymentAgreement | undefined> {
  await sql`select 1 from payment_agreements where company_id = ${companyId} and id = ${id} for update`.execute(db)
  return findPaymentAgreement(db, companyId, id)
}

export async function insertPaymentAgreement(db: Db, companyId: string, id: string, row: PaymentAgreementRow): Promise<void> {
  await sql`insert into payment_agreements (company_id, id, bank_account_id, bank_code, branch, branch_digit, account, account_digit, code,
      transmission_code, commitment_code, file_version, lot_version, first_file, approved)
    values (${companyId}, ${id}, ${row.bank_account_id}, ${row.bank_code}, ${row.branch}, ${row.branch_digit}, ${row.account},
      ${row.account_digit}, ${row.code}, ${row.transmission_code}, ${row.commitment_code}, ${row.file_version},
      ${row.lot_version}, ${row.first_file}, ${row.approved})`.execute(db)
}

/** False when another write came first. */
export async function updatePaymentAgreement(
  db: Db,
  companyId: string,
  id: string,
  version: number,
  row: PaymentAgreementRow,
): Promise<boolean> {
  const result = await sql`update payment_agreements set bank_account_id = ${row.bank_account_id}, bank_code = ${row.bank_code},
      branch = ${row.branch}, branch_digit = ${row.branch_digit}, account = ${row.account}, account_digit = ${row.account_digit},
      code = ${row.code}, transmission_code = ${row.transmission_code}, commitment_code = ${row.commitment_code},
      file_version = ${row.file_version}, lot_version = ${row.lot_version}, first_file = ${row.first_file}, approved = ${row.approved}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function deletePaymentAgreement(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update payment_agreements set deleted_at = now()
    where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

/** Payments that the bank may still make. */
export async function livePayments(db: Db, companyId: string, id: string): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`select count(*)::int as count from file_payments
      where company_id = ${companyId} and agreement_id = ${id} and deleted_at is null and status in ('WAITING', 'PROCESSING', 'UNKNOWN')`,
  )
  return row?.count ?? 0
}
