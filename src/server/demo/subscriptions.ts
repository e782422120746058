// Demo companies' subscriptions to the product: some by card, some by Pix, one of them late, with the months paid so far.
import { sql } from 'kysely'
import { addDays, addMonths, addYears, type Day, endOfMonth } from '#domain/days.ts'
import type { SubscriptionReference } from '#domain/enums.ts'
import { planOf } from '#domain/payments/plans.ts'
import { DUE_DAYS } from '#server/areas/wallet/subscriptions/advance.ts'
import type { Recording } from './recording.ts'
import { instantOf, textOf } from './title.ts'

const PAID_MONTHS = 6
/** Every third company subscribes; the showcase is the first of them. */
const EVERY = 3
/** Which of those pay by Pix, and which of these is late. */
const BY_PIX = 2
const LATE = 9
const CARD = { brand: 'visa', last4: '1111' }

export async function writeSubscription({ db, companyId, books, random, index }: Recording): Promise<void> {
  if (index % EVERY !== 0) return
  const { sink, company, today, ownerId } = books.facts
  const reference: SubscriptionReference = company.regime === 'MEI' ? 'MEI_1' : index === 0 ? 'ME_2' : 'ME_1'
  const { title, amount_cents } = planOf(reference)
  const byPix = (index / EVERY) % BY_PIX === 1
  const late = index === LATE
  const last = addDays(today, -12)
  const months = Array.from({ length: PAID_MONTHS }, (_, ago) => addMonths(last, -ago))
  const since = instantOf(months.at(-1) ?? last, -3)
  const id = random.id(since)
  const card = byPix ? null : random.id(since)
  const made = { created_at: textOf(since), created_by: ownerId }
  const payment_method = byPix ? 'PIX' : 'CREDIT_CARD'
  if (card) {
    sink.add('pre_approvals', { id: card, reference, ...CARD, expires_on: endOfMonth(addYears(today, 2)), ...made })
    await sql`insert into card_tokens (company_id, id, token) values (${companyId}, ${card}, 'tok_local_demo_1111')`.execute(db)
  }
  sink.add('subscriptions', {
    id,
    reference,
    title,
    status: late ? 'OVERDUE' : 'ACTIVE',
    amount_cents,
    payment_method,
    pre_approval_id: card,
    next_payment_date: addMonths(last, 1),
    ...made,
  })
  for (const [ago, month] of months.entries()) {
    const paid = !(late && ago === 0)
    sink.add(
      'subscription_billings',
      billingOf({ id: random.id(instantOf(month)), subscription_id: id, month, amount_cents, paid, payment_method }),
    )
  }
  await sink.flush(true)
}

interface DemoBilling {
  id: string
  subscription_id: string
  month: Day
  amount_cents: number
  paid: boolean
  payment_method: string
}

const billingOf = ({ month, paid, payment_method, ...billing }: DemoBilling) => ({
  ...billing,
  created_at: textOf(instantOf(month, -3)),
  competence_date: month,
  due_date: addDays(month, DUE_DAYS),
  paid,
  ...(paid ? { payment_method, paid_at: textOf(instantOf(addDays(month, 1))) } : {}),
})
