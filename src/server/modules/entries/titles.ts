// The handlers that bills and receivables share: one maker, called once for each kind.

import { sql } from 'kysely'
import { Bill } from '#contract/bills.ts'
import type { contract } from '#contract/index.ts'
import { Id } from '#contract/kit/fields.ts'
import { Receivable } from '#contract/receivables.ts'
import type { TitleKind } from '#domain/enums.ts'
import { BILL_STATUS_LABELS, RECEIVABLE_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { rightOfMove } from '#domain/permissions.ts'
import { occurrences } from '#domain/recurrence.ts'
import { splitErrors } from '#domain/split.ts'
import { refusalOfDelete } from '#domain/transitions.ts'
import { type Context, type Handlers, Reply } from '../../kernel/context.ts'
import { fail, invalid, refuse } from '../../kernel/fail.ts'
import { checkLinkable, linkInvoices, unlinkInvoices } from '../invoices/links.ts'
import { titlesOfInvoice } from '../invoices/titles.ts'
import { liveOrders } from '../payments/rows.ts'
import { conciliateGroups, undoTitles } from '../reconciliation/conciliate.ts'
import { readGroup } from '../reconciliation/groups.ts'
import { deleteEntries } from './deleting.ts'
import {
  changeEntries,
  columnarEntries,
  deltaOfEntries,
  differing,
  entriesText,
  insertEntries,
  type NewEntry,
  pageEntries,
  readEntries,
  readEntry,
  type StoredEntry,
  unusableRefs,
} from './rows.ts'
import { type EntryFilter, isSortValue, sortValue } from './sql.ts'
import {
  asBlocked,
  type Blocked,
  closedRefusal,
  type EntryPatch,
  MOVED_COLUMNS,
  mustLock,
  newBillStatus,
  PATCH_COLUMNS,
  patched,
  planMove,
  rejection,
  SETTLED_STATUS,
  writeFacts,
} from './writing.ts'

const LIST_CAP = 100_000

type BillHandlers = Handlers<(typeof contract)['bills']>
type CreateBody = Parameters<BillHandlers['create']>[1]['body']
type ListQuery = Parameters<BillHandlers['list']>[1]['query']

const NOUNS: Record<TitleKind, { one: string; many: string; ids: string }> = {
  BILL: { one: 'conta a pagar', many: 'contas', ids: 'bill_ids' },
  RECEIVABLE: { one: 'conta a receber', many: 'contas', ids: 'receivable_ids' },
}

/**
 * Typed by the bills' rows: those of receivables differ in the name of the ids and in the statuses alone, which `titleIds` and the
 * domain's tables take care of.
 */
export function titleHandlers(kind: TitleKind): BillHandlers {
  const noun = NOUNS[kind]
  const mustFind = async (ctx: Context, id: string): Promise<Bill> => {
    const found = await readEntry<Bill>(ctx.db, ctx.companyId, ctx.today, id, kind)
    if (!found) throw fail('resource.not_found')
    return found
  }
  const byIds = (ctx: Context, ids: readonly string[]) =>
    readEntries<Bill>(ctx.db, ctx.companyId, ctx.today, sql`e.id = any (${[...ids]}::uuid[])`)
  const titleIds = (body: object): readonly string[] => (body as Record<string, readonly string[]>)[noun.ids] ?? []

  return {
    list: (ctx, { query }) => listTitles(ctx, kind, query),
    get: async (ctx, { params }) => ({ ...(await mustFind(ctx, params.id)), ...(await readGroup(ctx, kind, params.id)).detail }),

    async create(ctx, { body }) {
      await checkRefs(ctx, [body])
      const entry = await newTitle(ctx, kind, body)
      await insertEntries(ctx.db, ctx.companyId, [entry])
      ctx.label(`${capital(noun.one)} de ${formatCents(entry.amount_cents)} criada`)
      ctx.touch(entry.id)
      return mustFind(ctx, entry.id)
    },

    async createRecurring(ctx, { body }) {
      await checkRefs(ctx, [body])
      const first = await newTitle(ctx, kind, { ...body, status: undefined })
      const recurrenceId = ctx.newId()
      const initial_date = body.initial_date ?? first.due_date
      await sql`insert into recurrences (company_id, id, frequency_interval, frequency_unit, initial_date)
        values (${ctx.companyId}, ${recurrenceId}, ${body.frequency_interval}, ${body.frequency_unit}, ${initial_date})`.execute(ctx.db)
      const rows = occurrences(
        { initial_date, frequency_interval: body.frequency_interval, frequency_unit: body.frequency_unit },
        { adjustment: body.business_day, competence_date: body.competence_follows ? first.competence_date : null },
      ).map(occurrence => ({
        ...first,
        id: ctx.newId(),
        due_date: occurrence.date,
        date: occurrence.date,
        competence_date: occurrence.competence_date ?? first.competence_date,
        recurrence_id: recurrenceId,
        recurrence_index: occurrence.index,
      }))
      await insertEntries(ctx.db, ctx.companyId, rows)
      ctx.touch(...rows.map(row => row.id))
      ctx.label(`${rows.length} ${noun.many} recorrentes criadas`)
      return byIds(
        ctx,
        rows.map(row => row.id),
      )
    },

    async createFromInvoice(ctx, { params, body }) {
      const titles = await titlesOfInvoice(ctx, kind, params.nfId, body)
      // The caller's own words go over the note's, but amounts and days of instalments are the note's.
      const { amount_cents: _amount, due_date, date, ...given } = definedOf(body) as Partial<CreateBody>
      const days = titles.length === 1 ? { ...(due_date ? { due_date } : {}), ...(date ? { date } : {}) } : {}
      const rows: NewEntry[] = []
      for (const title of titles) rows.push(await newTitle(ctx, kind, { ...title, ...given, ...days }))
      await checkRefs(ctx, rows)
      await insertEntries(ctx.db, ctx.companyId, rows)
      const ids = rows.map(row => row.id)
      await linkInvoices(ctx.db, ctx.companyId, [params.nfId], ids)
      ctx.touch(params.nfId, ...ids)
      ctx.label(
        `${rows.length === 1 ? `1 ${noun.one} lançada` : `${rows.length} ${noun.many} lançadas`} de ${titles[0]?.additional_information}`,
      )
      return mustFind(ctx, ids[0] ?? '')
    },

    async update(ctx, { params, body }) {
      const { version, ...patch } = body
      await patchMany(ctx, kind, [{ id: params.id, version, patch }], false)
      ctx.label(`${capital(noun.one)} alterada`)
      return mustFind(ctx, params.id)
    },

    async updateMany(ctx, { body, query }) {
      const items = 'items' in body ? body.items.map(({ id, version, ...patch }) => ({ id, version, patch })) : sameForAll(body)
      const answer = await patchMany(ctx, kind, items, query.preview ?? false)
      ctx.label(answer.updated === 1 ? '1 conta alterada' : `${answer.updated} ${noun.many} alteradas`)
      return answer
    },

    async move(ctx, { body, query }) {
      const right = rightOfMove(kind, body.status)
      ctx.need(right.resource, right.action)
      const rows = await mustLock(ctx, body.ids, kind)
      const live = await liveOrders(ctx.db, ctx.companyId, rows)
      const { changes, blocked } = planMove(ctx, rows, body.status, body.reason ?? null, await writeFacts(ctx), live)
      if (blocked.length > 0 && !query.preview) throw rejection(blocked, rows.length)
      if (!query.preview) await changeEntries(ctx.db, ctx.companyId, differing(MOVED_COLUMNS, rows, changes), changes)
      ctx.touch(...changes.map(change => change.id))
      const labels: Record<string, string> = kind === 'BILL' ? BILL_STATUS_LABELS : RECEIVABLE_STATUS_LABELS
      ctx.label(`${changes.length} ${changes.length === 1 ? 'conta movida' : 'contas movidas'} para ${labels[body.status]}`)
      return { updated: changes.length, ids: changes.map(change => change.id), ...(query.preview ? { blocked } : {}) }
    },

    async split(ctx, { params, body }) {
      const [row] = await mustLock(ctx, [params.id], kind)
      const parent = row as StoredEntry
      if (body.version !== undefined && body.version !== parent.version)
        throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, params.id) })
      const children = await splitChildren(ctx, parent, body.children)
      await insertEntries(ctx.db, ctx.companyId, children)
      ctx.touch(parent.id, ...children.map(child => child.id))
      ctx.label(`${capital(noun.one)} de ${formatCents(parent.amount_cents)} dividida em ${children.length}`)
      return byIds(
        ctx,
        children.map(child => child.id),
      )
    },

    async delete(ctx, { params }) {
      await deleteEntries(ctx, [params.id], false, kind)
      return { ok: true }
    },

    conciliation: async (ctx, { params }) => (await readGroup(ctx, kind, params.id)).group,

    async conciliate(ctx, { body }) {
      const lineIds = body.bank_statement_entry_ids ?? []
      const ids = [...new Set(titleIds(body))]
      // Without lines each title is settled by hand on its own; with them all belong to one group.
      const groups = lineIds.length > 0 || (body.differences?.length ?? 0) > 0 ? [ids] : ids.map(id => [id])
      const allocations = (body.allocations ?? []).map(allocation => ({
        title_id: allocation.bill_id ?? allocation.receivable_id ?? '',
        line_id: allocation.bank_statement_entry_id,
        amount_cents: allocation.amount_cents,
      }))
      if (allocations.some(allocation => !ids.includes(allocation.title_id)))
        throw fail('conciliation.mismatch', { motivo: 'Uma alocação aponta para uma conta fora do grupo.' })
      const invoiceIds = [...(body.service_invoice_ids ?? []), ...(body.product_invoice_ids ?? [])]
      await checkLinkable(ctx, invoiceIds)
      const done = await conciliateGroups(
        ctx,
        groups.map(title_ids => ({
          title_ids,
          line_ids: lineIds,
          bank_account_id: body.bank_account_id,
          date: body.date,
          allocations: allocations.filter(allocation => title_ids.includes(allocation.title_id)),
          differences: body.differences ?? [],
        })),
        kind,
      )
      if (invoiceIds.length > 0) await linkInvoices(ctx.db, ctx.companyId, invoiceIds, ids, done[0]?.conciliation_id ?? null)
      ctx.label(`${ids.length} ${ids.length === 1 ? 'conta conciliada' : 'contas conciliadas'}`)
      return { conciliation_id: done[0]?.conciliation_id ?? null, updated: done.reduce((total, group) => total + group.updated, 0) }
    },

    async unconciliate(ctx, { body }) {
      const ids = [...new Set(titleIds(body))]
      const updated = await undoTitles(ctx, ids, kind)
      await unlinkInvoices(ctx.db, ctx.companyId, [...(body.service_invoice_ids ?? []), ...(body.product_invoice_ids ?? [])], ids)
      ctx.label(`Conciliação de ${ids.length} ${ids.length === 1 ? 'conta' : 'contas'} desfeita`)
      return { conciliation_id: null, updated }
    },
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function listFilter(kind: TitleKind, query: ListQuery): EntryFilter {
  return {
    kind,
    date_type: query.date_type,
    start_date: query.start_date,
    end_date: query.end_date,
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

async function listTitles(ctx: Context, kind: TitleKind, query: ListQuery): Promise<Bill[] | Reply> {
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
  const limit = query.limit ?? LIST_CAP
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
  const { count, text } = await entriesText(ctx.db, ctx.companyId, ctx.today, filter, orderBy, LIST_CAP + 1, LIST_FIELDS[kind])
  if (count > LIST_CAP) throw invalid('start_date', 'O período tem lançamentos demais: escolha um menor.')
  return new Reply('json-text', text)
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

async function newTitle(ctx: Context, kind: TitleKind, body: CreateBody): Promise<NewEntry> {
  const settled = body.status === SETTLED_STATUS[kind]
  const date = body.date ?? body.due_date
  if (settled && !body.bank_account_id) throw invalid('bank_account_id', 'Escolha a conta bancária')
  if (settled && date > ctx.today) throw invalid('date', 'A data da baixa não pode estar no futuro.')
  if (settled) ctx.need('conciliation', 'c')
  const { status: _, ...fields } = body
  return {
    ...(fields as Partial<NewEntry>),
    id: ctx.newId(),
    kind,
    status: settled ? SETTLED_STATUS[kind] : kind === 'BILL' ? newBillStatus(await writeFacts(ctx)) : 'PENDING',
    amount_cents: body.amount_cents,
    due_date: body.due_date,
    date,
    competence_date: body.competence_date ?? body.issue_date ?? body.due_date,
    sorting_index: body.sorting_index ?? 0,
    created_by: ctx.actor.user_id,
    ...(settled ? { applied_at: new Date(ctx.now).toISOString(), status_before: 'PENDING' } : {}),
  }
}

interface Refs {
  bank_account_id?: string | null | undefined
  category_id?: string | null | undefined
  contact_id?: string | null | undefined
}

/** What a record already points at may stay, archived or inactive since: a client sends back the record it read. */
const newRefs = (row: StoredEntry, patch: Refs): Refs =>
  Object.fromEntries(REF_FIELDS.filter(field => patch[field] !== row[field]).map(field => [field, patch[field]]))

const REF_FIELDS = ['bank_account_id', 'category_id', 'contact_id'] as const
const REF_MESSAGES = {
  bank_account_id: 'Conta não encontrada',
  category_id: 'Categoria não encontrada',
  contact_id: 'Contato não encontrado',
} as const

/** Accounts, categories and contacts a write names must exist here and be in use. */
export async function checkRefs(ctx: Context, rows: readonly Refs[]): Promise<void> {
  const idsOf = (field: keyof Refs) => [...new Set(rows.map(row => row[field]).filter(id => typeof id === 'string'))]
  const refs = { bank_account_id: idsOf('bank_account_id'), category_id: idsOf('category_id'), contact_id: idsOf('contact_id') }
  if (refs.bank_account_id.length + refs.category_id.length + refs.contact_id.length === 0) return
  const unusable = await unusableRefs(ctx.db, ctx.companyId, refs)
  for (const field of REF_FIELDS) {
    if (refs[field].some(id => unusable.has(id))) throw invalid(field, REF_MESSAGES[field])
  }
}

interface PatchItem {
  id: string
  version?: number | undefined
  patch: EntryPatch | Record<string, unknown>
}

function sameForAll(body: { ids: string[]; versions?: Record<string, number> | undefined }): PatchItem[] {
  const { ids, versions, ...patch } = body
  return ids.map(id => ({ id, version: versions?.[id], patch }))
}

const PATCHED_COLUMNS = [...PATCH_COLUMNS, 'status', 'approved_by'] as const

async function patchMany(
  ctx: Context,
  kind: TitleKind,
  items: readonly PatchItem[],
  preview: boolean,
): Promise<{ updated: number; ids: string[]; blocked?: Blocked[] }> {
  const patches = new Map(items.map(item => [item.id, item]))
  const rows = await mustLock(ctx, [...patches.keys()], kind)
  await checkRefs(
    ctx,
    rows.map(row => newRefs(row, patches.get(row.id)?.patch as Refs)),
  )
  const { ranges } = await writeFacts(ctx)
  const blocked: (Blocked & { field?: string })[] = []
  const changes: StoredEntry[] = []
  for (const row of rows) {
    const item = patches.get(row.id) as PatchItem
    if (item.version !== undefined && item.version !== row.version) {
      if (items.length === 1)
        throw fail(
          'conflict.stale_version',
          {},
          { current: (await readEntries(ctx.db, ctx.companyId, ctx.today, sql`e.id = ${row.id}`))[0] },
        )
      blocked.push({ id: row.id, error_id: 'conflict.stale_version', message: 'Outra pessoa mudou este registro.' })
      continue
    }
    const { after, refusal } = patched(row, definedOf(item.patch), ranges, ctx.today)
    if (refusal) blocked.push(asBlocked(row, refusal))
    else changes.push(after)
  }
  if (blocked.length > 0 && !preview) throw rejection(blocked, rows.length)
  if (!preview) await changeEntries(ctx.db, ctx.companyId, differing(PATCHED_COLUMNS, rows, changes), changes)
  ctx.touch(...changes.map(change => change.id))
  return { updated: changes.length, ids: changes.map(change => change.id), ...(preview ? { blocked } : {}) }
}

/** Dates of an entry are never empty: clearing one leaves it as it was. */
function definedOf(patch: EntryPatch | Record<string, unknown>): EntryPatch {
  const required = new Set(['date', 'due_date', 'competence_date', 'amount_cents'])
  return Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => value !== undefined && !(value === null && required.has(name))),
  ) as EntryPatch
}

type Child = Parameters<BillHandlers['split']>[1]['body']['children'][number]

async function splitChildren(ctx: Context, row: StoredEntry, children: readonly Child[]): Promise<NewEntry[]> {
  const facts = await writeFacts(ctx)
  const refusal =
    refusalOfDelete({ status: row.status as never, conciliated: row.conciliation_id !== null }) ??
    closedRefusal('split', row, undefined, facts.ranges)
  if (refusal) throw refuse(refusal.id, refusal.reason.replace('excluir', 'dividir'))
  if (row.has_children) throw fail('conflict.not_editable', { motivo: 'Este lançamento já foi desmembrado.' })
  if (row.transfer_id !== null) throw fail('conflict.not_editable', { motivo: 'Uma transferência não se divide.' })
  const errors = splitErrors(row, children)
  if (errors.length > 0) throw fail('validation.failed', { motivo: errors[0]?.message ?? '' }, { details: errors })
  await checkRefs(ctx, children)
  // A child is not split again: it leaves, and its pieces become its siblings.
  const parentId = row.parent_id ?? row.id
  if (row.parent_id === null) await changeEntries(ctx.db, ctx.companyId, ['has_children'], [{ id: row.id, has_children: true }])
  else {
    const gone = { id: row.id, deleted_at: new Date(ctx.now).toISOString(), has_children: true }
    await changeEntries(ctx.db, ctx.companyId, ['deleted_at', 'has_children'], [gone])
  }
  return children.map((child, index) => ({
    ...row,
    id: ctx.newId(),
    parent_id: parentId,
    has_children: false,
    amount_cents: child.amount_cents,
    due_date: child.due_date ?? row.due_date,
    date: child.due_date ?? row.date,
    competence_date: child.competence_date ?? row.competence_date,
    category_id: child.category_id === undefined ? row.category_id : child.category_id,
    contact_id: child.contact_id === undefined ? row.contact_id : child.contact_id,
    additional_information: child.additional_information ?? row.additional_information,
    sorting_index: row.sorting_index + index,
    split_by_conciliation_id: null,
  }))
}
