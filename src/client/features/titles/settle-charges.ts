// What paying a title late adds, and by which rule: a federal tax by its law, anything else by what most bills charge.
import type { Bill } from '#contract/bills.ts'
import type { Tax } from '#contract/taxes.ts'
import type { Day } from '#domain/days.ts'
import { daysLate, lateCharges, USUAL_LATE_TERMS } from '#domain/payments/late-charges.ts'
import { isFederal } from '#domain/taxes/labels.ts'
import { lateCharges as lateTaxCharges } from '#domain/taxes/late.ts'
import { counted } from '#domain/text.ts'

export interface ProposedCharges {
  fine_cents: number
  interest_cents: number
  /** How each was reckoned; nothing on time. */
  how?: { fine: string; interest: string }
}

const ON_TIME: ProposedCharges = { fine_cents: 0, interest_cents: 0 }

export function proposedCharges(
  { amount_cents, due_date }: Pick<Bill, 'amount_cents' | 'due_date'>,
  tax: Tax | undefined,
  day: Day,
): ProposedCharges {
  if (tax && isFederal(tax.kind)) {
    const { days, fine_cents, interest_cents } = lateTaxCharges(amount_cents, tax.due_date, day)
    return days > 0 ? { fine_cents, interest_cents, how: { fine: '0,33% ao dia, até 20%', interest: 'Selic dos meses, mais 1%' } } : ON_TIME
  }
  const late = daysLate(due_date, day)
  if (late === 0) return ON_TIME
  const { fine_cents, interest_cents } = lateCharges(amount_cents, late, USUAL_LATE_TERMS)
  return { fine_cents, interest_cents, how: { fine: '2%, uma vez', interest: `1% ao mês, ${counted(late, ['dia', 'dias'])}` } }
}
