// The worker of money: takes the step of one subject and plans the next; taking a step twice changes nothing.
import type { MoneyStep } from '#server/jobs/queue.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { advanceCharge } from '../charges/advance.ts'
import { withdrawnBySlip } from '../charges/beside.ts'
import { chargeOfMovement } from '../charges/rows.ts'
import { advanceAccount } from '../digital-account/sync.ts'
import { advanceOrder } from '../payments/due-orders.ts'
import { advancePayment } from '../payments/sending.ts'
import { advanceKey } from '../pix/advance.ts'
import { advancePixAgreement } from '../pix-agreements/look.ts'
import { advancePixCharge } from '../pix-charges/advance.ts'
import { advanceBilling, advanceSubscription } from '../subscriptions/advance.ts'
import { releaseCard } from '../subscriptions/card-release.ts'
import { advanceDispute } from '../subscriptions/dispute.ts'

type Advance = (services: Services, step: MoneyStep) => Promise<number | undefined>

const ADVANCE: Record<MoneyStep['subject'], Advance> = {
  payment: advancePayment,
  payment_order: advanceOrder,
  digital_account: advanceAccount,
  pix_key: advanceKey,
  charge: advanceAnyCharge,
  pix_agreement: advancePixAgreement,
  card: releaseCard,
  card_dispute: advanceDispute,
  subscription: advanceSubscription,
  subscription_billing: advanceBilling,
}

/** At the digital account's bank, or the company's own. */
async function advanceAnyCharge(services: Services, step: MoneyStep): Promise<number | undefined> {
  const found = await inCompany(services, step.company_id, db => chargeOfMovement(db, step.company_id, step.id))
  if (!found) return undefined
  const charge = await withdrawnBySlip(services, found)
  return charge.pix_agreement_id ? advancePixCharge(services, charge, step) : advanceCharge(services, charge, step)
}

/** What an extra check leaves to be asked is asked by a regular one, which may wait already; what has more to do at once does it. */
export async function advanceMoney(services: Services, step: MoneyStep): Promise<void> {
  const seconds = await ADVANCE[step.subject](services, step)
  if (seconds === undefined) return
  const { once, ...regular } = step
  const next = once && seconds > 0 ? { ...regular, attempt: 0 } : { ...step, attempt: step.attempt + 1 }
  await services.jobsDb.transaction().execute(tx => services.queue.plan(tx, next, seconds))
}
