// The SQL fragments that every list of entries shares: their derived status, whether they may be edited, and their filters.

import { type RawBuilder, sql } from 'kysely'
import { addDays, previousBusinessDay } from '#domain/days.ts'
import type { DateType, TitleKind } from '#domain/enums.ts'

export const SETTLED = sql`('PAID', 'RECEIVED')`
export const isSettled = (status: string): boolean => status === 'PAID' || status === 'RECEIVED'

/**
 * OVERDUE is never stored: an open receivable is overdue from the day after its due date, or after the next business day when that is
 * not one. The latest such due date is one day for all rows, so the database compares days and needs no calendar.
 */
export const lastOverdueDay = (today: string): string => previousBusinessDay(addDays(today, -1))

export const derivedStatus = (today: string): RawBuilder<string> =>
  sql<string>`case when e.kind = 'RECEIVABLE' and e.status = 'PENDING' and e.due_date <= ${lastOverdueDay(today)}::date then 'OVERDUE' else e.status end`

const inClosedRange = sql`exists (select 1 from date_ranges r where r.company_id = e.company_id and r.status = 'CLOSED' and r.deleted_at is null
  and (e.competence_date between r.start_date and r.end_date or (e.status in ${SETTLED} and e.date between r.start_date and r.end_date)))`

/** Mirrors `isEditable` of the domain over a row `e`. */
export const editable = sql<boolean>`(e.status <> 'WAITING_PAYMENT' and e.conciliation_id is null and e.deleted_at is null and not ${inClosedRange})`

export interface EntryFilter {
  kind?: TitleKind
  date_type: DateType
  start_date?: string | undefined
  end_date?: string | undefined
  bank_account_ids?: readonly string[] | undefined
  category_id?: string | undefined
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
  if (filter.start_date) parts.push(sql`${day} >= ${filter.start_date}::date`)
  if (filter.end_date) parts.push(sql`${day} <= ${filter.end_date}::date`)
  if (filter.bank_account_ids?.length) parts.push(sql`e.bank_account_id = any (${[...filter.bank_account_ids]}::uuid[])`)
  if (filter.category_id) parts.push(sql`e.category_id = ${filter.category_id}`)
  if (filter.contact_id) parts.push(sql`e.contact_id = ${filter.contact_id}`)
  if (filter.statuses?.length) parts.push(sql`${derivedStatus(today)} = any (${[...filter.statuses]})`)
  if (filter.ids) parts.push(sql`e.id = any (${[...filter.ids]}::uuid[])`)
  if (!filter.transfers) parts.push(sql`e.transfer_id is null`)
  if (filter.skip_parent_entries) parts.push(sql`not e.has_children`)
  return sql<boolean>`(${sql.join(parts, sql` and `)})`
}

/** Attachments per entry of one company, to join as `n`. */
export const attachmentCounts = (companyId: string) =>
  sql`left join (select entry_id, count(*)::int as total from attachments where company_id = ${companyId} and deleted_at is null and entry_id is not null group by entry_id) n on n.entry_id = e.id`
