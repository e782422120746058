// The SQL of receiving by Pix at a bank: what was agreed on, and the sealed means of speaking with it.
import { type RawBuilder, sql } from 'kysely'
import type { PixAgreement } from '#contract/pix-agreements.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { Envelope } from '#server/kernel/envelope.ts'
import { AGREEMENT_NAME } from '../agreements/rows.ts'

export type PixAgreementRow = Pick<PixAgreement, 'bank_account_id' | 'environment' | 'pix_key' | 'base_url' | 'token_url'>

/** Credentials given for other addresses are not seen. */
const ITS_CREDENTIALS = sql`left join pix_credentials k on k.company_id = a.company_id and k.pix_agreement_id = a.id
  and k.base_url = a.base_url and k.token_url = a.token_url`

/** Deleted ones too, unless `where` says otherwise. */
const select = (companyId: string, where: RawBuilder<unknown>) => sql<PixAgreement & { deleted_at: string | null }>`
  select a.*, ${AGREEMENT_NAME} as name, k.client_id, k.certificate_valid_to, k.answered_at, coalesce(k.status, 'WAITING_CREDENTIALS') as status
  from pix_agreements a join bank_accounts b on b.company_id = a.company_id and b.id = a.bank_account_id ${ITS_CREDENTIALS}
  where a.company_id = ${companyId} and ${where} order by a.created_at, a.id`

export const listPixAgreements = (db: Db, companyId: string): Promise<PixAgreement[]> =>
  all(db, select(companyId, sql`a.deleted_at is null`))

export const findPixAgreement = (db: Db, companyId: string, id: string): Promise<PixAgreement | undefined> =>
  first(db, select(companyId, sql`a.id = ${id} and a.deleted_at is null`))

/** Whoever charges through it (`share`), and whoever changes or deletes it (`update`), wait for each other. */
export async function lockPixAgreement(db: Db, companyId: string, id: string, how: 'share' | 'update'): Promise<PixAgreement | undefined> {
  await sql`select 1 from pix_agreements where company_id = ${companyId} and id = ${id} for ${sql.raw(how)}`.execute(db)
  return findPixAgreement(db, companyId, id)
}

/** Deleted or not: what was paid through one may still be given back. */
export const findPixAgreementEver = (
  db: Db,
  companyId: string,
  id: string,
): Promise<(PixAgreement & { deleted_at: string | null }) | undefined> => first(db, select(companyId, sql`a.id = ${id}`))

export async function insertPixAgreement(db: Db, companyId: string, id: string, row: PixAgreementRow): Promise<void> {
  await sql`insert into pix_agreements (company_id, id, bank_account_id, environment, pix_key, base_url, token_url)
    values (${companyId}, ${id}, ${row.bank_account_id}, ${row.environment}, ${row.pix_key}, ${row.base_url}, ${row.token_url})`.execute(db)
}

/** False when another write came first. */
export async function updatePixAgreement(db: Db, companyId: string, id: string, version: number, row: PixAgreementRow): Promise<boolean> {
  const result = await sql`update pix_agreements set bank_account_id = ${row.bank_account_id}, environment = ${row.environment},
      pix_key = ${row.pix_key}, base_url = ${row.base_url}, token_url = ${row.token_url}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function deletePixAgreement(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update pix_agreements set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

/** Charges that the bank may still answer for. */
export async function openPixCharges(db: Db, companyId: string, id: string): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`select count(*)::int as count from charges where company_id = ${companyId} and pix_agreement_id = ${id}
      and (status = 'PENDING' or refund_requested > refunded_amount)`,
  )
  return row?.count ?? 0
}

export const activeAccount = (db: Db, companyId: string, id: string): Promise<{ id: string } | undefined> =>
  first(
    db,
    sql<{ id: string }>`select id from bank_accounts
      where company_id = ${companyId} and id = ${id} and deleted_at is null and status = 'ACTIVE'`,
  )

export interface StoredCredentials extends Envelope {
  client_id: string
  base_url: string
  token_url: string
}

export const findCredentials = (db: Db, companyId: string, id: string): Promise<StoredCredentials | undefined> =>
  first(
    db,
    sql<StoredCredentials>`select k.client_id, k.base_url, k.token_url, k.key_version, k.wrapped_key, k.sealed
      from pix_agreements a ${ITS_CREDENTIALS}
      where a.company_id = ${companyId} and a.id = ${id} and k.client_id is not null`,
  )

export async function keepCredentials(
  db: Db,
  companyId: string,
  id: string,
  kept: StoredCredentials & { certificate_valid_to: string },
): Promise<void> {
  await sql`delete from pix_credentials where company_id = ${companyId} and pix_agreement_id = ${id}`.execute(db)
  await sql`insert into pix_credentials (company_id, pix_agreement_id, base_url, token_url, client_id, certificate_valid_to,
      key_version, wrapped_key, sealed)
    values (${companyId}, ${id}, ${kept.base_url}, ${kept.token_url}, ${kept.client_id}, ${kept.certificate_valid_to},
      ${kept.key_version}, ${kept.wrapped_key}, ${kept.sealed})`.execute(db)
}

export async function setAnswer(db: Db, companyId: string, id: string, status: PixAgreement['status'], at: Date): Promise<void> {
  await sql`update pix_credentials set status = ${status}, answered_at = ${at}
    where company_id = ${companyId} and pix_agreement_id = ${id}`.execute(db)
}

/** Charges of these txids that may have something to be looked at. */
export const chargesToLook = (db: Db, companyId: string, id: string, txids: readonly string[]): Promise<{ id: string }[]> =>
  all(
    db,
    sql<{ id: string }>`select id from charges
      where company_id = ${companyId} and pix_agreement_id = ${id} and txid = any (${[...txids]}::text[])
        and (paid_at is null or status = 'PAID')`,
  )
