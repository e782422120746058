// The SQL of the links to a month, and of the tokens that open them.
import { type RawBuilder, sql } from 'kysely'
import type { MonthLink } from '#contract/month-page.ts'
import type { Day } from '#domain/days.ts'
import { all, type Db, first } from '#server/db/query.ts'

const select = (where: RawBuilder<unknown>, now: number) => sql<MonthLink>`
  select l.id, l.company_id, to_char(l.month, 'YYYY-MM') as month, u.name as made_by_name, l.created_at, l.expires_at, l.revoked_at,
    case when l.revoked_at is not null then 'REVOKED' when l.expires_at <= ${new Date(now)} then 'EXPIRED' else 'OPEN' end as state
  from month_links l left join users u on u.id = l.made_by where ${where} order by l.created_at desc, l.id`

export const listLinks = (db: Db, companyId: string, month: Day, now: number): Promise<MonthLink[]> =>
  all(db, select(sql`l.company_id = ${companyId} and l.month = ${month}::date`, now))

export const findLink = (db: Db, companyId: string, id: string, now: number): Promise<MonthLink | undefined> =>
  first(db, select(sql`l.company_id = ${companyId} and l.id = ${id}`, now))

export interface NewLink {
  id: string
  /** Its first day. */
  month: Day
  made_by: string
  created_at: Date
  expires_at: Date
  token_hash: Buffer
}

export async function insertLink(db: Db, companyId: string, link: NewLink): Promise<void> {
  await sql`insert into month_links (company_id, id, month, made_by, created_at, expires_at)
    values (${companyId}, ${link.id}, ${link.month}::date, ${link.made_by}, ${link.created_at}, ${link.expires_at})`.execute(db)
  await keepToken(db, companyId, link.id, link.token_hash)
}

export async function keepToken(db: Db, companyId: string, linkId: string, token_hash: Buffer): Promise<void> {
  await sql`insert into month_link_tokens (token_hash, opens_company_id, month_link_id) values (${token_hash}, ${companyId}, ${linkId})
    on conflict do nothing`.execute(db)
}

/** False when it no longer opens. */
export async function revokeLink(db: Db, companyId: string, id: string, userId: string, now: number): Promise<boolean> {
  const at = new Date(now)
  const revoked = await first(
    db,
    sql<{ id: string }>`update month_links set revoked_at = ${at}, revoked_by = ${userId}
      where company_id = ${companyId} and id = ${id} and revoked_at is null and expires_at > ${at} returning id`,
  )
  return revoked !== undefined
}

export interface Opened {
  company_id: string
  link_id: string
}

/** The company and link behind a token, by its hash alone; sees no other row. */
export const findToken = (db: Db, token_hash: Buffer): Promise<Opened | undefined> =>
  first(
    db,
    sql<Opened>`select opens_company_id as company_id, month_link_id as link_id from month_link_tokens where token_hash = ${token_hash}`,
  )
