// What the books of a company say about its first steps, and what a person put off.
import { sql } from 'kysely'
import type { FirstStepsState } from '#contract/first-steps.ts'
import { all, type Db, first } from '#server/db/query.ts'

export interface StepFacts extends Omit<FirstStepsState, 'hidden' | 'steps'> {
  has_connection: boolean
  has_conciliation: boolean
  /** Somebody else has access, or is invited. */
  has_company: boolean
}

/** Counts stop at what a sentence can use: a large company pays for no more. */
const MOST = 10_000

export async function stepFacts(db: Db, companyId: string, userId: string): Promise<StepFacts> {
  const own = sql`company_id = ${companyId}`
  const live = sql`${own} and deleted_at is null`
  const some = (what: typeof live) => sql`(select count(*)::int from (select 1 ${what} limit ${MOST}) as counted)`
  const row = await first(
    db,
    sql<StepFacts>`select
      ${some(sql`from bank_accounts where ${live} and status = 'ACTIVE'`)} as accounts_count,
      ${some(sql`from statement_entries where ${live}`)} as lines_count,
      ${some(sql`from statement_entries where ${live} and status = 'PENDING'`)} as pending_lines_count,
      ${some(sql`from entries where ${live} and kind = 'BILL' and transfer_id is null`)} as bills_count,
      exists(select 1 from open_finance_connections where ${own} and revoked_at is null) as has_connection,
      exists(select 1 from statement_entries where ${live} and conciliation_id is not null) as has_conciliation,
      exists(select 1 from memberships where ${own} and status <> 'INACTIVE' and user_id is distinct from ${userId}) as has_company`,
  )
  return row as StepFacts
}

/** Tutorials of the person that were ended, of this name or below it. */
export async function endedTutorials(db: Db, userId: string, name: string): Promise<ReadonlySet<string>> {
  const rows = await all(
    db,
    sql<{ type: string }>`select type from tutorials
      where user_id = ${userId} and completed_at is not null and (type = ${name} or starts_with(type, ${`${name}/`}))`,
  )
  return new Set(rows.map(({ type }) => type))
}
