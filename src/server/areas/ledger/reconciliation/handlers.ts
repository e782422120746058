// The workbench's calls: suggestions, many conciliations at once, and what is done to a line alone.

import { sql } from 'kysely'
import { errorText } from '#contract/errors.ts'
import type { contract } from '#contract/index.ts'
import { DIFFERENCE_KIND_LABELS } from '#domain/labels.ts'
import { explainDifference } from '#domain/matching/differences.ts'
import { memoPattern } from '#domain/matching/memo.ts'
import { closedRangeFor } from '#domain/periods.ts'
import { counted } from '#domain/text.ts'
import { fail } from '#server/base/fail.ts'
import { first } from '#server/db/query.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { checkRefs } from '../entries/refs.ts'
import { closedRanges, insertEntries, type NewEntry } from '../entries/rows.ts'
import { asBlocked, missingOf, periodClosed, rejection } from '../entries/writing.ts'
import { conciliateGroups, undoGroups } from './conciliate.ts'
import type { GroupInput } from './group-plan.ts'
import { groupById } from './groups.ts'
import { insertCorrection } from './memory.ts'
import { changeLines, explainedCents, lockLines, type StoredLine } from './rows.ts'
import { certainForPending, combinationsFor, readLines, suggestForLine, suggestForPending, titlesAsRead } from './suggestions.ts'

type ReconciliationHandlers = Handlers<(typeof contract)['reconciliation']>
type GroupBody = Parameters<ReconciliationHandlers['conciliate']>[1]['body']['groups'][number]

export const reconciliationHandlers: ReconciliationHandlers = {
  suggestions: (ctx, { query }) => suggestForPending(ctx, query.bank_account_ids),
  certain: ctx => certainForPending(ctx),
  candidates: (ctx, { params, query }) => suggestForLine(ctx, params.id, query.search),
  combinations: (ctx, { body }) => combinationsFor(ctx, body.bank_statement_entry_ids, body.search),

  async forget(ctx, { body }) {
    await checkRefs(ctx, [body])
    const [line] = await readLines(ctx.db, ctx.companyId, sql`l.id = ${body.bank_statement_entry_id}`)
    const pattern = line && memoPattern(line.memo)
    if (!line || !pattern) throw fail('resource.not_found')
    await insertCorrection(ctx, { ...body, pattern, kind: line.amount_cents < 0 ? 'BILL' : 'RECEIVABLE' })
    ctx.label('Memória corrigida')
    return { ok: true }
  },

  async differences(ctx, { body }) {
    const lines = await readLines(ctx.db, ctx.companyId, sql`l.id = any (${body.bank_statement_entry_ids}::uuid[])`)
    const main = lines[0]
    const titles = await titlesAsRead(ctx, body.title_ids)
    if (!main || titles.length !== body.title_ids.length) throw fail('resource.not_found')
    const total = lines.reduce((sum, line) => sum + line.remaining_cents, 0)
    const { proposals } = explainDifference({ ...main, amount_cents: total }, titles, ctx.today)
    return proposals.map(proposal => {
      const parts = proposal.parts.map(part => ({ ...part, label: DIFFERENCE_KIND_LABELS[part.kind] }))
      return { label: parts.map(part => part.label).join(' e '), parts }
    })
  },

  async conciliate(ctx, { body }) {
    const conciliations = await conciliateGroups(ctx, body.groups.map(asGroup))
    const lines = body.groups.reduce((sum, group) => sum + (group.bank_statement_entry_ids?.length ?? 0), 0)
    ctx.label(counted(lines, ['linha conciliada', 'linhas conciliadas']))
    return { conciliations }
  },

  async unconciliate(ctx, { body }) {
    const lines = await mustLockLines(ctx, body.bank_statement_entry_ids)
    const groups = lines.map(line => line.conciliation_id).filter(id => id !== null)
    if (groups.length === 0) throw fail('conciliation.not_done')
    const updated = await undoGroups(ctx, groups)
    ctx.label(`Conciliação de ${counted(lines.length, ['linha desfeita', 'linhas desfeita'])}`)
    return { updated, ids: lines.map(line => line.id) }
  },

  group: (ctx, { params }) => groupById(ctx, params.id),

  async ignore(ctx, { body }) {
    const lines = await mustLockLines(ctx, body.ids)
    const linked = lines.filter(line => line.conciliation_id !== null)
    const blocked = linked.map(line => ({
      id: line.id,
      error_id: 'conciliation.already_done' as const,
      message: errorText('conciliation.already_done'),
    }))
    if (blocked.length > 0) throw rejection(blocked, lines.length)
    const status = body.ignored ? 'IGNORED' : 'PENDING'
    await changeLines(
      ctx.db,
      ctx.companyId,
      lines.filter(line => line.status !== status).map(line => ({ id: line.id, status, conciliation_id: null })),
    )
    const back = ['linha de volta às pendentes', 'linhas de volta às pendentes'] as const
    ctx.label(counted(lines.length, body.ignored ? ['linha ignorada', 'linhas ignoradas'] : back))
    return { updated: lines.length, ids: lines.map(line => line.id) }
  },

  async categorise(ctx, { body }) {
    await checkRefs(ctx, [body])
    const lines = await mustLockLines(ctx, body.ids)
    await sql`
      update statement_entries
      set category_id = ${body.category_id === undefined ? sql.ref('category_id') : body.category_id},
        contact_id = ${body.contact_id === undefined ? sql.ref('contact_id') : body.contact_id}
      where company_id = ${ctx.companyId} and id = any (${lines.map(line => line.id)}::uuid[])`.execute(ctx.db)
    ctx.label(counted(lines.length, ['linha categorizada', 'linhas categorizadas']))
    return { updated: lines.length, ids: lines.map(line => line.id) }
  },

  async split(ctx, { params, body }) {
    const [line] = await mustLockLines(ctx, [params.id])
    const total = body.parts.reduce((sum, part) => sum + part.amount_cents, 0)
    const remaining = await remainders(ctx, [line as StoredLine])
    refuseDone([line as StoredLine])
    if (total !== remaining.get(params.id))
      throw fail('conciliation.mismatch', { motivo: 'A soma das partes precisa ser o que falta explicar da linha.' })
    needKinds(ctx, [line as StoredLine])
    await checkRefs(ctx, body.parts)
    const entries = body.parts.map(part => fromLine(ctx, line as StoredLine, part))
    await insertEntries(ctx.db, ctx.companyId, entries)
    const [done] = await conciliateGroups(ctx, [{ title_ids: entries.map(entry => entry.id), line_ids: [params.id] }])
    ctx.label(`Linha dividida em ${entries.length} lançamentos`)
    return done ?? { conciliation_id: null, updated: 0 }
  },

  async createEntries(ctx, { body }) {
    await checkRefs(ctx, body.items)
    const lines = new Map(
      (
        await mustLockLines(
          ctx,
          body.items.map(item => item.id),
        )
      ).map(line => [line.id, line]),
    )
    const remaining = await remainders(ctx, [...lines.values()])
    refuseDone([...lines.values()])
    needKinds(ctx, [...lines.values()])
    const entries = body.items.map(item =>
      fromLine(ctx, lines.get(item.id) as StoredLine, { ...item, amount_cents: remaining.get(item.id) ?? 0 }),
    )
    await insertEntries(ctx.db, ctx.companyId, entries)
    const conciliations = await conciliateGroups(
      ctx,
      entries.map((entry, index) => ({ title_ids: [entry.id], line_ids: [(body.items[index] as { id: string }).id] })),
    )
    ctx.label(`${counted(entries.length, ['lançamento criado', 'lançamentos criados'])} do extrato`)
    return { conciliations }
  },

  async line(ctx, { params }) {
    const line = await first(
      ctx.db,
      sql<never>`select * from statement_entries where company_id = ${ctx.companyId} and id = ${params.id} and deleted_at is null`,
    )
    if (!line) throw fail('resource.not_found')
    return line
  },
}

function asGroup(group: GroupBody): GroupInput {
  return {
    title_ids: [...(group.bill_ids ?? []), ...(group.receivable_ids ?? [])],
    line_ids: group.bank_statement_entry_ids ?? [],
    bank_account_id: group.bank_account_id,
    date: group.date,
    allocations: (group.allocations ?? []).map(allocation => ({
      title_id: allocation.bill_id ?? allocation.receivable_id ?? '',
      line_id: allocation.bank_statement_entry_id,
      amount_cents: allocation.amount_cents,
    })),
    differences: group.differences ?? [],
  }
}

async function mustLockLines(ctx: Context, ids: readonly string[]): Promise<StoredLine[]> {
  const unique = [...new Set(ids)]
  const lines = await lockLines(ctx.db, ctx.companyId, unique)
  const ranges = await closedRanges(ctx.db, ctx.companyId)
  const blocked = [
    ...missingOf(unique, lines),
    ...lines.filter(line => closedRangeFor(line.date, ranges)).map(line => asBlocked(line, periodClosed(line.date))),
  ]
  if (blocked.length > 0) throw rejection(blocked, unique.length)
  return lines
}

/** What each line still has to explain, without its sign. */
async function remainders(ctx: Context, lines: readonly StoredLine[]): Promise<Map<string, number>> {
  const groups = lines.map(line => line.conciliation_id).filter(id => id !== null)
  const explained = new Map(
    (groups.length > 0 ? await explainedCents(ctx.db, ctx.companyId, groups) : []).map(row => [row.conciliation_id, row.cents]),
  )
  return new Map(lines.map(line => [line.id, Math.abs(line.amount_cents) - Math.abs(explained.get(line.conciliation_id ?? '') ?? 0)]))
}

function refuseDone(lines: readonly StoredLine[]): void {
  const blocked = lines
    .filter(line => line.status === 'CONCILIATED' || line.amount_cents === 0)
    .map(line =>
      line.amount_cents === 0
        ? { id: line.id, error_id: 'conciliation.mismatch' as const, message: 'Uma linha de valor zero só pode ser ignorada.' }
        : { id: line.id, error_id: 'conciliation.already_done' as const, message: errorText('conciliation.already_done') },
    )
  if (blocked.length > 0) throw rejection(blocked, lines.length)
}

/** An outflow becomes a bill and an inflow a receivable: who may not create those may not do it from a line. */
function needKinds(ctx: Context, lines: readonly StoredLine[]): void {
  if (lines.some(line => line.amount_cents < 0)) ctx.need('bills', 'c')
  if (lines.some(line => line.amount_cents > 0)) ctx.need('receivables', 'c')
}

interface Part {
  amount_cents: number
  category_id?: string | null | undefined
  contact_id?: string | null | undefined
  additional_information?: string | null | undefined
  competence_date?: string | null | undefined
}

/** An open title made from a line: conciliating it in the same batch settles it. */
function fromLine(ctx: Context, line: StoredLine, part: Part): NewEntry {
  return {
    id: ctx.newId(),
    kind: line.amount_cents < 0 ? 'BILL' : 'RECEIVABLE',
    status: 'PENDING',
    amount_cents: part.amount_cents,
    date: line.date,
    due_date: line.date,
    competence_date: part.competence_date ?? line.date,
    bank_account_id: line.bank_account_id,
    category_id: part.category_id ?? line.category_id,
    contact_id: part.contact_id ?? line.contact_id,
    additional_information: part.additional_information ?? line.description,
    transaction_id: line.transaction_id,
    created_by: ctx.actor.user_id,
  }
}
