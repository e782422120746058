// Open finance: connections of a company, what the local provider remembers of its items, and the queue of their syncs.
import { type Kysely, sql } from 'kysely'

export const OPEN_FINANCE_QUEUES = ['open_finance.sync'] as const

const TABLES = `
create table open_finance_connections (
  company_id uuid not null references companies,
  id uuid not null,
  item_id text not null,
  provider text not null,
  routing_number text not null,
  institution_name text not null,
  status text not null,
  execution_status text not null,
  /** The account a person chose for the bank's first one. */
  bank_account_id uuid,
  /** The code the bank asked for, until the next step takes it. */
  answer text,
  /** The run whose steps count: those of an earlier one end where they are. */
  run_id uuid,
  run_started_at timestamptz,
  import_id uuid,
  review_import_id uuid,
  last_sync_at timestamptz,
  next_sync_at timestamptz,
  consent_expires_at date,
  revoked_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, item_id),
  foreign key (company_id, bank_account_id) references bank_accounts
);
create table local_open_finance_items (
  company_id uuid not null references companies,
  item_id text not null,
  /** When the running or last execution began, and how many there were. */
  started_at timestamptz not null,
  executions int not null default 0,
  /** What the person answered to the execution: a code, or null. */
  answer text,
  answered_at timestamptz,
  renewed boolean not null default false,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (company_id, item_id)
);
alter table import_rows add column external_category_id text, add column external_category text;`

const secure = (table: string) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} using (company_id = any ((select razao_companies())::uuid[]));`

export const openFinance = {
  async up(db: Kysely<unknown>) {
    await sql.raw([TABLES, ...['open_finance_connections', 'local_open_finance_items'].map(secure)].join('\n')).execute(db)
    for (const name of OPEN_FINANCE_QUEUES) {
      await sql`select pgboss.create_queue(${name}, ${JSON.stringify({ policy: 'standard', retry_limit: 2, retry_backoff: true, expire_in_seconds: 600 })}::json)`.execute(
        db,
      )
    }
  },
}
