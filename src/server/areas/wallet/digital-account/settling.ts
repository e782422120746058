// What a movement of the digital account settles: the bill a payment of ours was for, the receivable a charge was for, the bank's fee.
import { DIFFERENCE_CATEGORY } from '#domain/categories.ts'
import { dayInSaoPaulo } from '#domain/days.ts'
import type { DifferenceKind, TitleKind } from '#domain/enums.ts'
import type { Movement } from '#server/adapters/payments.ts'
import type { StoredAccount } from '#server/areas/banking/bank-accounts/digital.ts'
import type { NewLine } from '#server/areas/banking/bank-statements/rows.ts'
import { insertEntries, lockEntries } from '#server/areas/ledger/entries/rows.ts'
import { isSettled } from '#server/areas/ledger/entries/sql.ts'
import type { Desk } from '#server/areas/ledger/entries/writing.ts'
import { conciliateGroups } from '#server/areas/ledger/reconciliation/conciliate.ts'
import { categoriesByName } from '#server/areas/ledger/reconciliation/rows.ts'
import { Failure } from '#server/base/fail.ts'
import { newId } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import type { Services } from '#server/kernel/services.ts'
import { writeOffSlips } from '../charges/beside.ts'
import { chargeOfMovement, markPaid } from '../charges/rows.ts'
import { findPayment } from '../payments/rows.ts'
import { settlePayment } from '../payments/sending.ts'
import { tellPaid, tellReceived } from './telling.ts'

/** A job's own context for conciliating, on behalf of whoever opened the account or sent the payment. */
function deskOf(services: Services, db: Db, companyId: string, userId: string): Desk {
  const now = services.clock.now()
  return { db, companyId, now, today: dayInSaoPaulo(now), newId: () => newId(now), touch: () => {}, actor: { user_id: userId } }
}

export async function settleMovement(services: Services, db: Db, account: StoredAccount, movement: Movement, line: NewLine): Promise<void> {
  const { company_id: companyId } = account
  const { type, reference } = movement
  if (type === 'PIX_OUT' || type === 'BOLETO_OUT') {
    const payment = reference === null ? undefined : await findPayment(db, companyId, reference)
    if (!payment) return
    const billId = await settlePayment(services, db, payment, movement)
    if (billId !== null) await link(deskOf(services, db, companyId, payment.created_by), 'BILL', billId, line)
    return
  }
  const isIncome = type === 'PIX_IN' || type === 'BOLETO_IN'
  const charge = reference === null ? undefined : await chargeOfMovement(db, companyId, reference)
  if (!charge) {
    if (isIncome) await tellReceived(db, account, movement)
    return
  }
  const desk = deskOf(services, db, companyId, charge.created_by ?? account.created_by ?? companyId)
  if (type === 'FEE') return payOut(desk, account, movement, line, FEE_CATEGORY)
  // Giving back what never settled anything leaves both lines for a person.
  if (type === 'REFUND_OUT')
    return charge.status === 'PAID' || charge.status === 'REFUNDED' ? payOut(desk, account, movement, line, REFUND_CATEGORY) : undefined
  if (!isIncome) return
  const paid = await markPaid(db, companyId, charge.id, {
    paid_at: movement.at,
    paid_with: type === 'PIX_IN' ? 'PIX' : 'BOLETO',
    end_to_end_id: movement.end_to_end_id,
  })
  if (!paid) return
  await tellPaid(db, charge, paid)
  // What came too late settles nothing: its line waits for a person, as the money waits to be given back.
  if (paid.needs_refund || charge.receivable_id === null) return
  await writeOffSlips(db, companyId, charge.receivable_id, services.clock.now())
  const passedOn = charge.assume_fee ? 0 : charge.fee_amount
  await link(desk, 'RECEIVABLE', charge.receivable_id, line, passedOn)
}

/**
 * Links the line with its title, what differs as interest or discount; a part of the line that has a title of its own (a fee passed on
 * to the payer) is left to it. A title that cannot be settled any more leaves the line for a person.
 */
export async function link(
  desk: Desk,
  kind: TitleKind,
  titleId: string,
  line: Pick<NewLine, 'id' | 'amount_cents' | 'date'>,
  passedOn = 0,
): Promise<void> {
  const [title] = await lockEntries(desk.db, desk.companyId, [titleId], kind)
  if (!title || title.deleted_at !== null || title.has_children || title.conciliation_id !== null || isSettled(title.status)) return
  const difference = Math.abs(line.amount_cents) - passedOn - title.amount_cents
  const differences: { kind: DifferenceKind; amount_cents: number }[] =
    difference === 0 ? [] : [{ kind: difference > 0 ? 'interest' : 'discount', amount_cents: Math.abs(difference) }]
  const extra = passedOn > 0 ? [await passOn(desk, passedOn, line)] : []
  try {
    await conciliateGroups(desk, [{ title_ids: [titleId, ...extra], line_ids: [line.id], differences }], kind)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

const FEE_CATEGORY = DIFFERENCE_CATEGORY.BILL.fee ?? ''
const REFUND_CATEGORY = 'Devoluções e cancelamentos de vendas'

/** The fee the payer bore, as the revenue that meets the bank's fee. */
async function passOn(desk: Desk, amount_cents: number, line: Pick<NewLine, 'date'>): Promise<string> {
  const id = desk.newId()
  await insertEntries(desk.db, desk.companyId, [
    {
      id,
      kind: 'RECEIVABLE',
      status: 'PENDING',
      amount_cents,
      date: line.date,
      due_date: line.date,
      competence_date: line.date,
      additional_information: 'Tarifa de cobrança paga pelo cliente',
      created_by: desk.actor.user_id,
    },
  ])
  return id
}

/** The bank's fee, or what was given back: a bill of its own, paid by the line that took it. */
async function payOut(desk: Desk, account: StoredAccount, movement: Movement, line: NewLine, category: string): Promise<void> {
  const categories = await categoriesByName(desk.db, desk.companyId, [category])
  const id = desk.newId()
  await insertEntries(desk.db, desk.companyId, [
    {
      id,
      kind: 'BILL',
      status: 'PENDING',
      amount_cents: Math.abs(movement.amount_cents),
      date: line.date,
      due_date: line.date,
      competence_date: line.date,
      bank_account_id: account.bank_account_id,
      category_id: categories.get(category) ?? null,
      additional_information: movement.description,
      created_by: desk.actor.user_id,
    },
  ])
  await link(desk, 'BILL', id, line)
}
