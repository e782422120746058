// Why a line and one title differ, where the difference is explained to the cent: late charges, withholdings, terms learnt from the payer, discounts.
import type { TitleKind } from './candidates.ts'
import { atRate, chargesOf } from './charges.ts'
import { type DifferenceKind, type DifferencePart, differenceSign } from './differences.ts'
import type { Term } from './history.ts'
import { memory, rates } from './weights.ts'

export type ExplanationSource = 'late' | 'withheld' | 'learned' | 'tax' | 'discount' | 'card' | 'partial'

export interface Explanation {
  /** Signed by `differenceSign`, they sum exactly to the line minus the title. */
  readonly parts: readonly DifferencePart[]
  readonly by: ExplanationSource
  /** No second reading is as good, so nobody needs to be asked. */
  readonly sure: boolean
}

export interface Difference {
  readonly kind: TitleKind
  /** Positive cents. */
  readonly paid: number
  readonly amount: number
  /** The amount without its recorded withholdings; the amount itself when there are none. */
  readonly net: number
  /** Days after the due date of a title that the books call overdue; 0 or less when it was paid in time. */
  readonly daysLate: number
  readonly paidInTime: boolean
  /** An invoice stands behind the title, so taxes may have been withheld. */
  readonly invoiced: boolean
  /** What earlier lines of this payer differed by. */
  readonly terms: readonly Term[]
}

/** null when nothing explains the difference exactly; equal amounts have none. */
export function explain(difference: Difference): Explanation | null {
  const { paid, amount, net } = difference
  if (paid === amount) return null
  const learned = byTerms(difference)
  if (paid > amount) return byLateness(difference) ?? learned
  if (paid === net) return { parts: [{ kind: 'withholding', amount_cents: amount - net }], by: 'withheld', sure: true }
  return learned ?? byRate(difference)
}

function byLateness({ paid, amount, daysLate }: Difference): Explanation | null {
  if (daysLate <= 0) return null
  const extra = paid - amount
  for (const rounding of ['half-up', 'down'] as const) {
    const { fine, interest } = chargesOf(amount, daysLate, rounding)
    if (extra === fine + interest && interest > 0)
      return {
        parts: parts([
          ['fine', fine],
          ['interest', interest],
        ]),
        by: 'late',
        sure: true,
      }
    // One of them alone is a round part or a few cents, which chance explains as well.
    if (extra === fine) return { parts: parts([['fine', fine]]), by: 'late', sure: false }
    if (extra === interest) return { parts: parts([['interest', interest]]), by: 'late', sure: false }
  }
  return null
}

/** What this payer withheld or added before: the same amount, or the same rate of the title. */
function byTerms({ kind, paid, amount, terms }: Difference): Explanation | null {
  const size = Math.abs(paid - amount)
  const found = terms.find(
    term => differenceSign(term.kind, kind) === Math.sign(paid - amount) && (term.cents ?? atRate(amount, term.rate)) === size,
  )
  return found ? { parts: parts([[found.kind, size]]), by: 'learned', sure: found.times >= memory.sureTimes } : null
}

/** A discount for paying in time, or taxes that the customer withheld: never sure, for one rate of many fits some title by chance. */
function byRate({ kind, paid, amount, paidInTime, invoiced }: Difference): Explanation | null {
  const missing = amount - paid
  const isDiscount = paidInTime && rates.discount.some(rate => atRate(amount, rate) === missing)
  const isTax = isWithheld(amount, missing)
  if (!isDiscount && !isTax) return null
  // Taxes are withheld from an invoice; without one a discount is the likelier reading.
  if (isTax && (invoiced || !isDiscount) && (kind === 'RECEIVABLE' || !isDiscount))
    return { parts: parts([['withholding', missing]]), by: 'tax', sure: false }
  return { parts: parts([['discount', missing]]), by: 'discount', sure: false }
}

function isWithheld(amount: number, missing: number): boolean {
  if (missing * 100 > amount * maxWithheldPercent) return false
  for (const rate of rates.withheld) {
    const federal = atRate(amount, rate)
    if (federal === missing) return true
    for (const service of rates.serviceTax) if (federal + atRate(amount, service) === missing) return true
  }
  return rates.serviceTax.some(rate => atRate(amount, rate) === missing)
}

const maxWithheldPercent = (Math.max(...rates.withheld) + Math.max(...rates.serviceTax)) / 100 + 1

function parts(list: readonly (readonly [DifferenceKind, number])[]): DifferencePart[] {
  return list.filter(([, cents]) => cents > 0).map(([kind, amount_cents]) => ({ kind, amount_cents }))
}
