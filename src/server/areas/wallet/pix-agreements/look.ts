// Looks at a bank every hour: what came in the last two days, whether it still takes our credentials, and where it sends its notices.
import { millisecondsInDay } from 'date-fns/constants'
import type { PixAgreement } from '#contract/pix-agreements.ts'
import { Unanswered } from '#server/adapters/payments.ts'
import type { PixBank } from '#server/adapters/pix-api/bank.ts'
import { PixDenied, PixRefused } from '#server/adapters/pix-api/client.ts'
import { tokenOf } from '#server/areas/platform/links/tokens.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { chargesToLook, findPixAgreement, setAnswer } from './rows.ts'
import { bankOf } from './vault.ts'

export const LOOK_SECONDS = 3600
const BACK_MS = 2 * millisecondsInDay
/** The address stays as long as the agreement does. */
const NOTICES_UNTIL = Date.parse('2100-01-01T00:00:00Z')

export async function advancePixAgreement(services: Services, { company_id, id }: MoneyStep): Promise<number | undefined> {
  const agreement = await inCompany(services, company_id, db => findPixAgreement(db, company_id, id))
  const bank = agreement && (await bankOf(services, company_id, id))
  if (!bank) return undefined
  const status = await lookAt(services, agreement, bank)
  await inBatch(services, batchOf(agreement), db => setAnswer(db, company_id, id, status, new Date(services.clock.now())))
  return LOOK_SECONDS
}

const batchOf = ({ company_id, name }: PixAgreement) => ({
  company_id,
  user_id: undefined,
  command: 'pixAgreements.credentials',
  label: `Pix no banco ${name} consultado`,
  tags: ['pix_agreements'] as const,
})

async function lookAt(services: Services, agreement: PixAgreement, bank: PixBank): Promise<PixAgreement['status']> {
  const { company_id, id } = agreement
  const now = services.clock.now()
  try {
    const came = await bank.received(new Date(now - BACK_MS).toISOString(), new Date(now).toISOString())
    const txids = came.flatMap(({ txid }) => txid ?? [])
    await inCompany(services, company_id, async db => {
      for (const charge of await chargesToLook(db, company_id, id, txids))
        await services.queue.plan(db, { company_id, subject: 'charge', id: charge.id, attempt: 0 }, 0)
    })
    await keepNotices(services, agreement, bank)
    return 'WORKING'
  } catch (error) {
    if (error instanceof PixDenied) return error.why === 'scope' ? 'SCOPE_MISSING' : 'DENIED'
    if (error instanceof Unanswered || error instanceof PixRefused) return 'SILENT'
    throw error
  }
}

/** A bank forgets the address when the key moves. */
async function keepNotices(services: Services, { company_id, id, pix_key }: PixAgreement, bank: PixBank): Promise<void> {
  const origin = services.origins.find(each => each.startsWith('https:'))
  if (origin === undefined) return
  const token = tokenOf(services.secret, 'pix_notice', { company_id, id, expires_at: NOTICES_UNTIL })
  const url = `${origin}/v1/pix_notices/${token}`
  if ((await bank.webhook(pix_key)) !== url) await bank.setWebhook(pix_key, url)
}
