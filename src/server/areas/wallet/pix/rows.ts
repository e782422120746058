// The SQL of Pix keys.
import { type RawBuilder, sql } from 'kysely'
import type { PixKey } from '#contract/pix.ts'
import type { PixClaimKind, PixClaimStatus, PixKeyStatus, PixKeyType } from '#domain/enums.ts'
import { all, type Db, first } from '#server/db/query.ts'

export interface StoredKey extends Omit<PixKey, 'claim' | 'environment'> {
  claim_kind: PixClaimKind | null
  claim_status: PixClaimStatus | null
  created_by: string | null
}

const select = (companyId: string, where: RawBuilder<unknown>) =>
  sql<StoredKey>`select * from pix_keys where company_id = ${companyId} and deleted_at is null and ${where} order by created_at, id`

const LIVE = sql`status not in ('DELETED', 'REJECTED')`

export const viewOf = ({ claim_kind, claim_status, ...key }: StoredKey): PixKey => ({
  ...key,
  claim: claim_kind && claim_status ? { kind: claim_kind, status: claim_status } : null,
  environment: 'local',
})

/** Those in use, and what became of the newest that are not. */
export const listKeys = (db: Db, companyId: string): Promise<StoredKey[]> =>
  all(db, select(companyId, sql`(${LIVE} or (status = 'REJECTED' and created_at > now() - interval '7 days'))`))
export const countKeys = async (db: Db, companyId: string): Promise<number> => (await all(db, select(companyId, LIVE))).length
export const findKey = (db: Db, companyId: string, key: string): Promise<StoredKey | undefined> =>
  first(db, select(companyId, sql`key = ${key} and ${LIVE}`))
export const findKeyById = (db: Db, companyId: string, id: string): Promise<StoredKey | undefined> =>
  first(db, select(companyId, sql`id = ${id}`))

export interface NewKey {
  id: string
  key: string
  type: PixKeyType
  status: PixKeyStatus
  claim_kind: PixClaimKind | null
  created_by: string
}

export async function insertKey(db: Db, companyId: string, key: NewKey): Promise<void> {
  await sql`insert into pix_keys (company_id, id, key, type, status, claim_kind, claim_status, created_by)
    values (${companyId}, ${key.id}, ${key.key}, ${key.type}, ${key.status}, ${key.claim_kind}, ${key.claim_kind ? 'OPEN' : null},
      ${key.created_by})`.execute(db)
}

export async function setKey(
  db: Db,
  companyId: string,
  id: string,
  from: PixKeyStatus,
  to: { status: PixKeyStatus; claim_status?: PixClaimStatus | null },
): Promise<boolean> {
  const result = await sql`update pix_keys set status = ${to.status}, claim_status = coalesce(${to.claim_status ?? null}, claim_status)
    where company_id = ${companyId} and id = ${id} and status = ${from}`.execute(db)
  return result.numAffectedRows === 1n
}
