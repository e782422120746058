// Entries: the cash flow as one list, its totals, copies, closed periods and duplicates.

import { sql } from 'kysely'
import { type Entry, entryFlowColumns } from '#contract/entries.ts'
import type { contract } from '#contract/index.ts'
import { formatDay } from '#domain/days.ts'
import { CLOSE_ERROR_MESSAGES, closeError } from '#domain/periods.ts'
import { columnarReply, deltaStart } from '../../db/columnar.ts'
import { all, first } from '../../db/query.ts'
import type { Context, Handlers, Reply } from '../../kernel/context.ts'
import { fail, invalid } from '../../kernel/fail.ts'
import { attachmentsOfEntries } from '../attachments/rows.ts'
import { deleteEntries, needOnEach, restoreEntries } from './deleting.ts'
import { acceptDuplicates, duplicateSuggestions, ignoreDuplicates } from './duplicates.ts'
import { closedRanges, insertEntries, readEntries } from './rows.ts'
import { importEntries } from './sheet.ts'
import { derivedStatus, type EntryFilter, editable, matches, SETTLED } from './sql.ts'
import { asBlocked, closedRefusal, mustLock, newBillStatus, rejection, writeFacts } from './writing.ts'

type EntryHandlers = Handlers<(typeof contract)['entries']>
type ListQuery = Parameters<EntryHandlers['list']>[1]['query']

const LIST_CAP = 100_000

/** The running balance of the listed accounts: settled entries in date order, on top of their initial balances. */
const runningBalance = sql`case when e.status in ${SETTLED} then
  sum(case when e.status not in ${SETTLED} then 0 when e.kind = 'BILL' then -e.amount_cents else e.amount_cents end) over (order by e.date, e.sorting_index, e.created_at, e.id) end`

function filterOf(query: ListQuery): EntryFilter {
  return {
    date_type: 'date',
    start_date: query.start_date,
    end_date: query.end_date,
    bank_account_ids: query.bank_account_ids,
    transfers: true,
    skip_parent_entries: query.skip_parent_entries,
  }
}

async function withDuplicates(ctx: Context, query: ListQuery): Promise<EntryFilter> {
  const filter = filterOf(query)
  if (!query.just_duplicates) return filter
  const groups = await duplicateSuggestions(ctx)
  return { ...filter, ids: groups.flatMap(group => [group.original.id, ...group.duplicates.map(duplicate => duplicate.id)]) }
}

/** What the listed accounts held before the window: their initial balances and everything settled until then. */
const openingBalance = (ctx: Context, query: ListQuery) => {
  const accounts = query.bank_account_ids?.length ? sql`and a.id = any (${query.bank_account_ids}::uuid[])` : sql``
  return sql`(select coalesce(sum(a.initial_balance_amount_cents), 0) from bank_accounts a where a.company_id = ${ctx.companyId} and a.deleted_at is null ${accounts})
    + (select coalesce(sum(case when p.kind = 'BILL' then -p.amount_cents else p.amount_cents end), 0) from entries p join bank_accounts a on a.company_id = p.company_id and a.id = p.bank_account_id
       where p.company_id = ${ctx.companyId} and p.deleted_at is null and not p.has_children and p.status in ${SETTLED} ${accounts}
         and (a.date_initial_balance is null or p.date >= a.date_initial_balance) and ${query.start_date ? sql`p.date < ${query.start_date}::date` : sql`false`})`
}

async function listEntries(ctx: Context, query: ListQuery): Promise<Entry[] | Reply> {
  const filter = await withDuplicates(ctx, query)
  if (!ctx.columnar) {
    const rows = await readEntries<Entry & { kind: string; running: number | null }>(
      ctx.db,
      ctx.companyId,
      ctx.today,
      matches(filter, ctx.today),
      sql`e.date, e.sorting_index, e.created_at, e.id limit ${query.limit ?? LIST_CAP}`,
    )
    const opening = await first(ctx.db, sql<{ cents: number }>`select (${openingBalance(ctx, query)})::bigint as cents`)
    let balance = opening?.cents ?? 0
    return rows.map(row => {
      const settled = row.status === 'PAID' || row.status === 'RECEIVED'
      const debit = (row.kind as string) === 'BILL'
      if (settled) balance += debit ? -row.amount_cents : row.amount_cents
      return { ...row, kind: debit ? 'DEBIT' : 'CREDIT', current_balance: settled ? balance : null }
    })
  }
  const since = await deltaStart(ctx.db, query.since)
  const inside = matches(filter, ctx.today)
  const where = since === undefined ? sql`e.deleted_at is null and ${inside}` : sql`e.changed >= ${since}::bigint`
  const rows = sql`select e.id, e.version, case when e.kind = 'BILL' then 'DEBIT' else 'CREDIT' end as kind, ${derivedStatus(ctx.today)} as status, e.amount_cents, e.date, e.due_date, e.competence_date,
      e.bank_account_id, e.category_id, e.contact_id, e.additional_information, e.parent_id, e.transfer_id, e.conciliation_id,
      ${since === undefined ? sql`${openingBalance(ctx, query)} + ${runningBalance}` : sql`null::bigint`} as current_balance, ${editable} as editable,
      (e.deleted_at is not null or not ${inside}) as deleted
    from entries e where e.company_id = ${ctx.companyId} and ${where} order by e.date, e.sorting_index, e.created_at, e.id`
  return columnarReply(ctx.db, entryFlowColumns, rows, since === undefined)
}

const rangeSelect = (where: ReturnType<typeof sql>) => sql<never>`select r.*, c.name as closed_by_name, o.name as opened_by_name
  from date_ranges r left join users c on c.id = r.closed_by left join users o on o.id = r.opened_by where r.deleted_at is null and ${where} order by r.start_date desc, r.closed_at desc`

export const entryHandlers: EntryHandlers = {
  list: (ctx, { query }) => listEntries(ctx, query),
  duplicate: ctx => duplicateSuggestions(ctx),

  async kind(ctx, { query }) {
    const filter = await withDuplicates(ctx, query)
    const rows = await all(
      ctx.db,
      sql<{
        kind: string
        count: number
        amount_cents: number
      }>`select e.kind, count(*)::int as count, coalesce(sum(e.amount_cents), 0)::bigint as amount_cents
        from entries e where e.company_id = ${ctx.companyId} and e.deleted_at is null and ${matches(filter, ctx.today)} group by e.kind`,
    )
    return (['BILL', 'RECEIVABLE'] as const).map(kind => {
      const row = rows.find(each => each.kind === kind)
      return { kind: kind === 'BILL' ? 'DEBIT' : 'CREDIT', count: row?.count ?? 0, amount_cents: row?.amount_cents ?? 0 }
    })
  },

  dateRanges: ctx => all(ctx.db, rangeSelect(sql`r.company_id = ${ctx.companyId}`)),

  async attachments(ctx, { query }) {
    return attachmentsOfEntries(ctx.db, ctx.companyId, matches(await withDuplicates(ctx, query), ctx.today))
  },

  delete: (ctx, { body, query }) => deleteEntries(ctx, body.ids, query.preview ?? false),
  restore: (ctx, { body }) => restoreEntries(ctx, body.ids),

  async copy(ctx, { body }) {
    const rows = await mustLock(ctx, body.ids)
    needOnEach(ctx, rows, 'c')
    const facts = await writeFacts(ctx)
    const blocked = rows.flatMap(row => {
      const refusal = closedRefusal('create', undefined, { ...row, status: 'PENDING' }, facts.ranges)
      return refusal ? [asBlocked(row, refusal)] : []
    })
    if (blocked.length > 0) throw rejection(blocked, rows.length)
    const copies = rows.map(row => ({
      ...row,
      id: ctx.newId(),
      status: row.kind === 'BILL' ? newBillStatus(facts) : 'PENDING',
      applied_at: null,
      status_before: null,
      before_settlement: null,
      paid_without_approval: false,
      approved_by: null,
      reason: null,
      ignored_at: null,
      duplicated_from_id: null,
      conciliation_id: null,
      transaction_id: null,
      parent_id: null,
      has_children: false,
      split_by_conciliation_id: null,
      recurrence_id: null,
      recurrence_index: null,
      transfer_id: null,
      difference_kind: null,
      created_by: ctx.actor.user_id,
    }))
    await insertEntries(ctx.db, ctx.companyId, copies)
    ctx.touch(...copies.map(copy => copy.id))
    ctx.label(`${copies.length} ${copies.length === 1 ? 'lançamento duplicado' : 'lançamentos duplicados'}`)
    return { updated: copies.length, ids: copies.map(copy => copy.id) }
  },

  async closeDateRange(ctx, { body }) {
    // The lock every writer shares: a write that has looked at the ranges before us commits first, one after us sees ours.
    await sql`select 1 from companies where id = ${ctx.companyId} for update`.execute(ctx.db)
    const closed = await closedRanges(ctx.db, ctx.companyId)
    const error = closeError(body, closed, ctx.today)
    if (error === 'range.overlaps') {
      const other = closed.find(range => range.start_date <= body.end_date && body.start_date <= range.end_date)
      throw fail('period.overlap', { inicio: formatDay(other?.start_date ?? ''), fim: formatDay(other?.end_date ?? '') })
    }
    if (error) throw invalid('end_date', CLOSE_ERROR_MESSAGES[error])
    const id = ctx.newId()
    await sql`insert into date_ranges (company_id, id, start_date, end_date, closed_by, closed_at, open_entries_count)
      select ${ctx.companyId}, ${id}, ${body.start_date}, ${body.end_date}, ${ctx.actor.user_id}, ${new Date(ctx.now)}, count(*) from entries e
      where e.company_id = ${ctx.companyId} and e.deleted_at is null and not e.has_children and e.status not in ${SETTLED} and e.date between ${body.start_date} and ${body.end_date}`.execute(
      ctx.db,
    )
    ctx.label(`Período de ${formatDay(body.start_date)} a ${formatDay(body.end_date)} fechado`)
    return mustFindRange(ctx, id)
  },

  async openDateRange(ctx, { params }) {
    await sql`select 1 from companies where id = ${ctx.companyId} for update`.execute(ctx.db)
    const range = await mustFindRange(ctx, params.id)
    if (range.status === 'CLOSED') {
      await sql`update date_ranges set status = 'OPEN', opened_by = ${ctx.actor.user_id}, opened_at = ${new Date(ctx.now)} where company_id = ${ctx.companyId} and id = ${params.id}`.execute(
        ctx.db,
      )
    }
    ctx.label(`Período de ${formatDay(range.start_date)} a ${formatDay(range.end_date)} reaberto`)
    return mustFindRange(ctx, params.id)
  },

  upload: (ctx, { file, form }) => importEntries(ctx, file, form.kind),
  acceptDuplicate: (ctx, { body }) => acceptDuplicates(ctx, 'bill_id' in body ? body.bill_id : body.receivable_id),
  ignoreDuplicate: (ctx, { body }) => ignoreDuplicates(ctx, 'bill_id' in body ? body.bill_id : body.receivable_id),
}

async function mustFindRange(ctx: Context, id: string) {
  const row = await first(ctx.db, rangeSelect(sql`r.company_id = ${ctx.companyId} and r.id = ${id}`))
  if (!row) throw fail('resource.not_found')
  return row as Awaited<ReturnType<EntryHandlers['openDateRange']>> & { status: string; start_date: string; end_date: string }
}
