// Once more what the bank refused: an order of its own, judged like any other; what was paid stays paid.

import { refuse } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { queueUp, repeated } from './guard.ts'
import { createOrder, mustFindOrder, type PaymentInput } from './orders.ts'
import { askedAgain, isBeingPaid, type StoredOrder, type StoredPayment } from './rows.ts'
import type { StoredTarget, TargetInput } from './targets.ts'

export async function retryOrder(ctx: Context, id: string, options: { confirm_duplicate?: boolean | undefined }): Promise<StoredOrder> {
  await queueUp(ctx.db, ctx.companyId)
  const order = await mustFindOrder(ctx, id)
  const refused = order.payments.filter(payment => payment.status === 'REJECTED')
  const open: StoredPayment[] = []
  for (const payment of refused) {
    if (payment.bill_id === null || !(await isBeingPaid(ctx.db, ctx.companyId, payment.bill_id))) open.push(payment)
  }
  // What no bill tells apart may have been tried again already.
  for (const payment of options.confirm_duplicate ? [] : open) {
    const since = payment.bill_id === null ? await askedAgain(ctx.db, ctx.companyId, payment.id) : undefined
    if (since) throw repeated(ctx.now - Date.parse(since.requested_at))
  }
  if (open.length === 0) throw refuse('conflict.invalid_transition', 'Nenhum pagamento recusado nesta ordem espera nova tentativa.')
  return createOrder(ctx, { payments: open.map(inputOf), title: order.title, ...options })
}

const inputOf = ({ target, amount_cents, description, bill_id }: StoredPayment): PaymentInput => ({
  ...typed(target),
  amount_cents,
  description,
  ...(bill_id === null ? {} : { bill_id }),
})

function typed(target: StoredTarget): TargetInput {
  switch (target.kind) {
    case 'PIX_KEY':
      return { pix_key: target.pix_key }
    case 'PIX_ACCOUNT':
      return { bank_account: target.account }
    case 'PIX_QR':
      return { emv_code: target.emv_code }
    case 'BOLETO':
      return { digitable_line: target.digitable_line ?? target.barcode }
  }
}
