// The product's own plans: what each costs a month, and for whom it is.
import type { SubscriptionReference } from '../enums.ts'

export interface Plan {
  reference: SubscriptionReference
  /** pt-BR, as the subscriber reads it. */
  title: string
  amount_cents: number
  /** Months between two billings. */
  months: number
  /** Notes the company may issue in a month. */
  notes_per_month: number
}

const plan = (reference: SubscriptionReference, title: string, amount_cents: number, notes_per_month: number): Plan => ({
  reference,
  title,
  amount_cents,
  months: 1,
  notes_per_month,
})

export const PLANS: readonly Plan[] = [
  plan('MEI_1', 'MEI Essencial', 2990, 200),
  plan('MEI_2', 'MEI Completo', 5990, 500),
  plan('MEI_3', 'MEI com contador', 9990, 1_000),
  plan('ME_1', 'ME Essencial', 8990, 500),
  plan('ME_2', 'ME Completo', 14_990, 2_000),
  plan('ME_3', 'ME com contador', 29_990, 5_000),
  plan('GESTOR_1', 'Gestor até 20 empresas', 19_990, 1_000),
  plan('GESTOR_2', 'Gestor até 100 empresas', 59_990, 5_000),
  plan('GESTOR_3', 'Gestor sem limite', 119_990, 20_000),
]

export const AUDIENCES = ['MEI', 'ME', 'GESTOR'] as const
export type Audience = (typeof AUDIENCES)[number]
export const AUDIENCE_LABELS: Record<Audience, string> = { MEI: 'MEI', ME: 'ME e EPP', GESTOR: 'Gestores e escritórios' }

export const audienceOf = (reference: SubscriptionReference): Audience => reference.split('_')[0] as Audience

const SHARED = 'Contas, extratos e conciliação sem limite'
const OF_AUDIENCE: Record<Audience, readonly string[]> = {
  MEI: [SHARED, 'DAS-MEI e DASN-SIMEI pelos livros'],
  ME: [SHARED, 'DAS com RBT12, anexos e Fator R', 'DEFIS pelos livros'],
  GESTOR: [SHARED, 'Fila e visão de todas as empresas'],
}

/** What a plan holds, in pt-BR, what sets it apart first. */
export const holdsOf = ({ reference, notes_per_month }: Plan): readonly string[] => [
  `Até ${notes_per_month.toLocaleString('pt-BR')} notas por mês`,
  ...OF_AUDIENCE[audienceOf(reference)],
]

export function planOf(reference: SubscriptionReference): Plan {
  const found = PLANS.find(each => each.reference === reference)
  if (!found) throw new RangeError(`no plan ${reference}`)
  return found
}

/** Plans one may change to: those of the same audience (MEI, ME or GESTOR). */
export const plansBeside = (reference: SubscriptionReference): readonly Plan[] =>
  PLANS.filter(each => audienceOf(each.reference) === audienceOf(reference))
