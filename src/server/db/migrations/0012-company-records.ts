// Taxes and yearly statements with what the authority answered, associates and dependents, the local registry of entities, tutorials.
import { type Kysely, sql } from 'kysely'
import { journaled, RECORD, secured } from './tenant-table.ts'

const TAXES = `
create table tax_profiles (
  ${RECORD},
  opening_date date,
  main_activity text not null default 'COMMERCE',
  services_annex text not null default 'III',
  mei_activity text not null default 'COMMERCE',
  /** Empty: found by the names of the default chart. */
  commerce_category_ids uuid[] not null default '{}',
  services_category_ids uuid[] not null default '{}',
  payroll_category_ids uuid[] not null default '{}'
);
create unique index tax_profiles_one on tax_profiles (company_id) where deleted_at is null;
create table taxes (
  ${RECORD},
  kind text not null,
  competence_date date not null,
  due_date date not null,
  amount_cents bigint not null check (amount_cents >= 0),
  revenue_cents bigint,
  additional_information text,
  /** How the amount came about, step by step, as it was computed. */
  steps jsonb not null default '[]',
  warnings jsonb not null default '[]',
  bill_id uuid,
  created_by uuid,
  foreign key (company_id, bill_id) references entries
);
create unique index taxes_one_das on taxes (company_id, kind, competence_date) where deleted_at is null and kind in ('DAS', 'DAS_MEI');
create index taxes_due on taxes (company_id, due_date) where deleted_at is null;
create index taxes_bill on taxes (company_id, bill_id) where bill_id is not null;
create table annual_billing_statements (
  ${RECORD},
  year int not null,
  commerce_revenue_cents bigint not null check (commerce_revenue_cents >= 0),
  services_revenue_cents bigint not null check (services_revenue_cents >= 0),
  had_employee boolean not null,
  /** The day the company closed, when the statement is its last. */
  closed_on date,
  due_date date not null,
  delivered_on date not null,
  fine_cents bigint not null default 0,
  halved_fine_cents bigint not null default 0,
  halved_until date,
  rectifies_id uuid,
  replaced_by_id uuid,
  created_by uuid,
  foreign key (company_id, rectifies_id) references annual_billing_statements
);
create unique index annual_billing_statements_one on annual_billing_statements (company_id, year) where deleted_at is null and replaced_by_id is null;
/* What was asked of the tax authority and what it answered: facts of the outside, which no undo takes back. */
create table authority_requests (
  company_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_id uuid not null,
  status text not null default 'PROCESSING',
  ask jsonb not null,
  answer jsonb,
  reason text,
  attempts int not null default 0,
  user_id uuid,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  primary key (company_id, id)
);
create index on authority_requests (company_id, subject_id, created_at desc);
/* The tax authority of the local environment: what it was asked and when its answer is ready. */
create table local_tax_authority (
  id uuid primary key,
  ask jsonb not null,
  ready_at timestamptz not null
);`

const PEOPLE = `
create table associates (
  ${RECORD},
  name text not null,
  document_number text not null,
  birth_date date,
  email text,
  phone_number text,
  is_administrator boolean not null default false,
  /** Hundredths of a percent. */
  share_basis_points int not null default 0 check (share_basis_points between 0 and 10000),
  pro_labore_amount_cents bigint not null default 0 check (pro_labore_amount_cents >= 0),
  joined_on date
);
create unique index associates_document on associates (company_id, document_number) where deleted_at is null;
create table dependents (
  ${RECORD},
  associate_id uuid not null,
  name text not null,
  document_number text,
  birth_date date not null,
  kinship text not null,
  is_student boolean not null default false,
  is_disabled boolean not null default false,
  foreign key (company_id, associate_id) references associates
);
create unique index dependents_document on dependents (company_id, associate_id, document_number) where deleted_at is null and document_number is not null;
create index dependents_associate on dependents (company_id, associate_id) where deleted_at is null;`

const REGISTRY = `
/* The registry of the local environment: public facts of demo and test entities, and of nobody else. */
create table local_registry (
  document_number text primary key,
  facts jsonb not null
);
create table local_registry_partners (
  cpf text not null,
  cnpj text not null references local_registry,
  qualification text not null,
  primary key (cpf, cnpj)
);
create table tutorials (
  id uuid primary key,
  user_id uuid not null references users,
  type text not null,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, type)
);`

/** The first schema gave the runs a key without their company, which no partition of theirs could enforce. */
const RUNS = 'alter table runs drop constraint runs_pkey, add primary key (company_id, id);'

const JOURNALED = ['tax_profiles', 'taxes', 'annual_billing_statements', 'associates', 'dependents']

/** A request to the authority is taken up again by a job until it has an answer. */
const AUTHORITY_QUEUE = 'authority.ask'

export const companyRecords = {
  async up(db: Kysely<unknown>) {
    const parts = [TAXES, PEOPLE, REGISTRY, RUNS, ...JOURNALED.map(journaled), ...[...JOURNALED, 'authority_requests'].map(secured)]
    await sql.raw(parts.join('\n')).execute(db)
    await sql`select pgboss.create_queue(${AUTHORITY_QUEUE}, ${JSON.stringify({ policy: 'standard', retry_limit: 2, retry_backoff: true, expire_in_seconds: 120 })}::json)`.execute(
      db,
    )
  },
}
