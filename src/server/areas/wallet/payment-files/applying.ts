// What became of payments by file, written on their bills: paid on its day from the account, owed again, or left to a person.
import type { PaymentAgreement } from '#contract/payment-files.ts'
import { groupBy } from '#domain/income-statement.ts'
import { formatCents } from '#domain/money.ts'
import { isLive } from '#domain/payment-files/states.ts'
import { settlementDate } from '#domain/transitions.ts'
import { changeEntries, type EntryChange, lockEntries, type StoredEntry } from '#server/areas/ledger/entries/rows.ts'
import { beforeSettlement, MOVED_COLUMNS, unsettled } from '#server/areas/ledger/entries/writing.ts'
import { undoTitles } from '#server/areas/ledger/reconciliation/conciliate.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { Context } from '#server/kernel/context.ts'
import { type LateBill, lateDifferences, payLate, provenGroups } from './late.ts'
import { changePayments, type FilePaymentChange, type StoredFilePayment, type WrittenChange } from './rows.ts'

export interface Change {
  payment: StoredFilePayment
  change: FilePaymentChange
}

/** Writes each change and what it does to its bill; whoever sent the file hears of what needs a person. */
export async function applyChanges(ctx: Context, agreement: PaymentAgreement, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const locked = await lockEntries(
    ctx.db,
    ctx.companyId,
    changes.map(({ payment }) => payment.bill_id),
    'BILL',
  )
  const bills = new Map(locked.map(bill => [bill.id, bill]))
  const moves: EntryChange[] = []
  const written: WrittenChange[] = []
  const news: News[] = []
  const lates: LateBill[] = []
  const reopened: string[] = []
  const proven = await provenGroups(ctx, locked)
  for (const { payment, change } of changes) {
    const bill = bills.get(payment.bill_id)
    const isProven = proven.has(bill?.conciliation_id ?? '')
    const { move, body, late, reopens } = effectOf(ctx, agreement, bill, payment, change, isProven)
    if (move) moves.push(move)
    if (late) lates.push(late)
    if (reopens) reopened.push(reopens)
    written.push({ ...change, settled_bill: move?.status === 'PAID' || late !== undefined })
    if (body) news.push({ payment, body, urgent: change.status === 'PAID' || change.status === 'RETURNED' })
  }
  await changePayments(ctx.db, ctx.companyId, written)
  if (moves.length > 0) await changeEntries(ctx.db, ctx.companyId, MOVED_COLUMNS, moves)
  if (lates.length > 0) await payLate(ctx, lates)
  if (reopened.length > 0) await undoTitles(ctx, reopened, 'BILL')
  ctx.touch(...moves.map(move => move.id), ...changes.map(({ payment }) => payment.payment_file_id))
  await tell(ctx, news)
}

interface News {
  payment: StoredFilePayment
  body: string
  /** Money went or came back otherwise than the books have it: also whoever read the return hears of it. */
  urgent: boolean
}

interface Effect {
  move?: EntryChange
  body?: string
  /** It is paid with what lateness added, which stands in the books beside it. */
  late?: LateBill
  /** What that payment wrote is taken back whole. */
  reopens?: string
}

function effectOf(
  ctx: Context,
  { bank_account_id }: PaymentAgreement,
  bill: StoredEntry | undefined,
  payment: StoredFilePayment,
  { status, reason, paid_on, paid_cents }: FilePaymentChange,
  isProven: boolean,
): Effect {
  const why = reason ? `${reason}.` : ''
  if (status === 'PAID') {
    // A line of the statement may have told it before the return did.
    if (bill?.conciliation_id && isLive(payment.status)) return {}
    if (!bill || !waitsFor(bill, payment))
      return {
        body: 'O banco diz que pagou, e a conta já tinha outro pagamento: confira, e peça o dinheiro de volta se saiu duas vezes.',
      }
    const differs = paid_cents !== null && paid_cents !== payment.amount_cents
    const date = settlementDate(paid_on, ctx.today)
    const differences = differs ? [] : lateDifferences(bill, payment)
    // Undone by hand, it is approved, like every bill that the file has paid.
    if (differences.length > 0)
      return { move: kept(bill, { status: 'APPROVED' }), late: { id: bill.id, date, bank_account_id, differences } }
    return {
      move: paid(ctx, bill, date, bank_account_id),
      ...(differs
        ? { body: `O banco pagou ${formatCents(paid_cents)} em vez de ${formatCents(payment.amount_cents)}: confira a conta.` }
        : {}),
    }
  }
  if (status === 'RETURNED') {
    if (bill?.status === 'WAITING_PAYMENT' && isLive(payment.status))
      return { move: kept(bill, { status: 'APPROVED' }), body: `O dinheiro voltou, e a conta está em aberto de novo. ${why}` }
    if (payment.settled_bill && bill?.status === 'PAID' && bill.conciliation_id === null)
      return {
        move: kept(bill, { ...unsettled(bill), status: 'APPROVED' }),
        body: `O dinheiro voltou, e a conta está em aberto de novo. ${why}`,
      }
    if (payment.settled_bill && bill?.status === 'PAID' && !isProven)
      return { reopens: bill.id, body: `O dinheiro voltou, e a conta está em aberto de novo. ${why}` }
    return { body: `O dinheiro voltou, e a conta está conciliada ou mudou desde então: confira-a antes de pagar de novo. ${why}` }
  }
  if (status === 'REFUSED' || status === 'CANCELLED') {
    const move = bill?.status === 'WAITING_PAYMENT' ? kept(bill, { status: 'APPROVED' }) : undefined
    return { ...(move ? { move } : {}), body: `${why} A conta está em aberto de novo.`.trim() }
  }
  if (status === 'UNKNOWN') return { body: `O banco respondeu ${reason ?? 'sem código'}: diga na remessa se o dinheiro saiu.` }
  return reason?.startsWith('NA') ? { body: 'Falta autorizar no banco.' } : {}
}

/** The bill still waits for this payment, or is owed since the bank refused it. */
const waitsFor = (bill: StoredEntry, payment: StoredFilePayment): boolean =>
  bill.deleted_at === null &&
  (isLive(payment.status) ? bill.status === 'WAITING_PAYMENT' : bill.status === 'APPROVED' || bill.status === 'PENDING')

const kept = (bill: StoredEntry, change: Partial<Omit<EntryChange, 'id'>>): EntryChange => ({
  id: bill.id,
  status: bill.status,
  date: bill.date,
  bank_account_id: bill.bank_account_id,
  applied_at: bill.applied_at,
  status_before: bill.status_before,
  before_settlement: bill.before_settlement,
  approved_by: bill.approved_by,
  reason: bill.reason,
  paid_without_approval: bill.paid_without_approval,
  ...change,
})

/** Undone by hand, it is approved and may be paid again: the payment it waited for is over. */
const paid = (ctx: Context, bill: StoredEntry, date: string, bank_account_id: string): EntryChange =>
  kept(bill, {
    status: 'PAID',
    date,
    bank_account_id,
    applied_at: new Date(ctx.now).toISOString(),
    status_before: 'APPROVED',
    before_settlement: { ...beforeSettlement(bill), status: 'APPROVED' },
  })

/** Each person hears once of a file, however many of its payments need them. */
async function tell(ctx: Context, news: readonly News[]): Promise<void> {
  const told = news.filter(({ payment, urgent }) => payment.told_to !== null && (urgent || payment.told_to !== ctx.actor.user_id))
  for (const [key, those] of groupBy(told, ({ payment }) => `${payment.told_to} ${payment.payment_file_id}`)) {
    const [one] = those
    if (!one) continue
    const [user_id = ''] = key.split(' ')
    const { payment, body } = one
    await notify(ctx.db, {
      user_ids: [user_id],
      company_id: ctx.companyId,
      type: payment.kind === 'PIX' || payment.kind === 'TRANSFER' ? 'TRANSACTION' : 'BOLETO',
      title:
        those.length === 1
          ? `Pagamento de ${formatCents(payment.amount_cents)} a ${payment.payee_name}`
          : `${those.length} pagamentos por arquivo pedem atenção`,
      body: those.length === 1 ? body : `O primeiro: ${payment.payee_name}, ${formatCents(payment.amount_cents)}. ${body}`,
      metadata: { payment_file_id: payment.payment_file_id },
      action: `/company/${ctx.companyId}/payment-files/${payment.payment_file_id}`,
    })
  }
}
