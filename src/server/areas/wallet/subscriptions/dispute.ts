// A card payment that its holder contests at the bank: read back at every look, told, and the month owed while the dispute is lost.

import { formatMonth, monthOf } from '#domain/days.ts'
import type { DisputeStatus } from '#domain/enums.ts'
import { formatCents } from '#domain/money.ts'
import { DISPUTE_MOVES, mayFollow } from '#domain/payments/life-cycles.ts'
import { CardDispute } from '#server/adapters/card-acquirer.ts'
import { ask, Unanswered } from '#server/adapters/payments.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { doubling } from '#server/jobs/waits.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { billingOfCharge, keepDispute, lockBillingOfCharge, loseMonth, winMonth } from './dispute-rows.ts'
import type { StoredBilling } from './rows.ts'
import { batchOf, read, refresh, todayOf } from './status.ts'
import { tellOwners } from './telling.ts'

/** A notice makes us look at once, and once more after it, for the first look may find nobody there. */
export const FOLLOWED_AFTER_SECONDS = 60
const DAY_SECONDS = 86_400
const patience = doubling(60, 3600)

/** By the id of our charge. An open one, or one in a state we do not know, is looked at every day. */
export async function advanceDispute(services: Services, { company_id, id, attempt }: MoneyStep): Promise<number | undefined> {
  const billing = await inCompany(services, company_id, db => billingOfCharge(db, company_id, id))
  if (!billing) return undefined
  try {
    const dispute = await ask(CardDispute, services.cards.dispute({ company_id, id }))
    if (!dispute) return undefined
    const done = await take(services, billing, id, dispute)
    if (done === 'waits') return patience(attempt)
    return dispute.status === 'OPEN' || dispute.status === null ? DAY_SECONDS : undefined
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return patience(attempt)
  }
}

type Taken = 'nothing new' | 'waits' | 'taken'

async function take(services: Services, { company_id, subscription_id }: StoredBilling, chargeId: string, dispute: CardDispute) {
  const subscription = await read(services, company_id, subscription_id)
  if (!subscription) return 'nothing new'
  const { result } = await inBatch(services, batchOf(subscription, labelOf(dispute)), async (db): Promise<Taken> => {
    const billing = await lockBillingOfCharge(db, company_id, chargeId)
    if (!billing) return 'nothing new'
    if (!isNews(billing, dispute)) {
      const isKnownAgain = billing.dispute_unknown !== null && billing.dispute_status === dispute.status
      if (isKnownAgain) await keepDispute(db, billing, chargeId, dispute)
      return 'nothing new'
    }
    const { status } = dispute
    const isOwed = !billing.paid
    // Paid twice it would be, if it counted as paid by the card while another payment goes its way.
    if (status === 'WON' && isOwed && billing.payment_id !== null) return 'waits'
    await keepDispute(db, billing, chargeId, dispute)
    if (status === 'LOST' && billing.payment_id === chargeId) await loseMonth(db, billing, todayOf(services))
    if (status === 'WON' && isOwed) await winMonth(db, billing, chargeId)
    const isTwice = status === 'WON' && billing.paid && billing.payment_id !== chargeId
    await tellOwners(db, subscription, labelOf(dispute), wordsOf(billing, dispute, isTwice))
    return 'taken'
  })
  if (result !== 'taken') return result
  const { id, status, said } = dispute
  services.log.warn({ company_id, charge_id: chargeId, dispute: id, status, said }, 'a card payment is contested')
  await refresh(services, subscription)
  return result
}

/** States of one dispute only go forward; a word we do not know is told once. */
function isNews(billing: StoredBilling, { id, status, said }: CardDispute): boolean {
  if (status === null) return billing.dispute_unknown !== said
  if (billing.dispute_id !== id || billing.dispute_status === null) return true
  return mayFollow(DISPUTE_MOVES, billing.dispute_status, status)
}

const LABELS: Record<DisputeStatus, string> = {
  OPEN: 'Pagamento da assinatura contestado',
  LOST: 'Contestação do pagamento perdida',
  WON: 'Contestação do pagamento ganha',
}

const labelOf = ({ status, said }: CardDispute): string =>
  status === null ? `Contestação do pagamento: a operadora diz “${said}”` : LABELS[status]

function wordsOf({ amount_cents, competence_date }: StoredBilling, { status }: CardDispute, isTwice: boolean): string {
  const what = `${formatCents(amount_cents)} de ${formatMonth(monthOf(competence_date))}`
  if (isTwice) return `O cartão pagou ${what}, que já tinham sido pagos de outra forma: peça a devolução.`
  if (status === 'OPEN') return `O titular do cartão contestou ${what} no banco dele. Até a decisão, a mensalidade segue paga.`
  if (status === 'LOST') return `${what} voltaram ao titular do cartão: a mensalidade está em aberto de novo.`
  if (status === 'WON') return `${what} estão pagos.`
  return `${what}: nada muda na mensalidade enquanto isso.`
}
