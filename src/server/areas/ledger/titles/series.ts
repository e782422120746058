// Changing or deleting one occurrence with others of its series: the open ones after it, or all open ones. What cannot follow stays as it is and is told.
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { PaymentDetails } from '#contract/entry.ts'
import type { BulkAnswer } from '#contract/kit/fields.ts'
import type { SeriesScope, TitleKind } from '#domain/enums.ts'
import { followingDays, occurrenceDay, type Recurrence, type Series } from '#domain/recurrence.ts'
import { fail } from '#server/base/fail.ts'
import { all, first } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'
import { deleteEntries } from '../entries/deleting.ts'
import { lockEntries, readEntry, type StoredEntry } from '../entries/rows.ts'
import { isSettled, SETTLED } from '../entries/sql.ts'
import { asBlocked, type Blocked, type EntryPatch, PATCH_COLUMNS, type Refusal, rejection, withoutSlip } from '../entries/writing.ts'
import { definedOf, type PatchItem, patchMany } from './patches.ts'

interface Asked {
  id: string
  scope: SeriesScope
}

interface StoredSeries extends Recurrence, Series {
  id: string
}

interface Reached {
  anchor: StoredEntry
  series: StoredSeries
  /** The open occurrences in reach, the anchor among them. */
  rows: StoredEntry[]
}

/** The parts of a split occurrence have days and payees of their own: they go with their parent or not at all. */
async function reach(ctx: Context, kind: TitleKind, { id, scope }: Asked): Promise<Reached> {
  const asked = await first(
    ctx.db,
    sql<Pick<StoredEntry, 'recurrence_id' | 'recurrence_index'>>`select recurrence_id, recurrence_index from entries
      where company_id = ${ctx.companyId} and id = ${id} and kind = ${kind} and deleted_at is null`,
  )
  if (!asked) throw fail('resource.not_found')
  const { recurrence_id, recurrence_index } = asked
  if (recurrence_id === null) throw fail('conflict.invalid_transition', { motivo: 'Esta conta não é de uma série.' })
  const others = await all(
    ctx.db,
    sql<{ id: string }>`
      select e.id from entries e where e.company_id = ${ctx.companyId} and e.recurrence_id = ${recurrence_id} and e.kind = ${kind}
      and e.parent_id is null and e.deleted_at is null
        and e.status not in ${SETTLED} ${scope === 'NEXT' ? sql`and e.recurrence_index >= ${recurrence_index}` : sql``}`,
  )
  const locked = await lockEntries(ctx.db, ctx.companyId, [...new Set([id, ...others.map(row => row.id)])], kind)
  const live = locked.filter(row => row.deleted_at === null)
  const anchor = live.find(row => row.id === id)
  if (!anchor) throw fail('resource.not_found')
  if (anchor.parent_id !== null)
    throw fail('conflict.not_editable', { motivo: 'Esta parcela é parte de um desmembramento: altere só ela.' })
  if (isSettled(anchor.status)) throw fail('conflict.not_editable', { motivo: 'Uma conta baixada não leva as outras da série consigo.' })
  const series = await first(
    ctx.db,
    sql<StoredSeries>`select id, frequency_interval, frequency_unit, initial_date, business_day, competence_follows from recurrences
      where company_id = ${ctx.companyId} and id = ${recurrence_id} for update`,
  )
  if (!series) throw new Error('an occurrence has no series')
  return { anchor, series, rows: live.filter(row => !isSettled(row.status)) }
}

/** The one that was asked for must be able to: the rest may stay behind. */
function stayBehind(blocked: readonly Blocked[], anchor: StoredEntry): Set<string> {
  const own = blocked.find(row => row.id === anchor.id)
  if (own) throw rejection([own], 1)
  return new Set(blocked.map(row => row.id))
}

const SPLIT: Refusal = { id: 'conflict.not_editable', reason: 'Este lançamento foi desmembrado: as parcelas ficam como estão.' }

export async function patchSeries(
  ctx: Context,
  kind: TitleKind,
  asked: Asked & { version?: number | undefined; patch: object },
): Promise<BulkAnswer> {
  const { anchor, series, rows } = await reach(ctx, kind, asked)
  if (asked.version !== undefined && asked.version !== anchor.version)
    throw fail('conflict.stale_version', {}, { current: await readEntry(ctx.db, ctx.companyId, ctx.today, anchor.id, kind) })
  const change = changeOf(anchor, definedOf({ ...asked.patch }))
  const items = rows
    .filter(row => !row.has_children)
    .map(row => ({ id: row.id, patch: patchFor(row, anchor, series, change) }))
    .filter(item => Object.keys(item.patch).length > 0)
  const split = rows.filter(row => row.has_children).map(row => asBlocked(row, SPLIT))
  const tried = await patchMany(ctx, kind, items, true)
  const blocked = [...split, ...(tried.blocked ?? [])]
  const stay = stayBehind(blocked, anchor)
  const going = items.filter(item => !stay.has(item.id))
  if (change.due_date !== undefined) await moveStart(ctx, anchor, series, change.due_date, rows, going)
  if (going.length === 0) return { updated: 0, ids: [], blocked }
  const { updated, ids = [] } = await patchMany(ctx, kind, going, false)
  return { updated, ids, blocked }
}

/** Whether two values are written alike, whatever the order of their fields: PostgreSQL keeps its own. */
const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(written(a), written(b))
const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** Only what really changes of the anchor goes to the others: each keeps what it has of its own. */
function changeOf(anchor: StoredEntry, patch: EntryPatch): EntryPatch {
  const changed = PATCH_COLUMNS.filter(column => column in patch && !isSame(patch[column], anchor[column]))
  return Object.fromEntries(changed.map(column => [column, patch[column]]))
}

function patchFor(row: StoredEntry, anchor: StoredEntry, series: Series, change: EntryPatch): EntryPatch {
  const steps = (row.recurrence_index ?? 0) - (anchor.recurrence_index ?? 0)
  const { payment_details, ...patch } = { ...change, ...followingDays(series, steps, change) }
  if (payment_details === undefined) return patch
  if (row.id === anchor.id) return { ...patch, payment_details }
  // A slip pays one occurrence: the others keep theirs.
  const given = withoutSlip(payment_details)
  if (isSame(given, withoutSlip(anchor.payment_details))) return patch
  const own = (row.payment_details as PaymentDetails | null)?.boleto
  return { ...patch, payment_details: own ? { ...given, boleto: own } : given }
}

/** A series starts where its first occurrence falls. */
async function moveStart(ctx: Context, anchor: StoredEntry, series: StoredSeries, due: string, rows: StoredEntry[], going: PatchItem[]) {
  const start = rows.find(row => row.recurrence_index === 0)
  if (!start || !going.some(item => item.id === start.id)) return
  const initial = occurrenceDay(due, series.frequency_interval, -(anchor.recurrence_index ?? 0))
  await sql`update recurrences set initial_date = ${initial} where company_id = ${ctx.companyId} and id = ${series.id}`.execute(ctx.db)
}

export async function deleteSeries(ctx: Context, kind: TitleKind, asked: Asked): Promise<BulkAnswer> {
  const { anchor, rows } = await reach(ctx, kind, asked)
  const ids = rows.map(row => row.id)
  const { blocked = [] } = await deleteEntries(ctx, ids, { kind, preview: true })
  const stay = stayBehind(blocked, anchor)
  const going = ids.filter(id => !stay.has(id))
  const { updated } = await deleteEntries(ctx, going, { kind })
  return { updated, ids: going, blocked }
}
