// Bills put into the open file of an agreement: each held from then on, and those that cannot go told apart.
import type { PaymentDetails } from '#contract/entry.ts'
import { notTogether } from '#domain/payment-files/agreement.ts'
import { isPaidOnce, ourNumber, type PlannedFilePayment, planFilePayment } from '#domain/payment-files/plan.ts'
import { counted } from '#domain/text.ts'
import { carryTaxes } from '#server/areas/fiscal/taxes/rows.ts'
import { changeEntries, differing, type StoredEntry } from '#server/areas/ledger/entries/rows.ts'
import { asBlocked, type Blocked, MOVED_COLUMNS, mustLock, planMove, rejection, writeFacts } from '#server/areas/ledger/entries/writing.ts'
import { requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { invalid } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { lockPaymentAgreement } from '../payment-agreements/rows.ts'
import { whyNotPaid } from '../payments/orders.ts'
import { waysOfContacts } from '../payments/payees.ts'
import { insertFile, insertPayments, nextPayment, openFile, payeesOfBills, paymentsOf, takenSlips } from './rows.ts'

interface Adding {
  agreement_id: string
  bill_ids: readonly string[]
  pay_on?: string | undefined
}

export async function addBills(ctx: Context, body: Adding): Promise<{ updated: number; ids: string[]; payment_file_id: string }> {
  ctx.need('bills', 'u')
  const agreement = await lockPaymentAgreement(ctx.db, ctx.companyId, body.agreement_id)
  if (!agreement) throw invalid('agreement_id', 'Escolha o convênio')
  const rows = await mustLock(ctx, body.bill_ids, 'BILL')
  const facts = await writeFacts(ctx)
  const { changes, blocked: unmoved } = planMove(ctx, rows, 'WAITING_PAYMENT', null, facts, new Set())
  if (unmoved.some(each => each.error_id === 'auth.step_up_required')) await requireStepUp(ctx)
  const ways = await waysOf(ctx, rows, { bank_account_id: agreement.bank_account_id, pay_on: body.pay_on })
  const open = await openFile(ctx.db, ctx.companyId, agreement.id)
  await keepApart(ctx, agreement.bank_code, open?.id, ways)
  const refused = new Map(unmoved.map(each => [each.id, each]))
  const blocked: Blocked[] = rows.flatMap(row => {
    const held = whyNotPaid(row)
    if (held) return [asBlocked(row, held)]
    const by = refused.get(row.id)
    if (by) return [by]
    const way = ways.get(row.id) ?? ''
    return typeof way === 'string' ? [asBlocked(row, { id: 'validation.failed', reason: way })] : []
  })
  if (blocked.length > 0) throw rejection(blocked, rows.length)
  const id = open?.id ?? ctx.newId()
  if (!open) await insertFile(ctx.db, ctx.companyId, id, agreement.id)
  const first = await nextPayment(ctx.db, ctx.companyId, agreement.id)
  const payments = [...ways].flatMap(([bill_id, way], at) =>
    typeof way === 'string' ? [] : [{ ...way, id: ctx.newId(), bill_id, sequence: first + at, number: ourNumber(first + at) }],
  )
  await insertPayments(ctx.db, ctx.companyId, { id, agreement_id: agreement.id, created_by: ctx.actor.user_id }, payments)
  await changeEntries(ctx.db, ctx.companyId, differing(MOVED_COLUMNS, rows, changes), changes)
  const taxed = payments.flatMap(({ kind, bill_id }) => (kind === 'DARF' ? [bill_id] : []))
  if (taxed.length > 0) await carryTaxes(ctx.db, ctx.companyId, taxed)
  ctx.touch(id, ...rows.map(row => row.id))
  ctx.label(`${counted(rows.length, ['conta posta', 'contas postas'])} na remessa de pagamentos · ${agreement.name}`)
  return { updated: rows.length, ids: rows.map(row => row.id), payment_file_id: id }
}

/** What the bank wants in another file stays out of this one. */
async function keepApart(ctx: Context, bank: string, openId: string | undefined, ways: Map<string, PlannedFilePayment | string>) {
  const [inside] = openId ? await paymentsOf(ctx.db, ctx.companyId, openId) : []
  const first = inside ?? [...ways.values()].find(way => typeof way !== 'string')
  if (!first) return
  for (const [id, way] of ways) {
    const reason = typeof way === 'string' ? undefined : notTogether(bank, first.kind, way.kind)
    if (reason) ways.set(id, reason)
  }
}

/** The payment of each bill, or why it stays out. */
async function waysOf(
  ctx: Context,
  rows: readonly StoredEntry[],
  from: { bank_account_id: string; pay_on: string | undefined },
): Promise<Map<string, PlannedFilePayment | string>> {
  const ofContacts = await waysOfContacts(ctx, rows)
  const payees = new Map(
    (
      await payeesOfBills(
        ctx.db,
        ctx.companyId,
        rows.map(row => row.id),
      )
    ).map(one => [one.id, one]),
  )
  const ways = new Map<string, PlannedFilePayment | string>(
    rows.map(row => {
      const { boleto, pix_key } = (row.payment_details ?? {}) as PaymentDetails
      const way = ofContacts.get(row.contact_id ?? '')
      if (row.transfer_id !== null) return [row.id, 'é parte de uma transferência']
      const bill = {
        amount_cents: row.amount_cents,
        due_date: row.due_date,
        bank_account_id: row.bank_account_id,
        description: row.additional_information,
        digitable_line: boleto?.digitable_line ?? null,
        pix_key: pix_key ?? way?.pix_key ?? null,
        bank_account: way?.bank_account ?? null,
        darf: payees.get(row.id)?.darf ?? null,
        tax_kind: payees.get(row.id)?.tax_kind ?? null,
        payee_name: payees.get(row.id)?.payee_name ?? null,
        payee_document: payees.get(row.id)?.payee_document ?? null,
      }
      return [row.id, planFilePayment(bill, { ...from, today: ctx.today })]
    }),
  )
  const slips = [...ways.values()].flatMap(way => (typeof way === 'string' || !isPaidOnce(way.kind) ? [] : [way.target]))
  const taken = await takenSlips(ctx.db, ctx.companyId, slips)
  for (const [id, way] of ways) {
    if (typeof way === 'string' || !isPaidOnce(way.kind)) continue
    if (taken.has(way.target))
      ways.set(
        id,
        way.kind === 'DARF'
          ? 'este DARF já está numa remessa, ou já foi pago por uma'
          : 'este boleto já está numa remessa, ou já foi pago por uma',
      )
    taken.add(way.target)
  }
  return ways
}
