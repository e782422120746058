// One batch of a job that works as a person would: what it says of itself is known only once it is done.
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { newId } from '#server/base/ids.ts'
import { inBatch } from '#server/kernel/batch.ts'
import type { Services } from '#server/kernel/services.ts'
import type { Capturing } from '../invoices/capture.ts'

export interface Working {
  services: Services
  company_id: string
  /** In whose name. */
  user_id: string
  /** What a person would have called. */
  row: Endpoint
}

export async function inDesk({ services, company_id, user_id, row }: Working, work: (desk: Capturing) => Promise<unknown>): Promise<void> {
  const now = services.clock.now()
  let label = ''
  const batch = { company_id, user_id, command: row.id, label: () => label, tags: row.spec.writes ?? [] }
  await inBatch(services, batch, db =>
    work({
      db,
      companyId: company_id,
      actor: { user_id },
      now,
      newId: () => newId(now),
      label: text => {
        label = text
      },
      touch: () => {},
    }),
  )
}
