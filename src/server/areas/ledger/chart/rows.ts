// The SQL of the office's chart of accounts, and of which account each category, bank account and contact is.
import { sql } from 'kysely'
import type { ChartAccount, Mapping } from '#contract/chart-accounts.ts'
import type { MappingSubject } from '#domain/handover/mapping.ts'
import { all, type Db, first } from '#server/db/query.ts'

type Kept = 'id' | 'company_id' | 'version' | 'created_at' | 'updated_at'
export type ChartFields = Omit<ChartAccount, Kept | 'missing_since'>

const CHART = sql`c.id, c.company_id, c.version, c.code, c.reduced, c.name, c.analytic, c.nature, c.ecd_nature, c.referential,
  c.missing_since, c.created_at, c.updated_at`

export function listChart(db: Db, companyId: string): Promise<ChartAccount[]> {
  return all(
    db,
    sql<ChartAccount>`select ${CHART} from chart_accounts c where c.company_id = ${companyId} and c.deleted_at is null
      order by c.code collate "C", c.id`,
  )
}

export function findChartAccount(db: Db, companyId: string, id: string): Promise<ChartAccount | undefined> {
  return first(
    db,
    sql<ChartAccount>`select ${CHART} from chart_accounts c where c.company_id = ${companyId} and c.id = ${id} and c.deleted_at is null`,
  )
}

export async function insertChart(db: Db, companyId: string, rows: readonly (ChartFields & { id: string })[]): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into chart_accounts (company_id, id, code, reduced, name, analytic, nature, ecd_nature, referential)
    select ${companyId}, r.id, r.code, r.reduced, r.name, r.analytic, r.nature, r.ecd_nature, r.referential
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, code text, reduced text, name text, analytic boolean, nature text,
      ecd_nature text, referential text)`.execute(db)
}

/** Rows of the office's file that the chart has already by their code; what is back in it is missing no more. */
export async function replaceChart(db: Db, companyId: string, rows: readonly ChartFields[]): Promise<void> {
  if (rows.length === 0) return
  // The reduced codes may change places: first nobody of them has one.
  await sql`update chart_accounts set reduced = null where company_id = ${companyId} and deleted_at is null and reduced is not null
    and code = any (${rows.map(row => row.code)}::text[])`.execute(db)
  await sql`update chart_accounts c set reduced = r.reduced, name = r.name, analytic = r.analytic, nature = coalesce(r.nature, c.nature),
      ecd_nature = coalesce(r.ecd_nature, c.ecd_nature), referential = coalesce(r.referential, c.referential), missing_since = null
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(code text, reduced text, name text, analytic boolean, nature text,
      ecd_nature text, referential text)
    where c.company_id = ${companyId} and c.deleted_at is null and c.code = r.code`.execute(db)
}

/** Marks the accounts that the office's whole file no longer has. */
export async function markMissing(db: Db, companyId: string, codes: readonly string[]): Promise<void> {
  await sql`update chart_accounts set missing_since = now() where company_id = ${companyId} and deleted_at is null
    and missing_since is null and code <> all (${[...codes]}::text[])`.execute(db)
}

/** False when another write came first. */
export async function updateChartAccount(db: Db, companyId: string, id: string, version: number, row: ChartFields): Promise<boolean> {
  const done = await sql`update chart_accounts set code = ${row.code}, reduced = ${row.reduced}, name = ${row.name},
      analytic = ${row.analytic}, nature = ${row.nature}, ecd_nature = ${row.ecd_nature}, referential = ${row.referential}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return done.numAffectedRows === 1n
}

/** False when a category, bank account or contact is still this account. */
export async function deleteChartAccount(db: Db, companyId: string, id: string): Promise<boolean> {
  const done = await sql`update chart_accounts c set deleted_at = now() where c.company_id = ${companyId} and c.id = ${id}
    and c.deleted_at is null and not exists (select 1 from account_mappings m where m.company_id = c.company_id
      and m.chart_account_id = c.id and m.deleted_at is null)`.execute(db)
  return done.numAffectedRows === 1n
}

const ACCOUNT_NAME = sql`concat_ws(' ', a.institution_name, a.account_number)`
const CATEGORY_NAME = sql`concat_ws(' > ', g.name, p.name, k.name)`

const MAPPINGS = sql`select m.id, m.company_id, m.version, m.subject, m.category_id, m.bank_account_id, m.contact_id,
    coalesce(case when k.id is not null then ${CATEGORY_NAME} end, case when a.id is not null then ${ACCOUNT_NAME} end, n.name) as subject_name,
    m.chart_account_id, c.code as chart_account_code, c.name as chart_account_name, c.missing_since is not null as chart_account_missing,
    m.history_code, m.history, m.suggested, m.created_at, m.updated_at
  from account_mappings m
  join chart_accounts c on c.company_id = m.company_id and c.id = m.chart_account_id
  left join categories k on k.company_id = m.company_id and k.id = m.category_id and k.deleted_at is null
  left join categories p on p.company_id = k.company_id and p.id = k.parent_category_id
  left join categories g on g.company_id = p.company_id and g.id = p.parent_category_id
  left join bank_accounts a on a.company_id = m.company_id and a.id = m.bank_account_id and a.deleted_at is null
  left join contacts n on n.company_id = m.company_id and n.id = m.contact_id and n.deleted_at is null`

/** A mapping of what is gone is neither listed nor found. */
const OF_WHAT_EXISTS = sql`m.deleted_at is null and coalesce(k.id, a.id, n.id) is not null`

export function listMappings(db: Db, companyId: string): Promise<Mapping[]> {
  return all(
    db,
    sql<Mapping>`${MAPPINGS} where m.company_id = ${companyId} and ${OF_WHAT_EXISTS}
      order by m.subject, lower(coalesce(k.name, ${ACCOUNT_NAME}, n.name)), m.id`,
  )
}

export function findMapping(db: Db, companyId: string, id: string): Promise<Mapping | undefined> {
  return first(db, sql<Mapping>`${MAPPINGS} where m.company_id = ${companyId} and m.id = ${id} and ${OF_WHAT_EXISTS}`)
}

/** Whether a category, bank account or contact is this account. */
export async function isMapped(db: Db, companyId: string, id: string): Promise<boolean> {
  const found = await first(
    db,
    sql`select 1 from account_mappings where company_id = ${companyId} and chart_account_id = ${id} and deleted_at is null limit 1`,
  )
  return found !== undefined
}

const SUBJECT_TABLES: Record<MappingSubject, string> = { CATEGORY: 'categories', ACCOUNT: 'bank_accounts', CONTACT: 'contacts' }

/** Whether what is mapped still exists; an inactive one does. */
export async function isLiveSubject(db: Db, companyId: string, subject: MappingSubject, id: string): Promise<boolean> {
  const found = await first(
    db,
    sql`select 1 from ${sql.ref(SUBJECT_TABLES[subject])} where company_id = ${companyId} and id = ${id} and deleted_at is null`,
  )
  return found !== undefined
}

export interface MappingRow extends Pick<Mapping, 'subject' | 'category_id' | 'bank_account_id' | 'contact_id' | 'chart_account_id'> {
  history_code: string | null
  history: string | null
  suggested: boolean
}

export async function insertMappings(db: Db, companyId: string, rows: readonly (MappingRow & { id: string })[]): Promise<void> {
  await sql`insert into account_mappings (company_id, id, subject, category_id, bank_account_id, contact_id, chart_account_id, history_code,
      history, suggested)
    select ${companyId}, r.id, r.subject, r.category_id, r.bank_account_id, r.contact_id, r.chart_account_id, r.history_code, r.history,
      r.suggested
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, subject text, category_id uuid, bank_account_id uuid,
      contact_id uuid, chart_account_id uuid, history_code text, history text, suggested boolean)`.execute(db)
}

/** False when another write came first. */
export async function updateMapping(db: Db, companyId: string, id: string, version: number, row: MappingRow): Promise<boolean> {
  const done = await sql`update account_mappings set subject = ${row.subject}, category_id = ${row.category_id},
      bank_account_id = ${row.bank_account_id}, contact_id = ${row.contact_id}, chart_account_id = ${row.chart_account_id},
      history_code = ${row.history_code}, history = ${row.history}, suggested = ${row.suggested}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return done.numAffectedRows === 1n
}

export async function deleteMapping(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update account_mappings set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(
    db,
  )
}

export interface Unmapped {
  subject: Exclude<MappingSubject, 'CONTACT'>
  id: string
  /** Of the category itself, without those above it. */
  own_name: string
  name: string
}

/** Active categories and bank accounts that are no account yet, nor is a category above them. */
export function unmapped(db: Db, companyId: string): Promise<Unmapped[]> {
  const without = (column: 'category_id' | 'bank_account_id', ...of: string[]) =>
    sql`not exists (select 1 from account_mappings m where m.company_id = ${companyId} and m.deleted_at is null
      and m.${sql.ref(column)} in (${sql.join(of.map(name => sql.ref(name)))}))`
  return all(
    db,
    sql<Unmapped>`select 'CATEGORY' as subject, k.id, k.name as own_name, ${CATEGORY_NAME} as name from categories k
        left join categories p on p.company_id = k.company_id and p.id = k.parent_category_id
        left join categories g on g.company_id = p.company_id and g.id = p.parent_category_id
      where k.company_id = ${companyId} and k.deleted_at is null and k.status = 'ACTIVE' and ${without('category_id', 'k.id', 'p.id', 'g.id')}
      union all select 'ACCOUNT', a.id, ${ACCOUNT_NAME}, ${ACCOUNT_NAME} from bank_accounts a
      where a.company_id = ${companyId} and a.deleted_at is null and a.status = 'ACTIVE' and ${without('bank_account_id', 'a.id')}
      order by subject, name`,
  )
}
