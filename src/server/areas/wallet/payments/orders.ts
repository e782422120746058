// Payment orders: made from bills or free, approved by another person where the rule asks it, and sent by whoever may execute.
import { randomUUID } from 'node:crypto'
import type { PaymentDetails } from '#contract/entry.ts'
import { type Day, formatDay } from '#domain/days.ts'
import type { BillStatus, PaymentOrderStatus } from '#domain/enums.ts'
import { PAYMENT_ORDER_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { parseBoleto } from '#domain/payments/boleto.ts'
import { mayFollow, PAYMENT_ORDER_MOVES } from '#domain/payments/life-cycles.ts'
import { refusalOfPayDay, refusalOfSlipDay } from '#domain/payments/pay-day.ts'
import { readPixKey } from '#domain/payments/pix-key.ts'
import { canMove } from '#domain/transitions.ts'
import { mustHaveAccount } from '#server/areas/banking/bank-accounts/digital.ts'
import type { StoredEntry } from '#server/areas/ledger/entries/rows.ts'
import { asBlocked, mustLock, type Refusal, rejection, type WriteFacts, writeFacts } from '#server/areas/ledger/entries/writing.ts'
import { requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { confirmPerson, isDeviceKnown, queueUp, refuseRepeated } from './guard.ts'
import { askApprovers, tellMaker } from './order-news.ts'
import { type ContactWay, waysOfContacts } from './payees.ts'
import { type BankWords, bankWords, refuseUnknownKeys } from './recipients.ts'
import { cancelPayments, findOrder, insertOrder, insertPayments, lockOrder, type NewPayment, type StoredOrder, setOrder } from './rows.ts'
import { isScheduled, type Sender, sendOrder, unschedule } from './send-order.ts'
import { readTarget, slipDueDate, type TargetInput } from './targets.ts'

export interface PaymentInput extends TargetInput {
  amount_cents?: number | undefined
  description?: string | null | undefined
  bill_id?: string | undefined
}

export interface OrderInput {
  bill_ids?: readonly string[] | undefined
  payments?: readonly PaymentInput[] | undefined
  title?: string | null | undefined
  /** A day to come keeps the order for it. */
  pay_on?: Day | undefined
  confirm_duplicate?: boolean | undefined
}

/** Makes an order, and sends it when nobody else must approve it and the actor may execute; gives it as it stands then. */
export async function createOrder(ctx: Context, input: OrderInput): Promise<StoredOrder> {
  await mustHaveAccount(ctx.db, ctx.companyId)
  await queueUp(ctx.db, ctx.companyId)
  const bills = await lockBills(ctx, input)
  const [asked, given] = [await ofBills(ctx, input.bill_ids ?? [], bills), (input.payments ?? []).map(each => ofInput(ctx, each, bills))]
  if (asked.length + given.length === 0) throw invalid('payments', 'Escolha ao menos uma conta ou pagamento')
  const words = bankWords(ctx, [...asked, ...given])
  const made = asked.map(payment => named(atTodaysCost(payment, words), words))
  const typed = given.map(payment => named(payment, words))
  const payments = [...made, ...typed]
  refuseUnknownKeys(payments, words)
  const pay_on = dayToCome(ctx, input.pay_on)
  if (pay_on !== null) refuseLateSlips(ctx, payments, pay_on)
  if (!input.confirm_duplicate) await refuseRepeated(ctx, payments)
  const mayExecute = ctx.rights.payments.includes('x')
  const unapproved = [
    ...made.filter(({ bill_id }) => bills.get(bill_id ?? '')?.status !== 'APPROVED'),
    ...typed.filter(payment => !isApprovedAsItStands(payment, bills.get(payment.bill_id ?? ''), ctx.today)),
  ]
  const waits = asksApproval(ctx, unapproved, await writeFacts(ctx))
  if (mayExecute) await confirmPerson(ctx, payments)
  // The id opens the public page: all of it is drawn, none of it counted.
  const id = randomUUID()
  await insertOrder(ctx.db, ctx.companyId, {
    id,
    status: waits ? 'WAITING_APPROVAL' : 'APPROVED',
    title: input.title ?? null,
    created_by: ctx.actor.user_id,
    send_requested_by: mayExecute ? ctx.actor.user_id : null,
    pay_on,
  })
  await insertPayments(ctx.db, ctx.companyId, id, payments, ctx.now)
  const total = payments.reduce((sum, payment) => sum + payment.amount_cents, 0)
  ctx.label(`Ordem de pagamento de ${formatCents(total)} criada${pay_on === null ? '' : ` para ${formatDay(pay_on)}`}`)
  ctx.touch(id)
  if (waits) await askApprovers(ctx, id, total)
  if (!waits && mayExecute) await sendOrder(ctx, await mustLockOrder(ctx, id), await senderOf(ctx))
  return mustLockOrder(ctx, id)
}

const senderOf = async (ctx: Context): Promise<Sender> => ({ user_id: ctx.actor.user_id, known_device: await isDeviceKnown(ctx) })

/** Null for today, the day on which an order leaves anyway. */
export function dayToCome({ today }: Context, day: Day | undefined): Day | null {
  const refusal = day && refusalOfPayDay(day, today)
  if (refusal) throw invalid('pay_on', refusal)
  return day === undefined || day === today ? null : day
}

/** Of a slip of a bill the bill's id says which. */
function refuseLateSlips({ today }: Context, payments: readonly NewPayment[], day: Day): void {
  for (const { target, bill_id } of payments) {
    const refusal = refusalOfSlipDay(slipDueDate(target, today), day)
    if (refusal) throw invalid(bill_id ?? 'pay_on', refusal)
  }
}

async function lockBills(ctx: Context, input: OrderInput): Promise<Map<string, StoredEntry>> {
  const named = [...(input.bill_ids ?? []), ...(input.payments ?? []).map(each => each.bill_id).filter(id => id !== undefined)]
  if (new Set(named).size !== named.length) throw invalid('bill_ids', 'A mesma conta aparece duas vezes')
  if (named.length === 0) return new Map()
  ctx.need('bills', 'u')
  const rows = await mustLock(ctx, named, 'BILL')
  const blocked = rows.flatMap(row => {
    const refusal = whyNotPaid(row)
    return refusal ? [asBlocked(row, refusal)] : []
  })
  if (blocked.length > 0) throw rejection(blocked, rows.length)
  return new Map(rows.map(row => [row.id, row]))
}

/** Why a bill enters no order. What the order's own approval decides is not asked here. */
export function whyNotPaid(bill: StoredEntry): Refusal | undefined {
  if (bill.status === 'WAITING_PAYMENT') return { id: 'conflict.invalid_transition', reason: 'Esta conta já foi enviada para pagamento.' }
  return canMove('BILL', bill.status as BillStatus, 'WAITING_PAYMENT', { actor_may_approve: true, is_parent: bill.has_children })
}

const wayToPay = (bill: StoredEntry) => (bill.payment_details ?? {}) as PaymentDetails

export const NO_WAY_TO_PAY = 'Informe na conta a chave Pix ou o boleto'

/** The slip, key or account a bill is paid by: its own, else its contact's. */
export function billTarget(bill: StoredEntry, ways: ReadonlyMap<string, ContactWay>): TargetInput | undefined {
  const { boleto, pix_key } = wayToPay(bill)
  if (boleto?.digitable_line) return { digitable_line: boleto.digitable_line }
  if (pix_key) return { pix_key }
  const way = ways.get(bill.contact_id ?? '')
  return way?.pix_key || way?.bank_account ? way : undefined
}

async function ofBills(ctx: Context, ids: readonly string[], bills: ReadonlyMap<string, StoredEntry>): Promise<NewPayment[]> {
  const rows = ids.map(id => bills.get(id) as StoredEntry)
  const ways = await waysOfContacts(ctx, rows)
  return rows.map(row => {
    const target = billTarget(row, ways)
    if (!target) throw invalid(row.id, NO_WAY_TO_PAY)
    const { kind, target: stored, payee_key } = readTarget(target, ctx.today)
    return {
      id: ctx.newId(),
      kind,
      bill_id: row.id,
      amount_cents: row.amount_cents,
      payee_key,
      target: stored,
      payee: null,
      description: row.additional_information?.slice(0, 140) ?? null,
    }
  })
}

function ofInput(ctx: Context, input: PaymentInput, bills: ReadonlyMap<string, StoredEntry>): NewPayment {
  const { kind, target, payee_key, amount_cents: printed } = readTarget(input, ctx.today)
  const bill = bills.get(input.bill_id ?? '')
  const amount_cents = input.amount_cents ?? printed ?? bill?.amount_cents
  if (amount_cents === undefined) throw invalid('amount_cents', 'Informe o valor')
  return {
    id: ctx.newId(),
    kind,
    bill_id: bill?.id ?? null,
    amount_cents,
    payee_key,
    target,
    payee: null,
    description: input.description ?? null,
  }
}

/** Keeps whom the bank names, for whoever approves it. */
const named = (payment: NewPayment, words: BankWords): NewPayment => ({ ...payment, payee: words.get(payment.payee_key)?.payee ?? null })

/** A registered slip is paid at what the registry says it costs by now. */
const atTodaysCost = (payment: NewPayment, words: BankWords): NewPayment => ({
  ...payment,
  amount_cents: words.get(payment.payee_key)?.slip?.total_cents ?? payment.amount_cents,
})

/** What nobody approved yet needs an approver, and above the limit another person than whoever makes the order. */
function asksApproval(ctx: Context, payments: readonly NewPayment[], { approvalLimitCents, onePerson }: WriteFacts): boolean {
  if (payments.length === 0) return false
  return !ctx.rights.payments.includes('a') || (!onePerson && isAboveLimit(payments, approvalLimitCents))
}

/** Who approved a bill approved paying its payee its amount; of its slip the registry says what it costs by now. */
function isApprovedAsItStands(payment: NewPayment, bill: StoredEntry | undefined, today: string): boolean {
  if (bill?.status !== 'APPROVED') return false
  const { pix_key, boleto } = wayToPay(bill)
  const slip = boleto?.digitable_line ? parseBoleto(boleto.digitable_line, today) : undefined
  if (payment.kind === 'BOLETO') return payment.payee_key === `boleto:${slip?.barcode}`
  return payment.amount_cents <= bill.amount_cents && payment.payee_key === `pix:${readPixKey(pix_key ?? '')?.key}`
}

/** What one payee gets counts together: a large payment in parts is a large payment. */
function isAboveLimit(payments: readonly { payee_key: string; amount_cents: number }[], limitCents: number): boolean {
  const byPayee = new Map<string, number>()
  for (const { payee_key, amount_cents } of payments) byPayee.set(payee_key, (byPayee.get(payee_key) ?? 0) + amount_cents)
  return [...byPayee.values()].some(total => total > limitCents)
}

export async function mustLockOrder(ctx: Context, id: string): Promise<StoredOrder> {
  const order = await lockOrder(ctx.db, ctx.companyId, id)
  if (!order) throw fail('resource.not_found')
  return order
}

export async function mustFindOrder(ctx: Context, id: string): Promise<StoredOrder> {
  const order = await findOrder(ctx.db, [ctx.companyId], id)
  if (!order) throw fail('resource.not_found')
  return order
}

function refuseMove(order: StoredOrder, to: PaymentOrderStatus): void {
  if (mayFollow(PAYMENT_ORDER_MOVES, order.status, to)) return
  const words = PAYMENT_ORDER_STATUS_LABELS
  throw refuse('conflict.invalid_transition', `De ${words[order.status]} não é possível ir para ${words[to]}.`)
}

/** Refuses to go on where the bank names nobody any more, or somebody else than whoever was shown when the order was made. */
export function refuseChangedPayees(order: StoredOrder, words: BankWords): void {
  refuseUnknownKeys(order.payments, words)
  for (const { payee_key, payee } of order.payments) {
    const now = words.get(payee_key)?.payee
    if (payee && now && now.document_number !== payee.document_number)
      throw refuse('conflict.invalid_transition', `O banco agora diz que quem recebe é ${now.name}, e não ${payee.name}: faça outra ordem.`)
  }
}

/** Approves, and sends when somebody already asked for it or the approver may execute. */
export async function approveOrder(ctx: Context, id: string): Promise<void> {
  const order = await mustLockOrder(ctx, id)
  refuseMove(order, 'APPROVED')
  refuseChangedPayees(order, bankWords(ctx, order.payments))
  const { approvalLimitCents, onePerson } = await writeFacts(ctx)
  if (isAboveLimit(order.payments, approvalLimitCents) && order.created_by === ctx.actor.user_id) {
    if (!onePerson) throw refuse('permission.denied', 'Acima do limite, quem criou a ordem não pode aprová-la.')
    await requireStepUp(ctx)
  }
  await setOrder(ctx.db, ctx.companyId, id, { status: 'APPROVED', approved_by: ctx.actor.user_id, approved_at: new Date(ctx.now) })
  ctx.label(`Ordem de pagamento de ${formatCents(order.total_cents)} aprovada`)
  ctx.touch(id)
  await tellMaker(ctx, order, 'aprovada', null)
  const mayExecute = ctx.rights.payments.includes('x')
  if (order.send_requested_by === null && !mayExecute) return
  await queueUp(ctx.db, ctx.companyId)
  if (order.send_requested_by === null) await confirmPerson(ctx, order.payments)
  await sendOrder(ctx, await mustLockOrder(ctx, id), await senderOf(ctx))
}

export async function rejectOrder(ctx: Context, id: string, reason: string | null): Promise<void> {
  const order = await mustLockOrder(ctx, id)
  refuseMove(order, 'REJECTED')
  await cancelPayments(ctx.db, ctx.companyId, id)
  await setOrder(ctx.db, ctx.companyId, id, { status: 'REJECTED', reason })
  ctx.label(`Ordem de pagamento de ${formatCents(order.total_cents)} reprovada`)
  ctx.touch(id)
  await tellMaker(ctx, order, 'reprovada', reason)
}

export async function cancelOrder(ctx: Context, id: string): Promise<void> {
  const order = await mustLockOrder(ctx, id)
  refuseMove(order, 'CANCELLED')
  await unschedule(ctx.db, ctx.companyId, order)
  await cancelPayments(ctx.db, ctx.companyId, id)
  await setOrder(ctx.db, ctx.companyId, id, { status: 'CANCELLED' })
  ctx.label(`Ordem de pagamento de ${formatCents(order.total_cents)} cancelada`)
  ctx.touch(id)
}

/** Sends it, or keeps it for its day; one that is kept already leaves now. */
export async function releaseOrder(ctx: Context, id: string): Promise<void> {
  await queueUp(ctx.db, ctx.companyId)
  const order = await mustLockOrder(ctx, id)
  refuseMove(order, 'PROCESSING')
  refuseChangedPayees(order, bankWords(ctx, order.payments))
  await confirmPerson(ctx, order.payments)
  const atOnce = isScheduled(order)
  const pay_on = atOnce ? null : order.pay_on
  if (order.reason !== null || atOnce) await setOrder(ctx.db, ctx.companyId, id, { reason: null, pay_on })
  ctx.label(`Ordem de pagamento de ${formatCents(order.total_cents)} ${pay_on === null ? 'enviada' : `agendada para ${formatDay(pay_on)}`}`)
  await sendOrder(ctx, order, await senderOf(ctx), { atOnce })
}
