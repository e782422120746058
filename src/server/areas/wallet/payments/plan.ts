// What an order of these bills would pay, before it is made: one line for each bill, with what keeps it out.
import { sql } from 'kysely'
import type { BankTarget, PayeeWord, PlannedPayment } from '#contract/payments.ts'
import type { Day } from '#domain/days.ts'
import { maskCpfForLists } from '#domain/documents.ts'
import { leavesAt, refusalOfSlipDay } from '#domain/payments/pay-day.ts'
import { slipPaymentDay } from '#domain/payments/slip-hours.ts'
import { type StoredEntry, stored } from '#server/areas/ledger/entries/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { all } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'
import { paidBefore } from './guard.ts'
import { billTarget, dayToCome, NO_WAY_TO_PAY, whyNotPaid } from './orders.ts'
import { waysOfContacts } from './payees.ts'
import { type BankWord, payeeWords } from './recipients.ts'
import type { StoredOrder, StoredPayment } from './rows.ts'
import { readTarget, readWay, slipDueDate, type Target, type TargetInput } from './targets.ts'

type Bill = StoredEntry & { payee_name: string | null; payee_document: string | null }

const findBills = (ctx: Context, ids: readonly string[]): Promise<Bill[]> =>
  all(
    ctx.db,
    sql<Bill>`select ${stored}, k.name as payee_name, k.document_number as payee_document
      from unnest(${[...ids]}::uuid[]) with ordinality as asked(id, position)
      join entries e on e.company_id = ${ctx.companyId} and e.id = asked.id and e.kind = 'BILL' and e.deleted_at is null
      left join contacts k on k.company_id = e.company_id and k.id = e.contact_id order by asked.position`,
  )

type Way = Target & { expected: string | null }
type Word = PayeeWord & Pick<BankWord, 'slip'>

interface Planning {
  /** Another way to pay the one bill than its own. */
  way: string | undefined
  /** The day on which they would be paid; today without one. */
  day: Day | undefined
}

export async function planPayments(ctx: Context, ids: readonly string[], { way: given, day }: Planning): Promise<PlannedPayment[]> {
  ctx.need('bills', 'v')
  const later = dayToCome(ctx, day)
  if (given !== undefined && ids.length !== 1) throw invalid('way', 'Outra forma de pagar vale para uma conta')
  const bills = await findBills(ctx, ids)
  if (bills.length !== ids.length) throw fail('resource.not_found')
  const ofContacts = await waysOfContacts(ctx, bills)
  const ways = bills.map(bill => wayOf(bill, given === undefined ? billTarget(bill, ofContacts) : readWay(given, ctx.today), ctx.today))
  const known = ways.filter(way => way !== undefined)
  const paid = await paidBefore(ctx, new Set(known.map(way => way.payee_key)))
  const words = await payeeWords(ctx, known)
  return bills.map((bill, at) => {
    const way = ways[at]
    return planned(bill, way && { ...way, known: paid.has(way.payee_key), word: words.get(way) as Word }, ctx, later)
  })
}

/** Undefined of a bill that says no way to pay it, or one that cannot be read. */
function wayOf(bill: Bill, input: TargetInput | undefined, today: string): Way | undefined {
  try {
    return input && { ...readTarget(input, today), expected: bill.payee_document }
  } catch {
    return undefined
  }
}

type KnownWay = Way & { known: boolean; word: Word }

/** `later`: a day to come, on which it is paid instead of today. */
function planned(bill: Bill, way: KnownWay | undefined, { today, now }: Context, later: Day | null): PlannedPayment {
  const { target, kind, word } = way ?? {}
  const slip = word?.slip
  const late = target && later ? refusalOfSlipDay(slipDueDate(target, today), later) : undefined
  return {
    bill_id: bill.id,
    amount_cents: slip?.total_cents ?? bill.amount_cents,
    fine_cents: slip?.fine_cents ?? 0,
    interest_cents: slip?.interest_cents ?? 0,
    payment_date: kind === 'BOLETO' ? slipPaymentDay(later ? leavesAt(later) : now) : (later ?? today),
    due_date: bill.due_date,
    description: bill.additional_information,
    payee_name: bill.payee_name,
    payee: word?.payee ?? null,
    match: word?.match ?? null,
    last_paid: word?.last_paid ?? null,
    kind: kind ?? null,
    pix_key: target?.kind === 'PIX_KEY' ? target.pix_key : null,
    digitable_line: target?.digitable_line ?? null,
    bank_account: target?.kind === 'PIX_ACCOUNT' ? shownAccount(target.account) : null,
    approved: bill.status === 'APPROVED',
    known_payee: way?.known ?? false,
    refusal: whyNotPaid(bill)?.reason ?? (way === undefined ? NO_WAY_TO_PAY : (way.word.refusal ?? late ?? null)),
  }
}

const shownAccount = ({ document_number, ...account }: BankTarget): NonNullable<PlannedPayment['bank_account']> => ({
  ...account,
  document_number: maskCpfForLists(document_number),
})

/** Whom the bank names now for what an order has not sent yet. */
export async function payeesOf(ctx: Context, order: StoredOrder): Promise<(PayeeWord & { payment_id: string })[]> {
  const payments = order.payments.filter(payment => payment.status === 'CREATED')
  const expected = await documentsOfBills(ctx, payments)
  const targets = payments.map(({ id, payee_key, target, bill_id }) => ({ id, payee_key, target, expected: expected.get(bill_id) ?? null }))
  const words = await payeeWords(ctx, targets)
  return targets.map(target => {
    const { slip: _, ...word } = words.get(target) as Word
    return { payment_id: target.id, ...word }
  })
}

async function documentsOfBills(ctx: Context, payments: readonly StoredPayment[]): Promise<Map<string | null, string>> {
  const ids = payments.map(({ bill_id }) => bill_id).filter(id => id !== null)
  const bills = ids.length === 0 ? [] : await findBills(ctx, ids)
  return new Map(bills.flatMap(({ id, payee_document }) => (payee_document === null ? [] : [[id, payee_document]])))
}
