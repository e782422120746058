// What is known of the card that pays a subscription, asked again where it matters: banks renew cards under way.
import { millisecondsInDay } from 'date-fns/constants'
import { dayInSaoPaulo } from '#domain/days.ts'
import { isCardEnding } from '#domain/payments/cards.ts'
import { CardFacts } from '#server/adapters/card-acquirer.ts'
import { ask, Unanswered } from '#server/adapters/payments.ts'
import type { StoredSubscription } from '#server/areas/people/plan/rows.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { cardTokenToLook, setCardFacts, setCardLooked } from './card-rows.ts'

/** Asks once a day of a card that is not known or expires soon. */
export async function lookAtCard(services: Services, { company_id, pre_approval_id, card }: StoredSubscription): Promise<void> {
  const now = services.clock.now()
  if (pre_approval_id === null || (card && !isCardEnding(card, dayInSaoPaulo(now)))) return
  const before = new Date(now - millisecondsInDay)
  const token = await inCompany(services, company_id, db => cardTokenToLook(db, company_id, pre_approval_id, before))
  if (token === undefined) return
  try {
    const facts = await ask(CardFacts, services.cards.facts(token))
    await inCompany(services, company_id, db => setCardLooked(db, company_id, pre_approval_id, new Date(now)))
    if (!facts || (facts.last4 === card?.last4 && facts.expires_on === card.expires_on && facts.brand === card.brand)) return
    const batch = {
      company_id,
      user_id: undefined,
      command: 'subscriptions.preApprove',
      label: 'Dados do cartão atualizados pela operadora',
    }
    await inBatch(services, { ...batch, tags: ['subscriptions'] }, db => setCardFacts(db, company_id, pre_approval_id, facts))
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
  }
}
