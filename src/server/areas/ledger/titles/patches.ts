// Changing titles, one or thousands: all of them or none, each refusal with its row.
import { sql } from 'kysely'
import type { TitleKind } from '#domain/enums.ts'
import { fail } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { checkRefs, newRefs, type Refs } from '../entries/refs.ts'
import { changeEntries, differing, readEntries, type StoredEntry } from '../entries/rows.ts'
import { asBlocked, type Blocked, type EntryPatch, mustLock, PATCH_COLUMNS, patched, rejection, writeFacts } from '../entries/writing.ts'

export interface PatchItem {
  id: string
  version?: number | undefined
  patch: EntryPatch | Record<string, unknown>
}

export function sameForAll(body: { ids: string[]; versions?: Record<string, number> | undefined }): PatchItem[] {
  const { ids, versions, ...patch } = body
  return ids.map(id => ({ id, version: versions?.[id], patch }))
}

const PATCHED_COLUMNS = [...PATCH_COLUMNS, 'status', 'approved_by'] as const

export async function patchMany(
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
export function definedOf(patch: EntryPatch | Record<string, unknown>): EntryPatch {
  const required = new Set(['date', 'due_date', 'competence_date', 'amount_cents'])
  return Object.fromEntries(
    Object.entries(patch).filter(([name, value]) => value !== undefined && !(value === null && required.has(name))),
  ) as EntryPatch
}
