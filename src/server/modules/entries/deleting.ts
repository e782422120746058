// Deleting and bringing back entries: softly, with their children, and with the right on each record's own kind.

import { sql } from 'kysely'
import type { BillStatus, TitleKind } from '#domain/enums.ts'
import { type Refusal, refusalOfDelete } from '#domain/transitions.ts'
import { all } from '../../db/query.ts'
import type { Context } from '../../kernel/context.ts'
import { fail } from '../../kernel/fail.ts'
import { changeEntries, closedRanges, lockEntries, type StoredEntry } from './rows.ts'
import { type Blocked, closedRefusal, mustLock, rejection } from './writing.ts'

const RESOURCE: Record<TitleKind, 'bills' | 'receivables'> = { BILL: 'bills', RECEIVABLE: 'receivables' }

/** Who may not act on a kind is refused before anything else is said of the records. */
export function needOnEach(ctx: Context, rows: readonly StoredEntry[], action: 'c' | 'd'): void {
  for (const kind of new Set(rows.map(row => row.kind))) ctx.need(RESOURCE[kind], action)
}

export async function deleteEntries(
  ctx: Context,
  ids: readonly string[],
  preview: boolean,
  kind?: TitleKind,
): Promise<{ updated: number; ids: string[]; blocked?: Blocked[] }> {
  const rows = await mustLock(ctx, ids, kind)
  needOnEach(ctx, rows, 'd')
  const children = await childrenOf(
    ctx,
    rows.filter(row => row.has_children),
  )
  const orphaned = await emptiedParents(ctx, rows)
  const ranges = await closedRanges(ctx.db, ctx.companyId)
  const blocked: Blocked[] = []
  for (const row of [...rows, ...children]) {
    const refusal = refusalOf(row) ?? closedRefusal('delete', row, undefined, ranges)
    if (refusal)
      blocked.push({ id: row.parent_id && !ids.includes(row.id) ? row.parent_id : row.id, error_id: refusal.id, message: refusal.reason })
  }
  if (preview) return { updated: rows.length - blocked.length, ids: rows.map(row => row.id), blocked }
  if (blocked.length > 0) throw rejection(blocked, rows.length)
  const deleted_at = new Date(ctx.now).toISOString()
  const gone = new Map([...rows, ...children].map(row => [row.id, { id: row.id, deleted_at }]))
  await changeEntries(ctx.db, ctx.companyId, ['deleted_at'], [...gone.values()])
  // A parent whose children are all gone is itself again.
  await changeEntries(
    ctx.db,
    ctx.companyId,
    ['has_children'],
    orphaned.map(row => ({ id: row.id, has_children: false })),
  )
  ctx.touch(...gone.keys())
  ctx.label(`${rows.length} ${rows.length === 1 ? 'lançamento excluído' : 'lançamentos excluídos'}`)
  return { updated: rows.length, ids: rows.map(row => row.id) }
}

function refusalOf(row: StoredEntry): Refusal | undefined {
  if (row.transfer_id !== null)
    return { id: 'conflict.invalid_transition', reason: 'Este lançamento é parte de uma transferência: exclua a transferência.' }
  return refusalOfDelete({ status: row.status as BillStatus, conciliated: row.conciliation_id !== null })
}

async function childrenOf(ctx: Context, parents: readonly StoredEntry[]): Promise<StoredEntry[]> {
  if (parents.length === 0) return []
  return all(
    ctx.db,
    sql<StoredEntry>`select * from entries e where e.company_id = ${ctx.companyId} and e.parent_id = any (${parents.map(row => row.id)}::uuid[]) and e.deleted_at is null order by e.id for update`,
  )
}

async function emptiedParents(ctx: Context, rows: readonly StoredEntry[]): Promise<StoredEntry[]> {
  const parentIds = [...new Set(rows.map(row => row.parent_id).filter(id => id !== null))]
  if (parentIds.length === 0) return []
  return all(
    ctx.db,
    sql<StoredEntry>`select * from entries e where e.company_id = ${ctx.companyId} and e.id = any (${parentIds}::uuid[]) and e.deleted_at is null
      and not exists (select 1 from entries s where s.company_id = e.company_id and s.parent_id = e.id and s.deleted_at is null and s.id <> all (${rows.map(row => row.id)}::uuid[])) order by e.id for update`,
  )
}

export async function restoreEntries(ctx: Context, ids: readonly string[]): Promise<{ updated: number; ids: string[] }> {
  const unique = [...new Set(ids)]
  const rows = await lockEntries(ctx.db, ctx.companyId, unique)
  if (rows.length !== unique.length) throw fail('resource.not_found')
  needOnEach(ctx, rows, 'd')
  const gone = rows.filter(row => row.deleted_at !== null)
  const parents = await lockEntries(
    ctx.db,
    ctx.companyId,
    gone.map(row => row.parent_id).filter(id => id !== null),
  )
  const children = await all(
    ctx.db,
    sql<StoredEntry>`select * from entries e where e.company_id = ${ctx.companyId} and e.parent_id = any (${gone.filter(row => row.has_children).map(row => row.id)}::uuid[])
      and e.deleted_at = (select p.deleted_at from entries p where p.company_id = e.company_id and p.id = e.parent_id) order by e.id for update`,
  )
  const back = new Map([...gone, ...children].map(row => [row.id, { id: row.id, deleted_at: null }]))
  await changeEntries(ctx.db, ctx.companyId, ['deleted_at'], [...back.values()])
  await changeEntries(
    ctx.db,
    ctx.companyId,
    ['has_children'],
    parents.filter(row => row.deleted_at === null && !row.has_children).map(row => ({ id: row.id, has_children: true })),
  )
  ctx.touch(...back.keys())
  ctx.label(`${gone.length} ${gone.length === 1 ? 'lançamento recuperado' : 'lançamentos recuperados'}`)
  return { updated: gone.length, ids: gone.map(row => row.id) }
}
