// The card of a running subscription: another in its place, or none; what it paid with before is let go at the acquirer.
import { fail, refuse } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { planSteps } from '../payments/plan-step.ts'
import { cardTokenOf, letCardGo } from './card-rows.ts'
import { cardEnvironment, takenCard } from './cards.ts'
import { insertPreApproval, type LockedSubscription, lockSubscription, retryRefused, setCard } from './rows.ts'

/** The months that its card could not pay are charged to the new one at once. */
export async function changeCard(ctx: Context, id: string, given: string): Promise<void> {
  const found = await running(ctx, id)
  const card = await takenCard(ctx, given)
  const before = found.pre_approval_id
  // Sent again, it is the same card.
  if (before !== null && (await cardTokenOf(ctx.db, ctx.companyId, before)) === card.token) return
  const approval = ctx.newId()
  await insertPreApproval(ctx.db, ctx.companyId, {
    id: approval,
    reference: found.reference,
    ...card,
    environment: cardEnvironment(ctx),
    created_by: ctx.actor.user_id,
  })
  await setCard(ctx.db, ctx.companyId, id, approval)
  await retryRefused(ctx.db, ctx.companyId, id)
  await planSteps(ctx, [{ company_id: ctx.companyId, subject: 'subscription', id, once: true }])
  await letGo(ctx, before)
  ctx.label(before === null ? 'Assinatura paga por cartão daqui em diante' : 'Cartão da assinatura trocado')
}

export async function removeCard(ctx: Context, id: string): Promise<void> {
  const { pre_approval_id } = await running(ctx, id)
  if (pre_approval_id === null) throw refuse('conflict.invalid_transition', 'Esta assinatura não tem cartão.')
  await setCard(ctx.db, ctx.companyId, id, null)
  await letGo(ctx, pre_approval_id)
  ctx.label('Cartão da assinatura removido: paga-se por Pix')
}

/** A charge under way keeps a copy of its own, and the acquirer keeps the card until that ended. */
export async function letGo(ctx: Pick<Context, 'db' | 'companyId' | 'services' | 'afterCommit'>, preApprovalId: string | null) {
  if (preApprovalId === null) return
  await letCardGo(ctx.db, ctx.companyId, preApprovalId)
  await planSteps(ctx, [{ company_id: ctx.companyId, subject: 'card', id: preApprovalId }])
}

async function running(ctx: Context, id: string): Promise<LockedSubscription> {
  const found = await lockSubscription(ctx.db, ctx.companyId, id)
  if (!found) throw fail('resource.not_found')
  if (found.status === 'CANCELLED') throw refuse('conflict.invalid_transition', 'Esta assinatura foi cancelada.')
  return found
}
