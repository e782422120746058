// Hands one message to its channel after the commit: at least once, with an id that stays, patiently, and not for ever.
import { NotDelivered } from '#server/adapters/messages/transport.ts'
import { leaseLeft } from '#server/base/ids.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Services } from '#server/kernel/services.ts'
import { close, findWaiting, lease, listWaiting, release, type WaitingMessage } from './rows.ts'

/** Seconds between tries; after the last one the message is given up. */
const BACK_OFF = [5, 15, 30, 60, 120, 300, 900, 3600, 3 * 3600] as const
/** Longer than any channel may take to answer. */
const LEASE_MS = 30_000

export async function deliverMessage(services: Services, { message_id }: Jobs['message.send']): Promise<void> {
  const { jobsDb, clock, messages } = services
  const message = await findWaiting(jobsDb, message_id)
  if (!message) return
  const now = clock.now()
  if (isPast(message, now)) return giveUp(services, message, 'EXPIRED', 'its code expired')
  const leased = leaseLeft(message.leased_until, now)
  // Another process has it in hand, or died with it: looked at again once its time is over.
  if (leased > 0) return tryAgain(services, message_id, leased / 1000)
  if (!(await lease(jobsDb, message, now + LEASE_MS))) return
  try {
    const transport = messages.transports[message.kind]
    if (!transport) throw new NotDelivered('channel not configured', false)
    await transport.deliver(message)
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error
    return putOff(services, message, error)
  }
  await close(jobsDb, message_id, 'SENT', clock.now())
}

const isPast = ({ expires_at }: WaitingMessage, instant: number) => expires_at !== null && Date.parse(expires_at) <= instant

async function putOff(services: Services, message: WaitingMessage, { reason, isFinal }: NotDelivered): Promise<void> {
  const wait = BACK_OFF[message.attempts]
  if (isFinal || wait === undefined) return giveUp(services, message, 'DEAD', reason)
  if (isPast(message, services.clock.now() + wait * 1000)) return giveUp(services, message, 'EXPIRED', reason)
  await release(services.jobsDb, message.id)
  await tryAgain(services, message.id, wait)
}

const tryAgain = ({ jobsDb, queue }: Services, message_id: string, seconds: number) =>
  jobsDb.transaction().execute(db => queue.later(db, 'message.send', { message_id }, { key: message_id, afterSeconds: Math.ceil(seconds) }))

/** An alarm without personal data: the row's id leads whoever may look to it. */
async function giveUp(services: Services, message: WaitingMessage, status: 'EXPIRED' | 'DEAD', reason: string): Promise<void> {
  await close(services.jobsDb, message.id, status, services.clock.now())
  services.log.error({ message_id: message.id, channel: message.kind, attempts: message.attempts, reason }, 'message not delivered')
}

/** At the start of the process: whatever waits is tried, whether or not its job survived. */
export async function resumeMessages({ jobsDb, queue }: Services): Promise<void> {
  await jobsDb.transaction().execute(async db => {
    for (const id of await listWaiting(db)) await queue.later(db, 'message.send', { message_id: id }, { key: id })
  })
}
