// The SQL of budgets: categories with their plans, and plans written or taken away.
import { sql } from 'kysely'
import type { Budget } from '#domain/budgets.ts'
import type { Db } from '#server/db/query.ts'

const budgetRecord = sql.raw('r(id uuid, amount_cents bigint, initial_date date, end_date date)')

export async function insertBudgets(db: Db, companyId: string, categoryId: string, budgets: readonly Budget[]): Promise<void> {
  await sql`insert into category_budgets (company_id, id, category_id, amount_cents, initial_date, end_date)
    select ${companyId}, r.id, ${categoryId}, r.amount_cents, r.initial_date, r.end_date
    from jsonb_to_recordset(${JSON.stringify(budgets)}::jsonb) as ${budgetRecord}`.execute(db)
}

export async function updateBudgets(db: Db, companyId: string, budgets: readonly Budget[]): Promise<void> {
  await sql`update category_budgets b set amount_cents = r.amount_cents, initial_date = r.initial_date, end_date = r.end_date
    from jsonb_to_recordset(${JSON.stringify(budgets)}::jsonb) as ${budgetRecord}
    where b.company_id = ${companyId} and b.id = r.id and b.deleted_at is null`.execute(db)
}

export async function deleteBudgets(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update category_budgets set deleted_at = now()
    where company_id = ${companyId} and id = any (${[...ids]}::uuid[]) and deleted_at is null`.execute(db)
}
