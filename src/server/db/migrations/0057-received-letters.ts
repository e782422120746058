// Correction letters that issuers wrote of notes the company received: also of notes that have not come yet.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD } from './tenant-table.ts'

const TABLES = `
create table received_letters (
  ${RECORD},
  access_key text not null,
  /* Each says all that is corrected: the last takes the place of those before it. */
  sequence int not null check (sequence between 1 and 99),
  text text not null,
  registered_at timestamptz not null,
  protocol text,
  evidence jsonb not null,
  sha256 text not null,
  storage_key text not null,
  size_bytes int not null,
  /* Null while its note has not come. */
  invoice_id uuid,
  created_by uuid,
  foreign key (company_id, invoice_id) references invoices
);
create unique index received_letters_once on received_letters (company_id, access_key, sequence, sha256) where deleted_at is null;
create index received_letters_of on received_letters (company_id, invoice_id) where deleted_at is null;
/* What the receiver is told of it. */
alter table local_authority_events add column document_xml text;`

export const receivedLetters = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES + asRecord('received_letters')).execute(db)
  },
}
