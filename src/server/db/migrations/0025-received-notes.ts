// Received notes as they were verified, and what files told became of them: also of notes that have not come yet.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD } from './tenant-table.ts'

const TABLES = `
/* Null on a note of our own, and on one received before there were checks. */
alter table invoices add column check_state text check (check_state in ('VERIFIED', 'UNVERIFIED'));
/* What was doubted, and who signed. */
alter table invoices add column evidence jsonb;
alter table invoices add column fate text check (fate in ('CANCELLED', 'DENIED', 'SUBSTITUTED'));
/* The key of the note that took its place. */
alter table invoices add column replaced_by text;
create table received_events (
  ${RECORD},
  access_key text not null,
  fate text not null check (fate in ('CANCELLED', 'DENIED', 'SUBSTITUTED')),
  at timestamptz not null,
  reason text,
  replaced_by text,
  evidence jsonb not null,
  sha256 text not null,
  storage_key text not null,
  size_bytes int not null,
  /* Null while its note has not come. */
  invoice_id uuid,
  created_by uuid,
  foreign key (company_id, invoice_id) references invoices
);
create unique index received_events_once on received_events (company_id, access_key, fate, sha256) where deleted_at is null;
create index received_events_waiting on received_events (company_id, access_key) where invoice_id is null and deleted_at is null;`

export const receivedNotes = {
  async up(db: Kysely<unknown>) {
    await sql.raw(TABLES + asRecord('received_events')).execute(db)
  },
}
