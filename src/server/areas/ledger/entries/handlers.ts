// Entries: the cash flow as one list, its totals, copies, closed periods and duplicates.

import { sql } from 'kysely'
import { type Entry, entryFlowColumns } from '#contract/entries.ts'
import type { contract } from '#contract/index.ts'
import { Id, LIST_ROWS, PAGE_ROWS } from '#contract/kit/fields.ts'
import type { TitleKind } from '#domain/enums.ts'
import { counted } from '#domain/text.ts'
import { attachmentsOfEntries } from '#server/areas/platform/attachments/rows.ts'
import { invalid, tooManyRows } from '#server/base/fail.ts'
import { all, first } from '#server/db/query.ts'
import { columnarReply, columnarWhole } from '#server/kernel/columnar.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { takeAtOnce } from '#server/sheets/sheet.ts'
import { deleteEntries, needOnEach, restoreEntries } from './deleting.ts'
import { acceptDuplicates, alikeBills, duplicateSuggestions, ignoreDuplicates } from './duplicates.ts'
import { periodHandlers } from './periods.ts'
import { changedSince, deltaOfEntries, insertEntries, readEntries } from './rows.ts'
import { entrySheet } from './sheet.ts'
import { derivedStatus, type EntryFilter, editable, isSettled, isSortValue, matches, SETTLED } from './sql.ts'
import { asBlocked, closedRefusal, mustLock, newBillStatus, type Refusal, rejection, withoutSlip, writeFacts } from './writing.ts'

type EntryHandlers = Handlers<(typeof contract)['entries']>
type ListQuery = Parameters<EntryHandlers['list']>[1]['query']

const ORDER = sql`e.date, e.sorting_index, date_trunc('milliseconds', e.created_at), e.id`

/** What an entry moves in its account: nothing while open, nor before the account's initial balance. `a` is that account. */
const movement = sql`
  case when e.status not in ${SETTLED}
    or e.date < a.date_initial_balance then 0 when e.kind = 'BILL' then -e.amount_cents else e.amount_cents end`

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
  return sql`
    (select coalesce(sum(a.initial_balance_amount_cents), 0) from bank_accounts a
      where a.company_id = ${ctx.companyId} and a.deleted_at is null ${accounts})
    + (select coalesce(sum(case when p.kind = 'BILL' then -p.amount_cents else p.amount_cents end), 0) from entries p
      join bank_accounts a on a.company_id = p.company_id and a.id = p.bank_account_id
       where p.company_id = ${ctx.companyId} and p.deleted_at is null and not p.has_children and p.status in ${SETTLED} ${accounts}
         and (a.date_initial_balance is null or p.date >= a.date_initial_balance)
         and ${query.start_date ? sql`p.date < ${query.start_date}::date` : sql`false`})`
}

async function listEntries(ctx: Context, query: ListQuery): Promise<Entry[] | Reply> {
  const filter = await withDuplicates(ctx, query)
  if (!ctx.columnar) return plainEntries(ctx, query, filter)
  const since = await deltaOfEntries(ctx.db, ctx.companyId, query.since)
  const inside = matches(filter, ctx.today)
  const where = since === undefined ? sql`e.deleted_at is null and ${inside}` : changedSince(ctx.companyId, since)
  const balance = sql`case when e.status in ${SETTLED} then ${openingBalance(ctx, query)} + sum(${movement}) over (order by ${ORDER}) end`
  const rows = sql`
    select e.date as slice, e.id, e.version, case when e.kind = 'BILL' then 'DEBIT' else 'CREDIT' end as kind,
      ${derivedStatus(ctx.today)} as status, e.amount_cents, e.date, e.due_date, e.competence_date,
      e.bank_account_id, e.category_id, e.contact_id, e.additional_information, e.parent_id, e.transfer_id, e.conciliation_id,
      ${since === undefined ? balance : sql`null::bigint`} as current_balance, ${editable(ctx.companyId)} as editable,
      (e.deleted_at is not null or not ${inside}) as deleted
    from entries e left join bank_accounts a on a.company_id = e.company_id and a.id = e.bank_account_id
    where e.company_id = ${ctx.companyId} and ${where} order by ${ORDER}`
  return since === undefined ? columnarWhole(ctx.db, entryFlowColumns, rows) : columnarReply(ctx.db, entryFlowColumns, rows, false)
}

const COPY_OF_TRANSFER: Refusal = {
  id: 'conflict.invalid_transition',
  reason: 'Este lançamento é parte de uma transferência: crie outra transferência.',
}

type FlowRow = Omit<Entry, 'kind'> & { kind: TitleKind; movement: number }

async function plainEntries(ctx: Context, query: ListQuery, filter: EntryFilter): Promise<Entry[] | Reply> {
  const cursor = readFlowCursor(query.cursor)
  const whole = query.limit === undefined && cursor === undefined
  const limit = query.limit ?? (whole ? LIST_ROWS : PAGE_ROWS)
  const after = cursor
    ? sql`and (${ORDER}) > (${cursor.date}::date, ${cursor.sorting_index}::int, ${cursor.created_at}::timestamptz, ${cursor.id}::uuid)`
    : sql``
  const rows = await readEntries<FlowRow>(
    ctx.db,
    ctx.companyId,
    ctx.today,
    sql`${matches(filter, ctx.today)} ${after}`,
    sql`${ORDER} limit ${limit + 1}`,
    sql`, ${movement} as movement`,
  )
  if (rows.length > limit && whole) throw tooManyRows()
  const opening = cursor ?? (await first(ctx.db, sql<{ balance: number }>`select (${openingBalance(ctx, query)})::bigint as balance`))
  let balance = opening?.balance ?? 0
  const page = rows.slice(0, limit).map((row): Entry => {
    balance += row.movement
    const description = row.additional_information ?? row.contact?.name ?? row.category?.name ?? ''
    const after = isSettled(row.status) ? { current_balance: balance } : {}
    return { ...row, kind: row.kind === 'BILL' ? 'DEBIT' : 'CREDIT', description, ...after }
  })
  const last = page[page.length - 1]
  if (rows.length <= limit || !last) return page
  const next: FlowCursor = { date: last.date, sorting_index: last.sorting_index, created_at: last.created_at, id: last.id, balance }
  return new Reply('value', page, { 'x-next-cursor': Buffer.from(JSON.stringify(Object.values(next))).toString('base64url') })
}

/** Where the next page starts, with the balance it starts from. */
interface FlowCursor {
  date: string
  sorting_index: number
  created_at: string
  id: string
  balance: number
}

function readFlowCursor(cursor: string | undefined): FlowCursor | undefined {
  if (cursor === undefined) return undefined
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [date, sorting_index, created_at, id, balance] = Array.isArray(read) ? read : []
    const isDay =
      typeof date === 'string' && isSortValue('date', date) && typeof created_at === 'string' && isSortValue('created_at', created_at)
    if (
      isDay &&
      Number.isSafeInteger(sorting_index) &&
      Math.abs(sorting_index) < 2 ** 31 &&
      Id.safeParse(id).success &&
      Number.isSafeInteger(balance)
    )
      return { date, sorting_index, created_at, id, balance }
  } catch {
    // Falls through to the refusal: a cursor is only what we gave.
  }
  throw invalid('cursor', 'Cursor inválido')
}

export const entryHandlers: EntryHandlers = {
  ...periodHandlers,
  list: (ctx, { query }) => listEntries(ctx, query),
  duplicate: ctx => duplicateSuggestions(ctx),
  alike: (ctx, { query }) => alikeBills(ctx, query),

  async kind(ctx, { query }) {
    const filter = await withDuplicates(ctx, query)
    const rows = await all(
      ctx.db,
      sql<{ kind: string; count: number; amount_cents: number }>`
        select e.kind, count(*)::int as count, coalesce(sum(e.amount_cents), 0)::bigint as amount_cents
        from entries e where e.company_id = ${ctx.companyId} and e.deleted_at is null and ${matches(filter, ctx.today)} group by e.kind`,
    )
    return (['BILL', 'RECEIVABLE'] as const).map(kind => {
      const row = rows.find(each => each.kind === kind)
      return { kind: kind === 'BILL' ? 'DEBIT' : 'CREDIT', count: row?.count ?? 0, amount_cents: row?.amount_cents ?? 0 }
    })
  },

  async attachments(ctx, { query }) {
    return attachmentsOfEntries(ctx.db, ctx.companyId, matches(await withDuplicates(ctx, query), ctx.today))
  },

  delete: (ctx, { body, query }) => deleteEntries(ctx, body.ids, query),
  restore: (ctx, { body }) => restoreEntries(ctx, body.ids),

  async copy(ctx, { body }) {
    const rows = await mustLock(ctx, body.ids)
    needOnEach(ctx, rows, 'c')
    const facts = await writeFacts(ctx)
    const blocked = rows.flatMap(row => {
      const refusal = row.transfer_id ? COPY_OF_TRANSFER : closedRefusal('create', undefined, { ...row, status: 'PENDING' }, facts.ranges)
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
      payment_details: row.payment_details && withoutSlip(row.payment_details),
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
    ctx.label(counted(copies.length, ['lançamento duplicado', 'lançamentos duplicados']))
    return { updated: copies.length, ids: copies.map(copy => copy.id) }
  },

  upload: (ctx, { file, form }) => takeAtOnce(ctx, entrySheet(form.kind), file),
  acceptDuplicate: (ctx, { body }) => acceptDuplicates(ctx, 'bill_id' in body ? body.bill_id : body.receivable_id),
  ignoreDuplicate: (ctx, { body }) => ignoreDuplicates(ctx, 'bill_id' in body ? body.bill_id : body.receivable_id),
}
