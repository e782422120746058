// A transfer is one movement: what a status move does to one of its sides, it does to the other.
import { sql } from 'kysely'
import { all } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'
import { type EntryChange, lockEntries, type StoredEntry } from './rows.ts'
import { isSettled } from './sql.ts'
import { type Blocked, planMove, SETTLED_STATUS, type WriteFacts } from './writing.ts'

interface OtherSides {
  rows: StoredEntry[]
  changes: EntryChange[]
  blocked: Blocked[]
}

/** The moves of the sides that were not asked for. What stops one is told of the side that was. */
export async function planOtherSides(ctx: Context, asked: readonly StoredEntry[], to: string, facts: WriteFacts): Promise<OtherSides> {
  const sides = asked.filter(row => row.transfer_id !== null && row.status !== to)
  if (sides.length === 0) return { rows: [], changes: [], blocked: [] }
  if (!isSettled(to) && to !== 'PENDING') {
    const message = 'Uma transferência entre contas próprias não se aprova nem se envia para pagamento.'
    return { rows: [], changes: [], blocked: sides.map(({ id }) => ({ id, error_id: 'conflict.invalid_transition', message })) }
  }
  const found = await all(
    ctx.db,
    sql<{ id: string }>`
      select id from entries where company_id = ${ctx.companyId} and transfer_id = any (${sides.map(row => row.transfer_id)}::uuid[])
      and not id = any (${asked.map(row => row.id)}::uuid[]) and deleted_at is null`,
  )
  const ids = found.map(row => row.id)
  const rows = await lockEntries(ctx.db, ctx.companyId, ids)
  const planned = rows.map(row => planMove(ctx, [row], isSettled(to) ? SETTLED_STATUS[row.kind] : to, null, facts, new Set()))
  const askedSide = new Map(sides.map(row => [row.transfer_id, row.id]))
  return {
    rows,
    changes: planned.flatMap(plan => plan.changes),
    blocked: planned.flatMap((plan, at) =>
      plan.blocked.map(refusal => ({ ...refusal, id: askedSide.get(rows[at]?.transfer_id ?? null) ?? refusal.id })),
    ),
  }
}
