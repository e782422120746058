// From a batch to what its company's webhooks are told: which records and what happened to them, never what is in them.

import { sliced } from '#domain/slices.ts'
import { WEBHOOK_TEST } from '#domain/webhooks.ts'
import { idOf, newId } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import { scopeToAll } from '#server/db/scope.ts'
import type { JobQueue, Jobs } from '#server/jobs/queue.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { happenings, insertDeliveries, lateDeliveries, listeners, type NewDelivery } from './rows.ts'

/** Records named in one message; a larger batch sends several. */
const IDS_AT_ONCE = 500

/** A second run for the same batch finds its deliveries made: their ids are drawn from what they tell. */
export async function tellWebhooks(services: Services, { company_id, batch_id }: Jobs['webhook.tell']): Promise<void> {
  const now = services.clock.now()
  await inCompany(services, company_id, async db => {
    const heard = await listeners(db, company_id)
    if (heard.length === 0) return
    const told = (await happenings(db, company_id, batch_id)).flatMap(({ event, ids }) =>
      [...sliced(ids, IDS_AT_ONCE)].map((some, slice) => ({ event, slice, body: bodyOf(event, now, { company_id, batch_id, ids: some }) })),
    )
    const deliveries = heard.flatMap(({ id: webhook_id, events }) =>
      told
        .filter(({ event }) => events.includes(event))
        .map(({ event, slice, body }) => ({ id: idOf(`${webhook_id}|${batch_id}|${event}|${slice}`), webhook_id, event, body })),
    )
    await queueDeliveries(services.queue, db, company_id, deliveries, now)
  })
  services.queue.wake('webhook.send')
}

export async function queueDeliveries(
  queue: JobQueue,
  db: Db,
  company_id: string,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<void> {
  if (deliveries.length === 0) return
  await insertDeliveries(db, company_id, deliveries, new Date(now))
  for (const { id } of deliveries) await queueDelivery(queue, db, company_id, id)
}

export const queueDelivery = (queue: JobQueue, db: Db, company_id: string, delivery_id: string, afterSeconds = 0): Promise<void> =>
  queue.later(db, 'webhook.send', { company_id, delivery_id }, { key: delivery_id, afterSeconds })

/** At the start of the process: what is late is sent, whether or not its job survived. */
export async function resumeWebhooks({ jobsDb, clock, queue }: Services): Promise<void> {
  await jobsDb.transaction().execute(async db => {
    await scopeToAll(db)
    for (const { company_id, id } of await lateDeliveries(db, new Date(clock.now()))) await queueDelivery(queue, db, company_id, id)
  })
}

export const testDelivery = (webhook_id: string, company_id: string, now: number): NewDelivery => ({
  id: newId(now),
  webhook_id,
  event: WEBHOOK_TEST,
  body: bodyOf(WEBHOOK_TEST, now, { company_id, ids: [] }),
})

/** As it is signed and sent, also when it is sent again. */
const bodyOf = (type: string, now: number, data: { company_id: string; batch_id?: string; ids: readonly string[] }): string =>
  JSON.stringify({ type, timestamp: new Date(now).toISOString(), data })
