// The product's own plans: what each costs a month, and for whom it is.
import type { SubscriptionReference } from '../enums.ts'

export interface Plan {
  reference: SubscriptionReference
  /** pt-BR, as the subscriber reads it. */
  title: string
  amount_cents: number
  /** Months between two billings. */
  months: number
}

const plan = (reference: SubscriptionReference, title: string, amount_cents: number): Plan => ({
  reference,
  title,
  amount_cents,
  months: 1,
})

export const PLANS: readonly Plan[] = [
  plan('MEI_1', 'MEI Essencial', 2990),
  plan('MEI_2', 'MEI Completo', 5990),
  plan('MEI_3', 'MEI com contador', 9990),
  plan('ME_1', 'ME Essencial', 8990),
  plan('ME_2', 'ME Completo', 14_990),
  plan('ME_3', 'ME com contador', 29_990),
  plan('GESTOR_1', 'Gestor até 20 empresas', 19_990),
  plan('GESTOR_2', 'Gestor até 100 empresas', 59_990),
  plan('GESTOR_3', 'Gestor sem limite', 119_990),
]

export function planOf(reference: SubscriptionReference): Plan {
  const found = PLANS.find(each => each.reference === reference)
  if (!found) throw new RangeError(`no plan ${reference}`)
  return found
}

/** Plans one may change to: those of the same audience (MEI, ME or GESTOR). */
export const plansBeside = (reference: SubscriptionReference): readonly Plan[] =>
  PLANS.filter(each => each.reference.split('_')[0] === reference.split('_')[0])
