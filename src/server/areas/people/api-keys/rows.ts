// The SQL of API keys: only the hash of one is kept.
import { sql } from 'kysely'
import type { ApiKey } from '#contract/api-keys.ts'
import type { Rights } from '#domain/permissions.ts'
import { all, type Db, first } from '#server/db/query.ts'

/** A person's own, and those of the companies where the person may see them. */
export function listApiKeys(db: Db, userId: string, companies: readonly string[]): Promise<ApiKey[]> {
  return all(
    db,
    sql<ApiKey>`
      select k.id, k.name, k.prefix, k.company_id, coalesce(c.trade_name, c.name) as company_name, k.rights, k.user_id as created_by,
        u.name as created_by_name,
        k.created_at, k.last_used_at
      from api_keys k join users u on u.id = k.user_id left join companies c on c.id = k.company_id
      where k.revoked_at is null and (k.user_id = ${userId} or k.company_id = any (${[...companies]}::uuid[]))
      order by k.created_at desc, k.id desc`,
  )
}

export interface NewApiKey {
  id: string
  user_id: string
  company_id: string | null
  name: string
  prefix: string
  key_hash: Buffer
  rights: Rights | null
}

export async function insertApiKey(db: Db, key: NewApiKey): Promise<void> {
  await sql`insert into api_keys (id, user_id, company_id, name, prefix, key_hash, rights)
    values (${key.id}, ${key.user_id}, ${key.company_id}, ${key.name}, ${key.prefix}, ${key.key_hash},
      ${key.rights ? JSON.stringify(key.rights) : null}::jsonb)`.execute(db)
}

/** False when there is none that this person may revoke. */
export async function revokeApiKey(db: Db, id: string, userId: string, companies: readonly string[], now: number): Promise<boolean> {
  const revoked = await first(
    db,
    sql<{ id: string }>`update api_keys set revoked_at = ${new Date(now)} where id = ${id} and revoked_at is null
      and (user_id = ${userId} or company_id = any (${[...companies]}::uuid[])) returning id`,
  )
  return revoked !== undefined
}
