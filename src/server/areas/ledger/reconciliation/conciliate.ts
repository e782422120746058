// Conciliating and undoing many groups in one batch: everything is locked in id order, planned, then written in a few statements.

import { DIFFERENCE_CATEGORY_NAMES } from '#domain/categories.ts'
import type { TitleKind } from '#domain/enums.ts'
import { closedRangeFor } from '#domain/periods.ts'
import { Again, Failure, fail } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { checkRefs, type Refs } from '../entries/refs.ts'
import { changeEntries, closedRanges, type EntryChange, insertEntries, lockEntries, type StoredEntry } from '../entries/rows.ts'
import { isSettled } from '../entries/sql.ts'
import {
  asBlocked,
  type Blocked,
  closedChange,
  type Desk,
  missingOf,
  mustLock,
  periodClosed,
  rejection,
  unsettled,
} from '../entries/writing.ts'
import type { GroupInput, GroupPlan, PlanFacts } from './group-plan.ts'
import { planGroup, SETTLE_COLUMNS } from './plan.ts'
import {
  categoriesByName,
  changeLines,
  deleteConciliations,
  entriesOfGroups,
  explainedCents,
  groupMakers,
  groupsOfTitles,
  insertConciliations,
  linesOfGroups,
  lockLines,
  type StoredLine,
} from './rows.ts'

export interface Conciliated {
  conciliation_id: string | null
  updated: number
}

/**
 * Conciliates each group; all or nothing. One group is refused by its own error (`conciliation.already_done` for a line or title that
 * another call took first); of many, `bulk.rejected` names the refused ones by their first line or title.
 */
export async function conciliateGroups(ctx: Desk, groups: readonly GroupInput[], kind?: TitleKind): Promise<Conciliated[]> {
  const lineIds = groups.flatMap(group => group.line_ids)
  const titleIds = groups.flatMap(group => group.title_ids)
  if (new Set(lineIds).size !== lineIds.length || new Set(titleIds).size !== titleIds.length) {
    throw fail('conciliation.mismatch', { motivo: 'A mesma linha ou conta aparece em dois grupos.' })
  }
  const lines = new Map((await lockLines(ctx.db, ctx.companyId, lineIds)).map(line => [line.id, line]))
  const missing = missingOf(lineIds, [...lines.values()])
  if (missing.length > 0) throw rejection(missing, groups.length)
  const titles = new Map((await mustLock(ctx, titleIds, kind)).map(title => [title.id, title]))
  await checkRefs(
    ctx,
    groups.flatMap(group => newRefsOf(group, titles)),
  )
  const facts: PlanFacts = {
    newId: () => ctx.newId(),
    today: ctx.today,
    now: ctx.now,
    userId: ctx.actor.user_id,
    explained: await explainedBy(ctx, [...lines.values()]),
    categories: groups.some(group => group.differences?.length)
      ? await categoriesByName(ctx.db, ctx.companyId, DIFFERENCE_CATEGORY_NAMES)
      : new Map<string, string>(),
    ranges: await closedRanges(ctx.db, ctx.companyId),
    unproven: lineIds.length > 0 ? await unprovenGroups(ctx, [...titles.values()]) : new Map(),
    madeBy: await makersOf(ctx, [...lines.values(), ...titles.values()]),
  }
  const plans = planAll(groups, titles, lines, facts)
  await write(ctx, plans)
  ctx.touch(...lineIds, ...titleIds)
  return plans.map(plan => ({ conciliation_id: plan.conciliation_id, updated: plan.settled.length }))
}

/** The accounts and categories that a person brings in: lines and the bank say the account themselves, and a title's own may be archived since. */
function newRefsOf(group: GroupInput, titles: ReadonlyMap<string, StoredEntry>): Refs[] {
  const { line_ids, title_ids, bank_account_id, differences, by_bank = false } = group
  const isOwn = by_bank || line_ids.length > 0 || title_ids.some(id => titles.get(id)?.bank_account_id === bank_account_id)
  return [...(isOwn ? [] : [{ bank_account_id }]), ...(differences ?? []).map(({ category_id }) => ({ category_id }))]
}

function planAll(
  groups: readonly GroupInput[],
  titles: ReadonlyMap<string, StoredEntry>,
  lines: ReadonlyMap<string, StoredLine>,
  facts: PlanFacts,
): GroupPlan[] {
  const blocked: Blocked[] = []
  const plans = groups.flatMap(group => {
    try {
      const ofTitles = group.title_ids.map(id => titles.get(id) as StoredEntry)
      const ofLines = group.line_ids.map(id => lines.get(id) as StoredLine)
      return [planGroup(group, ofTitles, ofLines, facts)]
    } catch (error) {
      if (groups.length === 1 || !(error instanceof Failure)) throw error
      blocked.push({ id: group.line_ids[0] ?? group.title_ids[0] ?? '', error_id: error.id, message: error.message })
      return []
    }
  })
  if (blocked.length > 0) throw rejection(blocked, groups.length)
  return plans
}

/** Read once the titles are locked: whoever proves one of these groups first has locked them too. */
async function unprovenGroups(ctx: Desk, titles: readonly StoredEntry[]): Promise<PlanFacts['unproven']> {
  const ids = [...new Set(titles.map(title => title.conciliation_id).filter(id => id !== null))]
  if (ids.length === 0) return new Map()
  const proven = new Set((await linesOfGroups(ctx.db, ctx.companyId, ids)).map(line => line.conciliation_id))
  const entries = (await entriesOfGroups(ctx.db, ctx.companyId, ids)).filter(entry => !entry.has_children)
  return new Map(ids.filter(id => !proven.has(id)).map(id => [id, entries.filter(entry => entry.conciliation_id === id)]))
}

async function makersOf(ctx: Desk, rows: readonly { conciliation_id: string | null }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(row => row.conciliation_id).filter(id => id !== null))]
  if (ids.length === 0) return new Map()
  return new Map((await groupMakers(ctx.db, ctx.companyId, ids)).map(row => [row.id, row.name]))
}

async function explainedBy(ctx: Desk, lines: readonly StoredLine[]): Promise<Map<string, number>> {
  const ids = [...new Set(lines.map(line => line.conciliation_id).filter(id => id !== null))]
  if (ids.length === 0) return new Map()
  return new Map((await explainedCents(ctx.db, ctx.companyId, ids)).map(row => [row.conciliation_id, row.cents]))
}

async function write(ctx: Desk, plans: readonly GroupPlan[]): Promise<void> {
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

/**
 * Takes whole groups apart: titles return to what they were, what explained differences goes, untouched rests are joined again. A group that was
 * settled by hand and only proven by its lines stays as it was before them.
 */
export async function undoGroups(ctx: Context, conciliationIds: readonly string[]): Promise<number> {
  const ids = [...new Set(conciliationIds)]
  const lines = await linesOfGroups(ctx.db, ctx.companyId, ids)
  const entries = await entriesOfGroups(ctx.db, ctx.companyId, ids)
  const parents = await lockEntries(ctx.db, ctx.companyId, [...new Set(entries.map(entry => entry.parent_id).filter(id => id !== null))])
  const kept = provenByLines(entries)
  const changes = planUndo(ctx, { groups: new Set(ids), kept }, entries, parents)
  await refuseClosedUndo(ctx, lines, [...entries, ...parents], changes, ids.length)
  await changeEntries(ctx.db, ctx.companyId, UNDO_COLUMNS, changes)
  await changeLines(
    ctx.db,
    ctx.companyId,
    lines.map(line => ({ id: line.id, status: 'PENDING', conciliation_id: null })),
  )
  await deleteConciliations(
    ctx.db,
    ctx.companyId,
    ids.filter(id => !kept.has(id)),
  )
  ctx.touch(...lines.map(line => line.id), ...changes.map(change => change.id))
  return changes.length
}

/** The triggers refuse the same; asked here, every row in the way is named. */
async function refuseClosedUndo(
  ctx: Context,
  lines: readonly StoredLine[],
  rows: readonly StoredEntry[],
  changes: readonly EntryChange[],
  asked: number,
): Promise<void> {
  const ranges = await closedRanges(ctx.db, ctx.companyId)
  const stored = new Map(rows.map(row => [row.id, row]))
  const blocked = [
    ...lines.filter(line => closedRangeFor(line.date, ranges)).map(line => asBlocked(line, periodClosed(line.date))),
    ...changes.flatMap(change => {
      const before = stored.get(change.id) as StoredEntry
      const refusal = closedChange(before, { ...before, ...change }, ranges)
      return refusal ? [asBlocked(before, refusal)] : []
    }),
  ]
  if (blocked.length > 0) throw rejection(blocked, asked)
}

/** A row as it stands, in the columns an undo sets. */
function asIs(entry: StoredEntry): EntryChange {
  return Object.fromEntries(['id', ...UNDO_COLUMNS].map(column => [column, entry[column as keyof StoredEntry]])) as EntryChange
}

const reopened = (entry: StoredEntry): EntryChange => ({ ...asIs(entry), ...unsettled(entry), conciliation_id: null })

/** What a partial payment left open, as it left it: nobody settled, split or edited it meanwhile. */
function isUntouched(rest: StoredEntry, paid: StoredEntry): boolean {
  const before = paid.before_settlement
  const same = (column: keyof StoredEntry) => JSON.stringify(rest[column]) === JSON.stringify(paid[column])
  return (
    before !== null &&
    rest.deleted_at === null &&
    rest.conciliation_id === null &&
    !rest.has_children &&
    rest.status === before.status &&
    rest.amount_cents === before.amount_cents - paid.amount_cents &&
    rest.bank_account_id === before.bank_account_id &&
    KEPT_BY_RESTS.every(same)
  )
}

const KEPT_BY_RESTS = [
  'parent_id',
  'due_date',
  'competence_date',
  'issue_date',
  'category_id',
  'contact_id',
  'additional_information',
  'document_number',
  'payment_method',
  'payment_details',
] as const

/** The groups that stood before a line joined them. */
const provenByLines = (entries: readonly StoredEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ conciliation_id, before_settlement }) =>
      before_settlement?.by_hand_id === conciliation_id ? (conciliation_id ?? []) : [],
    ),
  )

function planUndo(
  ctx: Context,
  { groups, kept }: { groups: ReadonlySet<string>; kept: ReadonlySet<string> },
  entries: readonly StoredEntry[],
  parents: readonly StoredEntry[],
): EntryChange[] {
  const gone = new Date(ctx.now).toISOString()
  const changes: EntryChange[] = []
  const parentOf = new Map(parents.map(parent => [parent.id, parent]))
  const byId = new Map(entries.map(entry => [entry.id, entry]))
  for (const entry of entries) {
    if (kept.has(entry.conciliation_id ?? entry.split_by_conciliation_id ?? '')) {
      if (entry.conciliation_id !== null) changes.push({ ...asIs(entry), ...unsettled(entry) })
      continue
    }
    if (entry.conciliation_id === null || !groups.has(entry.conciliation_id)) {
      // The tax that a withholding left to pay goes with it, unless it was paid.
      if (entry.difference_kind === 'withholding' && !isSettled(entry.status)) changes.push({ ...asIs(entry), deleted_at: gone })
      continue
    }
    if (entry.difference_kind !== null) {
      changes.push({ ...asIs(entry), deleted_at: gone, conciliation_id: null })
      continue
    }
    const rest = byId.get(entry.before_settlement?.rest_id ?? '')
    const parent = entry.parent_id === null ? undefined : parentOf.get(entry.parent_id)
    // The rest was settled or edited away meanwhile: 'conciliação desfeita; a divisão permanece'.
    if (!rest || !parent || !isUntouched(rest, entry)) {
      changes.push(reopened(entry))
      continue
    }
    changes.push({ ...asIs(rest), deleted_at: gone })
    const whole = entry.amount_cents + rest.amount_cents
    if (parent.amount_cents === whole) {
      changes.push({ ...asIs(entry), deleted_at: gone, conciliation_id: null }, { ...asIs(parent), has_children: false })
    } else {
      changes.push({ ...reopened(entry), amount_cents: whole })
    }
  }
  return changes
}

const REOPEN_COLUMNS = [
  'status',
  'date',
  'bank_account_id',
  'applied_at',
  'status_before',
  'before_settlement',
  'paid_without_approval',
] as const

/** Undoes what settled the given titles: their whole groups, or a settlement made by hand. */
export async function undoTitles(ctx: Context, titleIds: readonly string[], kind: TitleKind): Promise<number> {
  // Lines before titles, as everywhere, so that doing and undoing wait for each other and never deadlock.
  const expected = await groupsOfTitles(ctx.db, ctx.companyId, titleIds)
  await linesOfGroups(ctx.db, ctx.companyId, expected)
  const titles = await mustLock(ctx, titleIds, kind)
  if (titles.some(title => title.conciliation_id !== null && !expected.includes(title.conciliation_id))) throw new Again()
  const open = titles.filter(title => title.conciliation_id === null && !isSettled(title.status))
  if (open.length > 0)
    throw fail(
      'conciliation.not_done',
      {},
      { details: open.map(title => ({ field: title.id, id: 'conciliation.not_done', message: 'Não está conciliado.' })) },
    )
  const groups = titles.map(title => title.conciliation_id).filter(id => id !== null)
  const byHand = titles.filter(title => title.conciliation_id === null)
  if (byHand.some(title => title.transfer_id !== null))
    throw fail('conflict.invalid_transition', { motivo: 'Este lançamento é parte de uma transferência: mova a situação dele.' })
  const changes = byHand.map((title): EntryChange => ({ id: title.id, ...unsettled(title) }))
  await refuseClosedUndo(ctx, [], byHand, changes, byHand.length)
  await changeEntries(ctx.db, ctx.companyId, REOPEN_COLUMNS, changes)
  ctx.touch(...byHand.map(title => title.id))
  return byHand.length + (groups.length > 0 ? await undoGroups(ctx, groups) : 0)
}
