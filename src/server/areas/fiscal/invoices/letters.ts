// The SQL of correction letters of received notes: each file once, tied to its note or waiting for it.
import { sql } from 'kysely'
import type { NoteLetter } from '#contract/received-notes.ts'
import { all, type Db } from '#server/db/query.ts'
import type { Evidence, ReceivedLetter } from '#server/fiscal/received/types.ts'
import type { MadeDocument } from './documents.ts'

type LetterFile = Pick<MadeDocument, 'sha256' | 'storage_key' | 'size_bytes'>
export type KeptLetter = LetterFile & { sequence: number }

export interface NewLetter extends ReceivedLetter {
  id: string
  evidence: Evidence
  invoice_id: string | null
  created_by: string
}

/** False when the very file was kept before. */
export async function keepLetter(db: Db, companyId: string, letter: NewLetter, file: LetterFile): Promise<boolean> {
  const { id, access_key, sequence, text, at, protocol, evidence, invoice_id, created_by } = letter
  const written = await sql`
    insert into received_letters (company_id, id, access_key, sequence, text, registered_at, protocol, evidence, sha256, storage_key,
      size_bytes, invoice_id, created_by)
    values (${companyId}, ${id}, ${access_key}, ${sequence}, ${text}, ${at}, ${protocol}, ${JSON.stringify(evidence)}::jsonb,
      ${file.sha256}, ${file.storage_key}, ${file.size_bytes}, ${invoice_id}, ${created_by})
    on conflict (company_id, access_key, sequence, sha256) where deleted_at is null do nothing`.execute(db)
  return written.numAffectedRows === 1n
}

/** The letters that came before their note, now tied to it. */
export const tieLetters = (db: Db, companyId: string, accessKey: string, invoiceId: string): Promise<KeptLetter[]> =>
  all(
    db,
    sql<KeptLetter>`
      update received_letters set invoice_id = ${invoiceId}
      where company_id = ${companyId} and access_key = ${accessKey} and invoice_id is null and deleted_at is null
      returning sequence, sha256, storage_key, size_bytes`,
  )

/** Of notes of any company in scope, from the first to the last; of two files of one letter, the one that was verified. */
export const listLetters = (db: Db, invoiceIds: readonly string[]): Promise<(NoteLetter & { invoice_id: string })[]> =>
  all(
    db,
    sql<NoteLetter & { invoice_id: string }>`
      select distinct on (invoice_id, sequence) invoice_id, id, sequence, text, registered_at, protocol,
        evidence->>'state' = 'VERIFIED' as verified
      from received_letters where invoice_id = any (${[...invoiceIds]}::uuid[]) and deleted_at is null
      order by invoice_id, sequence, evidence->>'state' = 'VERIFIED' desc, created_at desc`,
  )
