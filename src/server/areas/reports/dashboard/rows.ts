// The SQL of the dashboard: open titles counted in one scan, months of cash in another.
import { sql } from 'kysely'
import type { Home } from '#contract/dashboard.ts'
import type { OpenSum } from '#domain/balance-forecast.ts'
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

/** Open titles due until a day, added up by kind and due date. */
export function openByDay(db: Db, companyId: string, until: Day): Promise<OpenSum[]> {
  return all(
    db,
    sql<OpenSum>`select e.kind, e.due_date, count(*)::int as count, sum(e.amount_cents)::bigint as amount_cents
      from entries e where e.company_id = ${companyId} and ${OPEN} and e.due_date <= ${until}::date group by 1, 2`,
  )
}

const WHAT = sql`e.additional_information, c.name as contact_name
  from entries e left join contacts c on c.company_id = e.company_id and c.id = e.contact_id`

/** The first open titles due between two days. */
export function titlesDue(db: Db, companyId: string, from: Day, to: Day, count: number): Promise<Home['week']['titles']> {
  return all(
    db,
    sql<Home['week']['titles'][number]>`select e.id, e.kind, e.due_date, e.amount_cents, ${WHAT}
      where e.company_id = ${companyId} and ${OPEN} and e.due_date between ${from}::date and ${to}::date
      order by e.due_date, e.kind desc, e.amount_cents desc, e.id limit ${count}`,
  )
}

/** What the largest open bill due between two days is called. */
export async function largestBill(db: Db, companyId: string, from: Day | null, to: Day): Promise<string | null> {
  const row = await first(
    db,
    sql<{ additional_information: string | null; contact_name: string | null }>`select ${WHAT}
      where e.company_id = ${companyId} and ${OPEN} and e.kind = 'BILL' and e.due_date <= ${to}::date
        and (${from}::date is null or e.due_date >= ${from}::date) order by e.amount_cents desc, e.id limit 1`,
  )
  return row?.additional_information ?? row?.contact_name ?? null
}

export async function accountsInUse(db: Db, companyId: string): Promise<number> {
  const row = await first(
    db,
    sql<{ total: number }>`
      select count(*)::int as total from bank_accounts where company_id = ${companyId} and deleted_at is null and status = 'ACTIVE'`,
  )
  return row?.total ?? 0
}

export async function categoryNamesOf(db: Db, companyId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await all(
    db,
    sql<{ id: string; name: string }>`select id, name from categories where company_id = ${companyId} and id = any (${[...ids]}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
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
