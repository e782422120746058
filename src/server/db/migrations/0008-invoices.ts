// Products, services and invoices: one table of notes issued and received, their numbering, and the documents of the local authority.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD, secured } from './tenant-table.ts'

const REGISTERS = `
create table products (
  ${RECORD},
  code text not null,
  name text not null,
  description text,
  unit text not null,
  price_cents bigint not null,
  ncm text not null,
  cest text,
  cfop text not null,
  gtin text,
  origin text not null,
  icms_rate int
);
create unique index products_code on products (company_id, code) where deleted_at is null;
create table services (
  ${RECORD},
  name text not null,
  description text,
  amount_cents bigint not null,
  municipal_service_code text not null,
  iss_rate int not null,
  iss_withheld boolean not null,
  municipal_code text,
  nbs text
);`

const INVOICES = `
create table invoice_settings (
  ${RECORD},
  /** Of the issuer, as the notes carry it: with the city's IBGE code. */
  address jsonb,
  authentication_method text not null default 'CERTIFICATE',
  portal_login text,
  service_active boolean not null default false,
  product_active boolean not null default false,
  consumer_active boolean not null default false,
  capture_active boolean not null default false,
  monthly_limit int not null
);
create unique index invoice_settings_one on invoice_settings (company_id) where deleted_at is null;
/* The portal's password, sealed; never journaled. */
create table invoice_portal_secrets (
  company_id uuid primary key,
  key_version int not null,
  wrapped_key bytea not null,
  sealed bytea not null
);
/* One counter per kind and series. A number once given is never given again by an undo: not journaled. */
create table invoice_series (
  company_id uuid not null,
  kind text not null,
  serie_number text not null,
  /** The last number given. */
  invoice_number bigint not null default 0,
  /** The series new notes of the kind take. */
  active boolean not null default true,
  primary key (company_id, kind, serie_number)
);
create unique index invoice_series_active on invoice_series (company_id, kind) where active;
create table invoices (
  ${RECORD},
  kind text not null check (kind in ('PRODUCT', 'CONSUMER', 'SERVICE')),
  source text not null check (source in ('LOCAL', 'CAPTURE')),
  status text not null check (status in ('ISSUED', 'CANCELLED', 'PROCESSING', 'REJECTED', 'CANCELLING')),
  amount_cents bigint not null,
  serie text,
  number bigint,
  access_key text,
  reference_id uuid,
  issued_at timestamptz,
  cancelled_at timestamptz,
  /** Why it was cancelled, or the code and text it was rejected with. */
  reason text,
  reason_code text,
  protocol text,
  /** The emission its XML states: set with the number, when it is signed and queued. */
  sent_at timestamptz,
  /** The party on the other side: who buys from us, or who issued a captured note. */
  contact_id uuid,
  party jsonb not null,
  /** What the kind of note says beside: items, payment, order, or the service and its taxes, as they were when it was made. */
  content jsonb not null,
  created_by uuid,
  foreign key (company_id, contact_id) references contacts
);
create unique index invoices_number on invoices (company_id, kind, serie, number) where source = 'LOCAL' and number is not null and deleted_at is null;
create unique index invoices_key on invoices (company_id, access_key) where access_key is not null and deleted_at is null;
create index invoices_list on invoices (company_id, kind, issued_at desc) where deleted_at is null;
/* Which titles a note was booked as. */
create table invoice_entries (
  ${RECORD},
  invoice_id uuid not null,
  entry_id uuid not null,
  /** Set when a conciliation tied them: undoing it unties them. */
  conciliation_id uuid,
  foreign key (company_id, invoice_id) references invoices,
  foreign key (company_id, entry_id) references entries
);
create unique index invoice_entries_pair on invoice_entries (company_id, invoice_id, entry_id) where deleted_at is null;
create index on invoice_entries (company_id, entry_id) where deleted_at is null;
/* What was decided of a received note. */
create table fiscal_decisions (
  ${RECORD},
  invoice_id uuid not null,
  decision text not null check (decision in ('ACCEPTED', 'REJECTED')),
  reason text,
  decided_by uuid,
  foreign key (company_id, invoice_id) references invoices
);
create unique index fiscal_decisions_one on fiscal_decisions (company_id, invoice_id) where deleted_at is null;
alter table attachments add column invoice_id uuid, add foreign key (company_id, invoice_id) references invoices;
create index on attachments (company_id, invoice_id) where deleted_at is null and invoice_id is not null;
/* The signed XML of what is on its way: the note, or the event that cancels it. Never journaled. */
create table invoice_outbox (
  company_id uuid not null,
  invoice_id uuid not null,
  purpose text not null check (purpose in ('NOTE', 'CANCEL')),
  /** What the authority knows the note by: its access key, or the id of the DPS. */
  key text not null,
  xml text not null,
  tries int not null default 0,
  primary key (company_id, invoice_id, purpose),
  foreign key (company_id, invoice_id) references invoices
);
/* What the local authority keeps of the notes it was sent: it answers for them after a restart. */
create table local_authority_notes (
  company_id uuid not null,
  access_key text not null,
  kind text not null,
  code text not null,
  protocol text not null,
  /** The city's number of a service note. */
  number bigint,
  issued_key text,
  document_xml text not null,
  authorised_at timestamptz not null,
  cancelled_at timestamptz,
  cancel_protocol text,
  primary key (company_id, access_key)
);`

export const INVOICE_QUEUES = ['invoice.transmit', 'invoice.cancel'] as const

export const invoices = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        [
          REGISTERS,
          INVOICES,
          ...['products', 'services', 'invoice_settings', 'invoices', 'invoice_entries', 'fiscal_decisions'].map(asRecord),
          ...['invoice_portal_secrets', 'invoice_series', 'invoice_outbox', 'local_authority_notes'].map(secured),
        ].join('\n'),
      )
      .execute(db)
    for (const name of INVOICE_QUEUES) {
      await sql`select pgboss.create_queue(${name}, ${JSON.stringify({ policy: 'standard', retry_limit: 5, retry_backoff: true, expire_in_seconds: 600 })}::json)`.execute(
        db,
      )
    }
  },
}
