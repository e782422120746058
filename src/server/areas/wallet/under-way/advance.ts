// The worker of money: takes the step of one subject and plans the next; taking a step twice changes nothing.
import type { MoneyStep } from '#server/jobs/queue.ts'
import type { Services } from '#server/kernel/services.ts'
import { advanceCharge } from '../charges/advance.ts'
import { advanceAccount } from '../digital-account/sync.ts'
import { advanceOrder } from '../payments/due-orders.ts'
import { advancePayment } from '../payments/sending.ts'
import { advanceKey } from '../pix/advance.ts'
import { advanceBilling, advanceSubscription } from '../subscriptions/advance.ts'

type Advance = (services: Services, step: MoneyStep) => Promise<number | undefined>

const ADVANCE: Record<MoneyStep['subject'], Advance> = {
  payment: advancePayment,
  payment_order: advanceOrder,
  digital_account: advanceAccount,
  pix_key: advanceKey,
  charge: advanceCharge,
  subscription: advanceSubscription,
  subscription_billing: advanceBilling,
}

export async function advanceMoney(services: Services, step: MoneyStep): Promise<void> {
  const seconds = await ADVANCE[step.subject](services, step)
  if (seconds === undefined || step.once) return
  await services.jobsDb.transaction().execute(tx => services.queue.plan(tx, { ...step, attempt: step.attempt + 1 }, seconds))
}
