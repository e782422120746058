// The secrets that sign what is sent: made here, sealed per address, shown once, and how a message is signed with them.
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Db } from '#server/db/query.ts'
import { openSecret, sealSecret } from '#server/kernel/envelope.ts'
import type { Services } from '#server/kernel/services.ts'
import { addSecret, liveSecrets } from './rows.ts'

const SECRET_BYTES = 32
const PREFIX = 'whsec_'
export const owner = (companyId: string, webhookId: string) => `${companyId}|webhook|${webhookId}`

/** Gives the new secret, which is told nowhere again; those before it sign until `oldEndsAt`. */
export async function makeSecret(
  db: Db,
  { secret: master, clock }: Pick<Services, 'secret' | 'clock'>,
  of: { companyId: string; webhookId: string; oldEndsAt: number },
): Promise<string> {
  const made = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
  const sealed = sealSecret(master, owner(of.companyId, of.webhookId), Buffer.from(made))
  await addSecret(db, of.companyId, of.webhookId, sealed, new Date(clock.now()), new Date(of.oldEndsAt))
  return made
}

export interface Message {
  id: string
  at: Date
  body: string
}

/** The headers of Standard Webhooks: one signature for each secret that is live. */
export async function signed(
  db: Db,
  { secret: master }: Pick<Services, 'secret'>,
  of: { companyId: string; webhookId: string },
  { id, at, body }: Message,
): Promise<Record<string, string>> {
  const secrets = await liveSecrets(db, of.companyId, of.webhookId, at)
  const signatures = secrets.map(envelope => {
    const secret = openSecret(master, owner(of.companyId, of.webhookId), envelope).toString()
    return new Webhook(secret).sign(id, at, body)
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Razao-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}
