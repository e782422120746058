// The SQL of the checklist: what of a month is not yet as it should be.
import { sql } from 'kysely'
import type { Day } from '#domain/days.ts'
import { SETTLED } from '#server/areas/ledger/entries/sql.ts'
import type { Interval } from '#server/areas/reports/income-statement/rows.ts'
import { all, type Db, first } from '#server/db/query.ts'

export interface Pile {
  count: number
  amount_cents: number
}

const NOTHING: Pile = { count: 0, amount_cents: 0 }

export async function pendingLinesIn(db: Db, companyId: string, { start_date, end_date }: Interval): Promise<Pile> {
  const row = await first(
    db,
    sql<Pile>`select count(*)::int as count, coalesce(sum(abs(amount_cents)), 0)::bigint as amount_cents from statement_entries
      where company_id = ${companyId} and deleted_at is null and status = 'PENDING'
        and date between ${start_date}::date and ${end_date}::date`,
  )
  return row ?? NOTHING
}

/** Entries of the month's result that no category holds. */
export async function withoutCategory(db: Db, companyId: string, { start_date, end_date }: Interval): Promise<Pile> {
  const row = await first(
    db,
    sql<Pile>`select count(*)::int as count, coalesce(sum(e.amount_cents), 0)::bigint as amount_cents from entries e
      where e.company_id = ${companyId} and e.deleted_at is null and e.transfer_id is null and not e.has_children and e.category_id is null
        and e.status <> 'REPROVED' and e.competence_date between ${start_date}::date and ${end_date}::date`,
  )
  return row ?? NOTHING
}

/** Titles due in the month that are late and open. */
export function overdueIn(
  db: Db,
  companyId: string,
  { start_date, end_date }: Interval,
  overdueUntil: Day,
): Promise<(Pile & { kind: string })[]> {
  return all(
    db,
    sql<Pile & { kind: string }>`select e.kind, count(*)::int as count, sum(e.amount_cents)::bigint as amount_cents from entries e
      where e.company_id = ${companyId} and e.deleted_at is null and e.transfer_id is null and not e.has_children
        and e.status not in ${SETTLED}
        and e.status <> 'REPROVED' and e.due_date between ${start_date}::date and ${end_date}::date and e.due_date <= ${overdueUntil}::date
      group by e.kind`,
  )
}
