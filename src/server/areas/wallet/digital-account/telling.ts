// What the people behind a digital account hear: whether it opened, what came in, which charge was paid.
import { formatCents } from '#domain/money.ts'
import type { Movement } from '#server/adapters/payments.ts'
import type { StoredAccount } from '#server/areas/banking/bank-accounts/digital.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { Db } from '#server/db/query.ts'
import type { PaidCharge, StoredCharge } from '../charges/rows.ts'

/** To whoever opened the account. */
export async function tellOpener(db: Db, { created_by, company_id }: StoredAccount, title: string, body: string): Promise<void> {
  if (created_by === null) return
  await notify(db, {
    user_ids: [created_by],
    company_id,
    type: 'DIGITAL_ACCOUNT',
    title,
    body,
    action: `/company/${company_id}/bank-accounts`,
  })
}

/** Money that no charge asked for. */
export const tellReceived = (db: Db, account: StoredAccount, { amount_cents, counterparty, description }: Movement): Promise<void> =>
  tellOpener(db, account, `${formatCents(amount_cents)} na conta digital`, counterparty ? `De ${counterparty.name}.` : description)

/** To whoever made the charge: it was paid, or paid when it no longer should have been. */
export async function tellPaid(db: Db, charge: StoredCharge, { paid_with, needs_refund }: PaidCharge): Promise<void> {
  const { company_id, created_by, receivable_id, payer } = charge
  if (created_by === null) return
  const who = payer?.name ?? 'Quem devia'
  await notify(db, {
    user_ids: [created_by],
    company_id,
    type: paid_with === 'BOLETO' ? 'BOLETO' : 'TRANSACTION',
    title: `Cobrança de ${formatCents(charge.transaction_amount)} paga`,
    body: needs_refund ? `${who} pagou depois de cancelada, vencida ou paga por boleto: devolva o valor.` : `${who} pagou.`,
    metadata: { billing_id: charge.id },
    action: `/company/${company_id}/receivables${receivable_id ? `/${receivable_id}` : ''}`,
  })
}
