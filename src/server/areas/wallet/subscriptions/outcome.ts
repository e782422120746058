// What became of one payment of a month, as its party tells: the acquirer of cards, or the bank of a Pix.
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { type CardRequest, CardState } from '#server/adapters/card-acquirer.ts'
import { ask, ChargeState } from '#server/adapters/payments.ts'
import { instantOfId } from '#server/base/ids.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { cardTokenOf } from './card-rows.ts'
import type { StoredBilling } from './rows.ts'

/** A subscription nobody ever paid is given up, and a Pix nobody paid expires. */
export const GIVEN_UP_DAYS = 30

interface Outcome {
  ended: boolean
  refusal?: string | null
}

export async function cardOutcome(services: Services, billing: StoredBilling): Promise<Outcome> {
  const { company_id, id: billing_id, amount_cents } = billing
  const id = billing.payment_id ?? ''
  const card_token = (await inCompany(services, company_id, db => cardTokenOf(db, company_id, id))) ?? ''
  const request: CardRequest = { company_id, id, billing_id, card_token, amount_cents }
  const { cards } = services
  const state = (await ask(CardState, cards.charged(request))) ?? (await ask(CardState, cards.charge(request)))
  return {
    ended: state !== undefined && state.status !== 'PROCESSING',
    refusal: state?.status === 'REJECTED' ? (state.refusal ?? 'Cartão recusado.') : null,
  }
}

export async function pixOutcome(services: Services, billing: StoredBilling): Promise<Outcome> {
  const { payments } = services
  const id = billing.payment_id ?? ''
  // A code for a month long due lasts as many days.
  const given = dayInSaoPaulo(instantOfId(id))
  const due_date = given > billing.due_date ? given : billing.due_date
  const expiration_date = addDays(due_date, GIVEN_UP_DAYS)
  const state =
    (await ask(ChargeState, payments.charge(id))) ??
    (await ask(
      ChargeState,
      payments.collect({
        id,
        txid: txidOf(id),
        amount_cents: billing.amount_cents,
        due_date,
        expiration_date,
      }),
    ))
  if (state?.status === 'PAID') return { ended: true }
  const expired = state !== undefined && dayInSaoPaulo(services.clock.now()) > expiration_date
  return { ended: expired, refusal: expired ? 'O código Pix venceu.' : null }
}

/** The txid of a billing's Pix: its payment's id without dashes, 32 characters. */
export const txidOf = (paymentId: string): string => paymentId.replaceAll('-', '')
