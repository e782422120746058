// Where Stark Bank sends its notices of a company's account: told once a day, for the bank may forget it.
import { millisecondsInDay } from 'date-fns/constants'
import { Unanswered } from '#server/adapters/payments.ts'
import { StarkRefused } from '#server/adapters/stark/client.ts'
import { tokenOf } from '#server/areas/platform/links/tokens.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { starkOf } from './bank.ts'
import { findConnection, setNoticesAt } from './rows.ts'

/** The address stays as long as the account does. */
const NOTICES_UNTIL = Date.parse('2100-01-01T00:00:00Z')

/** Nothing where no bank reaches this server. What it refuses is asked again tomorrow; without notices the account is looked at all the same. */
export async function keepNotices(services: Services, { company_id, id }: { company_id: string; id: string }): Promise<void> {
  const origin = services.origins.find(each => each.startsWith('https:'))
  if (!origin) return
  const now = services.clock.now()
  const connection = await inCompany(services, company_id, db => findConnection(db, company_id))
  if (!connection || (connection.notices_at !== null && Date.parse(connection.notices_at) > now - millisecondsInDay)) return
  try {
    const bank = await starkOf(services, company_id)
    await bank?.keepNotices(
      `${origin}/v1/stark_notices/${tokenOf(services.secret, 'stark_notice', { company_id, id, expires_at: NOTICES_UNTIL })}`,
    )
  } catch (error) {
    if (!(error instanceof StarkRefused || error instanceof Unanswered)) throw error
  }
  await inCompany(services, company_id, db => setNoticesAt(db, company_id, new Date(now)))
}
