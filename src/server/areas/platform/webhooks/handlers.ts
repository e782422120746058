// Webhooks: addresses of other systems that a company tells, tried, replayed, and their secret changed.
import type { contract } from '#contract/index.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { MOST_WEBHOOKS, OLD_SECRET_MS } from '#domain/webhooks.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import {
  deleteWebhook,
  findDelivery,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  sendAgain,
  updateWebhook,
  type WebhookFields,
} from './rows.ts'
import { makeSecret } from './secrets.ts'
import { queueDeliveries, queueDelivery, testDelivery } from './tell.ts'

export const webhookHandlers: Handlers<(typeof contract)['webhooks']> = {
  list: ctx => listWebhooks(ctx.db, ctx.companyId),

  async create(ctx, { body }) {
    checkAddress(ctx, body.url)
    if ((await listWebhooks(ctx.db, ctx.companyId)).length >= MOST_WEBHOOKS)
      throw invalid('url', `Uma empresa avisa até ${MOST_WEBHOOKS} endereços`)
    const id = ctx.newId()
    const fields = { url: body.url, description: body.description ?? null, events: distinct(body.events) }
    await insertWebhook(ctx.db, ctx.companyId, id, { ...fields, enabled: true, disabled_reason: null })
    const secret = await makeSecret(ctx.db, ctx.services, { companyId: ctx.companyId, webhookId: id, oldEndsAt: ctx.now })
    ctx.touch(id)
    ctx.label(`Webhook para ${hostOf(body.url)} criado`)
    return { ...(await mustFind(ctx, id)), secret }
  },

  async update(ctx, { params, body }) {
    const before = await mustFind(ctx, params.id)
    const { version, ...given } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    if (given.url !== undefined) checkAddress(ctx, given.url)
    const after: WebhookFields = {
      url: given.url ?? before.url,
      description: given.description === undefined ? before.description : given.description,
      events: distinct(given.events ?? before.events),
      enabled: given.enabled ?? before.enabled,
      disabled_reason: given.enabled === true ? null : before.disabled_reason,
    }
    if (!(await updateWebhook(ctx.db, ctx.companyId, before.id, before.version, after)))
      throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, before.id) })
    ctx.touch(before.id)
    ctx.label(`Webhook para ${hostOf(after.url)} ${labelOf(before, after)}`)
    return mustFind(ctx, before.id)
  },

  async delete(ctx, { params }) {
    const { id, url } = await mustFind(ctx, params.id)
    await deleteWebhook(ctx.db, ctx.companyId, id)
    ctx.touch(id)
    ctx.label(`Webhook para ${hostOf(url)} excluído`)
    return { ok: true as const }
  },

  async rotate(ctx, { params }) {
    const { id } = await mustFind(ctx, params.id)
    const oldEndsAt = ctx.now + OLD_SECRET_MS
    return { secret: await makeSecret(ctx.db, ctx.services, { companyId: ctx.companyId, webhookId: id, oldEndsAt }) }
  },

  async test(ctx, { params }) {
    const webhook = await mustFind(ctx, params.id)
    mustBeOn(webhook)
    const delivery = testDelivery(webhook.id, ctx.companyId, ctx.now)
    await queueDeliveries(ctx.services.queue, ctx.db, ctx.companyId, [delivery], ctx.now)
    wake(ctx)
    const made = await findDelivery(ctx.db, ctx.companyId, delivery.id)
    if (!made) throw new Error('a delivery was not made')
    return made
  },

  async deliveries(ctx, { params, query }) {
    const { id } = await mustFind(ctx, params.id)
    return listDeliveries(ctx.db, ctx.companyId, id, query.status)
  },

  async replay(ctx, { params, body }) {
    const webhook = await mustFind(ctx, params.id)
    mustBeOn(webhook)
    const ids = await sendAgain(ctx.db, ctx.companyId, webhook.id, { ids: body.delivery_ids, since: body.since }, new Date(ctx.now))
    for (const id of ids) await queueDelivery(ctx.services.queue, ctx.db, ctx.companyId, id)
    wake(ctx)
    return { count: ids.length }
  },
}

const wake = (ctx: Context) => ctx.afterCommit(() => ctx.services.queue.wake('webhook.send'))
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]
const hostOf = (url: string): string => new URL(url).host

function labelOf(before: WebhookFields, after: WebhookFields): string {
  if (before.enabled === after.enabled) return 'alterado'
  return after.enabled ? 'ligado' : 'desligado'
}

function checkAddress({ services }: Context, url: string): void {
  const refusal = services.outbound.webhooks.refusalOf(url)
  if (refusal) throw invalid('url', refusal)
}

function mustBeOn({ enabled }: Webhook): void {
  if (!enabled) throw refuse('conflict.invalid_transition', 'Este webhook está desligado: ligue-o antes de enviar.')
}

async function mustFind(ctx: Context, id: string): Promise<Webhook> {
  const webhook = await findWebhook(ctx.db, ctx.companyId, id)
  if (!webhook) throw fail('resource.not_found')
  return webhook
}
