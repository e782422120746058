// Boletos: read with what the registry says of them, and paid as a one-payment order. The registry is the authority on the value.
import type { contract } from '#contract/index.ts'
import type { Boleto } from '#contract/payments.ts'
import { documentKind, maskCpfForLists } from '#domain/documents.ts'
import type { BoletoStatus } from '#domain/enums.ts'
import type { ParsedBoleto } from '#domain/payments/boleto.ts'
import type { BankEnvironment } from '#domain/payments/digital-banks.ts'
import { slipPaymentDay } from '#domain/payments/slip-hours.ts'
import { type Payments, Slip } from '#server/adapters/payments.ts'
import { fail } from '#server/base/fail.ts'
import { idOf } from '#server/base/ids.ts'
import { lookUp } from '#server/kernel/asking.ts'
import { type Context, type Handlers, Later } from '#server/kernel/context.ts'
import { bankToAsk } from '../digital-bank/bank.ts'
import { createOrder } from '../payments/orders.ts'
import { viewOf as paymentView } from '../payments/rows.ts'
import { mustParseBoleto } from '../payments/targets.ts'

export const boletoHandlers: Handlers<(typeof contract)['boleto']> = {
  async read(ctx, { query }) {
    const parsed = mustParseBoleto(query.digitable_line, ctx.today)
    const ask = await bankFor(ctx, query.company_id)
    return new Later(async () => {
      const bank = await ask()
      const slip = await lookUp(Slip, bank.slip(parsed.barcode))
      if (slip?.status === 'CANCELLED') throw fail('boleto.not_found')
      return boletoOf(parsed, slip, bank.environment, ctx)
    })
  },

  async searchable(ctx, { query }) {
    const parsed = mustParseBoleto(query.digitable_line, ctx.today)
    const ask = await bankFor(ctx, query.company_id)
    return new Later(async () => {
      const bank = await ask()
      const slip = await lookUp(Slip, bank.slip(parsed.barcode))
      return {
        searchable: slip !== undefined && slip.status !== 'CANCELLED',
        status: searchStatus(parsed, slip),
        environment: bank.environment,
      }
    })
  },

  async pay(ctx, { body }) {
    const { company_id: _, confirm_duplicate, ...payment } = body
    const order = await createOrder(ctx, { payments: [payment], confirm_duplicate })
    const [made] = order.payments
    if (!made) throw new Error('an order without its payment')
    return paymentView(made)
  },
}

/** Of a company that the person may see the payments of; without one, that of the environment. */
async function bankFor(ctx: Context, companyId: string | undefined): Promise<() => Promise<Payments>> {
  if (companyId !== undefined) await ctx.enter(companyId, 'payments', 'v')
  const { services } = ctx
  return async () => (companyId === undefined ? services.payments : bankToAsk(services, companyId))
}

/** Slips of collection are in no registry; a bank's slip that is not there is not registered. */
function searchStatus(parsed: ParsedBoleto, slip: Slip | undefined): BoletoStatus {
  if (slip) return slip.status === 'CANCELLED' ? 'NOT_FOUND' : slip.status
  return parsed.kind === 'COLLECTION' ? 'MANUAL' : 'NOT_FOUND'
}

const typeOf = (document: string | undefined) => (document ? (documentKind(document) === 'CPF' ? 'NATURAL' : 'LEGAL') : null)

function boletoOf(
  parsed: ParsedBoleto,
  slip: Slip | undefined,
  environment: BankEnvironment,
  { today, now }: Pick<Context, 'today' | 'now'>,
): Boleto {
  const { payer, recipient } = slip ?? {}
  return {
    id: idOf(`boleto:${parsed.barcode}`),
    amount_cents: slip?.total_cents ?? parsed.amount_cents,
    digitable_line: parsed.digitable_line,
    barcode: parsed.barcode,
    date: today,
    due_date: slip?.due_date ?? parsed.due_date,
    status: slip && slip.status !== 'CANCELLED' ? slip.status : 'MANUAL',
    payer_name: payer?.name ?? null,
    payer_document_number: payer ? maskCpfForLists(payer.document_number) : null,
    payer_type: typeOf(payer?.document_number),
    recipient_name: recipient?.name ?? null,
    recipient_document_number: recipient ? maskCpfForLists(recipient.document_number) : null,
    recipient_type: typeOf(recipient?.document_number),
    // Our number stands in the free field, whose reading is each bank's own: it is given whole.
    identification_number: parsed.kind === 'BANK' ? parsed.barcode.slice(19) : null,
    reference_number: slip?.reference_number ?? null,
    fine_cents: slip?.fine_cents ?? 0,
    interest_cents: slip?.interest_cents ?? 0,
    payment_date: slipPaymentDay(now),
    environment,
  }
}
