// A receivable may have a Pix charge and a slip of a bank beside it: what pays it withdraws the other.
import { sql } from 'kysely'
import { orderProblem } from '#domain/collection/slip-states.ts'
import { formatCents } from '#domain/money.ts'
import { newId } from '#server/base/ids.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { inBatch } from '#server/kernel/batch.ts'
import type { Context } from '#server/kernel/context.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { insertOrders, listSlips } from '../bank-slips/rows.ts'
import { planStep } from '../payments/plan-step.ts'
import { findCharge, type StoredCharge, setCancelled } from './rows.ts'
import { tellCreator } from './telling.ts'

/** Asks the bank, by its next file, to write off the slips of what a charge has paid. */
export async function writeOffSlips(db: Db, companyId: string, receivableId: string, now: number): Promise<void> {
  const live = (await listSlips(db, companyId, receivableId)).filter(slip => orderProblem(slip, 'WRITE_OFF') === undefined)
  if (live.length === 0) return
  await insertOrders(
    db,
    companyId,
    live.map(slip => ({ id: newId(now), slip_id: slip.id, kind: 'WRITE_OFF' as const, due_date: null, rebate_cents: null })),
  )
}

/** A slip paid these: whoever charged one that was paid by then is told, and the charges that still stand are looked at. */
export async function afterSlipsPaid(ctx: Context, receivableIds: readonly string[]): Promise<void> {
  if (receivableIds.length === 0) return
  const charges = await all(
    ctx.db,
    sql<{ id: string; status: string }>`select id, status from charges where company_id = ${ctx.companyId}
      and receivable_id = any (${[...receivableIds]}::uuid[]) and status in ('PENDING', 'PAID') and deleted_at is null order by id`,
  )
  await planStep(ctx, 'charge', ...charges.filter(({ status }) => status === 'PENDING').map(({ id }) => id))
  for (const { id, status } of charges) {
    const charge = status === 'PAID' ? await findCharge(ctx.db, [ctx.companyId], ctx.today, id) : undefined
    const amount = charge && formatCents(charge.transaction_amount)
    if (charge) await tellCreator(ctx.db, charge, `Paga duas vezes: ${amount}`, 'A cobrança e o boleto foram pagos: devolva um dos dois.')
  }
}

/** The charge as it stands now: cancelled, where a slip has paid its receivable meanwhile. */
export async function withdrawnBySlip(services: Services, charge: StoredCharge): Promise<StoredCharge> {
  const { company_id, id, receivable_id } = charge
  if (charge.status !== 'PENDING' || receivable_id === null) return charge
  const isPaid = await inCompany(services, company_id, db =>
    first(
      db,
      sql`select 1 from bank_slips where company_id = ${company_id} and receivable_id = ${receivable_id} and status = 'PAID'
        and deleted_at is null limit 1`,
    ),
  )
  if (!isPaid) return charge
  const label = `Cobrança de ${formatCents(charge.transaction_amount)} cancelada: o boleto foi pago`
  const batch = { company_id, user_id: charge.created_by ?? undefined, command: 'billings.cancel', label }
  await inBatch(services, { ...batch, tags: ['billings', 'receivables', 'batches'] as const }, db => setCancelled(db, company_id, id))
  return { ...charge, status: 'CANCELLED' }
}
