// The SQL of collection agreements.
import { type RawBuilder, sql } from 'kysely'
import type { Agreement } from '#contract/collection.ts'
import { all, type Db, first } from '#server/db/query.ts'

export type AgreementRow = Omit<Agreement, 'id' | 'company_id' | 'version' | 'name' | 'waiting_count' | 'created_at' | 'updated_at'>

/** 'Itaú 12345-6': the bank's short name and the account's number. */
export const AGREEMENT_NAME = sql`concat_ws(' ', b.institution_name, b.account_number)`

const select = (companyId: string, where: RawBuilder<unknown>) => sql<Agreement>`
  select a.*, ${AGREEMENT_NAME} as name,
    (select count(*)::int from slip_orders o join bank_slips s on s.company_id = o.company_id and s.id = o.slip_id
      where o.company_id = a.company_id and s.agreement_id = a.id and o.remittance_id is null and o.deleted_at is null) as waiting_count
  from agreements a join bank_accounts b on b.company_id = a.company_id and b.id = a.bank_account_id
  where a.company_id = ${companyId} and a.deleted_at is null and ${where} order by a.created_at, a.id`

export const listAgreements = (db: Db, companyId: string): Promise<Agreement[]> => all(db, select(companyId, sql`true`))

export const findAgreement = (db: Db, companyId: string, id: string): Promise<Agreement | undefined> =>
  first(db, select(companyId, sql`a.id = ${id}`))

/** Whoever numbers a slip or a file of the agreement, changes or deletes it, waits here for whoever does already. */
export async function lockAgreement(db: Db, companyId: string, id: string): Promise<Agreement | undefined> {
  await sql`select 1 from agreements where company_id = ${companyId} and id = ${id} for update`.execute(db)
  return findAgreement(db, companyId, id)
}

export async function insertAgreement(db: Db, companyId: string, id: string, row: AgreementRow): Promise<void> {
  await sql`insert into agreements (company_id, id, bank_account_id, bank_code, layout, branch, branch_digit, account, account_digit, code, wallet,
      variation, transmission_code, post, write_off_code, due_date_code, first_number, first_file, interest_rate, fine_rate, protest_days,
      write_off_days, approved)
    values (${companyId}, ${id}, ${row.bank_account_id}, ${row.bank_code}, ${row.layout}, ${row.branch}, ${row.branch_digit}, ${row.account},
      ${row.account_digit}, ${row.code}, ${row.wallet}, ${row.variation}, ${row.transmission_code}, ${row.post}, ${row.write_off_code},
      ${row.due_date_code}, ${row.first_number}, ${row.first_file}, ${row.interest_rate}, ${row.fine_rate}, ${row.protest_days},
      ${row.write_off_days}, ${row.approved})`.execute(db)
}

/** False when another write came first. */
export async function updateAgreement(db: Db, companyId: string, id: string, version: number, row: AgreementRow): Promise<boolean> {
  const result =
    await sql`update agreements set bank_account_id = ${row.bank_account_id}, bank_code = ${row.bank_code}, layout = ${row.layout},
      branch = ${row.branch}, branch_digit = ${row.branch_digit}, account = ${row.account}, account_digit = ${row.account_digit},
      code = ${row.code}, wallet = ${row.wallet}, variation = ${row.variation}, transmission_code = ${row.transmission_code},
      post = ${row.post}, write_off_code = ${row.write_off_code}, due_date_code = ${row.due_date_code},
      first_number = ${row.first_number}, first_file = ${row.first_file}, interest_rate = ${row.interest_rate},
      fine_rate = ${row.fine_rate}, protest_days = ${row.protest_days}, write_off_days = ${row.write_off_days}, approved = ${row.approved}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function deleteAgreement(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update agreements set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

/** Slips that the bank may still answer for. */
export async function openSlips(db: Db, companyId: string, id: string): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`select count(*)::int as count from bank_slips
      where company_id = ${companyId} and agreement_id = ${id} and deleted_at is null and status in ('WAITING', 'REGISTERED')`,
  )
  return row?.count ?? 0
}

export const bankCodeOf = (db: Db, companyId: string, accountId: string): Promise<{ code: string } | undefined> =>
  first(
    db,
    sql<{ code: string }>`select lpad(routing_number, 3, '0') as code from bank_accounts
      where company_id = ${companyId} and id = ${accountId} and deleted_at is null and status = 'ACTIVE'`,
  )
