// Notes read from the authorities' distribution: who switched it on, how far it was read, and every document that came.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD, secured } from './tenant-table.ts'

const TABLES = `
create table note_readings (
  ${RECORD},
  enabled boolean not null,
  created_by uuid not null
);
create unique index note_readings_of on note_readings (company_id) where deleted_at is null;
/* Not journaled: what was read was read, and no undo takes the number back. */
create table note_counters (
  company_id uuid primary key,
  last_nsu text not null default '000000000000000' check (last_nsu ~ '^[0-9]{15}$'),
  /* Before it the authority would only block longer. */
  next_at timestamptz,
  read_at timestamptz,
  answer text,
  /* A worker has it in hand. */
  leased_until timestamptz
);
create table distributed_documents (
  company_id uuid not null,
  nsu text not null,
  schema text not null,
  sha256 text not null,
  storage_key text not null,
  size_bytes int not null,
  arrived_at timestamptz not null,
  outcome text not null check (outcome in ('WAITING', 'TAKEN', 'KEPT', 'REFUSED')),
  reason text,
  primary key (company_id, nsu)
);
create index distributed_documents_waiting on distributed_documents (company_id, nsu) where outcome = 'WAITING';`

export const NOTE_READING_QUEUES = ['notes.read'] as const

const POLICY = { policy: 'short', retryLimit: 4, retryDelay: 60, retryBackoff: true, expireInSeconds: 300 }

export const noteReading = {
  async up(db: Kysely<unknown>): Promise<void> {
    const apart = ['note_counters', 'distributed_documents'].map(secured).join('')
    await sql.raw(TABLES + asRecord('note_readings') + apart).execute(db)
    for (const name of NOTE_READING_QUEUES) await sql`select pgboss.create_queue(${name}, ${JSON.stringify(POLICY)}::json)`.execute(db)
  },
}
