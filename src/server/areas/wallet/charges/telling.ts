// What became of a charge, told to whoever made it.
import { notify } from '#server/areas/platform/notifications/notify.ts'
import type { Db } from '#server/db/query.ts'
import type { StoredCharge } from './rows.ts'

/** Leads to the receivable that it charges, or to all of them. */
export async function tellCreator(db: Db, charge: StoredCharge, title: string, body: string): Promise<void> {
  const { id, company_id, created_by, receivable_id } = charge
  if (created_by === null) return
  await notify(db, {
    user_ids: [created_by],
    company_id,
    type: 'TRANSACTION',
    title,
    body,
    metadata: { billing_id: id },
    action: `/company/${company_id}/receivables${receivable_id ? `/${receivable_id}` : ''}`,
  })
}
