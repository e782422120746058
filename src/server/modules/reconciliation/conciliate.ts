// Conciliating and undoing many groups in one batch: everything is locked in id order, planned, then written in a few statements.

import { formatDay } from '#domain/days.ts'
import type { BillStatus } from '#domain/enums.ts'
import { closedRangeFor } from '#domain/periods.ts'
import { statusAfterUndo } from '#domain/transitions.ts'
import type { Context } from '../../kernel/context.ts'
import { fail } from '../../kernel/fail.ts'
import { changeEntries, closedRanges, type EntryChange, insertEntries, lockEntries, type StoredEntry } from '../entries/rows.ts'
import { isSettled } from '../entries/sql.ts'
import { mustLock } from '../entries/writing.ts'
import { DIFFERENCE_CATEGORIES, type GroupInput, type GroupPlan, planGroup, SETTLE_COLUMNS } from './plan.ts'
import {
  categoriesByName,
  changeLines,
  deleteConciliations,
  entriesOfGroups,
  explainedCents,
  insertConciliations,
  linesOfGroups,
  lockLines,
  type StoredLine,
} from './rows.ts'

export interface Conciliated {
  conciliation_id: string | null
  updated: number
}

/** Conciliates each group; all or nothing. Throws `conciliation.already_done` for a line or title that another call took first. */
export async function conciliateGroups(ctx: Context, groups: readonly GroupInput[]): Promise<Conciliated[]> {
  const lineIds = groups.flatMap(group => group.line_ids)
  const titleIds = groups.flatMap(group => group.title_ids)
  if (new Set(lineIds).size !== lineIds.length || new Set(titleIds).size !== titleIds.length) {
    throw fail('conciliation.mismatch', { motivo: 'A mesma linha ou conta aparece em dois grupos.' })
  }
  const lines = new Map((await lockLines(ctx.db, ctx.companyId, lineIds)).map(line => [line.id, line]))
  if (lines.size !== lineIds.length) throw fail('resource.not_found')
  const titles = new Map((await mustLock(ctx, titleIds)).map(title => [title.id, title]))
  const facts = {
    newId: () => ctx.newId(),
    today: ctx.today,
    now: ctx.now,
    userId: ctx.actor.user_id,
    explained: await explainedBy(ctx, [...lines.values()]),
    categories: groups.some(group => group.differences?.length)
      ? await categoriesByName(ctx.db, ctx.companyId, DIFFERENCE_CATEGORIES)
      : new Map<string, string>(),
  }
  const plans = groups.map(group =>
    planGroup(
      group,
      group.title_ids.map(id => titles.get(id) as StoredEntry),
      group.line_ids.map(id => lines.get(id) as StoredLine),
      facts,
    ),
  )
  await write(ctx, plans)
  ctx.touch(...lineIds, ...titleIds)
  return plans.map(plan => ({ conciliation_id: plan.conciliation_id, updated: plan.settled.length }))
}

async function explainedBy(ctx: Context, lines: readonly StoredLine[]): Promise<Map<string, number>> {
  const ids = [...new Set(lines.map(line => line.conciliation_id).filter(id => id !== null))]
  if (ids.length === 0) return new Map()
  return new Map((await explainedCents(ctx.db, ctx.companyId, ids)).map(row => [row.conciliation_id, row.cents]))
}

async function write(ctx: Context, plans: readonly GroupPlan[]): Promise<void> {
  const fresh = plans.filter(plan => plan.conciliation_id !== null && !plan.extends).map(plan => plan.conciliation_id as string)
  await insertConciliations(ctx.db, ctx.companyId, ctx.actor.user_id, fresh)
  await changeEntries(
    ctx.db,
    ctx.companyId,
    SETTLE_COLUMNS,
    plans.flatMap(plan => plan.settled),
  )
  await insertEntries(
    ctx.db,
    ctx.companyId,
    plans.flatMap(plan => plan.created),
  )
  await changeLines(
    ctx.db,
    ctx.companyId,
    plans.flatMap(plan => plan.lines),
  )
}

const UNDO_COLUMNS = [...SETTLE_COLUMNS, 'deleted_at'] as const

/** Takes whole groups apart: titles return to their earlier status, what explained differences goes, untouched rests are joined again. */
export async function undoGroups(ctx: Context, conciliationIds: readonly string[]): Promise<number> {
  const ids = [...new Set(conciliationIds)]
  const lines = await linesOfGroups(ctx.db, ctx.companyId, ids)
  const entries = await entriesOfGroups(ctx.db, ctx.companyId, ids)
  const parents = await lockEntries(ctx.db, ctx.companyId, [...new Set(entries.map(entry => entry.parent_id).filter(id => id !== null))])
  const changes = planUndo(ctx, ids, entries, parents)
  await changeEntries(ctx.db, ctx.companyId, UNDO_COLUMNS, changes)
  await changeLines(
    ctx.db,
    ctx.companyId,
    lines.map(line => ({ id: line.id, status: 'PENDING', conciliation_id: null })),
  )
  await deleteConciliations(ctx.db, ctx.companyId, ids)
  ctx.touch(...lines.map(line => line.id), ...changes.map(change => change.id))
  return changes.length
}

/** A row as it stands, in the columns an undo sets. */
function asIs(entry: StoredEntry): EntryChange {
  return Object.fromEntries(['id', ...UNDO_COLUMNS].map(column => [column, entry[column as keyof StoredEntry]])) as EntryChange
}

function reopened(entry: StoredEntry): EntryChange {
  // Settled by hand before the line came: it goes back to that, not to open.
  if (isSettled(entry.status_before ?? '')) return { ...asIs(entry), conciliation_id: null, status_before: null }
  const status = entry.kind === 'BILL' ? statusAfterUndo(entry.status_before as BillStatus | null) : 'PENDING'
  return {
    ...asIs(entry),
    status,
    date: entry.due_date,
    applied_at: null,
    status_before: null,
    conciliation_id: null,
    paid_without_approval: false,
  }
}

function planUndo(ctx: Context, ids: readonly string[], entries: readonly StoredEntry[], parents: readonly StoredEntry[]): EntryChange[] {
  const groups = new Set(ids)
  const gone = new Date(ctx.now).toISOString()
  const changes: EntryChange[] = []
  const parentOf = new Map(parents.map(parent => [parent.id, parent]))
  const inGroup = entries.filter(entry => entry.conciliation_id !== null && groups.has(entry.conciliation_id))
  const rests = entries.filter(entry => entry.conciliation_id === null && entry.deleted_at === null && !isSettled(entry.status))
  for (const entry of inGroup) {
    if (entry.difference_kind !== null) {
      changes.push({ ...asIs(entry), deleted_at: gone, conciliation_id: null })
      continue
    }
    const rest = rests.find(
      other =>
        other.parent_id === entry.parent_id && other.split_by_conciliation_id === entry.conciliation_id && other.difference_kind === null,
    )
    const parent = entry.parent_id === null ? undefined : parentOf.get(entry.parent_id)
    // The rest was settled or edited away meanwhile: 'conciliação desfeita; a divisão permanece'.
    if (entry.split_by_conciliation_id !== entry.conciliation_id || !rest || !parent) {
      changes.push(reopened(entry))
      continue
    }
    changes.push({ ...asIs(rest), deleted_at: gone })
    if (parent.amount_cents === entry.amount_cents + rest.amount_cents && parent.has_children) {
      changes.push({ ...asIs(entry), deleted_at: gone, conciliation_id: null }, { ...asIs(parent), has_children: false })
    } else {
      changes.push({ ...reopened(entry), amount_cents: entry.amount_cents + rest.amount_cents, split_by_conciliation_id: null })
    }
  }
  for (const rest of rests) {
    if (rest.difference_kind === 'withholding') changes.push({ ...asIs(rest), deleted_at: gone })
  }
  return changes
}

const REOPEN_COLUMNS = ['status', 'date', 'applied_at', 'status_before', 'paid_without_approval'] as const

/** Undoes what settled the given titles: their whole groups, or a settlement made by hand. */
export async function undoTitles(ctx: Context, titles: readonly StoredEntry[]): Promise<number> {
  const open = titles.filter(title => title.conciliation_id === null && !isSettled(title.status))
  if (open.length > 0)
    throw fail(
      'conciliation.not_done',
      {},
      { details: open.map(title => ({ field: title.id, id: 'conciliation.not_done', message: 'Não está conciliado.' })) },
    )
  const groups = titles.map(title => title.conciliation_id).filter(id => id !== null)
  const byHand = titles.filter(title => title.conciliation_id === null)
  const ranges = await closedRanges(ctx.db, ctx.companyId)
  const locked = titles.find(title => closedRangeFor(title.date, ranges))
  if (locked) throw fail('period.closed', { data: formatDay(locked.date) })
  const changes = byHand.map(title => {
    const { id, status, date, applied_at, status_before, paid_without_approval } = reopened({
      ...title,
      status_before: isSettled(title.status_before ?? '') ? null : title.status_before,
    })
    return { id, status, date, applied_at, status_before, paid_without_approval } as EntryChange
  })
  await changeEntries(ctx.db, ctx.companyId, REOPEN_COLUMNS, changes)
  ctx.touch(...byHand.map(title => title.id))
  return byHand.length + (groups.length > 0 ? await undoGroups(ctx, groups) : 0)
}
