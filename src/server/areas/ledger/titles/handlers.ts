// The handlers that bills and receivables share: one maker, called once for each kind.

import { sql } from 'kysely'
import type { Bill } from '#contract/bills.ts'
import type { contract } from '#contract/index.ts'
import type { TitleKind } from '#domain/enums.ts'
import { BILL_STATUS_LABELS, RECEIVABLE_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { rightOfMove } from '#domain/permissions.ts'
import { occurrences } from '#domain/recurrence.ts'
import { capitalized, counted } from '#domain/text.ts'
import { fail } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { checkLinkable, linkInvoices, unlinkInvoices } from '../booked-notes/rows.ts'
import { deleteEntries } from '../entries/deleting.ts'
import { checkRefs } from '../entries/refs.ts'
import { changeEntries, differing, insertEntries, readEntries, type StoredEntry } from '../entries/rows.ts'
import { planOtherSides } from '../entries/transfer-sides.ts'
import { MOVED_COLUMNS, mustLock, planMove, rejection, writeFacts } from '../entries/writing.ts'
import { conciliateGroups, undoTitles } from '../reconciliation/conciliate.ts'
import { besideTitle, groupOf } from '../reconciliation/groups.ts'
import { listTitles } from './lists.ts'
import { newTitle, splitChildren } from './new-titles.ts'
import { patchMany, sameForAll } from './patches.ts'
import { mustFindTitle, NOUNS } from './reading.ts'
import { liveOrders, taxOfBill } from './rows.ts'
import { deleteSeries, patchSeries } from './series.ts'

type TitleHandlers = Omit<Handlers<(typeof contract)['bills']>, 'createFromInvoice'>

/**
 * Typed by the bills' rows: those of receivables differ in the name of the ids and in the statuses alone, which `titleIds` and the
 * domain's tables take care of.
 */
export function titleHandlers(kind: TitleKind): TitleHandlers {
  const noun = NOUNS[kind]
  const mustFind = (ctx: Context, id: string) => mustFindTitle(ctx, kind, id)
  const byIds = (ctx: Context, ids: readonly string[]) =>
    readEntries<Bill>(ctx.db, ctx.companyId, ctx.today, sql`e.id = any (${[...ids]}::uuid[])`)
  const titleIds = (body: object): readonly string[] => (body as Record<string, readonly string[]>)[noun.ids] ?? []

  return {
    list: (ctx, { query }) => listTitles(ctx, kind, query),
    async get(ctx, { params }) {
      const title = await mustFind(ctx, params.id)
      const tax = kind === 'BILL' ? { tax_id: await taxOfBill(ctx.db, ctx.companyId, title.id) } : {}
      return { ...title, ...tax, ...(await besideTitle(ctx, title)) }
    },

    async create(ctx, { body }) {
      await checkRefs(ctx, [body])
      const entry = await newTitle(ctx, kind, body)
      await insertEntries(ctx.db, ctx.companyId, [entry])
      ctx.label(`${capitalized(noun.one)} de ${formatCents(entry.amount_cents)} criada`)
      ctx.touch(entry.id)
      return mustFind(ctx, entry.id)
    },

    async createRecurring(ctx, { body }) {
      await checkRefs(ctx, [body])
      const initial_date = body.initial_date ?? body.due_date
      const first = await newTitle(ctx, kind, { ...body, due_date: initial_date, date: initial_date, status: undefined })
      const recurrenceId = ctx.newId()
      await sql`insert into recurrences (company_id, id, frequency_interval, frequency_unit, initial_date, business_day, competence_follows)
        values (${ctx.companyId}, ${recurrenceId}, ${body.frequency_interval}, ${body.frequency_unit}, ${initial_date},
          ${body.business_day}, ${body.competence_follows})`.execute(ctx.db)
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

    async update(ctx, { params, body }) {
      const { version, ...patch } = body
      await patchMany(ctx, kind, [{ id: params.id, version, patch }], false)
      ctx.label(`${capitalized(noun.one)} alterada`)
      return mustFind(ctx, params.id)
    },

    async updateSeries(ctx, { params, body, query }) {
      const { version, ...patch } = body
      const answer = await patchSeries(ctx, kind, { id: params.id, version, patch, scope: query.scope })
      ctx.label(`Série: ${answer.updated === 1 ? '1 conta alterada' : `${answer.updated} ${noun.many} alteradas`}`)
      return answer
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
      const facts = await writeFacts(ctx)
      const { changes, blocked } = planMove(ctx, rows, body.status, body.reason ?? null, facts, live)
      const others = await planOtherSides(ctx, rows, body.status, facts)
      blocked.push(...others.blocked)
      if (blocked.length > 0 && !query.preview) throw rejection(blocked, rows.length)
      const all = { rows: [...rows, ...others.rows], changes: [...changes, ...others.changes] }
      if (!query.preview) await changeEntries(ctx.db, ctx.companyId, differing(MOVED_COLUMNS, all.rows, all.changes), all.changes)
      ctx.touch(...all.changes.map(change => change.id))
      const labels: Record<string, string> = kind === 'BILL' ? BILL_STATUS_LABELS : RECEIVABLE_STATUS_LABELS
      ctx.label(`${counted(changes.length, ['conta movida', 'contas movidas'])} para ${labels[body.status]}`)
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
      ctx.label(`${capitalized(noun.one)} de ${formatCents(parent.amount_cents)} dividida em ${children.length}`)
      return byIds(
        ctx,
        children.map(child => child.id),
      )
    },

    async delete(ctx, { params }) {
      await deleteEntries(ctx, [params.id], { kind })
      return { ok: true }
    },

    async deleteSeries(ctx, { params, query }) {
      const answer = await deleteSeries(ctx, kind, { id: params.id, scope: query.scope })
      ctx.label(`Série: ${answer.updated === 1 ? '1 conta excluída' : `${answer.updated} ${noun.many} excluídas`}`)
      return answer
    },

    conciliation: async (ctx, { params }) => groupOf(ctx, await mustFind(ctx, params.id)),

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
          leaves_rest: true,
        })),
        kind,
      )
      if (invoiceIds.length > 0) await linkInvoices(ctx.db, ctx.companyId, invoiceIds, ids, done[0]?.conciliation_id ?? null)
      ctx.label(counted(ids.length, ['conta conciliada', 'contas conciliadas']))
      return { conciliation_id: done[0]?.conciliation_id ?? null, updated: done.reduce((total, group) => total + group.updated, 0) }
    },

    async unconciliate(ctx, { body }) {
      const ids = [...new Set(titleIds(body))]
      const updated = await undoTitles(ctx, ids, kind)
      await unlinkInvoices(ctx.db, ctx.companyId, [...(body.service_invoice_ids ?? []), ...(body.product_invoice_ids ?? [])], ids)
      ctx.label(`Conciliação de ${counted(ids.length, ['conta', 'contas'])} desfeita`)
      return { conciliation_id: null, updated }
    },
  }
}
