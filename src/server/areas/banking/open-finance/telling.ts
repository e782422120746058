// Telling the person behind a connection what came, or what the bank wants of them.

import { everydayName } from '#domain/banks.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { findConnection, type StoredConnection } from './rows.ts'

/** One notification, to whoever made the connection; it leads to the lines in doubt, or to the connection. */
export async function tellPerson(
  services: Services,
  connection: StoredConnection,
  body: string,
  reviewImportId: string | null = null,
): Promise<void> {
  const { company_id, id, created_by, item_id } = connection
  if (created_by === null) return
  await inCompany(services, company_id, async db => {
    const account = (await findConnection(db, company_id, id))?.bank_account_ids[0]
    const screen = reviewImportId
      ? `imports/${reviewImportId}`
      : account
        ? `bank-accounts/connections/${account}`
        : 'bank-accounts/open-finance'
    await notify(db, {
      user_ids: [created_by],
      company_id,
      type: 'TRANSACTION',
      title: `Open finance: ${everydayName(connection)}`,
      body,
      metadata: { connection_id: id, item_id },
      action: `/company/${company_id}/${screen}`,
    })
  })
}
