// Service notes read from the national environment: a switch, a counter and a list of documents, in the shape of those of goods (0050).
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD, secured } from './tenant-table.ts'

const TABLES = `
create table service_readings (
  ${RECORD},
  enabled boolean not null,
  /* Nothing of services is acknowledged: there for the shape. */
  acknowledges_since timestamptz,
  created_by uuid not null
);
create unique index service_readings_of on service_readings (company_id) where deleted_at is null;
/* Not journaled: what was read was read, and no undo takes the number back. */
create table service_counters (
  company_id uuid primary key,
  last_nsu text not null default '000000000000000' check (last_nsu ~ '^[0-9]{15}$'),
  next_at timestamptz,
  read_at timestamptz,
  answer text,
  leased_until timestamptz,
  blocked_until timestamptz
);
create table distributed_services (
  company_id uuid not null,
  nsu text not null,
  schema text not null,
  /* Of the note that it is about, where the list says so beside the document. */
  access_key text,
  sha256 text not null,
  storage_key text not null,
  size_bytes int not null,
  arrived_at timestamptz not null,
  outcome text not null check (outcome in ('WAITING', 'TAKEN', 'KEPT', 'REFUSED')),
  reason text,
  primary key (company_id, nsu)
);
create index distributed_services_waiting on distributed_services (company_id, nsu) where outcome = 'WAITING';
alter table distributed_documents add column access_key text;`

export const SERVICE_READING_QUEUES = ['notes.services'] as const

const POLICY = { policy: 'short', retryLimit: 4, retryDelay: 60, retryBackoff: true, expireInSeconds: 300 }

export const serviceReading = {
  async up(db: Kysely<unknown>): Promise<void> {
    const apart = ['service_counters', 'distributed_services'].map(secured).join('')
    await sql.raw(TABLES + asRecord('service_readings') + apart).execute(db)
    for (const name of SERVICE_READING_QUEUES) await sql`select pgboss.create_queue(${name}, ${JSON.stringify(POLICY)}::json)`.execute(db)
  },
}
