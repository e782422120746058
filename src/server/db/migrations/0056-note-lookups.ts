// Notes asked for by their key, and until when the authority wants no question at all.
import { type Kysely, sql } from 'kysely'
import { secured } from './tenant-table.ts'

const TABLES = `
/* Not journaled: what was asked was asked, and counts in its hour. */
create table note_lookups (
  company_id uuid not null,
  id uuid not null,
  access_key text not null,
  outcome text not null default 'WAITING' check (outcome in ('WAITING', 'FOUND', 'REFUSED')),
  /* What the authority or the books said last, in pt-BR. */
  answer text,
  next_at timestamptz,
  /* Whether a person waits for word of it. */
  for_person boolean not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (company_id, id)
);
create unique index note_lookups_waiting on note_lookups (company_id, access_key) where outcome = 'WAITING';
create index note_lookups_newest on note_lookups (company_id, created_at desc);
/* Each question, before its answer: the authority counts them by the hour. */
create table note_lookup_asks (
  company_id uuid not null,
  lookup_id uuid not null,
  at timestamptz not null,
  primary key (company_id, lookup_id, at),
  foreign key (company_id, lookup_id) references note_lookups
);
create index note_lookup_asks_newest on note_lookup_asks (company_id, at desc);
alter table note_counters add column blocked_until timestamptz;`

export const NOTE_LOOKUP_QUEUES = ['notes.find'] as const

const POLICY = { policy: 'short', retryLimit: 4, retryDelay: 60, retryBackoff: true, expireInSeconds: 600 }

export const noteLookups = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(TABLES + secured('note_lookups') + secured('note_lookup_asks')).execute(db)
    for (const name of NOTE_LOOKUP_QUEUES) await sql`select pgboss.create_queue(${name}, ${JSON.stringify(POLICY)}::json)`.execute(db)
  },
}
