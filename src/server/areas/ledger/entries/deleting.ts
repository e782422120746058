// Deleting and bringing back entries: softly, with their children, and with the right on each record's own kind.

import { sql } from 'kysely'
import type { BillStatus, TitleKind } from '#domain/enums.ts'
import { counted } from '#domain/text.ts'
import { refusalOfDelete } from '#domain/transitions.ts'
import { all } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'
import { changeEntries, closedRanges, type EntryChange, lockEntries, type StoredEntry, stored } from './rows.ts'
import { isSettled } from './sql.ts'
import { asBlocked, type Blocked, closedRefusal, missingOf, mustLock, type Refusal, rejection } from './writing.ts'

const RESOURCE: Record<TitleKind, 'bills' | 'receivables'> = { BILL: 'bills', RECEIVABLE: 'receivables' }

/** Who may not act on a kind is refused before anything else is said of the records. */
export function needOnEach(ctx: Context, rows: readonly StoredEntry[], action: 'c' | 'd'): void {
  for (const kind of new Set(rows.map(row => row.kind))) ctx.need(RESOURCE[kind], action)
}

const FAMILY_COLUMNS = ['deleted_at', 'has_children', 'amount_cents'] as const
type Family = Pick<StoredEntry, (typeof FAMILY_COLUMNS)[number]>

const changed = (row: StoredEntry, to: Partial<Family>): EntryChange => ({
  id: row.id,
  deleted_at: row.deleted_at,
  has_children: row.has_children,
  amount_cents: row.amount_cents,
  ...to,
})

/** One line per record: a parent is refused once, whatever the count of its children that stand in the way. */
const onePerRow = (blocked: readonly Blocked[]): Blocked[] => [...new Map(blocked.map(row => [row.id, row])).values()]

interface Deleting {
  preview?: boolean | undefined
  kind?: TitleKind
  /** A settled entry that was entered twice goes as it is: the money moved once. */
  settledToo?: boolean
}

export async function deleteEntries(
  ctx: Context,
  ids: readonly string[],
  { preview = false, kind, settledToo = false }: Deleting = {},
): Promise<{ updated: number; ids: string[]; blocked?: Blocked[] }> {
  const rows = await mustLock(ctx, ids, kind)
  needOnEach(ctx, rows, 'd')
  const children = await childrenOf(
    ctx,
    rows.filter(row => row.has_children),
  )
  const gone = new Map([...rows, ...children].map(row => [row.id, row]))
  const parents = await parentsLeftBy(ctx, [...gone.values()])
  const ranges = await closedRanges(ctx.db, ctx.companyId)
  const asked = new Set(rows.map(row => row.id))
  const blocked: Blocked[] = []
  for (const row of gone.values()) {
    const refusal = refusalOf(row, settledToo) ?? closedRefusal('delete', row, undefined, ranges)
    if (refusal) blocked.push(asBlocked({ id: asked.has(row.id) ? row.id : (row.parent_id ?? row.id) }, refusal))
  }
  for (const parent of parents) {
    const refusal = closedRefusal('change_amount', parent, undefined, ranges)
    const child = rows.find(row => row.parent_id === parent.id)
    if (refusal && child) blocked.push(asBlocked(child, refusal))
  }
  const refused = onePerRow(blocked)
  if (preview) return { updated: rows.length - refused.length, ids: rows.map(row => row.id), blocked: refused }
  if (refused.length > 0) throw rejection(refused, rows.length)
  const deleted_at = new Date(ctx.now).toISOString()
  const changes = [...gone.values()].map(row => changed(row, { deleted_at }))
  await changeEntries(ctx.db, ctx.companyId, FAMILY_COLUMNS, [...changes, ...parents.map(parent => withoutChildren(parent, gone))])
  ctx.touch(...changes.map(change => change.id), ...parents.map(parent => parent.id))
  ctx.label(counted(rows.length, ['lançamento excluído', 'lançamentos excluídos']))
  return { updated: rows.length, ids: rows.map(row => row.id) }
}

function refusalOf(row: StoredEntry, settledToo: boolean): Refusal | undefined {
  if (row.transfer_id !== null)
    return { id: 'conflict.invalid_transition', reason: 'Este lançamento é parte de uma transferência: exclua a transferência.' }
  const conciliated = row.conciliation_id !== null
  if (settledToo && isSettled(row.status) && !conciliated) return undefined
  return refusalOfDelete({ status: row.status as BillStatus, conciliated })
}

async function childrenOf(ctx: Context, parents: readonly StoredEntry[]): Promise<StoredEntry[]> {
  if (parents.length === 0) return []
  return all(
    ctx.db,
    sql<StoredEntry>`
      select ${stored} from entries e
      where e.company_id = ${ctx.companyId} and e.parent_id = any (${parents.map(row => row.id)}::uuid[]) and e.deleted_at is null
      order by e.id for update`,
  )
}

interface LeftParent extends StoredEntry {
  live_children: number
}

/** The live parents, not going themselves, of rows that go. */
async function parentsLeftBy(ctx: Context, rows: readonly StoredEntry[]): Promise<LeftParent[]> {
  const going = new Set(rows.map(row => row.id))
  const parentIds = [...new Set(rows.map(row => row.parent_id).filter(id => id !== null && !going.has(id)))]
  if (parentIds.length === 0) return []
  return all(
    ctx.db,
    sql<LeftParent>`
      select ${stored}, (select count(*)::int from entries s
        where s.company_id = e.company_id and s.parent_id = e.id and s.deleted_at is null) as live_children
      from entries e where e.company_id = ${ctx.companyId} and e.id = any (${parentIds}::uuid[]) and e.deleted_at is null order by e.id
      for update of e`,
  )
}

/** A parent is the sum of its children: it shrinks with each that goes, and is itself again when none is left. */
function withoutChildren(parent: LeftParent, gone: ReadonlyMap<string, StoredEntry>): EntryChange {
  const lost = [...gone.values()].filter(row => row.parent_id === parent.id)
  if (lost.length === parent.live_children) return changed(parent, { has_children: false })
  return changed(parent, { amount_cents: parent.amount_cents - lost.reduce((sum, row) => sum + row.amount_cents, 0) })
}

export async function restoreEntries(ctx: Context, ids: readonly string[]): Promise<{ updated: number; ids: string[] }> {
  const unique = [...new Set(ids)]
  const rows = await lockEntries(ctx.db, ctx.companyId, unique)
  const missing = missingOf(unique, rows)
  if (missing.length > 0) throw rejection(missing, unique.length)
  needOnEach(ctx, rows, 'd')
  const gone = rows.filter(row => row.deleted_at !== null)
  const children = await goneWith(
    ctx,
    gone.filter(row => row.has_children),
  )
  const back = new Map([...gone, ...children].map(row => [row.id, row]))
  const parentIds = [...new Set(gone.map(row => row.parent_id).filter(id => id !== null && !back.has(id)))] as string[]
  const parents = await lockEntries(ctx.db, ctx.companyId, parentIds)
  const ranges = await closedRanges(ctx.db, ctx.companyId)
  const replaced = await replacedRows(ctx, gone)
  const parentOf = new Map(parents.map(parent => [parent.id, parent]))
  const blocked: Blocked[] = []
  for (const row of gone) {
    const parent = row.parent_id === null || back.has(row.parent_id) ? undefined : parentOf.get(row.parent_id)
    const refusal =
      refusalOfRestore(row, replaced.has(row.id), parent) ??
      closedRefusal('restore', row, undefined, ranges) ??
      (parent && closedRefusal('change_amount', parent, undefined, ranges))
    if (refusal) blocked.push(asBlocked(row, refusal))
  }
  for (const child of children) {
    const refusal = closedRefusal('restore', child, undefined, ranges)
    if (refusal) blocked.push(asBlocked({ id: child.parent_id ?? child.id }, refusal))
  }
  if (blocked.length > 0) throw rejection(onePerRow(blocked), unique.length)
  const changes = [...back.values()].map(row => changed(row, { deleted_at: null }))
  const grown = parents.map(parent => {
    const returning = gone.filter(row => row.parent_id === parent.id)
    return changed(parent, { amount_cents: parent.amount_cents + returning.reduce((sum, row) => sum + row.amount_cents, 0) })
  })
  await changeEntries(ctx.db, ctx.companyId, FAMILY_COLUMNS, [...changes, ...grown])
  ctx.touch(...back.keys(), ...parentIds)
  ctx.label(counted(gone.length, ['lançamento recuperado', 'lançamentos recuperados']))
  return { updated: gone.length, ids: gone.map(row => row.id) }
}

/** Children that were deleted together with their parents: by the same transaction, for a moment may have seen an earlier family go, too. */
async function goneWith(ctx: Context, parents: readonly StoredEntry[]): Promise<StoredEntry[]> {
  if (parents.length === 0) return []
  return all(
    ctx.db,
    sql<StoredEntry>`
      select ${stored} from entries e where e.company_id = ${ctx.companyId} and e.parent_id = any (${parents.map(row => row.id)}::uuid[])
      and (e.deleted_at, e.changed) = (select p.deleted_at, p.changed from entries p where p.company_id = e.company_id and p.id = e.parent_id)
      order by e.id for update`,
  )
}

/** Rows that went with something else: made or settled by a conciliation that was undone, the rest it left, one side of a deleted transfer. */
async function replacedRows(ctx: Context, rows: readonly StoredEntry[]): Promise<Set<string>> {
  const found = await all(
    ctx.db,
    sql<{ id: string }>`select distinct e.id from entries e
      left join conciliations s on s.company_id = e.company_id and s.id in (e.split_by_conciliation_id, e.conciliation_id)
      left join transfers t on t.company_id = e.company_id and t.id = e.transfer_id
      where e.company_id = ${ctx.companyId} and e.id = any (${rows.map(row => row.id)}::uuid[])
        and (s.deleted_at is not null or t.deleted_at is not null)`,
  )
  return new Set(found.map(row => row.id))
}

function refusalOfRestore(row: StoredEntry, isReplaced: boolean, parent: StoredEntry | undefined): Refusal | undefined {
  const no = (reason: string): Refusal => ({ id: 'conflict.invalid_transition', reason })
  if (row.difference_kind !== null || isReplaced) return no('Este lançamento saiu com outro: desfaça a ação pelo histórico.')
  // A child that was split again left its amount to its pieces.
  if (row.parent_id !== null && row.has_children) return no('Este lançamento foi desmembrado: as parcelas estão no lugar dele.')
  if (parent && (parent.deleted_at !== null || !parent.has_children)) return no('O desmembramento desta parcela já não existe.')
  return undefined
}
