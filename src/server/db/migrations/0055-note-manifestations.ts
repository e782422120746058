// What the receiver says of a note to its authority, and when a company lets that be said of every summary that comes.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD, secured } from './tenant-table.ts'

const TABLES = `
create table note_manifestations (
  ${RECORD},
  invoice_id uuid not null,
  kind text not null check (kind in ('ACKNOWLEDGED', 'CONFIRMED', 'UNRECOGNISED', 'UNFULFILLED')),
  /* Which of its kind: the authority takes a conclusion twice. */
  sequence int not null check (sequence between 1 and 2),
  justification text,
  status text not null check (status in ('PROCESSING', 'REGISTERED', 'REJECTED')),
  protocol text,
  registered_at timestamptz,
  /* Why it was refused, in the authority's words. */
  reason text,
  reason_code text,
  document_xml text,
  created_by uuid,
  foreign key (company_id, invoice_id) references invoices
);
create index note_manifestations_of on note_manifestations (company_id, invoice_id) where deleted_at is null;
create unique index note_manifestations_waiting on note_manifestations (company_id, invoice_id) where status = 'PROCESSING' and deleted_at is null;
/* What was heard at the last try that brought no answer. */
alter table fiscal_outbox add column silence text;
/* Since when every summary is acknowledged without a person; null is never. */
alter table note_readings add column acknowledges_since timestamptz;
/* What the local authority registered, by the receiver. */
create table local_authority_manifestations (
  company_id uuid not null,
  access_key text not null,
  type text not null,
  sequence int not null,
  protocol text not null,
  registered_at timestamptz not null,
  primary key (company_id, access_key, type, sequence)
);`

export const noteManifestations = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES + asRecord('note_manifestations') + secured('local_authority_manifestations')).execute(db)
  },
}
