// The workbench's calls: suggestions, many conciliations at once, and what is done to a line alone.

import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import { DIFFERENCE_KIND_LABELS } from '#domain/labels.ts'
import { explainDifference } from '#domain/matching/differences.ts'
import { memoPattern } from '#domain/matching/memo.ts'
import { counted } from '#domain/text.ts'
import { fail } from '#server/base/fail.ts'
import { first } from '#server/db/query.ts'
import type { Handlers } from '#server/kernel/context.ts'
import { checkRefs } from '../entries/refs.ts'
import { conciliateGroups, undoGroups } from './conciliate.ts'
import type { GroupInput } from './group-plan.ts'
import { groupById } from './groups.ts'
import { entriesFromLines, mustLockLines, setIgnored, splitLines } from './line-answers.ts'
import { insertCorrection } from './memory.ts'
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
    const lines = await setIgnored(ctx, body.ids, body.ignored)
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
    await checkRefs(ctx, body.parts)
    const [done] = await splitLines(ctx, [{ id: params.id, parts: body.parts }])
    ctx.label(`Linha dividida em ${body.parts.length} lançamentos`)
    return done ?? { conciliation_id: null, updated: 0 }
  },

  async createEntries(ctx, { body }) {
    await checkRefs(ctx, body.items)
    const conciliations = await entriesFromLines(ctx, body.items)
    ctx.label(`${counted(conciliations.length, ['lançamento criado', 'lançamentos criados'])} do extrato`)
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
