// The product's own plans: monthly price, audience, and how many notes a company may issue in a month.

import type { SubscriptionReference, SubscriptionStatus } from '../enums.ts'
import { labels } from '../open-table.ts'
import { formatCount } from '../text.ts'

export interface Plan {
  reference: SubscriptionReference
  /** pt-BR, as the subscriber reads it. */
  title: string
  amount_cents: number
  /** Months between two billings. */
  months: number
  /** Notes each company may issue in a month. */
  notes_a_month: number
}

const plan = (reference: SubscriptionReference, title: string, amount_cents: number, notes_a_month: number): Plan => ({
  reference,
  title,
  amount_cents,
  months: 1,
  notes_a_month,
})

export const PLANS: readonly Plan[] = [
  plan('MEI_1', 'MEI Essencial', 2990, 100),
  plan('MEI_2', 'MEI Completo', 5990, 200),
  plan('MEI_3', 'MEI com contador', 9990, 400),
  plan('ME_1', 'ME Essencial', 8990, 200),
  plan('ME_2', 'ME Completo', 14_990, 500),
  plan('ME_3', 'ME com contador', 29_990, 2000),
  plan('GESTOR_1', 'Gestor até 20 empresas', 19_990, 200),
  plan('GESTOR_2', 'Gestor até 100 empresas', 59_990, 500),
  plan('GESTOR_3', 'Gestor sem limite', 119_990, 2000),
]

export const AUDIENCES = ['MEI', 'ME', 'GESTOR'] as const
export type Audience = (typeof AUDIENCES)[number]
export const AUDIENCE_LABELS = labels<Audience>({ MEI: 'MEI', ME: 'ME e EPP', GESTOR: 'Gestores e escritórios' })

export const audienceOf = (reference: SubscriptionReference): Audience => reference.split('_')[0] as Audience

const SHARED = 'Contas, extratos e conciliação sem limite'
const OF_AUDIENCE: Record<Audience, readonly string[]> = {
  MEI: [SHARED, 'DAS-MEI e declaração do ano pelos livros'],
  ME: [SHARED, 'DAS do Simples calculado pelos livros', 'Declaração do ano (DEFIS) pelos livros'],
  GESTOR: [SHARED, 'Fila e visão de todas as empresas'],
}

/** What a plan offers, in pt-BR, its distinguishing features first. */
export const holdsOf = ({ reference, notes_a_month }: Plan): readonly string[] => [
  `Até ${formatCount(notes_a_month)} notas por mês`,
  ...OF_AUDIENCE[audienceOf(reference)],
]

/** Without a valid subscription: as many as the smallest plan gives. */
export const NOTES_WITHOUT_PLAN = 100

/** A month paid late does not stop a company's notes; a subscription never paid, paused or ended gives none. */
const HOLDS: readonly SubscriptionStatus[] = ['ACTIVE', 'OVERDUE']

/** The plan in force today, if any. */
export const planInForce = (
  subscription: { reference: SubscriptionReference; status: SubscriptionStatus } | undefined,
): Plan | undefined => (subscription && HOLDS.includes(subscription.status) ? planOf(subscription.reference) : undefined)

export const notesAMonth = (plan: Plan | undefined): number => plan?.notes_a_month ?? NOTES_WITHOUT_PLAN

/** The smallest plan of the same audience that allows more notes; for an ME when there is no plan yet. */
export const planWithMoreNotes = (plan: Plan | undefined, audience: 'MEI' | 'ME'): Plan | undefined =>
  plansBeside(plan?.reference ?? `${audience}_1`).find(each => each.notes_a_month > notesAMonth(plan))

export function planOf(reference: SubscriptionReference): Plan {
  const found = PLANS.find(each => each.reference === reference)
  if (!found) throw new RangeError(`no plan ${reference}`)
  return found
}

/** Plans one may change to: those of the same audience (MEI, ME or GESTOR). */
export const plansBeside = (reference: SubscriptionReference): readonly Plan[] =>
  PLANS.filter(each => audienceOf(each.reference) === audienceOf(reference))
