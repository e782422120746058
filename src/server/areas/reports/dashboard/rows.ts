// The SQL of the dashboard: open titles counted in one scan, months of cash in another.
import { sql } from 'kysely'
import type { Dashboard } from '#contract/dashboard.ts'
import type { Day } from '#domain/days.ts'
import type { TitleKind } from '#domain/enums.ts'
import { SETTLED } from '#server/areas/ledger/entries/sql.ts'
import { all, type Db, first } from '#server/db/query.ts'

/** What is owed or expected: split parents stand in their children, own transfers and reproved bills are owed to nobody. */
const OPEN = sql`e.deleted_at is null and e.transfer_id is null and not e.has_children and e.kind in ('BILL', 'RECEIVABLE')
  and e.status not in ${SETTLED} and e.status <> 'REPROVED'`

export interface OpenDays {
  start_date: Day
  end_date: Day
  /** Due until this day is overdue. */
  overdue_until: Day
  soon_until: Day
}

export interface OpenSums {
  kind: TitleKind
  open_count: number
  open_cents: number
  overdue_count: number
  overdue_cents: number
  soon_count: number
  soon_cents: number
  /** Open and due until the end of the month, overdue included. */
  until_end_cents: number
  waiting_approval_count: number
}

export function openSums(db: Db, companyId: string, days: OpenDays): Promise<OpenSums[]> {
  const inMonth = sql`e.due_date between ${days.start_date}::date and ${days.end_date}::date`
  const overdue = sql`e.due_date <= ${days.overdue_until}::date`
  const soon = sql`e.due_date > ${days.overdue_until}::date and e.due_date <= ${days.soon_until}::date`
  const pile = (where: typeof inMonth) =>
    sql`count(*) filter (where ${where})::int, coalesce(sum(e.amount_cents) filter (where ${where}), 0)::bigint`
  return all(
    db,
    sql<OpenSums>`select * from (select e.kind, ${pile(inMonth)}, ${pile(overdue)}, ${pile(soon)},
        coalesce(sum(e.amount_cents) filter (where e.due_date <= ${days.end_date}::date), 0)::bigint,
        count(*) filter (where e.status = 'WAITING_APPROVAL')::int
      from entries e where e.company_id = ${companyId} and ${OPEN} group by e.kind)
      as s(kind, open_count, open_cents, overdue_count, overdue_cents, soon_count, soon_cents, until_end_cents, waiting_approval_count)`,
  )
}

export function nextTitles(db: Db, companyId: string, count: number): Promise<Dashboard['next']> {
  return all(
    db,
    sql<Dashboard['next'][number]>`select e.id, e.kind, e.due_date, e.amount_cents, e.additional_information, c.name as contact_name
      from entries e left join contacts c on c.company_id = e.company_id and c.id = e.contact_id
      where e.company_id = ${companyId} and ${OPEN} order by e.due_date, e.id limit ${count}`,
  )
}

export async function pendingLines(db: Db, companyId: string): Promise<number> {
  const row = await first(
    db,
    sql<{ total: number }>`
      select count(*)::int as total from statement_entries where company_id = ${companyId} and deleted_at is null and status = 'PENDING'`,
  )
  return row?.total ?? 0
}

/** The receivables dated in an interval, as the list call would return them. */
export async function receivablesDated(db: Db, companyId: string, start: Day, end: Day): Promise<number> {
  const row = await first(
    db,
    sql<{ cents: number }>`select coalesce(sum(e.amount_cents), 0)::bigint as cents from entries e
      where e.company_id = ${companyId} and e.kind = 'RECEIVABLE' and e.deleted_at is null and e.transfer_id is null and not e.has_children
        and e.date between ${start}::date and ${end}::date`,
  )
  return row?.cents ?? 0
}
