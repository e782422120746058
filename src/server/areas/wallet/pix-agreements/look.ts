// Looks at a bank every hour: what came in the last two days, whether it still takes our credentials, and where it sends its notices.
import { millisecondsInDay } from 'date-fns/constants'
import type { PixAgreement } from '#contract/pix-agreements.ts'
import { Unanswered } from '#server/adapters/payments.ts'
import type { PixBank } from '#server/adapters/pix-api/bank.ts'
import { PixDenied, PixRefused } from '#server/adapters/pix-api/client.ts'
import { tokenOf } from '#server/areas/platform/links/tokens.ts'
import { activeMembers, whoMay } from '#server/areas/platform/notifications/audience.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { chargesToLook, findPixAgreementEver, setAnswer } from './rows.ts'
import { bankOf } from './vault.ts'

export const LOOK_SECONDS = 3600
const BACK_MS = 2 * millisecondsInDay
const GIVEN_UP_MS = 30 * millisecondsInDay
/** The address stays as long as the agreement does. */
const NOTICES_UNTIL = Date.parse('2100-01-01T00:00:00Z')

const DENIALS = { credentials: 'DENIED', certificate: 'DENIED', scope: 'SCOPE_MISSING', lost: 'UNREADABLE' } as const

export async function advancePixAgreement(services: Services, { company_id, id }: MoneyStep): Promise<number | undefined> {
  const agreement = await inCompany(services, company_id, db => findPixAgreementEver(db, company_id, id))
  if (!agreement || agreement.status === 'WAITING_CREDENTIALS') return undefined
  if (agreement.deleted_at !== null && isGone(services, agreement, agreement.deleted_at)) {
    await giveUp(services, agreement)
    return LOOK_SECONDS
  }
  const status = agreement.deleted_at === null ? await lookAt(services, agreement) : await leave(services, agreement)
  if (status) await inBatch(services, batchOf(agreement), db => setAnswer(db, company_id, id, status, new Date(services.clock.now())))
  return LOOK_SECONDS
}

const batchOf = ({ company_id, name }: PixAgreement) => ({
  company_id,
  user_id: undefined,
  command: 'pixAgreements.credentials',
  label: `Pix no banco ${name} consultado`,
  tags: ['pix_agreements'] as const,
})

async function lookAt(services: Services, agreement: PixAgreement): Promise<PixAgreement['status']> {
  const { company_id, id } = agreement
  const now = services.clock.now()
  try {
    const bank = await mustSpeak(services, agreement)
    const came = await bank.received(new Date(now - BACK_MS).toISOString(), new Date(now).toISOString())
    const txids = came.flatMap(({ txid }) => txid ?? [])
    await inCompany(services, company_id, async db => {
      for (const charge of await chargesToLook(db, company_id, id, txids))
        await services.queue.plan(db, { company_id, subject: 'charge', id: charge.id, attempt: 0 }, 0)
    })
    await keepNotices(services, agreement, bank)
    return 'WORKING'
  } catch (error) {
    if (error instanceof PixDenied) return DENIALS[error.why]
    if (error instanceof Unanswered || error instanceof PixRefused) return 'SILENT'
    throw error
  }
}

async function mustSpeak(services: Services, { company_id, id }: PixAgreement): Promise<PixBank> {
  const bank = await bankOf(services, company_id, id)
  if (!bank) throw new Unanswered('the credentials went meanwhile')
  return bank
}

/** A deleted agreement takes its address away from the bank, once; back by undo, it is looked at as before. */
async function leave(services: Services, agreement: PixAgreement): Promise<PixAgreement['status'] | undefined> {
  const url = noticesOf(services, agreement)
  if (agreement.status === 'UNTRIED' || url === undefined) return undefined
  try {
    const bank = await mustSpeak(services, agreement)
    if ((await bank.webhook(agreement.pix_key)) === url) await bank.removeWebhook(agreement.pix_key)
    return 'UNTRIED'
  } catch (error) {
    if (error instanceof Unanswered || error instanceof PixRefused) return undefined
    throw error
  }
}

/** The bank of a deleted agreement has not taken our address away for so long that it will not. */
const isGone = ({ clock }: Services, { status }: PixAgreement, deletedAt: string): boolean =>
  status !== 'UNTRIED' && clock.now() > Date.parse(deletedAt) + GIVEN_UP_MS

/** It is asked no more, and told to whoever keeps the agreements; back by undo, it is looked at as before. */
async function giveUp(services: Services, agreement: PixAgreement): Promise<void> {
  const { company_id, id, name, pix_key } = agreement
  await inBatch(services, batchOf(agreement), async db => {
    await setAnswer(db, company_id, id, 'UNTRIED', new Date(services.clock.now()))
    await notify(db, {
      user_ids: whoMay(await activeMembers(db, company_id), 'bank_accounts', 'c'),
      company_id,
      type: 'TRANSACTION',
      title: 'O banco do Pix excluído não respondeu',
      body: `${name}: em 30 dias não foi possível tirar o endereço de avisos da chave ${pix_key}. Peça ao banco que o remova.`,
      action: `/company/${company_id}/pix_agreements`,
    })
  })
}

/** A bank forgets the address when the key moves. */
async function keepNotices(services: Services, agreement: PixAgreement, bank: PixBank): Promise<void> {
  const url = noticesOf(services, agreement)
  if (url !== undefined && (await bank.webhook(agreement.pix_key)) !== url) await bank.setWebhook(agreement.pix_key, url)
}

/** Undefined where no bank reaches this server. */
function noticesOf({ origins, secret }: Services, { company_id, id }: PixAgreement): string | undefined {
  const origin = origins.find(each => each.startsWith('https:'))
  return origin && `${origin}/v1/pix_notices/${tokenOf(secret, 'pix_notice', { company_id, id, expires_at: NOTICES_UNTIL })}`
}
