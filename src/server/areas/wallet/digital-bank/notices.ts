// Where Stark Bank sends its notices of a company's account: told once a day, for the bank may forget it, and what came to nobody looked at.
import { millisecondsInDay } from 'date-fns/constants'
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { Unanswered } from '#server/adapters/payments.ts'
import type { StarkBank } from '#server/adapters/stark/bank.ts'
import { StarkRefused } from '#server/adapters/stark/client.ts'
import type { StarkNotice } from '#server/adapters/stark/notices.ts'
import { tokenOf } from '#server/areas/platform/links/tokens.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { starkOf } from './bank.ts'
import { findConnection, setNoticesAt } from './rows.ts'

/** The address stays as long as the account does. */
const NOTICES_UNTIL = Date.parse('2100-01-01T00:00:00Z')
/** Those of before were looked at by the readings of the account. */
const SWEPT_DAYS = 3

interface Account {
  company_id: string
  /** The digital account. */
  id: string
}

/** Undefined where no bank reaches this server. */
function noticesOf({ origins, secret }: Pick<Services, 'origins' | 'secret'>, { company_id, id }: Account): string | undefined {
  const origin = origins.find(each => each.startsWith('https:'))
  return origin && `${origin}/v1/stark_notices/${tokenOf(secret, 'stark_notice', { company_id, id, expires_at: NOTICES_UNTIL })}`
}

/** True when the bank has our address no more, or never had it. */
export async function leaveNotices(services: Services, account: Account): Promise<boolean> {
  const url = noticesOf(services, account)
  if (url === undefined) return true
  try {
    await (await starkOf(services, account.company_id))?.leaveNotices(url)
    return true
  } catch (error) {
    if (error instanceof StarkRefused || error instanceof Unanswered) return false
    throw error
  }
}

/** What a notice makes us look at. */
export function stepsOf({ subscription, tags }: StarkNotice, { company_id, id }: Account): Omit<MoneyStep, 'attempt'>[] {
  const subject = subscription === 'invoice' ? ('charge' as const) : ('payment' as const)
  const steps = tags.filter(isUuid).map(tag => ({ company_id, subject, id: tag, once: true as const }))
  return [...steps, { company_id, subject: 'digital_account', id, once: true }]
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The bank stops repeating after a few hours: what it told in vain is looked at, and only then said to have come. */
async function sweep(services: Services, bank: StarkBank, account: Account): Promise<void> {
  const after = addDays(dayInSaoPaulo(services.clock.now()), -SWEPT_DAYS)
  for (const event of await bank.undelivered(after)) {
    await inCompany(services, account.company_id, async db => {
      for (const step of stepsOf(event, account)) await services.queue.plan(db, { ...step, attempt: 0 }, 0)
    })
    await bank.delivered(event.id)
  }
}

/** Nothing where no bank reaches this server. What it refuses is asked again tomorrow; without notices the account is looked at all the same. */
export async function keepNotices(services: Services, { company_id, id }: Account): Promise<void> {
  const url = noticesOf(services, { company_id, id })
  if (url === undefined) return
  const now = services.clock.now()
  const connection = await inCompany(services, company_id, db => findConnection(db, company_id))
  if (!connection || (connection.notices_at !== null && Date.parse(connection.notices_at) > now - millisecondsInDay)) return
  try {
    const bank = await starkOf(services, company_id)
    await bank?.keepNotices(url)
    if (bank && connection.notices_at !== null) await sweep(services, bank, { company_id, id })
  } catch (error) {
    if (!(error instanceof StarkRefused || error instanceof Unanswered)) throw error
  }
  await inCompany(services, company_id, db => setNoticesAt(db, company_id, new Date(now)))
}
