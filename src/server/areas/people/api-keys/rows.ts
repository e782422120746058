// The SQL of API keys: only the hash of one is kept.
import { sql } from 'kysely'
import type { ApiKey } from '#contract/api-keys.ts'
import type { Rights } from '#domain/permissions.ts'
import { all, type Db, first } from '#server/db/query.ts'

/** Opens one of the companies: made for it, or for whatever its creator sees, who is of the company or of the office that keeps it. */
const opensOneOf = (companies: readonly string[]) => sql`(k.company_id = any (${[...companies]}::uuid[]) or k.company_id is null and (
  exists (select 1 from memberships m where m.user_id = k.user_id and m.status = 'ACTIVE' and m.company_id = any (${[...companies]}::uuid[]))
  or exists (select 1 from users w join companies o on o.organization_id = w.organization_id
    where w.id = k.user_id and w.kind = 'ORGANIZATION_MANAGER' and o.id = any (${[...companies]}::uuid[]))))`

/** A person's own, and those that open a company where the person may see them. */
export function listApiKeys(db: Db, userId: string, companies: readonly string[]): Promise<ApiKey[]> {
  return all(
    db,
    sql<ApiKey>`
      select k.id, k.name, k.prefix, k.company_id, coalesce(c.trade_name, c.name) as company_name, k.rights, k.user_id as created_by,
        u.name as created_by_name,
        k.created_at, k.last_used_at
      from api_keys k join users u on u.id = k.user_id left join companies c on c.id = k.company_id
      where k.revoked_at is null and (k.user_id = ${userId} or ${opensOneOf(companies)})
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
    sql<{ id: string }>`update api_keys k set revoked_at = ${new Date(now)} where k.id = ${id} and k.revoked_at is null
      and (k.user_id = ${userId} or ${opensOneOf(companies)}) returning k.id`,
  )
  return revoked !== undefined
}
