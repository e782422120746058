// What answers a line by itself: an entry made of it, or leaving it out.
import { errorText } from '#contract/errors.ts'
import { closedRangeFor } from '#domain/periods.ts'
import { fail } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { closedRanges, insertEntries, type NewEntry } from '../entries/rows.ts'
import { asBlocked, missingOf, periodClosed, rejection } from '../entries/writing.ts'
import { type Conciliated, conciliateGroups } from './conciliate.ts'
import { changeLines, explainedCents, lockLines, type StoredLine } from './rows.ts'

/** Makes of each line a settled entry of its own. */
export async function entriesFromLines(
  ctx: Context,
  items: readonly (Omit<LinePart, 'amount_cents'> & { id: string })[],
): Promise<Conciliated[]> {
  const ids = items.map(item => item.id)
  const lines = new Map((await mustLockLines(ctx, ids)).map(line => [line.id, line]))
  const remaining = await remainders(ctx, [...lines.values()])
  refuseDone([...lines.values()])
  needKinds(ctx, [...lines.values()])
  const entries = items.map(item => fromLine(ctx, lines.get(item.id) as StoredLine, { ...item, amount_cents: remaining.get(item.id) ?? 0 }))
  await insertEntries(ctx.db, ctx.companyId, entries)
  return conciliateGroups(
    ctx,
    entries.map((entry, index) => ({ title_ids: [entry.id], line_ids: [ids[index] as string] })),
  )
}

/** Makes of each line several settled entries; together they are what it still has to explain. */
export async function splitLines(
  ctx: Context,
  items: readonly { readonly id: string; readonly parts: readonly LinePart[] }[],
): Promise<Conciliated[]> {
  const ids = items.map(({ id }) => id)
  const lines = new Map((await mustLockLines(ctx, ids)).map(line => [line.id, line]))
  const remaining = await remainders(ctx, [...lines.values()])
  refuseDone([...lines.values()])
  if (items.some(({ id, parts }) => parts.reduce((sum, part) => sum + part.amount_cents, 0) !== remaining.get(id)))
    throw fail('conciliation.mismatch', { motivo: 'A soma das partes precisa ser o que falta explicar da linha.' })
  needKinds(ctx, [...lines.values()])
  const groups = items.map(({ id, parts }) => ({ id, entries: parts.map(part => fromLine(ctx, lines.get(id) as StoredLine, part)) }))
  await insertEntries(
    ctx.db,
    ctx.companyId,
    groups.flatMap(({ entries }) => entries),
  )
  return conciliateGroups(
    ctx,
    groups.map(({ id, entries }) => ({ title_ids: entries.map(entry => entry.id), line_ids: [id] })),
  )
}

/** Leaves lines out, or brings them back. */
export async function setIgnored(ctx: Context, ids: readonly string[], ignored: boolean): Promise<StoredLine[]> {
  const lines = await mustLockLines(ctx, ids)
  const blocked = lines
    .filter(line => line.conciliation_id !== null)
    .map(({ id }) => ({ id, error_id: 'conciliation.already_done' as const, message: errorText('conciliation.already_done') }))
  if (blocked.length > 0) throw rejection(blocked, lines.length)
  const status = ignored ? 'IGNORED' : 'PENDING'
  await changeLines(
    ctx.db,
    ctx.companyId,
    lines.filter(line => line.status !== status).map(line => ({ id: line.id, status, conciliation_id: null })),
  )
  return lines
}

/** Pending lines of open periods, locked; refused by name where one is gone or closed. */
export async function mustLockLines(ctx: Context, ids: readonly string[]): Promise<StoredLine[]> {
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
export async function remainders(ctx: Context, lines: readonly StoredLine[]): Promise<Map<string, number>> {
  const groups = lines.map(line => line.conciliation_id).filter(id => id !== null)
  const explained = new Map(
    (groups.length > 0 ? await explainedCents(ctx.db, ctx.companyId, groups) : []).map(row => [row.conciliation_id, row.cents]),
  )
  return new Map(lines.map(line => [line.id, Math.abs(line.amount_cents) - Math.abs(explained.get(line.conciliation_id ?? '') ?? 0)]))
}

export function refuseDone(lines: readonly StoredLine[]): void {
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
export function needKinds(ctx: Context, lines: readonly StoredLine[]): void {
  if (lines.some(line => line.amount_cents < 0)) ctx.need('bills', 'c')
  if (lines.some(line => line.amount_cents > 0)) ctx.need('receivables', 'c')
}

export interface LinePart {
  amount_cents: number
  category_id?: string | null | undefined
  contact_id?: string | null | undefined
  additional_information?: string | null | undefined
  competence_date?: string | null | undefined
}

/** An open title made from a line: conciliating it in the same batch settles it. */
export function fromLine(ctx: Context, line: StoredLine, part: LinePart): NewEntry {
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
