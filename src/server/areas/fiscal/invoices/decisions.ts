// The SQL of what was decided of received notes: a table of its own, so that a decision can be undone and a note cannot.
import { sql } from 'kysely'
import type { Db } from '#server/db/query.ts'

export interface Decision {
  id: string
  invoice_id: string
  decision: 'ACCEPTED' | 'REJECTED'
  reason: string | null
  decided_by: string
}

/** A note has one decision, which the next one takes the place of. The caller holds the note's lock. */
export async function saveDecision(db: Db, companyId: string, { id, invoice_id, decision, reason, decided_by }: Decision): Promise<void> {
  const changed = await sql`update fiscal_decisions set decision = ${decision}, reason = ${reason}, decided_by = ${decided_by}
    where company_id = ${companyId} and invoice_id = ${invoice_id} and deleted_at is null`.execute(db)
  if (changed.numAffectedRows === 1n) return
  await sql`insert into fiscal_decisions (company_id, id, invoice_id, decision, reason, decided_by)
    values (${companyId}, ${id}, ${invoice_id}, ${decision}, ${reason}, ${decided_by})`.execute(db)
}
