// Subscriptions: a card authorised by its token, a plan subscribed, its billings paid by card or Pix, and the end of it.
import type { contract } from '#contract/index.ts'
import { addDays, addMonths } from '#domain/days.ts'
import { SUBSCRIPTION_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { dynamicCode } from '#domain/payments/br-code.ts'
import { mayFollow, SUBSCRIPTION_MOVES } from '#domain/payments/life-cycles.ts'
import { planOf, plansBeside } from '#domain/payments/plans.ts'
import { findSubscription, listSubscriptions, type StoredSubscription } from '#server/areas/people/plan/rows.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import { qrSvg } from '#server/base/qr.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { planStep, planSteps } from '../payments/plan-step.ts'
import { DUE_DAYS } from './advance.ts'
import { changeCard, letGo, removeCard } from './card-changes.ts'
import { cardEnvironment, cardPage, takenCard } from './cards.ts'
import { FOLLOWED_AFTER_SECONDS } from './dispute.ts'
import { txidOf } from './outcome.ts'
import { findPreApproval, insertBilling, insertPreApproval, insertSubscription, lockBilling, setStatus, startPayment } from './rows.ts'

export const subscriptionHandlers: Handlers<(typeof contract)['subscriptions']> = {
  acquirer: async ({ services: { cards } }) => ({ environment: cards.environment, hosted: cards.hosted }),
  cardPage: (ctx, { body }) => cardPage(ctx, body),

  async notice(ctx) {
    const { body = '', signature = '' } = ctx.caller.signed ?? {}
    const noticed = await ctx.services.cards.readNotice(body, signature)
    if (noticed === undefined) throw fail('permission.denied')
    if (noticed === null) return { ok: true as const }
    const { company_id, about, id } = noticed
    const subject = about === 'dispute' ? 'card_dispute' : 'subscription_billing'
    await planSteps(ctx, [{ company_id, subject, id, once: true }])
    // Of a payment somebody asks already; of a dispute nobody does.
    if (about === 'dispute') await planSteps(ctx, [{ company_id, subject, id }], FOLLOWED_AFTER_SECONDS)
    return { ok: true as const }
  },

  async preApprove(ctx, { body }) {
    const card = await takenCard(ctx, body.card_token)
    const id = ctx.newId()
    await insertPreApproval(ctx.db, ctx.companyId, {
      id,
      reference: body.reference,
      ...card,
      environment: cardEnvironment(ctx),
      created_by: ctx.actor.user_id,
    })
    ctx.label('Cartão autorizado para a assinatura')
    const made = await findPreApproval(ctx.db, [ctx.companyId], id)
    if (!made) throw new Error('a pre-approval was not made')
    return made
  },

  async plans(ctx, { params }) {
    const found = await findPreApproval(ctx.db, ctx.companies, params.id)
    if (!found) throw fail('resource.not_found')
    await ctx.enter(found.company_id, 'subscription', 'v')
    return plansBeside(found.reference).map(plan => ({ ...plan, current: plan.reference === found.reference }))
  },

  async create(ctx, { body }) {
    const card = body.pre_approval_id === undefined ? undefined : await findPreApproval(ctx.db, [ctx.companyId], body.pre_approval_id)
    if (body.pre_approval_id !== undefined && !card) throw invalid('pre_approval_id', 'Autorização de cartão não encontrada')
    const plan = planOf(body.reference)
    const id = ctx.newId()
    await insertSubscription(ctx.db, ctx.companyId, {
      id,
      reference: plan.reference,
      title: plan.title,
      amount_cents: plan.amount_cents,
      payment_method: card ? 'CREDIT_CARD' : 'PIX',
      pre_approval_id: card?.id ?? null,
      next_payment_date: addMonths(ctx.today, plan.months),
      created_by: ctx.actor.user_id,
    })
    await insertBilling(ctx.db, ctx.companyId, {
      id: ctx.newId(),
      subscription_id: id,
      competence_date: ctx.today,
      due_date: addDays(ctx.today, DUE_DAYS),
      amount_cents: plan.amount_cents,
    })
    await planStep(ctx, 'subscription', id)
    ctx.touch(id)
    ctx.label(`Assinatura ${plan.title} de ${formatCents(plan.amount_cents)} por mês`)
    return mustFind(ctx, id)
  },

  async pay(ctx, { body }) {
    const billing = await lockBilling(ctx.db, ctx.companyId, body.billing_id)
    if (!billing) throw fail('resource.not_found')
    if (billing.paid) throw refuse('conflict.invalid_transition', 'Esta cobrança já foi paga.')
    if ((await mustFind(ctx, billing.subscription_id)).status === 'CANCELLED')
      throw refuse('conflict.invalid_transition', 'Esta assinatura foi cancelada.')
    if (billing.payment_id !== null && billing.payment_method === 'CREDIT_CARD')
      throw refuse('conflict.invalid_transition', 'Um pagamento desta cobrança está em andamento.')
    const byCard = body.payment_method === 'CREDIT_CARD'
    if (byCard !== (body.card_token !== undefined))
      throw invalid('card_token', byCard ? 'Informe o token do cartão' : 'Um Pix não leva cartão')
    // A code already given stays the one to pay: a second would let the same month be paid twice.
    if (billing.payment_id !== null && byCard)
      throw refuse('conflict.invalid_transition', 'Esta cobrança espera um Pix: pague pelo código.')
    const id = billing.payment_id ?? ctx.newId()
    // The code of a payment that ended pays nothing.
    const given = billing.payment_id === null ? null : billing.emv_code
    const emv_code = byCard ? null : (given ?? codeOf(ctx, id))
    await startPayment(ctx.db, ctx.companyId, billing.id, {
      payment_id: id,
      payment_method: body.payment_method,
      card_token: body.card_token === undefined ? undefined : (await takenCard(ctx, body.card_token)).token,
      emv_code,
    })
    await planStep(ctx, 'subscription_billing', billing.id)
    ctx.touch(billing.id)
    ctx.label(`Pagamento de ${formatCents(billing.amount_cents)} da assinatura`)
    return {
      id,
      billing_id: billing.id,
      status: 'PROCESSING' as const,
      payment_method: body.payment_method,
      amount_cents: billing.amount_cents,
      emv_code,
      qr_code: emv_code && (await qrSvg(emv_code)),
      environment: byCard ? cardEnvironment(ctx) : ctx.services.payments.environment,
    }
  },

  list: ctx => listSubscriptions(ctx.db, ctx.companyId, ctx.today),

  async changeCard(ctx, { params, body }) {
    await changeCard(ctx, params.id, body.card_token)
    ctx.touch(params.id)
    return mustFind(ctx, params.id)
  },

  async removeCard(ctx, { params }) {
    await removeCard(ctx, params.id)
    ctx.touch(params.id)
    return mustFind(ctx, params.id)
  },

  async cancel(ctx, { params }) {
    const found = await mustFind(ctx, params.id)
    if (
      !mayFollow(SUBSCRIPTION_MOVES, found.status, 'CANCELLED') ||
      !(await setStatus(ctx.db, ctx.companyId, found.id, found.status, 'CANCELLED'))
    )
      throw refuse('conflict.invalid_transition', `De ${SUBSCRIPTION_STATUS_LABELS[found.status]} não é possível ir para Cancelada.`)
    // Read again: from here on it can be changed no more.
    await letGo(ctx, (await mustFind(ctx, found.id)).pre_approval_id)
    ctx.touch(found.id)
    ctx.label(`Assinatura ${found.title} cancelada`)
    return mustFind(ctx, params.id)
  },
}

const codeOf = (ctx: Context, paymentId: string): string =>
  dynamicCode({ url: ctx.services.payments.locationOf(txidOf(paymentId)), merchant_name: 'Razao', merchant_city: 'Sao Paulo' })

async function mustFind(ctx: Context, id: string): Promise<StoredSubscription> {
  const found = await findSubscription(ctx.db, ctx.companyId, ctx.today, id)
  if (!found) throw fail('resource.not_found')
  return found
}
