// The SQL of layouts, of hand-overs, and of what each entry was delivered as.
import { sql } from 'kysely'
import type { Handover, HandoverLayout } from '#contract/handovers.ts'
import type { Day } from '#domain/days.ts'
import type { DeliveredLine } from '#domain/handover/changes.ts'
import type { Interval } from '#server/areas/reports/income-statement/rows.ts'
import { all, type Db, first } from '#server/db/query.ts'

type Kept = 'id' | 'company_id' | 'version' | 'created_at' | 'updated_at'
export type LayoutRow = Omit<HandoverLayout, Kept>

const LAYOUT = sql`l.id, l.company_id, l.version, l.name, l.kind, l.header, l.account, l.entry, l.trailer, l.separator, l.quoted, l.code_set,
  l.line_end, l.day_format, l.amount_format, l.account_code, l.company_code, l.user_name, l.created_at, l.updated_at`

export function listLayouts(db: Db, companyId: string): Promise<HandoverLayout[]> {
  return all(
    db,
    sql<HandoverLayout>`select ${LAYOUT} from handover_layouts l where l.company_id = ${companyId} and l.deleted_at is null
      order by lower(l.name), l.id`,
  )
}

export function findLayout(db: Db, companyId: string, id: string): Promise<HandoverLayout | undefined> {
  return first(
    db,
    sql<HandoverLayout>`select ${LAYOUT} from handover_layouts l where l.company_id = ${companyId} and l.id = ${id} and l.deleted_at is null`,
  )
}

export async function insertLayout(db: Db, companyId: string, id: string, row: LayoutRow): Promise<void> {
  await sql`insert into handover_layouts (company_id, id, name, kind, header, account, entry, trailer, separator, quoted, code_set, line_end,
      day_format, amount_format, account_code, company_code, user_name)
    values (${companyId}, ${id}, ${row.name}, ${row.kind}, ${row.header}, ${row.account}, ${row.entry}, ${row.trailer}, ${row.separator},
      ${row.quoted}, ${row.code_set}, ${row.line_end}, ${row.day_format}, ${row.amount_format}, ${row.account_code}, ${row.company_code},
      ${row.user_name})`.execute(db)
}

/** False when another write came first. */
export async function updateLayout(db: Db, companyId: string, id: string, version: number, row: LayoutRow): Promise<boolean> {
  const done = await sql`update handover_layouts set name = ${row.name}, kind = ${row.kind}, header = ${row.header},
      account = ${row.account}, entry = ${row.entry}, trailer = ${row.trailer}, separator = ${row.separator}, quoted = ${row.quoted},
      code_set = ${row.code_set}, line_end = ${row.line_end}, day_format = ${row.day_format}, amount_format = ${row.amount_format},
      account_code = ${row.account_code}, company_code = ${row.company_code}, user_name = ${row.user_name}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return done.numAffectedRows === 1n
}

export async function deleteLayout(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update handover_layouts set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(
    db,
  )
}

export interface StoredHandover extends Handover {
  storage_key: string
  last_number: number
}

const HANDOVERS = sql`select h.id, h.company_id, h.start_date, h.end_date, h.layout_name, h.file_name, h.storage_key, h.sha256,
    h.entries_count, h.total_cents, h.complement, h.first_number, h.last_number, h.shortened, u.name as made_by_name, h.created_at
  from handovers h left join users u on u.id = h.made_by`

/** The newest first, as their numbers go. */
export function listHandovers(db: Db, companyId: string): Promise<StoredHandover[]> {
  return all(
    db,
    sql<StoredHandover>`${HANDOVERS} where h.company_id = ${companyId} and h.deleted_at is null order by h.last_number desc, h.id desc`,
  )
}

export function findHandover(db: Db, companyId: string, id: string): Promise<StoredHandover | undefined> {
  return first(db, sql<StoredHandover>`${HANDOVERS} where h.company_id = ${companyId} and h.id = ${id} and h.deleted_at is null`)
}

/** Two hand-overs at once: the second waits and sees the first. The number of the last entry delivered, 0 before any. */
export async function lastNumber(db: Db, companyId: string): Promise<number> {
  const row = await first(
    db,
    sql<{
      last: number
    }>`select coalesce(max(last_number), 0) as last from handovers where company_id = ${companyId} and deleted_at is null`,
  )
  return row?.last ?? 0
}

export async function lockHandovers(db: Db, companyId: string): Promise<void> {
  await sql`select 1 from companies where id = ${companyId} for update`.execute(db)
}

export type NumberedLine = DeliveredLine & { number: number }

export interface NewHandover extends Interval {
  id: string
  layout_name: string
  file_name: string
  storage_key: string
  sha256: string
  total_cents: number
  complement: boolean
  shortened: Handover['shortened']
  made_by: string
  lines: readonly NumberedLine[]
}

export async function insertHandover(db: Db, companyId: string, { lines, ...row }: NewHandover): Promise<void> {
  await sql`insert into handovers (company_id, id, start_date, end_date, layout_name, file_name, storage_key, sha256, entries_count,
      total_cents, complement, first_number, last_number, shortened, made_by)
    values (${companyId}, ${row.id}, ${row.start_date}, ${row.end_date}, ${row.layout_name}, ${row.file_name}, ${row.storage_key},
      ${row.sha256}, ${lines.length}, ${row.total_cents}, ${row.complement}, ${lines[0]?.number ?? 0}, ${lines.at(-1)?.number ?? 0},
      ${JSON.stringify(row.shortened)}::jsonb, ${row.made_by})`.execute(db)
  await sql`insert into handover_lines (company_id, handover_id, number, entry_id, date, debit_account_id, credit_account_id, amount_cents,
      history_code, history, document, reversal)
    select ${companyId}, ${row.id}, r.number, r.entry_id, r.date, r.debit, r.credit, r.amount_cents, r.history_code, r.history, r.document,
      r.reversal
    from json_to_recordset(${JSON.stringify(lines)}::json) as r(number int, entry_id uuid, date date, debit uuid, credit uuid,
      amount_cents bigint, history_code text, history text, document text, reversal boolean)`.execute(db)
}

export async function deleteHandover(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update handovers set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

/** By entry the last line that counts: of these entries, and of all delivered on a day of the interval. */
export async function deliveredLines(
  db: Db,
  companyId: string,
  { start_date, end_date }: Interval,
  entryIds: readonly string[],
): Promise<Map<string, DeliveredLine>> {
  const rows = await all(
    db,
    sql<DeliveredLine & { date: Day }>`select distinct on (l.entry_id) l.entry_id, l.date, l.debit_account_id as debit,
        l.credit_account_id as credit, l.amount_cents, l.history_code, l.history, l.document, l.reversal
      from handover_lines l join handovers h on h.company_id = l.company_id and h.id = l.handover_id and h.deleted_at is null
      where l.company_id = ${companyId} and (l.entry_id = any (${[...entryIds]}::uuid[]) or l.entry_id in (
        select d.entry_id from handover_lines d where d.company_id = ${companyId} and d.date between ${start_date}::date and ${end_date}::date))
      order by l.entry_id, l.number desc`,
  )
  return new Map(rows.map(row => [row.entry_id, row]))
}

export interface ChartCode {
  id: string
  code: string
  reduced: string | null
  name: string
  analytic: boolean
  nature: string | null
  ecd_nature: string | null
}

/** Also those that left the chart: an earlier file may have used them. */
export function chartCodes(db: Db, companyId: string): Promise<ChartCode[]> {
  return all(
    db,
    sql<ChartCode>`select id, code, reduced, name, analytic, nature, ecd_nature from chart_accounts where company_id = ${companyId}
      order by deleted_at nulls last, code`,
  )
}
