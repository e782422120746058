// The SQL of the queue beside what `summarizeCompanies` counts: each figure is read once and grouped by company.
import { sql } from 'kysely'
import type { QueueCompany } from '#contract/queue.ts'
import { all, type Db } from '#server/db/query.ts'

type Figures = Pick<QueueCompany, 'doubts_count' | 'answers_count' | 'questions_count' | 'open_month' | 'certificate_until'>

interface Bounds {
  /** How far a title's due date may be from its line, before and after: the windows of the matching. */
  days: number
  lateDays: number
  now: number
}

export async function queueFigures(
  db: Db,
  companies: readonly string[],
  { days, lateDays, now }: Bounds,
): Promise<ReadonlyMap<string, Figures>> {
  const ids = sql`${[...companies]}::uuid[]`
  const rows = await all(
    db,
    sql<Figures & { company_id: string }>`with lines as materialized (
      select company_id, id, date, abs(amount_cents) as amount_cents, case when amount_cents < 0 then 'BILL' else 'RECEIVABLE' end as kind
      from statement_entries where company_id = any (${ids}) and deleted_at is null and status = 'PENDING'
    ), titles as materialized (
      select company_id, kind, amount_cents, due_date from entries
      where company_id = any (${ids}) and deleted_at is null and status not in ('PAID', 'RECEIVED') and status <> 'REPROVED'
        and not has_children and conciliation_id is null
    ), doubts as (
      select l.company_id, count(distinct l.id)::int as count from lines l
      join titles t on t.company_id = l.company_id and t.kind = l.kind and t.amount_cents = l.amount_cents
        and t.due_date between l.date - ${lateDays}::int and l.date + ${days}::int
      group by l.company_id
    ), asked as (
      select company_id, count(*) filter (where answered_at is not null)::int as answers,
        count(*) filter (where answered_at is null and expires_at > ${new Date(now)})::int as waiting
      from questions where company_id = any (${ids}) and settled_at is null and revoked_at is null group by company_id
    ), closings as (
      select company_id, max(end_date) as date from date_ranges
      where company_id = any (${ids}) and status = 'CLOSED' and deleted_at is null group by company_id
    ), certificates as (
      select company_id, max(valid_to) as until from certificates where company_id = any (${ids}) and deleted_at is null group by company_id
    )
    select c.id as company_id, coalesce(d.count, 0) as doubts_count, coalesce(a.answers, 0) as answers_count,
        coalesce(a.waiting, 0) as questions_count,
      to_char(coalesce(k.date + 1, (select min(e.date) from entries e
        where e.company_id = c.id and e.kind = 'BILL' and e.deleted_at is null),
        (select min(e.date) from entries e
        where e.company_id = c.id and e.kind = 'RECEIVABLE' and e.deleted_at is null)), 'YYYY-MM') as open_month,
      (t.until at time zone 'America/Sao_Paulo')::date as certificate_until
    from unnest(${ids}) c(id)
    left join doubts d on d.company_id = c.id
    left join asked a on a.company_id = c.id
    left join closings k on k.company_id = c.id
    left join certificates t on t.company_id = c.id`,
  )
  return new Map(rows.map(({ company_id, ...figures }) => [company_id, figures]))
}
