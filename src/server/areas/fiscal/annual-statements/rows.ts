// The SQL of yearly statements: one of each kind that counts per year, with what the authority last said of it.
import { type RawBuilder, sql } from 'kysely'
import type { AnnualBillingStatement } from '#contract/taxes.ts'
import type { AnnualStatementKind } from '#domain/taxes/annual-statements.ts'
import { all, type Db, first } from '#server/db/query.ts'

const select = (companyId: string, where: RawBuilder<unknown>) => sql<AnnualBillingStatement>`
  select s.*, s.halved_fine_cents, r.status, r.answer->>'receipt_number' as receipt_number, r.reason
  from annual_billing_statements s
  join lateral (select status, answer, reason from authority_requests r where r.company_id = s.company_id and r.subject_id = s.id
    order by r.created_at desc, r.id desc limit 1) r on true
  where s.company_id = ${companyId} and s.deleted_at is null and ${where} order by s.year desc, s.created_at desc`

export const listStatements = (db: Db, companyId: string, replaced: boolean): Promise<AnnualBillingStatement[]> =>
  all(db, select(companyId, replaced ? sql`true` : sql`s.replaced_by_id is null`))

export const findStatement = (db: Db, companyId: string, id: string): Promise<AnnualBillingStatement | undefined> =>
  first(db, select(companyId, sql`s.id = ${id}`))

/** The one of its kind that counts for a year, locked. */
export async function lockStatementOf(
  db: Db,
  companyId: string,
  kind: AnnualStatementKind,
  year: number,
): Promise<AnnualBillingStatement | undefined> {
  await sql`
    select 1 from annual_billing_statements where company_id = ${companyId} and year = ${year} and kind = ${kind} for update`.execute(db)
  return first(db, select(companyId, sql`s.year = ${year} and s.kind = ${kind} and s.replaced_by_id is null`))
}

export interface NewStatement {
  id: string
  kind: AnnualStatementKind
  year: number
  commerce_revenue_cents: number
  services_revenue_cents: number
  had_employee: boolean
  closed_on: string | null
  due_date: string
  delivered_on: string
  fine_cents: number
  halved_fine_cents: number
  halved_until: string | null
  rectifies_id: string | null
  created_by: string
}

/** The replaced one steps back first: only one of a kind counts per year. */
export async function insertStatement(db: Db, companyId: string, statement: NewStatement): Promise<void> {
  if (statement.rectifies_id !== null)
    await sql`
      update annual_billing_statements set replaced_by_id = ${statement.id}
      where company_id = ${companyId} and id = ${statement.rectifies_id}`.execute(db)
  await sql`
    insert into annual_billing_statements (company_id, id, kind, year, commerce_revenue_cents, services_revenue_cents, had_employee,
      closed_on, due_date, delivered_on,
      fine_cents, halved_fine_cents, halved_until, rectifies_id, created_by)
    values (${companyId}, ${statement.id}, ${statement.kind}, ${statement.year}, ${statement.commerce_revenue_cents},
      ${statement.services_revenue_cents}, ${statement.had_employee}, ${statement.closed_on},
      ${statement.due_date}, ${statement.delivered_on}, ${statement.fine_cents}, ${statement.halved_fine_cents}, ${statement.halved_until},
      ${statement.rectifies_id}, ${statement.created_by})`.execute(db)
}
