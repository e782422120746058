// Payment orders: listed, made, approved, sent, split; their public page; and the bank's callbacks, which only make us ask.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import { type Action, mayInOrganization, type Resource } from '#domain/permissions.ts'
import { fail, refuse } from '#server/base/fail.ts'
import { all } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { isKeyOf, keyOf } from './link-key.ts'
import { approveOrder, cancelOrder, createOrder, mustFindOrder, mustLockOrder, rejectOrder, releaseOrder } from './orders.ts'
import { payeesOf, planPayments } from './plan.ts'
import { retryOrder } from './retry.ts'
import { companyOfOrder, findOrder, insertOrder, listOrders, movePayments, orderView } from './rows.ts'
import { planDay } from './send-order.ts'

type OrderHandlers = Handlers<(typeof contract)['paymentOrders']>

const shown = async (ctx: Context, id: string) => orderView(await mustFindOrder(ctx, id))

export const paymentOrderHandlers: OrderHandlers = {
  async page(ctx, { params, query }) {
    // Before any look at the database, so that an id that exists takes no longer than one that does not.
    if (!isKeyOf(ctx.services.secret, params.id, query.key)) throw fail('resource.not_found')
    const company = await companyOfOrder(ctx.db, params.id)
    if (!company) throw fail('resource.not_found')
    await scope(ctx.db, { companies: [company.company_id] })
    const order = await findOrder(ctx.db, [company.company_id], params.id)
    if (!order) throw fail('resource.not_found')
    const { id, status, total_cents, payments_count, settled_count, created_at, environment } = order
    return { id, status, total_cents, payments_count, settled_count, created_at, environment, company_name: company.company_name }
  },

  list: (ctx, { query }) => listOrders(ctx.db, [ctx.companyId], query),
  get: (ctx, { params }) => shown(ctx, params.id),
  link: async (ctx, { params }) => ({ key: keyOf(ctx.services.secret, (await mustFindOrder(ctx, params.id)).id) }),
  plan: (ctx, { query }) => planPayments(ctx, query.bill_ids, { way: query.way, day: query.pay_on }),
  payees: async (ctx, { params }) => payeesOf(ctx, await mustFindOrder(ctx, params.id)),
  create: async (ctx, { body }) => orderView(await createOrder(ctx, body)),

  async approve(ctx, { params }) {
    await approveOrder(ctx, params.id)
    return shown(ctx, params.id)
  },
  async reject(ctx, { params, body }) {
    await rejectOrder(ctx, params.id, body.reason ?? null)
    return shown(ctx, params.id)
  },
  async send(ctx, { params }) {
    await releaseOrder(ctx, params.id)
    return shown(ctx, params.id)
  },
  retry: async (ctx, { params, body }) => orderView(await retryOrder(ctx, params.id, body)),
  async cancel(ctx, { params }) {
    await cancelOrder(ctx, params.id)
    return shown(ctx, params.id)
  },

  async organization(ctx, { query }) {
    if (!mayInOrganization(ctx.actor.kind, 'payment_orders', 'v')) throw fail('permission.denied')
    return listOrders(ctx.db, await organizationCompanies(ctx, 'payments', 'v'), query)
  },

  async split(ctx, { params, body }) {
    const found = await findOrder(ctx.db, ctx.companies, params.id)
    if (!found) throw fail('resource.not_found')
    await ctx.enter(found.company_id, 'payments', 'v')
    if (!mayInOrganization(ctx.actor.kind, 'payment_orders', 'x')) throw fail('permission.denied')
    const order = await mustLockOrder(ctx, params.id)
    const ids = [...new Set(body.payment_ids)]
    if (ids.length >= order.payments.length) throw refuse('conflict.invalid_transition', 'Deixe ao menos um pagamento na ordem.')
    const id = randomUUID()
    const { status, title, created_by, send_requested_by, pay_on, scheduled_since, unknown_device } = order
    const alike = { status, title, created_by, send_requested_by, pay_on, scheduled_since, unknown_device }
    await insertOrder(ctx.db, ctx.companyId, { ...alike, id, split_from_id: order.id })
    if (scheduled_since !== null && pay_on !== null) await planDay(ctx, id, pay_on)
    if ((await movePayments(ctx.db, ctx.companyId, order.id, id, ids)) !== ids.length)
      throw refuse('conflict.invalid_transition', 'Só se separa o que é desta ordem e ainda não foi enviado.')
    ctx.label(`Ordem de pagamento separada em duas`)
    ctx.touch(order.id, id)
    return [await shown(ctx, order.id), await shown(ctx, id)]
  },

  async callback(ctx, { body }) {
    const reference = ctx.services.payments.readCallback(body.reference, body.signature)
    const [, company_id, id] = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/.exec(reference ?? '') ?? []
    if (!company_id || !id) throw fail('permission.denied')
    await ctx.services.queue.plan(ctx.db, { company_id, subject: 'payment', id, attempt: 0, once: true }, 0)
    ctx.afterCommit(() => ctx.services.queue.wake('money.advance'))
    return { ok: true as const }
  },
}

/** The companies of the actor's own organisation in which they hold the right. */
async function organizationCompanies(ctx: Context, resource: Resource, action: Action): Promise<string[]> {
  const visible = ctx.companies.filter(id => ctx.mayIn(id, resource, action))
  const rows = await all(
    ctx.db,
    sql<{ id: string }>`select id from companies where id = any (${visible}::uuid[]) and organization_id = ${ctx.actor.organization_id}`,
  )
  return rows.map(row => row.id)
}
