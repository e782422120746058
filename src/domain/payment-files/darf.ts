// A DARF without a bar code, as the bank's file pays it: what identifies it, and what paying it on a day costs.
import type { Day } from '../days.ts'
import { lateCharges } from '../taxes/late.ts'

/** What a tax of ours must know of itself. Amount in cents. */
export interface DarfFacts {
  /** Código da receita. */
  revenue_code: string
  /** The last day of the period it is of (período de apuração). */
  assessment_date: Day
  reference_number: string | null
  due_date: Day
  principal_cents: number
}

export interface DarfPayment extends DarfFacts {
  fine_cents: number
  interest_cents: number
}

/** What identifies it: two with the same are one. */
export const darfTarget = ({ revenue_code, assessment_date, reference_number, due_date, principal_cents }: DarfFacts): string =>
  [revenue_code, assessment_date, reference_number ?? '', due_date, principal_cents].join(':')

/** The total on that day, or the sentence that keeps it out. */
export function darfTotal(facts: DarfFacts, pay_on: Day): number | string {
  const { fine_cents, interest_cents, estimated } = lateCharges(facts.principal_cents, facts.due_date, pay_on)
  if (estimated) return 'ainda não se sabe a Selic do atraso até esse dia: emita a guia'
  return facts.principal_cents + fine_cents + interest_cents
}

/** The parts of a total that was planned for that day: what is neither principal nor fine is interest. */
export function darfPayment(target: string, amount_cents: number, pay_on: Day): DarfPayment {
  const [revenue_code = '', assessment_date = '', reference = '', due_date = '', principal = ''] = target.split(':')
  const principal_cents = Number(principal)
  const { fine_cents } = lateCharges(principal_cents, due_date, pay_on)
  return {
    revenue_code,
    assessment_date,
    reference_number: reference || null,
    due_date,
    principal_cents,
    fine_cents,
    interest_cents: amount_cents - principal_cents - fine_cents,
  }
}
