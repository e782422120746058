// The SQL fragments that every list of entries shares: their derived status, whether they may be edited, and their filters.

import { type RawBuilder, sql } from 'kysely'
import { lastOverdueDay } from '#domain/due.ts'
import type { DateType, TitleKind } from '#domain/enums.ts'

export const SETTLED = sql`('PAID', 'RECEIVED')`
export const isSettled = (status: string): boolean => status === 'PAID' || status === 'RECEIVED'

/** OVERDUE is never stored. */
export const derivedStatus = (today: string): RawBuilder<string> =>
  sql<string>`
    case when e.kind = 'RECEIVABLE' and e.status = 'PENDING'
      and e.due_date <= ${lastOverdueDay(today)}::date then 'OVERDUE' else e.status end`

/** The closed days of a company as one value, which PostgreSQL reads once per query and not once per row. */
const closedDays = (
  companyId: string,
) => sql`(select coalesce(range_agg(daterange(r.start_date, r.end_date, '[]')), '{}') from date_ranges r
  where r.company_id = ${companyId} and r.status = 'CLOSED' and r.deleted_at is null)`

/** Mirrors `isEditable` of the domain over a row `e`. */
export const editable = (companyId: string): RawBuilder<boolean> =>
  sql<boolean>`(e.status <> 'WAITING_PAYMENT' and e.conciliation_id is null and e.deleted_at is null
    and not e.competence_date <@ ${closedDays(companyId)} and not (e.status in ${SETTLED} and e.date <@ ${closedDays(companyId)}))`

export interface EntryFilter {
  kind?: TitleKind
  date_type: DateType
  start_date?: string | undefined
  end_date?: string | undefined
  carry_open?: boolean | undefined
  bank_account_ids?: readonly string[] | undefined
  category_id?: string | undefined
  category_ids?: readonly string[] | undefined
  without_category?: boolean | undefined
  contact_id?: string | undefined
  statuses?: readonly string[] | undefined
  transfers: boolean
  skip_parent_entries: boolean
  ids?: readonly string[] | undefined
}

/** What a row `e` must satisfy to be listed, deleted ones aside. */
export function matches(filter: EntryFilter, today: string): RawBuilder<boolean> {
  const day = sql.ref(`e.${filter.date_type}`)
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (filter.kind) parts.push(sql`e.kind = ${filter.kind}`)
  if (filter.start_date) {
    const within = sql`${day} >= ${filter.start_date}::date`
    parts.push(filter.carry_open ? sql`(${within} or e.status not in ${SETTLED})` : within)
  }
  if (filter.end_date) parts.push(sql`${day} <= ${filter.end_date}::date`)
  if (filter.bank_account_ids?.length) parts.push(sql`e.bank_account_id = any (${[...filter.bank_account_ids]}::uuid[])`)
  if (filter.category_id) parts.push(sql`e.category_id = ${filter.category_id}`)
  if (filter.category_ids?.length) parts.push(sql`e.category_id = any (${[...filter.category_ids]}::uuid[])`)
  if (filter.without_category) parts.push(sql`e.category_id is null`)
  if (filter.contact_id) parts.push(sql`e.contact_id = ${filter.contact_id}`)
  if (filter.statuses?.length) parts.push(sql`${derivedStatus(today)} = any (${[...filter.statuses]})`)
  if (filter.ids) parts.push(sql`e.id = any (${[...filter.ids]}::uuid[])`)
  if (!filter.transfers) parts.push(sql`e.transfer_id is null`)
  if (filter.skip_parent_entries) parts.push(sql`not e.has_children`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** Attachments per entry of one company, to join as `n`. */
export const attachmentCounts = (companyId: string) =>
  sql`
    left join (select entry_id, count(*)::int as total from attachments
      where company_id = ${companyId} and deleted_at is null and entry_id is not null group by entry_id) n on n.entry_id = e.id`

/** Notes per entry of one company, to join as `v`. */
export const invoiceCounts = (companyId: string) =>
  sql`
    left join (select entry_id, count(*)::int as total from invoice_entries where company_id = ${companyId} and deleted_at is null
      group by entry_id) v on v.entry_id = e.id`

/** The columns a list may be ordered by, as one comparable value each: never null, and instants as exact as the wire carries them. */
const SORTS = {
  date: sql.ref('e.date'),
  due_date: sql.ref('e.due_date'),
  competence_date: sql.ref('e.competence_date'),
  issue_date: sql`coalesce(e.issue_date, '9999-12-31')`,
  amount_cents: sql.ref('e.amount_cents'),
  created_at: sql`date_trunc('milliseconds', e.created_at)`,
} as const satisfies Record<string, RawBuilder<unknown>>

export type SortField = keyof typeof SORTS
export const sortBy = (field: SortField): RawBuilder<unknown> => SORTS[field]

/** Where a long list in that order is cut: a value that never falls along it, and that some rows share. */
const SLICES = { ...SORTS, amount_cents: sql`e.amount_cents / 100000`, created_at: sql`date_trunc('day', e.created_at)` }
export const sliceBy = (field: SortField): RawBuilder<unknown> => SLICES[field]

/** The same value of a record that was read. */
export const sortValue = (field: SortField, record: Record<SortField, unknown>): string => String(record[field] ?? '9999-12-31')

export function isSortValue(field: SortField, value: string): boolean {
  if (field === 'amount_cents') return /^\d{1,15}$/.test(value)
  return (field === 'created_at' ? /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/ : /^\d{4}-\d\d-\d\d$/).test(value) && !Number.isNaN(Date.parse(value))
}
