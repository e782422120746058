// The SQL of categories.

import { type RawBuilder, sql } from 'kysely'
import type { Category } from '#contract/categories.ts'
import { all, type Db, first } from '#server/db/query.ts'

export type CategoryRow = Omit<Category, 'categories'>

const select = (where: RawBuilder<unknown>) => sql<CategoryRow>`
  select c.*, coalesce((select json_agg(b order by b.initial_date) from category_budgets b
      where b.company_id = c.company_id and b.category_id = c.id and b.deleted_at is null), '[]') as budgets
  from categories c where c.deleted_at is null and ${where} order by c.sorting_index, c.name`

export function listCategories(db: Db, companyId: string): Promise<CategoryRow[]> {
  return all(db, select(sql`c.company_id = ${companyId}`))
}

export function findCategory(db: Db, companyId: string, id: string): Promise<CategoryRow | undefined> {
  return first(db, select(sql`c.company_id = ${companyId} and c.id = ${id}`))
}

export type NewCategory = Pick<
  CategoryRow,
  | 'id'
  | 'name'
  | 'kind'
  | 'parent_category_id'
  | 'is_fixed'
  | 'is_non_operational_expense'
  | 'is_deductible'
  | 'is_increasing'
  | 'is_hidden_from_income_statement'
> & { sorting_index: number }

export async function insertCategories(db: Db, companyId: string, rows: readonly NewCategory[]): Promise<void> {
  await sql`
    insert into categories (company_id, id, name, kind, parent_category_id, is_fixed, is_non_operational_expense, is_deductible,
      is_increasing, is_hidden_from_income_statement, sorting_index)
    select ${companyId}, r.id, r.name, r.kind, r.parent_category_id, r.is_fixed, r.is_non_operational_expense, r.is_deductible,
      r.is_increasing, r.is_hidden_from_income_statement, r.sorting_index
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, name text, kind text, parent_category_id uuid, is_fixed boolean,
      is_non_operational_expense boolean, is_deductible boolean, is_increasing boolean, is_hidden_from_income_statement boolean,
      sorting_index int)`.execute(db)
}

/** False when somebody else changed it since it was read. */
export async function updateCategory(db: Db, companyId: string, category: CategoryRow): Promise<boolean> {
  const result = await sql`
      update categories set name = ${category.name}, kind = ${category.kind}, parent_category_id = ${category.parent_category_id},
        is_fixed = ${category.is_fixed},
      is_non_operational_expense = ${category.is_non_operational_expense}, is_deductible = ${category.is_deductible},
        is_increasing = ${category.is_increasing},
      is_hidden_from_income_statement = ${category.is_hidden_from_income_statement}
    where company_id = ${companyId} and id = ${category.id} and version = ${category.version}`.execute(db)
  return result.numAffectedRows === 1n
}

/** The categories below one, with how many levels below: 1 for its children. */
export function descendants(db: Db, companyId: string, id: string): Promise<{ id: string; depth: number }[]> {
  return all(
    db,
    sql<{ id: string; depth: number }>`with recursive tree as (
      select id, 0 as depth from categories where company_id = ${companyId} and id = ${id}
      union all select c.id, t.depth + 1 from categories c join tree t on c.parent_category_id = t.id
        where c.company_id = ${companyId} and c.deleted_at is null and t.depth < 10)
    select id, depth from tree where depth > 0`,
  )
}

export async function setKind(db: Db, companyId: string, ids: readonly string[], kind: CategoryRow['kind']): Promise<void> {
  await sql`
    update categories set kind = ${kind} where company_id = ${companyId} and id = any (${[...ids]}::uuid[]) and kind <> ${kind}`.execute(db)
}

/** Sets the status of a category and of all below it. */
export async function setStatus(db: Db, companyId: string, id: string, status: 'ACTIVE' | 'INACTIVE'): Promise<void> {
  await sql`with recursive tree as (
      select id from categories where company_id = ${companyId} and id = ${id}
      union all select c.id from categories c join tree t on c.parent_category_id = t.id
      where c.company_id = ${companyId} and c.deleted_at is null)
    update categories set status = ${status}
    where company_id = ${companyId} and id in (select id from tree) and status <> ${status}`.execute(db)
}

/** A day of a closed period on which the category is used, if any: there it may be renamed only. */
export function closedUse(db: Db, companyId: string, id: string): Promise<{ day: string } | undefined> {
  return first(
    db,
    sql<{ day: string }>`select e.competence_date as day from entries e
      join date_ranges r on r.company_id = e.company_id and r.status = 'CLOSED' and r.deleted_at is null
        and e.competence_date between r.start_date and r.end_date
      where e.company_id = ${companyId} and e.category_id = ${id} and e.deleted_at is null limit 1`,
  )
}
