// The SQL of entries: reading, locking, inserting and changing bills and receivables, many at a time.

import { type RawBuilder, sql } from 'kysely'
import { BankAccountRef } from '#contract/bank-accounts.ts'
import { CategoryRef } from '#contract/categories.ts'
import { ContactRef } from '#contract/contacts.ts'
import type { DateRange } from '#contract/entries.ts'
import { entryColumns, Recurrence } from '#contract/entry.ts'
import type { Day } from '#domain/days.ts'
import type { TitleKind } from '#domain/enums.ts'
import { all, type Db, first, PREPARED, type Row } from '#server/db/query.ts'
import { columnarReply, columnarWhole, deltaStart } from '#server/kernel/columnar.ts'
import type { Reply } from '#server/kernel/context.ts'
import {
  attachmentCounts,
  derivedStatus,
  type EntryFilter,
  editable,
  invoiceCounts,
  matches,
  type SortField,
  sliceBy,
  sortBy,
} from './sql.ts'

/** The columns a settlement took the place of, as they were. `rest_id` is the open part a partial payment split off. */
export interface BeforeSettlement {
  status: string
  date: string
  amount_cents: number
  bank_account_id: string | null
  applied_at: string | null
  status_before: string | null
  paid_without_approval: boolean
  before_settlement: BeforeSettlement | null
  rest_id?: string
  /** The group it was settled in by hand, before a line proved it. */
  by_hand_id?: string
}

/** An entry as it is stored. */
export interface StoredEntry
  extends Omit<Row<'entries'>, 'company_id' | 'state' | 'changed' | 'created_at' | 'updated_at' | 'before_settlement'> {
  before_settlement: BeforeSettlement | null
}

/** Columns a write may set, with their types: the one list that inserting and changing both read. */
export const ENTRY_COLUMNS = {
  kind: 'text',
  status: 'text',
  amount_cents: 'bigint',
  date: 'date',
  due_date: 'date',
  competence_date: 'date',
  issue_date: 'date',
  bank_account_id: 'uuid',
  category_id: 'uuid',
  contact_id: 'uuid',
  additional_information: 'text',
  document_number: 'text',
  payment_method: 'text',
  payment_details: 'jsonb',
  transaction_id: 'text',
  sorting_index: 'int',
  parent_id: 'uuid',
  has_children: 'boolean',
  recurrence_id: 'uuid',
  recurrence_index: 'int',
  transfer_id: 'uuid',
  conciliation_id: 'uuid',
  difference_kind: 'text',
  status_before: 'text',
  before_settlement: 'jsonb',
  split_by_conciliation_id: 'uuid',
  paid_without_approval: 'boolean',
  approved_by: 'uuid',
  applied_at: 'timestamptz',
  ignored_at: 'timestamptz',
  duplicated_from_id: 'uuid',
  reason: 'text',
  created_by: 'uuid',
  deleted_at: 'timestamptz',
} as const satisfies Partial<Record<keyof StoredEntry, string>>

export type EntryColumn = keyof typeof ENTRY_COLUMNS
export type EntryChange = { id: string } & Partial<Pick<StoredEntry, EntryColumn>>
export type NewEntry = {
  id: string
  kind: TitleKind
  status: string
  amount_cents: number
  date: string
  due_date: string
  competence_date: string
} & Partial<Pick<StoredEntry, EntryColumn>>

const DEFAULTS: Partial<Record<EntryColumn, unknown>> = { sorting_index: 0, has_children: false, paid_without_approval: false }

const recordset = (rows: readonly unknown[], columns: readonly EntryColumn[]) =>
  sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid,
      ${sql.join(columns.map(column => sql`${sql.ref(column)} ${sql.raw(ENTRY_COLUMNS[column])}`))})`

const pick = (row: EntryChange, columns: readonly EntryColumn[]) =>
  Object.fromEntries([['id', row.id], ...columns.map(column => [column, row[column]])])

export async function insertEntries(db: Db, companyId: string, rows: readonly NewEntry[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(ENTRY_COLUMNS) as EntryColumn[]
  await sql`insert into entries (company_id, id, ${sql.join(columns.map(column => sql.ref(column)))})
    select ${companyId}, r.id, ${sql.join(columns.map(column => sql`r.${sql.ref(column)}`))} from ${recordset(
      rows.map(row => ({ ...DEFAULTS, ...row })),
      columns,
    )}`.execute(db)
}

/** The columns that any of the changes really moves: a bulk sends, compares and writes only those. */
export function differing<C extends EntryColumn>(
  columns: readonly C[],
  rows: readonly StoredEntry[],
  changes: readonly EntryChange[],
): C[] {
  const stored = new Map(rows.map(row => [row.id, row]))
  return columns.filter(column => changes.some(change => change[column] !== stored.get(change.id)?.[column]))
}

/** Sets the given columns of each row; every row must name the same columns, others are left out. One statement whatever the count. */
export async function changeEntries(
  db: Db,
  companyId: string,
  columns: readonly EntryColumn[],
  rows: readonly EntryChange[],
): Promise<void> {
  if (rows.length === 0 || columns.length === 0) return
  await sql`update entries e set ${sql.join(columns.map(column => sql`${sql.ref(column)} = r.${sql.ref(column)}`))}
    from ${recordset(
      rows.map(row => pick(row, columns)),
      columns,
    )} where e.company_id = ${companyId} and e.id = r.id`.execute(db)
}

/** What a write needs to know of an entry; the rest is not fetched, for a bulk locks thousands. */
export const stored = sql.join(['id', 'version', ...Object.keys(ENTRY_COLUMNS)].map(column => sql.ref(`e.${column}`)))

/** The rows in id order, so that two bulk writes of the same rows wait for each other and never deadlock. Deleted ones too. */
export function lockEntries(db: Db, companyId: string, ids: readonly string[], kind?: TitleKind): Promise<StoredEntry[]> {
  return all(
    db,
    sql<StoredEntry>`
      select ${stored} from entries e
      where e.company_id = ${companyId} and e.id = any (${[...ids]}::uuid[]) ${kind ? sql`and e.kind = ${kind}` : sql``}
      order by e.id for update`,
  )
}

export interface Reference {
  table: string
  /** Of the table in a record's statement. */
  alias: string
  /** Of an entry, holding its id. */
  column: keyof StoredEntry
  fields: readonly string[]
}

/** What a record holds of other records, by field. */
export const REFERENCES: Readonly<Record<string, Reference>> = {
  bank_account: { table: 'bank_accounts', alias: 'a', column: 'bank_account_id', fields: Object.keys(BankAccountRef.shape) },
  category: { table: 'categories', alias: 'c', column: 'category_id', fields: Object.keys(CategoryRef.shape) },
  contact: { table: 'contacts', alias: 'k', column: 'contact_id', fields: Object.keys(ContactRef.shape) },
  scheduled_recurrence: { table: 'recurrences', alias: 's', column: 'recurrence_id', fields: Object.keys(Recurrence.shape) },
}

/** The rows of a reference's table, each with its JSON: written once where they are few, not once for every entry. */
export const referred = ({ table, fields }: Reference) =>
  sql`(select *, json_build_object(${sql.join(fields.map(field => sql`${sql.lit(field)}, ${sql.ref(field)}`))}) as ref from ${sql.ref(table)})`

const references = (write: (reference: Reference, field: string) => RawBuilder<unknown>, separator: RawBuilder<unknown>) =>
  sql.join(
    Object.entries(REFERENCES).map(([field, reference]) => write(reference, field)),
    separator,
  )

const ALL_REFS = references(
  reference =>
    sql`left join ${referred(reference)} ${sql.ref(reference.alias)}
      on ${sql.ref(reference.alias)}.company_id = e.company_id and ${sql.ref(reference.alias)}.id = e.${sql.ref(reference.column)}`,
  sql` `,
)
const REF_COLUMNS = references(({ alias }, field) => sql`${sql.ref(alias)}.ref as ${sql.ref(field)}`, sql`, `)

export const record = (
  companyId: string,
  today: string,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
) => sql<Record<string, unknown>>`
  select e.*, ${derivedStatus(today)} as status, ${REF_COLUMNS},
    e.parent_id as parent_bill_id, e.parent_id as parent_receivable_id, null as payment_order,
    ${editable(companyId)} as editable, coalesce(n.total, 0) as attachments_count, coalesce(v.total, 0) as invoices_count,
    case when e.conciliation_id is null then 0 else (select count(*)::int from statement_entries l
      where l.company_id = e.company_id and l.conciliation_id = e.conciliation_id
      and l.deleted_at is null) end as bank_statement_entries_count ${more}
  from entries e ${ALL_REFS} ${attachmentCounts(companyId)} ${invoiceCounts(companyId)}
  where e.company_id = ${companyId} and e.deleted_at is null and ${where} order by ${order}`

/** Whole records in the order of their dates; the shape of Bill, Receivable and Entry at once. */
export function readEntries<T>(
  db: Db,
  companyId: string,
  today: string,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`e.date, e.sorting_index, e.created_at, e.id`,
  more: RawBuilder<unknown> = sql``,
): Promise<T[]> {
  return all(db, record(companyId, today, where, order, more) as unknown as RawBuilder<T>)
}

/** One whole record; its many joins take longer to plan than to run, so they are planned once. */
export function readEntry<T>(db: Db, companyId: string, today: string, id: string, kind: TitleKind): Promise<T | undefined> {
  const where = sql`e.id = ${id} and e.kind = ${kind}`
  return first(db, sql<T>`${PREPARED} ${record(companyId, today, where, sql`e.id`)}`)
}

export interface Page {
  order_by: SortField
  limit: number
  after?: { value: string; id: string } | undefined
}

/** One page in (order_by, id) order. */
export function pageEntries<T>(db: Db, companyId: string, today: string, filter: EntryFilter, page: Page): Promise<T[]> {
  const by = sortBy(page.order_by)
  const after = page.after ? sql`and (${by}, e.id) > (${page.after.value}, ${page.after.id})` : sql``
  return readEntries(db, companyId, today, sql`${matches(filter, today)} ${after}`, sql`${by}, e.id limit ${page.limit}`)
}

/** Written by that transaction or later, itself or in its attachments: an array, since a subquery in `in` would hide the index on `changed`. */
export const changedSince = (companyId: string, since: string): RawBuilder<boolean> =>
  sql<boolean>`
    (e.changed >= ${since}::bigint or e.id = any (array(select t.entry_id from attachments t
      where t.company_id = ${companyId} and t.changed >= ${since}::bigint)))`

/** Where a delta of entries may start: nowhere when a period was closed or opened since, for that moves `editable` without a write. */
export async function deltaOfEntries(db: Db, companyId: string, since: string | undefined): Promise<string | undefined> {
  const start = await deltaStart(db, since)
  if (start === undefined) return undefined
  const moved = await first(db, sql`select 1 from date_ranges where company_id = ${companyId} and changed >= ${start}::bigint limit 1`)
  return moved ? undefined : start
}

/** The list, or what changed since a transaction, in columns; what left the filter comes back marked deleted. */
export function columnarEntries(
  db: Db,
  companyId: string,
  today: string,
  filter: EntryFilter,
  orderBy: SortField,
  since: string | undefined,
  limit: number | undefined,
): Promise<Reply> {
  const inside = matches(filter, today)
  const where =
    since === undefined
      ? sql`e.deleted_at is null and ${inside}`
      : sql`${changedSince(companyId, since)} ${filter.kind ? sql`and e.kind = ${filter.kind}` : sql``}`
  const rows = sql`
    select ${sliceBy(orderBy)} as slice, e.id, e.version, e.amount_cents, e.date, e.due_date, e.competence_date, e.issue_date,
      ${derivedStatus(today)} as status,
      e.bank_account_id, e.category_id, e.contact_id, e.additional_information, e.document_number, e.payment_method, e.transaction_id,
      e.parent_id, e.transfer_id,
      e.conciliation_id, e.recurrence_id, coalesce(n.total, 0) as attachments_count, ${editable(companyId)} as editable,
      (e.deleted_at is not null or not ${inside}) as deleted
    from entries e ${attachmentCounts(companyId)} where e.company_id = ${companyId} and ${where} order by slice, ${sortBy(orderBy)}, e.id`
  if (since === undefined && limit === undefined) return columnarWhole(db, entryColumns, rows)
  return columnarReply(db, entryColumns, limit === undefined ? rows : sql`${rows} limit ${limit}`, since === undefined)
}

export interface ClosedRow {
  start_date: string
  end_date: string
}

export function closedRanges(db: Db, companyId: string): Promise<ClosedRow[]> {
  return all(
    db,
    sql<ClosedRow>`${PREPARED} select start_date, end_date from date_ranges
      where company_id = ${companyId} and status = 'CLOSED' and deleted_at is null`,
  )
}

/** The closed range with the most days of an interval. */
export function closedIn(
  db: Db,
  companyId: string,
  { start_date, end_date }: { start_date: Day; end_date: Day },
): Promise<DateRange | undefined> {
  return first(
    db,
    sql<DateRange>`select r.*, c.name as closed_by_name, o.name as opened_by_name
      from date_ranges r left join users c on c.id = r.closed_by left join users o on o.id = r.opened_by
      where r.company_id = ${companyId} and r.deleted_at is null and r.status = 'CLOSED'
        and r.start_date <= ${end_date}::date and r.end_date >= ${start_date}::date
      order by least(r.end_date, ${end_date}::date) - greatest(r.start_date, ${start_date}::date) desc limit 1`,
  )
}

/** Which of the given ids are not usable here: unknown, deleted, archived account, inactive category. */
export async function unusableRefs(
  db: Db,
  companyId: string,
  refs: { bank_account_id: readonly string[]; category_id: readonly string[]; contact_id: readonly string[] },
): Promise<Set<string>> {
  const missing = (table: string, ids: readonly string[], live: RawBuilder<unknown>) =>
    sql`
      select x.id from unnest(${[...ids]}::uuid[]) as x(id)
      where not exists (select 1 from ${sql.ref(table)} t
        where t.company_id = ${companyId} and t.id = x.id and t.deleted_at is null and ${live})`
  const rows = await all(
    db,
    sql<{ id: string }>`${missing('bank_accounts', refs.bank_account_id, sql`t.status = 'ACTIVE'`)}
      union all ${missing('categories', refs.category_id, sql`t.status = 'ACTIVE'`)}
      union all ${missing('contacts', refs.contact_id, sql`true`)}`,
  )
  return new Set(rows.map(row => row.id))
}
