// The switch of a company that acknowledges by itself: every summary that came since, one event each. What cannot be said now is said next time.
import { contract } from '#contract/index.ts'
import { Failure } from '#server/base/fail.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { askManifestation } from '../note-manifestations/ask.ts'
import { inDesk } from './desk.ts'
import { listUnacknowledged } from './rows.ts'

export async function acknowledgeNew(services: Services, company_id: string, user_id: string): Promise<void> {
  const waiting = await inCompany(services, company_id, db => listUnacknowledged(db, company_id))
  for (const id of waiting) await acknowledge(services, company_id, user_id, id)
  if (waiting.length > 0) services.queue.wake('invoice.register')
}

async function acknowledge(services: Services, company_id: string, user_id: string, id: string): Promise<void> {
  const working = { services, company_id, user_id, row: contract.noteManifestations.create }
  try {
    await inDesk(working, desk => askManifestation({ ...desk, services }, id, 'ACKNOWLEDGED', null))
  } catch (error) {
    // A certificate that is missing or over, or a note that changed meanwhile: the next reading looks again.
    if (!(error instanceof Failure)) throw error
  }
}
