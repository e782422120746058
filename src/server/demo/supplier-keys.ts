// The Pix keys of a demo company's suppliers, in the directory of the local bank: a first payment finds whom it goes to.
import { sql } from 'kysely'
import { OUTSIDE_BANK } from './digital-books.ts'
import type { Recording } from './recording.ts'

export async function writeSupplierKeys({ db, companyId, books }: Recording): Promise<void> {
  await books.facts.sink.flush(true)
  await sql`
    insert into local_bank_keys (key, type, holder)
    select k->>'key', k->>'type', jsonb_build_object('name', upper(c.name), 'document_number', c.document_number, 'bank_name', ${OUTSIDE_BANK}::text)
    from contacts c cross join jsonb_array_elements(c.pix_keys) as k
    where c.company_id = ${companyId} and c.deleted_at is null
    on conflict do nothing`.execute(db)
}
