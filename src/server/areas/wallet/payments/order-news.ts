// What an order's people hear of each other: that one waits for approval, and what became of it.
import { formatCents } from '#domain/money.ts'
import { activeMembers, whoMay } from '#server/areas/platform/notifications/audience.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { Context } from '#server/kernel/context.ts'
import type { StoredOrder } from './rows.ts'

const addressOf = (companyId: string) => `/company/${companyId}/payment-orders`

/** To all who may approve it, its maker aside. */
export async function askApprovers(ctx: Context, id: string, totalCents: number): Promise<void> {
  const approvers = whoMay(await activeMembers(ctx.db, ctx.companyId), 'payments', 'a')
  await notify(ctx.db, {
    company_id: ctx.companyId,
    user_ids: approvers.filter(user_id => user_id !== ctx.actor.user_id),
    type: 'TRANSACTION',
    title: `Ordem de pagamento de ${formatCents(totalCents)} para aprovar`,
    body: ctx.actor.name === null ? 'Aprove ou reprove.' : `Criada por ${ctx.actor.name}.`,
    metadata: { payment_order_id: id },
    action: addressOf(ctx.companyId),
  })
}

/** To who made it, when somebody else decided. */
export async function tellMaker(ctx: Context, order: StoredOrder, outcome: 'aprovada' | 'reprovada', reason: string | null): Promise<void> {
  if (order.created_by === ctx.actor.user_id) return
  await notify(ctx.db, {
    company_id: ctx.companyId,
    user_ids: [order.created_by],
    type: 'TRANSACTION',
    title: `Ordem de pagamento de ${formatCents(order.total_cents)} ${outcome}`,
    body: reason ?? (ctx.actor.name === null ? 'Veja a ordem.' : `Por ${ctx.actor.name}.`),
    metadata: { payment_order_id: order.id },
    action: addressOf(ctx.companyId),
  })
}
