// One payment at the bank: told once under its own id, then asked after until the bank says what became of it. Never sent blindly again.
import { PAYMENT_STATUSES } from '#domain/enums.ts'
import { formatCents } from '#domain/money.ts'
import { mayFollow, orderStatusOf, PAYMENT_MOVES } from '#domain/payments/life-cycles.ts'
import { ask, type Movement, PaymentState, type Payments, Unanswered } from '#server/adapters/payments.ts'
import { findAccountOf } from '#server/areas/banking/bank-accounts/digital.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { Db } from '#server/db/query.ts'
import type { MoneyStep } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { bankOf } from '../digital-bank/bank.ts'
import { changePayment, findPayment, isBeingPaid, lockOrder, refusalOf, type StoredPayment, setOrder } from './rows.ts'
import { returnBills } from './send-order.ts'

/** Seconds until the bank is asked again: soon at first, then ever more patiently, without end. */
const PATIENCE = [1, 2, 5, 10, 30, 60, 300, 900, 3600] as const
const patience = (attempt: number) => PATIENCE[Math.min(attempt, PATIENCE.length - 1)] ?? 3600

const TAGS = ['payment_orders', 'bills', 'entries', 'suggestions', 'digital_account', 'batches'] as const

/** Where a payment may be settled from, by the table of its moves. */
const PAID_BY_BANK = PAYMENT_STATUSES.filter(status => mayFollow(PAYMENT_MOVES, status, 'SETTLED'))

/** Takes the next step of a payment; gives the seconds until the one after it, or undefined when it ended. */
export async function advancePayment(services: Services, step: MoneyStep): Promise<number | undefined> {
  const payment = await inCompany(services, step.company_id, db => findPayment(db, step.company_id, step.id))
  if (!payment || (payment.status !== 'QUEUED' && payment.status !== 'PROCESSING')) return undefined
  const first = payment.status === 'QUEUED'
  // Whoever marks it first sends it; a process that dies right after leaves PROCESSING, which is only ever asked about under the same id.
  if (first && !(await mark(services, payment))) return patience(step.attempt)
  try {
    const state = await stateAt(await bankOf(services, step.company_id), services, payment, first)
    return await record(services, payment, state, step.attempt)
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    await doubt(services, payment)
    return patience(step.attempt)
  }
}

const stateAt = async (bank: Payments, services: Services, payment: StoredPayment, first: boolean): Promise<PaymentState | undefined> =>
  (first ? undefined : await look(bank, payment.id)) ?? (await tell(bank, services, payment))

/** What the bank says of the id now. A refusal gives the bill back to be sent again: it is believed when it is said twice. */
async function look(payments: Payments, id: string): Promise<PaymentState | undefined> {
  const once = () => ask(PaymentState, payments.payment(id), payments.deadlineMs)
  const state = await once()
  return state?.status === 'REJECTED' ? once() : state
}

/** What a bank answers to a sending is a hint; its word is what it says of the id afterwards. */
async function tell(bank: Payments, services: Services, payment: StoredPayment): Promise<PaymentState | undefined> {
  const account = await inCompany(services, payment.company_id, db => findAccountOf(db, payment.company_id))
  if (!account) throw new Error('a payment without an account')
  const { digitable_line: _, ...target } = payment.target
  const hint = await ask(
    PaymentState,
    bank.pay({
      id: payment.id,
      account_id: account.id,
      amount_cents: payment.amount_cents,
      end_to_end_id: payment.end_to_end_id,
      description: payment.description,
      target,
      reference: `${payment.company_id}.${payment.id}`,
    }),
    bank.deadlineMs,
  )
  return (await look(bank, payment.id)) ?? hint
}

const batchOf = (payment: StoredPayment, label: string) => ({
  company_id: payment.company_id,
  user_id: payment.created_by,
  command: 'paymentOrders.create',
  label,
  tags: TAGS,
})

const words = (payment: StoredPayment) => `${payment.kind === 'BOLETO' ? 'Boleto' : 'Pix'} de ${formatCents(payment.amount_cents)}`

const mark = async (services: Services, payment: StoredPayment): Promise<boolean> =>
  (
    await inBatch(services, batchOf(payment, `${words(payment)} enviado ao banco`), db =>
      changePayment(db, payment.company_id, payment.id, ['QUEUED'], { status: 'PROCESSING' }),
    )
  ).result

/** The outcome is unknown, and says so. */
async function doubt(services: Services, payment: StoredPayment): Promise<void> {
  if (payment.outcome_unknown) return
  await inBatch(services, batchOf(payment, `${words(payment)}: aguardando a confirmação do banco`), db =>
    changePayment(db, payment.company_id, payment.id, ['PROCESSING'], { outcome_unknown: true }),
  )
}

async function record(
  services: Services,
  payment: StoredPayment,
  state: PaymentState | undefined,
  attempt: number,
): Promise<number | undefined> {
  if (state?.status === 'SETTLED') {
    await settle(services, payment, state)
    return undefined
  }
  if (state?.status === 'REJECTED') {
    await reject(services, payment, state)
    return undefined
  }
  // A slip in no registry never has a payee: what the bank says again is no news.
  if (state && ((payment.payee === null && state.payee !== null) || payment.outcome_unknown))
    await inBatch(services, batchOf(payment, `${words(payment)} aceito pelo banco`), db =>
      changePayment(db, payment.company_id, payment.id, ['PROCESSING'], { payee: state.payee, outcome_unknown: false }),
    )
  return patience(attempt)
}

async function settle(services: Services, payment: StoredPayment, state: PaymentState): Promise<void> {
  const { company_id } = payment
  await inBatch(services, batchOf(payment, `${words(payment)} efetivado`), async db => {
    if (!(await markSettled(services, db, payment, state))) return
    // The movement brings the statement line, which settles the bill.
    const account = await findAccountOf(db, company_id)
    if (account) await services.queue.plan(db, { company_id, subject: 'digital_account', id: account.id, attempt: 0, once: true }, 0)
  })
}

type Settlement = Pick<PaymentState, 'payee' | 'transaction_code' | 'settled_at'>

/** False when it is settled already. */
async function markSettled(services: Services, db: Db, payment: StoredPayment, state: Settlement): Promise<boolean> {
  const settled = await changePayment(db, payment.company_id, payment.id, PAID_BY_BANK, {
    status: 'SETTLED',
    bill_id: payment.bill_id,
    refusal: null,
    bank_reason: null,
    payee: state.payee,
    transaction_code: state.transaction_code,
    outcome_unknown: false,
    settled_at: new Date(state.settled_at ?? services.clock.now()),
  })
  if (!settled) return false
  await finishOrder(db, payment)
  await tellPerson(db, payment, `${words(payment)} efetivado`, state.payee ? `Para ${state.payee.name}.` : 'O banco confirmou o pagamento.')
  return true
}

/**
 * Money that moved is the last word, whatever the bank said before of the payment behind it. Gives the bill it pays: none when the bank
 * had refused it and the bill was sent again since, for then a person must ask for the money back.
 */
export async function settlePayment(services: Services, db: Db, payment: StoredPayment, movement: Movement): Promise<string | null> {
  const { counterparty, code: transaction_code, at: settled_at } = movement
  const payee = counterparty ?? payment.payee
  const { company_id, bill_id, status } = payment
  const sentAgain = status === 'REJECTED' && bill_id !== null && (await isBeingPaid(db, company_id, bill_id))
  const paid = { ...payment, bill_id: sentAgain ? null : bill_id }
  await markSettled(services, db, paid, { payee, transaction_code, settled_at })
  return paid.bill_id
}

async function reject(services: Services, payment: StoredPayment, state: PaymentState): Promise<void> {
  const { company_id, id } = payment
  const refusal = state.refusal ?? 'refused'
  const bank_reason = state.reason ?? null
  await inBatch(services, batchOf(payment, `${words(payment)} recusado pelo banco`), async db => {
    const rejected = await changePayment(db, company_id, id, ['PROCESSING'], {
      status: 'REJECTED',
      refusal,
      bank_reason,
      payee: state.payee,
      outcome_unknown: false,
    })
    if (!rejected) return
    if (payment.bill_id !== null) await returnBills(db, company_id, [payment.bill_id])
    await finishOrder(db, payment)
    await tellPerson(db, payment, `${words(payment)} recusado`, refusalOf(refusal, bank_reason).message)
  })
}

async function finishOrder(db: Db, payment: StoredPayment): Promise<void> {
  const order = await lockOrder(db, payment.company_id, payment.payment_order_id)
  const status = order && orderStatusOf(order.payments.map(each => each.status))
  if (order && status && status !== order.status) await setOrder(db, payment.company_id, order.id, { status })
}

async function tellPerson(db: Db, payment: StoredPayment, title: string, body: string): Promise<void> {
  await notify(db, {
    user_ids: [payment.created_by],
    company_id: payment.company_id,
    type: payment.kind === 'BOLETO' ? 'BOLETO' : 'TRANSACTION',
    title,
    body,
    metadata: { payment_id: payment.id, payment_order_id: payment.payment_order_id },
    action: `/company/${payment.company_id}/bills`,
  })
}
