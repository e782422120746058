// Digital certificates: what may be told of one, its sealed key apart, and the appointments to issue one.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD, secured } from './tenant-table.ts'

const TABLES = `
create table certificates (
  ${RECORD},
  document_number text not null,
  name text not null,
  issuer text not null,
  serial_number text not null,
  fingerprint text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  created_by uuid
);
create unique index certificates_live on certificates (company_id) where deleted_at is null;
/* Never journaled: a key that was taken away must not live on in old images. */
create table certificate_keys (
  company_id uuid not null,
  certificate_id uuid not null,
  key_version int not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  primary key (company_id, certificate_id),
  foreign key (company_id, certificate_id) references certificates
);
create table certificate_appointments (
  ${RECORD},
  product_id text not null,
  commercial_unit_id text not null,
  appointment_type text not null,
  scheduled_at timestamptz not null,
  time_zone text not null,
  name text not null,
  document_number text not null,
  email text,
  phone_number text,
  /** What the provider knows the appointment by. */
  external_id text not null,
  created_by uuid
);
create unique index certificate_appointments_external on certificate_appointments (company_id, external_id);
create index on certificate_appointments (company_id, scheduled_at desc);
/* The local provider's book: a time of a unit is sold once, whoever buys it. */
create table local_appointment_slots (
  id text primary key,
  unit_id text not null,
  at timestamptz not null,
  misses boolean not null,
  unique (unit_id, at)
);`

export const certificates = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw([TABLES, ...['certificates', 'certificate_appointments'].map(asRecord), secured('certificate_keys')].join('\n'))
      .execute(db)
  },
}
