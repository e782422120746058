// Events registered beside the notes: correction letters, voided ranges of numbers, and the contingency of a state's authority.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD, secured } from './tenant-table.ts'

/** What was asked of an authority, and what it answered. */
const ASKED = `
  status text not null check (status in ('PROCESSING', 'REGISTERED', 'REJECTED')),
  protocol text,
  registered_at timestamptz,
  /** Why it was refused, in the authority's words. */
  reason text,
  reason_code text,
  /** The whole document as it is to be kept: eleven years, as the notes. */
  document_xml text,
  created_by uuid`

const TABLES = `
create table invoice_corrections (
  ${RECORD},
  invoice_id uuid not null,
  sequence int not null check (sequence between 1 and 20),
  text text not null,
  ${ASKED},
  foreign key (company_id, invoice_id) references invoices
);
create unique index invoice_corrections_sequence on invoice_corrections (company_id, invoice_id, sequence) where status <> 'REJECTED' and deleted_at is null;
create table invoice_voids (
  ${RECORD},
  kind text not null check (kind in ('PRODUCT', 'CONSUMER')),
  serie text not null,
  first_number bigint not null,
  last_number bigint not null,
  justification text not null,
  ${ASKED},
  check (first_number <= last_number)
);
create index invoice_voids_series on invoice_voids (company_id, kind, serie) where deleted_at is null;
/* The signed XML of what is on its way, by the correction's or the range's id. Never journaled. */
create table fiscal_outbox (
  company_id uuid not null,
  id uuid not null,
  xml text not null,
  tries int not null default 0,
  primary key (company_id, id)
);
/* What the local authority registered. */
create table local_authority_events (
  company_id uuid not null,
  access_key text not null,
  sequence int not null,
  protocol text not null,
  registered_at timestamptz not null,
  primary key (company_id, access_key, sequence)
);
create table local_authority_voids (
  company_id uuid not null,
  kind text not null,
  serie int not null,
  first_number bigint not null,
  last_number bigint not null,
  protocol text not null,
  registered_at timestamptz not null,
  primary key (company_id, kind, serie, first_number)
);
alter table invoice_settings add column contingency_since timestamptz, add column contingency_reason text;`

export const FISCAL_QUEUES = ['invoice.register'] as const

export const fiscalEvents = {
  async up(db: Kysely<unknown>) {
    const records = ['invoice_corrections', 'invoice_voids'].map(asRecord)
    const secrets = ['fiscal_outbox', 'local_authority_events', 'local_authority_voids'].map(secured)
    await sql.raw([TABLES, ...records, ...secrets].join('\n')).execute(db)
    for (const name of FISCAL_QUEUES) {
      await sql`select pgboss.create_queue(${name}, ${JSON.stringify({ policy: 'standard', retry_limit: 5, retry_backoff: true, expire_in_seconds: 600 })}::json)`.execute(
        db,
      )
    }
  },
}
