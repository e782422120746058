// The first schema: people, companies, the money records, bank statements, the journal, jobs. Every tenant key leads with company_id.
import { type Kysely, sql } from 'kysely'
import { appRole, whereAppRoleExists } from '../roles.ts'

/**
 * Columns that every journaled record carries. `changed` is the transaction that wrote it last, which the delta lists ask by. `state`
 * names what the row says: the version at which it came to say so. Undo puts it back with the rest, so that a change taken back stands
 * in nobody's way.
 */
const RECORD = `
  company_id uuid not null,
  id uuid not null,
  version int not null default 1,
  state int not null default 1,
  changed bigint not null default (pg_current_xact_id()::text::bigint),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id)`

const PEOPLE = `
create table organizations (
  id uuid primary key,
  name text not null,
  document_number text,
  created_at timestamptz not null default now()
);
create table users (
  id uuid primary key,
  document_number text unique,
  name text,
  email text,
  phone_number text,
  birth_date date,
  kind text not null,
  organization_id uuid references organizations,
  password_hash text,
  preferences jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table devices (
  user_id uuid not null references users,
  device_hash bytea not null,
  confirmed_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  device text not null default '',
  refresh_hash bytea not null unique,
  previous_hash bytea,
  previous_used_at timestamptz,
  stepped_up_at timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index on sessions (user_id) where revoked_at is null;
create index on sessions (previous_hash) where previous_hash is not null;
create table otp_challenges (
  id uuid primary key,
  user_id uuid references users,
  session_id uuid references sessions,
  purpose text not null,
  channel text not null,
  destination text not null,
  code_hash bytea not null,
  /** Who wants to register: a person exists only once the code was right. */
  registration jsonb,
  tries int not null default 0,
  device_hash bytea,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on otp_challenges (user_id, created_at desc);
create table sign_in_failures (
  key text primary key,
  failures int not null default 0,
  blocked_until timestamptz,
  updated_at timestamptz not null default now()
);
create table outbox (
  id uuid primary key,
  at timestamptz not null default now(),
  recipient text not null,
  kind text not null,
  code text,
  text text not null
);
create index on outbox (at desc);
create table idempotency (
  user_id uuid not null,
  key text not null,
  endpoint text not null,
  body_hash bytea not null,
  status int,
  answer text,
  batch_id uuid,
  created_at timestamptz not null default now(),
  primary key (user_id, key, endpoint)
);
create index on idempotency (created_at);
create table push_tokens (
  user_id uuid not null references users,
  token text not null,
  platform text,
  created_at timestamptz not null default now(),
  primary key (user_id, token)
);`

const COMPANIES = `
create table companies (
  id uuid primary key,
  organization_id uuid references organizations,
  document_number text not null unique,
  name text not null,
  trade_name text,
  email text,
  phone_number text,
  municipal_registration text,
  state_registration text,
  tax_regime text not null default 'SIMPLES_NACIONAL',
  approval_limit_cents bigint not null default 500000,
  requires_approval boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on companies (organization_id);
create table roles (
  company_id uuid not null references companies,
  id uuid not null,
  name text not null,
  preset text,
  rights jsonb not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create table memberships (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid references users,
  invited_document text,
  role_id uuid not null,
  status text not null default 'ACTIVE',
  invited_by uuid references users,
  owner_grants text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, role_id) references roles
);
create unique index memberships_one_per_user on memberships (company_id, user_id) where user_id is not null and status <> 'INACTIVE';
create index on memberships (user_id, status);
create table notifications (
  id uuid primary key,
  user_id uuid not null references users,
  company_id uuid references companies,
  type text not null,
  title text not null,
  body text not null,
  metadata jsonb,
  action text,
  readed_at timestamptz,
  created_at timestamptz not null default now()
);
create index on notifications (user_id, created_at desc);`

const REGISTERS = `
create table categories (
  ${RECORD},
  name text not null,
  kind text not null,
  parent_category_id uuid,
  is_fixed boolean not null default false,
  is_non_operational_expense boolean not null default false,
  is_deductible boolean not null default false,
  is_increasing boolean not null default false,
  is_hidden_from_income_statement boolean not null default false,
  status text not null default 'ACTIVE',
  sorting_index int not null default 0,
  foreign key (company_id, parent_category_id) references categories
);
create unique index categories_name on categories (company_id, coalesce(parent_category_id, '00000000-0000-0000-0000-000000000000'), lower(name)) where deleted_at is null;
create table category_budgets (
  ${RECORD},
  category_id uuid not null,
  amount_cents bigint not null,
  initial_date date not null,
  end_date date not null,
  foreign key (company_id, category_id) references categories
);
create table contacts (
  ${RECORD},
  kind text not null,
  type text not null,
  document_number text,
  name text not null,
  nickname text,
  email text,
  phone_number text,
  address jsonb,
  state_tax_number text,
  is_international boolean not null default false,
  country text,
  pix_keys jsonb not null default '[]'
);
create unique index contacts_document on contacts (company_id, kind, document_number) where deleted_at is null and document_number is not null;
create table bank_accounts (
  ${RECORD},
  kind text not null,
  status text not null default 'ACTIVE',
  routing_number text not null,
  institution_name text not null,
  branch_number text,
  account_number text,
  external_id text,
  item_id text,
  connection_id text,
  initial_balance_amount_cents bigint not null default 0,
  date_initial_balance date,
  balance_cents bigint,
  balance_date date,
  csv_mapping jsonb
);`

const MONEY = `
create table recurrences (
  ${RECORD},
  frequency_interval text not null,
  frequency_unit int not null,
  initial_date date not null
);
create table conciliations (
  ${RECORD},
  created_by uuid
);
create table transfers (
  ${RECORD},
  date date not null,
  amount_cents bigint not null,
  additional_information text,
  from_bank_account_id uuid not null,
  to_bank_account_id uuid not null,
  bill_id uuid not null,
  receivable_id uuid not null,
  foreign key (company_id, from_bank_account_id) references bank_accounts,
  foreign key (company_id, to_bank_account_id) references bank_accounts
);
create table entries (
  ${RECORD},
  kind text not null check (kind in ('BILL', 'RECEIVABLE')),
  status text not null,
  amount_cents bigint not null check (amount_cents > 0),
  date date not null,
  due_date date not null,
  competence_date date not null,
  issue_date date,
  bank_account_id uuid,
  category_id uuid,
  contact_id uuid,
  additional_information text,
  document_number text,
  payment_method text,
  payment_details jsonb,
  transaction_id text,
  sorting_index int not null default 0,
  parent_id uuid,
  has_children boolean not null default false,
  recurrence_id uuid,
  recurrence_index int,
  transfer_id uuid,
  conciliation_id uuid,
  difference_kind text,
  status_before text,
  /** The columns a settlement took the place of, as they were: undoing it puts them back. */
  before_settlement jsonb,
  split_by_conciliation_id uuid,
  paid_without_approval boolean not null default false,
  approved_by uuid,
  applied_at timestamptz,
  ignored_at timestamptz,
  duplicated_from_id uuid,
  reason text,
  created_by uuid,
  foreign key (company_id, bank_account_id) references bank_accounts,
  foreign key (company_id, category_id) references categories,
  foreign key (company_id, contact_id) references contacts,
  foreign key (company_id, conciliation_id) references conciliations,
  foreign key (company_id, recurrence_id) references recurrences
);
create index entries_date on entries (company_id, kind, date) where deleted_at is null;
create index entries_due on entries (company_id, kind, due_date) where deleted_at is null;
create index entries_open on entries (company_id, kind, due_date) where deleted_at is null and status not in ('PAID', 'RECEIVED');
create index entries_changed on entries (company_id, changed);
create index entries_conciliation on entries (company_id, conciliation_id) where conciliation_id is not null;
create index entries_parent on entries (company_id, parent_id) where parent_id is not null;
create index entries_account on entries (company_id, bank_account_id, date) where deleted_at is null and status in ('PAID', 'RECEIVED');
create table duplicate_decisions (
  ${RECORD},
  entry_id uuid not null,
  other_id uuid not null
);
create unique index duplicate_decisions_pair on duplicate_decisions (company_id, entry_id, other_id) where deleted_at is null;
create table date_ranges (
  ${RECORD},
  start_date date not null,
  end_date date not null,
  status text not null default 'CLOSED',
  closed_at timestamptz not null default now(),
  closed_by uuid,
  opened_at timestamptz,
  opened_by uuid,
  open_entries_count int not null default 0,
  check (start_date <= end_date)
);
create index on date_ranges (company_id) where status = 'CLOSED' and deleted_at is null;
create table attachments (
  ${RECORD},
  entry_id uuid,
  associate_id uuid,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  metadata jsonb,
  created_by uuid,
  foreign key (company_id, entry_id) references entries
);
create index on attachments (company_id, entry_id) where deleted_at is null;
create table rules (
  ${RECORD},
  name text not null,
  contains text not null,
  bank_account_id uuid,
  min_amount_cents bigint,
  max_amount_cents bigint,
  direction text,
  category_id uuid,
  contact_id uuid,
  priority int not null default 0,
  active boolean not null default true,
  foreign key (company_id, category_id) references categories,
  foreign key (company_id, contact_id) references contacts
);`

const STATEMENTS = `
create table imports (
  ${RECORD},
  bank_account_id uuid,
  file_name text not null,
  storage_key text not null,
  sha256 text not null,
  format text,
  status text not null,
  error text,
  mapping jsonb,
  sniff jsonb,
  start_date date,
  end_date date,
  ledger_balance_cents bigint,
  ledger_date date,
  error_rows jsonb not null default '[]',
  new_count int not null default 0,
  present_count int not null default 0,
  doubtful_count int not null default 0,
  refused_count int not null default 0,
  ignorable_count int not null default 0,
  committed_count int not null default 0,
  /** Which of the file's accounts went to which bank account, with the period and balance the bank stated. */
  accounts jsonb not null default '[]',
  /** The cursor of the snapshot the rows were compared with: nothing newer, nothing to compare again. */
  planned_cursor text,
  batch_id uuid,
  created_by uuid,
  foreign key (company_id, bank_account_id) references bank_accounts
);
create table import_rows (
  company_id uuid not null,
  import_id uuid not null,
  id uuid not null,
  ordinal int not null,
  bank_account_id uuid,
  date date not null,
  time text,
  amount_cents bigint not null,
  description text not null,
  transaction_id text,
  identity_key text not null,
  memo_pattern text not null default '',
  decision text not null,
  choice text not null,
  /** Whether a person chose, or the choice is only where a decision starts. */
  decided boolean not null default false,
  reason text,
  resembles_id uuid,
  primary key (company_id, import_id, id)
);
create table statements (
  ${RECORD},
  bank_account_id uuid not null,
  import_id uuid,
  source text not null,
  start_date date,
  end_date date,
  /** What the bank said the account held; undoing the import takes it back with the rest. */
  ledger_balance_cents bigint,
  ledger_date date,
  foreign key (company_id, bank_account_id) references bank_accounts
);
create table statement_entries (
  ${RECORD},
  bank_account_id uuid not null,
  statement_id uuid,
  date date not null,
  time text,
  description text not null,
  amount_cents bigint not null,
  kind text not null,
  status text not null default 'PENDING',
  transaction_id text,
  identity_key text not null,
  memo_pattern text not null default '',
  item_id text,
  external_category_id text,
  external_category text,
  conciliation_id uuid,
  category_id uuid,
  contact_id uuid,
  foreign key (company_id, bank_account_id) references bank_accounts,
  foreign key (company_id, statement_id) references statements,
  foreign key (company_id, conciliation_id) references conciliations
);
create index statement_entries_account on statement_entries (company_id, bank_account_id, date) where deleted_at is null;
create index statement_entries_pending on statement_entries (company_id, bank_account_id) where deleted_at is null and status = 'PENDING';
create index statement_entries_changed on statement_entries (company_id, changed);
create index statement_entries_conciliation on statement_entries (company_id, conciliation_id) where conciliation_id is not null;`

const JOURNAL = `
create table batches (
  company_id uuid not null,
  id uuid not null,
  user_id uuid,
  command text not null,
  label text not null default '',
  group_id uuid,
  rows_count int not null default 0,
  tags text[] not null default '{}',
  request_id text,
  undo_of_id uuid,
  undone_by_id uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index on batches (company_id, created_at desc, id desc);
create index on batches (company_id, undo_of_id) where undo_of_id is not null;
create table batch_rows (
  company_id uuid not null,
  batch_id uuid not null,
  seq bigint generated always as identity,
  table_name text not null,
  row_id uuid not null,
  before jsonb,
  state_after int not null,
  primary key (company_id, batch_id, seq)
);
create index on batch_rows (company_id, row_id);
create table runs (
  id uuid primary key,
  company_id uuid not null,
  user_id uuid,
  kind text not null,
  token_hash bytea not null,
  status text not null default 'loading',
  progress int not null default 0,
  message text,
  result jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);`

/** Tables whose every write is journaled, by trigger, so that no handler can forget it. */
export const JOURNALED = [
  'categories',
  'category_budgets',
  'contacts',
  'bank_accounts',
  'recurrences',
  'conciliations',
  'transfers',
  'entries',
  'duplicate_decisions',
  'date_ranges',
  'attachments',
  'rules',
  'statements',
  'statement_entries',
] as const

const FUNCTIONS = `
create function razao_companies() returns uuid[] language sql stable as
  $$ select coalesce(string_to_array(nullif(current_setting('razao.companies', true), ''), ',')::uuid[], '{}') $$;

create function razao_user() returns uuid language sql stable as
  $$ select nullif(current_setting('razao.user', true), '')::uuid $$;

/* A record's version and transaction move with every update: deltas and stale-version checks stand on them. Only an undo sets the state itself. */
create function razao_bump() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  if new.state = old.state then new.state := new.version; end if;
  new.changed := pg_current_xact_id()::text::bigint;
  new.updated_at := now();
  return new;
end $$;

/* Old images of one statement's rows go to the journal; a write outside a batch is refused. */
create function razao_journal() returns trigger language plpgsql as $$
declare batch uuid := nullif(current_setting('razao.batch', true), '')::uuid;
begin
  if batch is null then
    raise exception 'write to % outside a batch', tg_table_name using errcode = 'RZ002';
  end if;
  if tg_op = 'INSERT' then
    insert into batch_rows (company_id, batch_id, table_name, row_id, before, state_after)
      select company_id, batch, tg_table_name, id, null, state from new_rows;
  else
    insert into batch_rows (company_id, batch_id, table_name, row_id, before, state_after)
      select o.company_id, batch, tg_table_name, o.id, to_jsonb(o), n.state
      from old_rows o join new_rows n using (company_id, id);
  end if;
  return null;
end $$;

create function razao_refuse_closed(company uuid, day date) returns void language plpgsql as $$
begin
  raise exception 'period closed' using errcode = 'RZ001', detail = to_char(day, 'YYYY-MM-DD');
end $$;

/* Money is locked by date, result by competence, old and new: a closed period holds against every writer. */
create function razao_closed_insert() returns trigger language plpgsql as $$
declare bad record;
begin
  perform 1 from companies where id in (select distinct company_id from new_rows) for key share;
  if not exists (select 1 from date_ranges r where r.company_id in (select distinct company_id from new_rows) and r.status = 'CLOSED' and r.deleted_at is null) then
    return null;
  end if;
  select n.company_id, case when n.competence_date between r.start_date and r.end_date then n.competence_date else n.date end as day into bad
    from new_rows n join date_ranges r on r.company_id = n.company_id and r.status = 'CLOSED' and r.deleted_at is null
    where n.deleted_at is null
      and (n.competence_date between r.start_date and r.end_date
           or (n.status in ('PAID', 'RECEIVED') and n.date between r.start_date and r.end_date))
    limit 1;
  if found then perform razao_refuse_closed(bad.company_id, bad.day); end if;
  return null;
end $$;

create function razao_closed_update() returns trigger language plpgsql as $$
declare bad record;
begin
  perform 1 from companies where id in (select distinct company_id from new_rows) for key share;
  if not exists (select 1 from date_ranges r where r.company_id in (select distinct company_id from new_rows) and r.status = 'CLOSED' and r.deleted_at is null) then
    return null;
  end if;
  select case
      when o.competence_date between r.start_date and r.end_date and c.result then o.competence_date
      when n.competence_date between r.start_date and r.end_date and c.result then n.competence_date
      when o.date between r.start_date and r.end_date and c.was then o.date
      else n.date end as day, n.company_id into bad
    from new_rows n
    join old_rows o using (company_id, id)
    join date_ranges r on r.company_id = n.company_id and r.status = 'CLOSED' and r.deleted_at is null
    cross join lateral (select
      (o.deleted_at is null) is distinct from (n.deleted_at is null) or o.amount_cents <> n.amount_cents
        or o.category_id is distinct from n.category_id or o.competence_date <> n.competence_date or o.has_children <> n.has_children as result,
      o.status in ('PAID', 'RECEIVED') and o.deleted_at is null as was,
      n.status in ('PAID', 'RECEIVED') and n.deleted_at is null as is_now,
      (o.status in ('PAID', 'RECEIVED')) <> (n.status in ('PAID', 'RECEIVED')) or o.date <> n.date or o.amount_cents <> n.amount_cents
        or o.bank_account_id is distinct from n.bank_account_id or o.conciliation_id is distinct from n.conciliation_id
        or (o.deleted_at is null) is distinct from (n.deleted_at is null) as money) c
    where (c.result and (o.competence_date between r.start_date and r.end_date or n.competence_date between r.start_date and r.end_date))
       or (c.money and c.was and o.date between r.start_date and r.end_date)
       or (c.money and c.is_now and n.date between r.start_date and r.end_date)
    limit 1;
  if found then perform razao_refuse_closed(bad.company_id, bad.day); end if;
  return null;
end $$;

create function razao_closed_statement_insert() returns trigger language plpgsql as $$
declare bad record;
begin
  perform 1 from companies where id in (select distinct company_id from new_rows) for key share;
  select n.company_id, n.date as day into bad
    from new_rows n join date_ranges r on r.company_id = n.company_id and r.status = 'CLOSED' and r.deleted_at is null
    where n.deleted_at is null and n.date between r.start_date and r.end_date limit 1;
  if found then perform razao_refuse_closed(bad.company_id, bad.day); end if;
  return null;
end $$;

create function razao_closed_statement_update() returns trigger language plpgsql as $$
declare bad record;
begin
  perform 1 from companies where id in (select distinct company_id from new_rows) for key share;
  select n.company_id, n.date as day into bad
    from new_rows n join old_rows o using (company_id, id)
    join date_ranges r on r.company_id = n.company_id and r.status = 'CLOSED' and r.deleted_at is null
    where n.date between r.start_date and r.end_date
      and ((o.deleted_at is null) is distinct from (n.deleted_at is null) or o.status <> n.status or o.conciliation_id is distinct from n.conciliation_id
        or o.category_id is distinct from n.category_id or o.contact_id is distinct from n.contact_id)
    limit 1;
  if found then perform razao_refuse_closed(bad.company_id, bad.day); end if;
  return null;
end $$;

/* A category used in a closed period keeps its block of the DRE: only its name, place in lists and status may change. */
create function razao_closed_category_update() returns trigger language plpgsql as $$
declare bad record;
begin
  select n.company_id, e.competence_date as day into bad
    from new_rows n join old_rows o using (company_id, id)
    join date_ranges r on r.company_id = n.company_id and r.status = 'CLOSED' and r.deleted_at is null
    join entries e on e.company_id = n.company_id and e.category_id = n.id and e.deleted_at is null and e.competence_date between r.start_date and r.end_date
    where o.kind <> n.kind or o.parent_category_id is distinct from n.parent_category_id or (o.deleted_at is null) is distinct from (n.deleted_at is null)
      or (o.is_fixed, o.is_non_operational_expense, o.is_deductible, o.is_increasing, o.is_hidden_from_income_statement)
        <> (n.is_fixed, n.is_non_operational_expense, n.is_deductible, n.is_increasing, n.is_hidden_from_income_statement)
    limit 1;
  if found then perform razao_refuse_closed(bad.company_id, bad.day); end if;
  return null;
end $$;`

const journal = (table: string) => `
create trigger a_bump before update on ${table} for each row execute function razao_bump();
create trigger journal_insert after insert on ${table} referencing new table as new_rows for each statement execute function razao_journal();
create trigger journal_update after update on ${table} referencing old table as old_rows new table as new_rows for each statement execute function razao_journal();`

const CLOSED = `
create trigger closed_insert after insert on entries referencing new table as new_rows for each statement execute function razao_closed_insert();
create trigger closed_update after update on entries referencing old table as old_rows new table as new_rows for each statement execute function razao_closed_update();
create trigger closed_insert after insert on statement_entries referencing new table as new_rows for each statement execute function razao_closed_statement_insert();
create trigger closed_update after update on statement_entries referencing old table as old_rows new table as new_rows for each statement execute function razao_closed_statement_update();
create trigger closed_update after update on categories referencing old table as old_rows new table as new_rows for each statement execute function razao_closed_category_update();`

/** Tables that only see the rows of the companies named in `razao.companies`. */
export const TENANT_TABLES = [...JOURNALED, 'roles', 'memberships', 'imports', 'import_rows', 'batches', 'batch_rows', 'runs'] as const

const OWN_ROWS: Partial<Record<(typeof TENANT_TABLES)[number], string>> = {
  // An invited person sees the invitation by their document, before the company is theirs.
  memberships: `or user_id = (select razao_user())
    or (status = 'WAITING_ACCEPT' and invited_document = (select document_number from users where id = (select razao_user())))`,
}

const secure = (table: (typeof TENANT_TABLES)[number]) => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} using (company_id = any ((select razao_companies())::uuid[]) ${OWN_ROWS[table] ?? ''});`

export const house = {
  async up(db: Kysely<unknown>) {
    const parts = [
      PEOPLE,
      COMPANIES,
      REGISTERS,
      MONEY,
      STATEMENTS,
      JOURNAL,
      FUNCTIONS,
      ...JOURNALED.map(journal),
      CLOSED,
      ...TENANT_TABLES.map(secure),
    ]
    await sql.raw(parts.join('\n')).execute(db)
    // What was journaled is never physically deleted, and the journal itself is never rewritten: the app role cannot.
    for (const table of JOURNALED) await sql.raw(whereAppRoleExists(`revoke delete on ${table} from ${appRole}`)).execute(db)
    await sql
      .raw(whereAppRoleExists(`revoke update, delete on batch_rows from ${appRole}; revoke delete on batches from ${appRole}`))
      .execute(db)
  },
}
