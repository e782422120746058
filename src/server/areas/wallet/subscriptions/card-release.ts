// A card that pays nothing any more leaves the acquirer: asked until it is gone there, and only then forgotten here.
import { ReleasedCard } from '#server/adapters/card-acquirer.ts'
import { ask, Unanswered } from '#server/adapters/payments.ts'
import type { Db } from '#server/db/query.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { doubling } from '#server/jobs/waits.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { forgetCard, leavingCard } from './card-rows.ts'

/** Seconds until the charge that still uses it is looked at again, and between two tries. */
const IN_USE_SECONDS = 600
const patience = doubling(60, 3600)

export async function releaseCard(services: Services, { company_id, id, attempt }: MoneyStep): Promise<number | undefined> {
  const card = await inCompany(services, company_id, db => leavingCard(db, company_id, id))
  if (!card) return undefined
  if (card.in_use) return IN_USE_SECONDS
  try {
    if (!(await ask(ReleasedCard, services.cards.release(card.token)))) return patience(attempt)
    await inCompany(services, company_id, db => forgetCard(db, company_id, id))
    return undefined
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return patience(attempt)
  }
}

export const planRelease = ({ queue }: Pick<Services, 'queue'>, db: Db, company_id: string, id: string): Promise<void> =>
  queue.plan(db, { company_id, subject: 'card', id, attempt: 0 }, 0)
