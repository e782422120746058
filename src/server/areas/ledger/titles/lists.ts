// A list of bills or receivables: in columns, whole as text, or in pages of records.
import { Bill } from '#contract/bills.ts'
import type { contract } from '#contract/index.ts'
import { Id, PAGE_ROWS } from '#contract/kit/fields.ts'
import { Receivable } from '#contract/receivables.ts'
import type { TitleKind } from '#domain/enums.ts'
import { invalid, tooManyRows } from '#server/base/fail.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { recordsJson } from '../entries/records.ts'
import { columnarEntries, deltaOfEntries, pageEntries } from '../entries/rows.ts'
import { type EntryFilter, isSortValue, sortValue } from '../entries/sql.ts'

type ListQuery = Parameters<Handlers<(typeof contract)['bills']>['list']>[1]['query']

function listFilter(kind: TitleKind, query: ListQuery): EntryFilter {
  return {
    kind,
    date_type: query.date_type,
    start_date: query.start_date,
    end_date: query.end_date,
    carry_open: query.carry_open,
    bank_account_ids: query.bank_account_ids,
    category_id: query.category_id,
    category_ids: query.category_ids,
    without_category: query.without_category,
    contact_id: query.contact_id,
    statuses: query.status?.split(/[;,]/).filter(Boolean),
    transfers: query.transfers,
    skip_parent_entries: query.skip_parent_entries,
  }
}

export async function listTitles(ctx: Context, kind: TitleKind, query: ListQuery): Promise<Bill[] | Reply> {
  const filter = listFilter(kind, query)
  if (ctx.columnar)
    return columnarEntries(
      ctx.db,
      ctx.companyId,
      ctx.today,
      filter,
      query.order_by,
      await deltaOfEntries(ctx.db, ctx.companyId, query.since),
      query.limit,
    )
  if (query.limit === undefined && query.cursor === undefined) return wholeList(ctx, kind, filter, query.order_by)
  const limit = query.limit ?? PAGE_ROWS
  const rows = await pageEntries<Bill>(ctx.db, ctx.companyId, ctx.today, filter, {
    order_by: query.order_by,
    limit: limit + 1,
    after: readPageCursor(query.order_by, query.cursor),
  })
  if (rows.length <= limit) return rows
  const page = rows.slice(0, limit)
  const last = page[page.length - 1] as Bill
  const value = sortValue(query.order_by, last)
  return new Reply('value', page, { 'x-next-cursor': Buffer.from(JSON.stringify([value, last.id])).toString('base64url') })
}

/** The fields that every record of a list has; the optional ones come with the record alone. */
const listFields = (record: typeof Bill | typeof Receivable): string[] =>
  Object.entries(record.shape).flatMap(([field, schema]) => (schema.safeParse(undefined).success ? [] : [field]))
const LIST_FIELDS = { BILL: listFields(Bill), RECEIVABLE: listFields(Receivable) }

async function wholeList(ctx: Context, kind: TitleKind, filter: EntryFilter, orderBy: ListQuery['order_by']): Promise<Reply> {
  const json = await recordsJson(ctx, filter, orderBy, LIST_FIELDS[kind])
  if (json === undefined) throw tooManyRows()
  return new Reply('json-text', json)
}

function readPageCursor(orderBy: ListQuery['order_by'], cursor: string | undefined): { value: string; id: string } | undefined {
  if (cursor === undefined) return undefined
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const [value, id] = Array.isArray(read) ? read : []
    if (typeof value === 'string' && isSortValue(orderBy, value) && Id.safeParse(id).success) return { value, id }
  } catch {
    // Falls through to the refusal: a cursor is only what we gave.
  }
  throw invalid('cursor', 'Cursor inválido')
}
