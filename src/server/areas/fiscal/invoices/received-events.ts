// The SQL of what files told became of received notes: each file once, tied to its note or waiting for it.
import { sql } from 'kysely'
import type { Fate } from '#domain/fiscal/note-checks.ts'
import { all, type Db } from '#server/db/query.ts'
import type { Evidence, ReceivedEvent } from '#server/fiscal/received/types.ts'
import type { MadeDocument } from './documents.ts'

export interface KeptEvent extends ReceivedEvent {
  id: string
  fate: Fate
  evidence: Evidence
  sha256: string
  storage_key: string
  size_bytes: number
}

/** False when the very file was kept before. */
export async function keepEvent(
  db: Db,
  companyId: string,
  event: ReceivedEvent & { id: string; evidence: Evidence; invoice_id: string | null; created_by: string },
  file: Pick<MadeDocument, 'sha256' | 'storage_key' | 'size_bytes'>,
): Promise<boolean> {
  const written = await sql`
    insert into received_events (company_id, id, access_key, fate, at, reason, replaced_by, evidence, sha256, storage_key, size_bytes,
      invoice_id, created_by)
    values (${companyId}, ${event.id}, ${event.access_key}, ${event.fate}, ${event.at}, ${event.reason}, ${event.replaced_by},
      ${JSON.stringify(event.evidence)}::jsonb, ${file.sha256}, ${file.storage_key}, ${file.size_bytes}, ${event.invoice_id},
      ${event.created_by})
    on conflict (company_id, access_key, fate, sha256) where deleted_at is null do nothing`.execute(db)
  return written.numAffectedRows === 1n
}

/** The events that came before their note, now tied to it; those that were verified last, so that they have the last word. */
export function takeWaiting(db: Db, companyId: string, accessKey: string, invoiceId: string): Promise<KeptEvent[]> {
  return all(
    db,
    sql<KeptEvent>`with taken as (
        update received_events set invoice_id = ${invoiceId}
        where company_id = ${companyId} and access_key = ${accessKey} and invoice_id is null and deleted_at is null
        returning *)
      select * from taken order by evidence->>'state' = 'VERIFIED', at, id`,
  )
}
