// The SQL of conciliation: statement lines locked and linked, groups made, read and undone.

import { sql } from 'kysely'
import type { StatementEntryStatus } from '#domain/enums.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { type StoredEntry, stored } from '../entries/rows.ts'

export interface StoredLine {
  id: string
  version: number
  bank_account_id: string
  date: string
  description: string
  memo_pattern: string
  amount_cents: number
  status: StatementEntryStatus
  conciliation_id: string | null
  transaction_id: string | null
  category_id: string | null
  contact_id: string | null
}

/** Lines in id order, so that two people conciliating the same line wait for each other: exactly one wins. */
export function lockLines(db: Db, companyId: string, ids: readonly string[]): Promise<StoredLine[]> {
  return all(
    db,
    sql<StoredLine>`
      select * from statement_entries l where l.company_id = ${companyId} and l.id = any (${[...ids]}::uuid[]) and l.deleted_at is null
      order by l.id for update`,
  )
}

export function linesOfGroups(db: Db, companyId: string, conciliationIds: readonly string[]): Promise<StoredLine[]> {
  return all(
    db,
    sql<StoredLine>`
      select * from statement_entries l
      where l.company_id = ${companyId} and l.conciliation_id = any (${[...conciliationIds]}::uuid[]) and l.deleted_at is null
      order by l.id for update`,
  )
}

/** Titles of live groups with what each moves in cash: bills negative, receivables positive. */
export function explainedCents(
  db: Db,
  companyId: string,
  conciliationIds: readonly string[],
): Promise<{ conciliation_id: string; cents: number }[]> {
  return all(
    db,
    sql<{ conciliation_id: string; cents: number }>`
      select conciliation_id, sum(case when kind = 'BILL' then -amount_cents else amount_cents end)::bigint as cents from entries
      where company_id = ${companyId} and conciliation_id = any (${[...conciliationIds]}::uuid[]) and deleted_at is null
        and not has_children and status in ('PAID', 'RECEIVED') group by 1`,
  )
}

export async function insertConciliations(db: Db, companyId: string, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into conciliations (company_id, id, created_by) select ${companyId}, x.id, ${userId}
    from unnest(${[...ids]}::uuid[]) as x(id)`.execute(db)
}

export async function deleteConciliations(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update conciliations set deleted_at = now()
    where company_id = ${companyId} and id = any (${[...ids]}::uuid[]) and deleted_at is null`.execute(db)
  await sql`
    update invoice_entries set deleted_at = now()
    where company_id = ${companyId} and conciliation_id = any (${[...ids]}::uuid[]) and deleted_at is null`.execute(db)
}

export interface LineChange {
  id: string
  status: StatementEntryStatus
  conciliation_id: string | null
}

export async function changeLines(db: Db, companyId: string, rows: readonly LineChange[]): Promise<void> {
  if (rows.length === 0) return
  await sql`update statement_entries l set status = r.status, conciliation_id = r.conciliation_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, status text, conciliation_id uuid)
    where l.company_id = ${companyId} and l.id = r.id`.execute(db)
}

/** Ids of categories by name: where the default chart keeps interest, fines, discounts and fees. */
export async function categoriesByName(db: Db, companyId: string, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await all(
    db,
    sql<{ name: string; id: string }>`
      select name, id from categories
      where company_id = ${companyId} and name = any (${[...names]}) and deleted_at is null and status = 'ACTIVE'`,
  )
  return new Map(rows.map(row => [row.name, row.id]))
}

/** The names of those who made live groups. */
export function groupMakers(db: Db, companyId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return all(
    db,
    sql<{ id: string; name: string }>`
      select c.id, u.name from conciliations c join users u on u.id = c.created_by
      where c.company_id = ${companyId} and c.id = any (${[...ids]}::uuid[]) and u.name is not null`,
  )
}

/** The groups that settle the given titles, before anything is locked. */
export async function groupsOfTitles(db: Db, companyId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await all(
    db,
    sql<{ id: string }>`
      select distinct conciliation_id as id from entries
      where company_id = ${companyId} and id = any (${[...ids]}::uuid[]) and conciliation_id is not null`,
  )
  return rows.map(row => row.id)
}

export interface GroupHead {
  id: string
  created_at: string
  created_by_name: string | null
}

export function findGroup(db: Db, companyId: string, id: string): Promise<GroupHead | undefined> {
  return first(
    db,
    sql<GroupHead>`
      select c.id, c.created_at, u.name as created_by_name from conciliations c left join users u on u.id = c.created_by
      where c.company_id = ${companyId} and c.id = ${id} and c.deleted_at is null`,
  )
}

export interface GroupTitle {
  id: string
  kind: 'BILL' | 'RECEIVABLE'
  amount_cents: number
  additional_information: string | null
  contact_name: string | null
  date: string
  due_date: string
  difference_kind: 'interest' | 'fine' | 'discount' | 'fee' | 'withholding' | 'open' | null
}

export function titlesOfGroup(db: Db, companyId: string, id: string): Promise<GroupTitle[]> {
  return all(
    db,
    sql<GroupTitle>`
      select e.id, e.kind, e.amount_cents, e.additional_information, k.name as contact_name, e.date, e.due_date, e.difference_kind
      from entries e left join contacts k on k.company_id = e.company_id and k.id = e.contact_id
      where e.company_id = ${companyId} and e.conciliation_id = ${id} and e.deleted_at is null and not e.has_children
      order by e.difference_kind nulls first, e.id`,
  )
}

/** The live entries that undoing concerns: those in the groups, and the rests the groups split off. */
export function entriesOfGroups(db: Db, companyId: string, conciliationIds: readonly string[]): Promise<StoredEntry[]> {
  const ids = [...conciliationIds]
  return all(
    db,
    sql<StoredEntry>`select ${stored} from entries e where e.company_id = ${companyId} and e.deleted_at is null
      and (e.conciliation_id = any (${ids}::uuid[]) or e.split_by_conciliation_id = any (${ids}::uuid[])) order by e.id for update`,
  )
}
