// The SQL of the reports by category: entries added up once per category and kind, in one scan, and the chart they are told by.
import { type RawBuilder, sql } from 'kysely'
import type { CashSum } from '#domain/category-balances.ts'
import type { IncomeStatementBasis } from '#domain/enums.ts'
import type { CategorySum, ReportCategory } from '#domain/income-statement.ts'
import { SETTLED } from '#server/areas/ledger/entries/sql.ts'
import { all, type Db } from '#server/db/query.ts'

export interface Interval {
  start_date: string
  end_date: string
}

export function reportCategories(db: Db, companyId: string): Promise<ReportCategory[]> {
  return all(
    db,
    sql<ReportCategory>`
      select id, name, kind, parent_category_id, status, is_fixed, is_deductible, is_increasing, is_non_operational_expense,
        is_hidden_from_income_statement
      from categories where company_id = ${companyId} and deleted_at is null order by sorting_index, name`,
  )
}

/** Own money changing account is no result, a split parent stands in its children, and a reproved bill is owed to nobody. */
const COUNTED = sql`e.deleted_at is null and e.transfer_id is null and not e.has_children`

const dayOf = (basis: IncomeStatementBasis) => (basis === 'cash' ? sql`e.date` : sql`e.competence_date`)

const sums = (companyId: string, basis: IncomeStatementBasis, start: RawBuilder<unknown>, end: RawBuilder<unknown>) => sql<CategorySum>`
  select e.category_id, e.kind, sum(e.amount_cents)::bigint as amount_cents, count(*)::int as entries_count
  from entries e where e.company_id = ${companyId} and ${COUNTED} and ${dayOf(basis)} between ${start} and ${end}
    and ${basis === 'cash' ? sql`e.kind in ('BILL', 'RECEIVABLE') and e.status in ${SETTLED}` : sql`e.status <> 'REPROVED'`}
  group by e.category_id, e.kind`

export function sumsByCategory(
  db: Db,
  companyId: string,
  basis: IncomeStatementBasis,
  { start_date, end_date }: Interval,
): Promise<CategorySum[]> {
  return all(db, sums(companyId, basis, sql`${start_date}::date`, sql`${end_date}::date`))
}

/** The same of several intervals at once; `at` is the interval's place in the list. */
export function sumsByInterval(
  db: Db,
  companyId: string,
  basis: IncomeStatementBasis,
  intervals: readonly Interval[],
): Promise<(CategorySum & { at: number })[]> {
  return all(
    db,
    sql<CategorySum & { at: number }>`
      select (m.at - 1)::int as at, s.*
      from unnest(${intervals.map(each => each.start_date)}::date[], ${intervals.map(each => each.end_date)}::date[])
        with ordinality as m(start_date, end_date, at)
      cross join lateral (${sums(companyId, basis, sql`m.start_date`, sql`m.end_date`)}) s`,
  )
}

export function cashSums(db: Db, companyId: string, { start_date, end_date }: Interval): Promise<CashSum[]> {
  return all(
    db,
    sql<CashSum>`
      select e.category_id, e.kind, coalesce(sum(e.amount_cents) filter (where e.status in ${SETTLED}), 0)::bigint as settled_cents,
        coalesce(sum(e.amount_cents) filter (where e.status not in ${SETTLED}), 0)::bigint as open_cents, count(*)::int as entries_count
      from entries e where e.company_id = ${companyId} and ${COUNTED} and e.kind in ('BILL', 'RECEIVABLE')
        and e.date between ${start_date}::date and ${end_date}::date and e.status <> 'REPROVED' group by e.category_id, e.kind`,
  )
}
