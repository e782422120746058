// One delivery to its address: signed, tried patiently under the id it keeps, every try on record; an address that takes nothing is turned off.
import { contract } from '#contract/index.ts'
import { secondsAsked } from '#domain/retry-after.ts'
import { MOST_ASKED_S, secondsToNextTry } from '#domain/webhooks.ts'
import { NoAnswer } from '#server/adapters/outbound.ts'
import { activeMembers, whoMay } from '#server/areas/platform/notifications/audience.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { leaseLeft } from '#server/base/ids.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { SecretLost } from '#server/kernel/envelope.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import {
  closeDelivery,
  findWebhook,
  leaseDelivery,
  lockDelivery,
  recordTry,
  type Tried,
  tookSince,
  updateWebhook,
  type WaitingDelivery,
} from './rows.ts'
import { signed } from './secrets.ts'
import { queueDelivery } from './tell.ts'

/** Longer than an address may take to answer. */
const LEASE_MS = 30_000
const GONE = 410

export async function sendWebhook(services: Services, { company_id, delivery_id }: Jobs['webhook.send']): Promise<void> {
  const now = services.clock.now()
  const taken = await inCompany(services, company_id, async db => {
    const delivery = await lockDelivery(db, company_id, delivery_id)
    if (!delivery) return undefined
    const leased = leaseLeft(delivery.leased_until, now)
    // Another process has it in hand, or died with it: looked at again once its time is over.
    if (leased > 0) {
      await queueDelivery(services.queue, db, company_id, delivery_id, Math.ceil(leased / 1000))
      return undefined
    }
    if (!delivery.enabled) {
      await closeDelivery(db, company_id, delivery_id, { status: 'FAILED', next_at: null })
      return undefined
    }
    await leaseDelivery(db, company_id, delivery_id, new Date(now + LEASE_MS))
    const message = { id: delivery.id, at: new Date(now), body: delivery.body }
    return { delivery, headers: await headersOf(db, services, { companyId: company_id, webhookId: delivery.webhook_id }, message) }
  })
  if (!taken) return
  const tried = taken.headers
    ? await post(services, taken.delivery, taken.headers)
    : { at: new Date(now), took_ms: 0, answered: null, detail: 'A chave deste servidor mudou e ele não abre mais o segredo: gere outro.' }
  await record(services, company_id, taken.delivery, tried)
}

/** Undefined when the secret that signs does not open any more: unsigned, nothing is sent. */
async function headersOf(...asked: Parameters<typeof signed>): Promise<Record<string, string> | undefined> {
  try {
    return await signed(...asked)
  } catch (error) {
    if (error instanceof SecretLost) return undefined
    throw error
  }
}

/** A try, and how long the address wants to be left alone. */
interface Asking extends Tried {
  retryAfter?: string | undefined
}

async function post({ outbound, clock }: Services, { url, body }: WaitingDelivery, headers: Record<string, string>): Promise<Asking> {
  const at = clock.now()
  const took = () => ({ at: new Date(at), took_ms: Math.max(0, clock.now() - at) })
  try {
    const { status, body: detail, retryAfter } = await outbound.webhooks.post(url, headers, body)
    return { ...took(), answered: status, detail, retryAfter }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    return { ...took(), answered: null, detail: error.message }
  }
}

const isTaken = ({ answered }: Tried): boolean => answered !== null && answered >= 200 && answered < 300

/** Undefined when it is not tried again; the address may ask for a longer wait than the schedule's. */
function waitAfter(tried: Asking, tries: number, now: number): number | undefined {
  const planned = isTaken(tried) || tried.answered === GONE ? undefined : secondsToNextTry(tries)
  return planned && Math.max(planned, secondsAsked(tried.retryAfter, now, MOST_ASKED_S) ?? 0)
}

async function record(services: Services, company_id: string, delivery: WaitingDelivery, tried: Asking): Promise<void> {
  const wait = waitAfter(tried, delivery.tries + 1, services.clock.now())
  const status = isTaken(tried) ? 'DELIVERED' : wait === undefined ? 'FAILED' : 'WAITING'
  const isDeaf = await inCompany(services, company_id, async db => {
    const next_at = wait === undefined ? null : new Date(services.clock.now() + wait * 1000)
    await recordTry(db, company_id, delivery.id, tried, { status, next_at })
    if (wait !== undefined) await queueDelivery(services.queue, db, company_id, delivery.id, wait)
    return status === 'FAILED' && !(await tookSince(db, company_id, delivery.webhook_id, delivery.created_at))
  })
  services.realtime.changed({ company_id, user_id: undefined, tags: ['webhooks'], ids: [delivery.webhook_id], batch_id: undefined })
  if (isDeaf) await turnOff(services, company_id, delivery, tried)
}

/** Nothing was taken for days, or the address says that it is gone. */
async function turnOff(services: Services, company_id: string, { webhook_id }: WaitingDelivery, tried: Tried): Promise<void> {
  const { id: command, spec } = contract.webhooks.update
  const last = tried.answered === null ? tried.detail : `resposta ${tried.answered}`
  const disabled_reason =
    tried.answered === GONE ? 'O endereço respondeu que não existe mais (410).' : `Nenhum aviso foi aceito por três dias: ${last}.`
  const batch = { company_id, user_id: undefined, command, label: 'Webhook desligado: não responde', tags: spec.writes ?? [] }
  await inBatch(services, batch, async db => {
    const webhook = await findWebhook(db, company_id, webhook_id)
    if (!webhook?.enabled) return
    await updateWebhook(db, company_id, webhook_id, webhook.version, { ...webhook, enabled: false, disabled_reason })
    await notify(db, {
      user_ids: whoMay(await activeMembers(db, company_id), 'api_keys', 'c'),
      company_id,
      type: 'TRANSACTION',
      title: 'Um webhook foi desligado',
      body: `${webhook.url}: ${disabled_reason}`,
      metadata: { webhook_id },
      action: `/company/${company_id}/webhooks`,
    })
  })
}
