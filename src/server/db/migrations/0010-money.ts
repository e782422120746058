// The digital account: orders and their payments, Pix keys, charges, movements and limits; API keys; and the local bank's own books.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD } from './tenant-table.ts'

/** Jobs of money: of one subject at most one waits, so that asking twice is asking once. */
export const MONEY_QUEUES = ['money.advance'] as const

const ACCOUNT = `
alter table companies add column step_up_limit_cents bigint not null default 100000;
create table digital_accounts (
  ${RECORD},
  status text not null,
  routing_number text,
  bank_name text,
  branch_number text,
  account_number text,
  bank_account_id uuid,
  /** The bank's movements up to here are in the books. */
  movement_cursor bigint not null default 0,
  opened_at timestamptz,
  created_by uuid,
  foreign key (company_id, bank_account_id) references bank_accounts
);
create unique index digital_accounts_one on digital_accounts (company_id) where deleted_at is null and status <> 'REJECTED';
create table digital_movements (
  ${RECORD},
  digital_account_id uuid not null,
  transaction_code text not null,
  type text not null,
  amount_cents bigint not null,
  balance_cents bigint not null,
  occurred_at timestamptz not null,
  description text not null,
  counterparty jsonb,
  end_to_end_id text,
  reference uuid,
  statement_entry_id uuid,
  foreign key (company_id, digital_account_id) references digital_accounts,
  foreign key (company_id, statement_entry_id) references statement_entries
);
create unique index digital_movements_code on digital_movements (company_id, transaction_code);
create index digital_movements_at on digital_movements (company_id, occurred_at desc);
create table payment_limits (
  ${RECORD},
  period text not null check (period in ('DAY', 'NIGHT')),
  current_cents bigint,
  next_cents bigint,
  next_from timestamptz
);
create unique index payment_limits_period on payment_limits (company_id, period);
create table pix_keys (
  ${RECORD},
  key text not null,
  type text not null,
  status text not null,
  claim_kind text,
  claim_status text,
  created_by uuid
);
create unique index pix_keys_key on pix_keys (company_id, key) where status not in ('DELETED', 'REJECTED');`

const PAYMENTS = `
create table payment_orders (
  ${RECORD},
  status text not null,
  title text,
  created_by uuid not null,
  approved_by uuid,
  approved_at timestamptz,
  /** Who asked to send it: once approved it goes. */
  send_requested_by uuid,
  sent_at timestamptz,
  reason text,
  split_from_id uuid
);
create index payment_orders_at on payment_orders (company_id, created_at desc);
/** Which company an order of the public page belongs to: the only thing known of it before row security. */
create table payment_order_links (id uuid primary key, opens_company_id uuid not null references companies);
create table payments (
  ${RECORD},
  payment_order_id uuid not null,
  /** Its place in the order, as it was asked. */
  position int not null,
  kind text not null,
  status text not null,
  bill_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  /** The one who gets it, in one form: what a known payee and a repeated payment are told by. */
  payee_key text not null,
  target jsonb not null,
  description text,
  payee jsonb,
  end_to_end_id text,
  transaction_code text,
  refusal text,
  outcome_unknown boolean not null default false,
  unknown_device boolean not null default false,
  requested_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  foreign key (company_id, payment_order_id) references payment_orders,
  foreign key (company_id, bill_id) references entries
);
create index payments_order on payments (company_id, payment_order_id);
create index payments_payee on payments (company_id, payee_key);
create index payments_sent on payments (company_id, sent_at);
create unique index payments_end_to_end on payments (company_id, end_to_end_id) where end_to_end_id is not null;
/** A bill is paid once: while an order for it lives or after it was paid, there is no second. */
create unique index payments_one_per_bill on payments (company_id, bill_id)
  where bill_id is not null and status in ('CREATED', 'QUEUED', 'PROCESSING', 'SETTLED') and deleted_at is null;
create table charges (
  ${RECORD},
  status text not null,
  kind text not null,
  payment_method text not null,
  transaction_amount bigint not null check (transaction_amount > 0),
  fee_amount bigint not null,
  assume_fee boolean not null,
  due_date date not null,
  expiration_date date not null,
  txid text not null,
  emv_code text,
  digitable_line text,
  barcode text,
  recipient jsonb not null,
  payer jsonb,
  additional_information text,
  tax_id uuid,
  receivable_id uuid,
  billing_id text,
  paid_at timestamptz,
  paid_with text,
  end_to_end_id text,
  refunded_amount bigint not null default 0,
  refund_requested bigint not null default 0,
  /** Paid after it was cancelled or expired: the money waits to be given back. */
  needs_refund boolean not null default false,
  created_by uuid,
  foreign key (company_id, receivable_id) references entries
);
create index charges_at on charges (company_id, created_at desc);
create index charges_open on charges (company_id) where status in ('PENDING', 'OVERDUE', 'PROCESSING');`

const API_KEYS = `
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users,
  company_id uuid references companies,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  rights jsonb,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index on api_keys (user_id) where revoked_at is null;
create index on api_keys (company_id) where revoked_at is null;`

/** The books of the bank that stands in for a real one in the local environment: not ours, so no company and no journal in them. */
const LOCAL_BANK = `
create table local_bank_accounts (
  id uuid primary key,
  document_number text not null,
  name text not null,
  number bigint generated always as identity,
  balance_cents bigint not null default 0,
  opens_at timestamptz not null,
  opened boolean not null default false
);
create table local_bank_movements (
  seq bigint generated always as identity primary key,
  account_id uuid not null references local_bank_accounts,
  code text not null,
  type text not null,
  amount_cents bigint not null,
  balance_cents bigint not null,
  at timestamptz not null,
  description text not null,
  counterparty jsonb,
  end_to_end_id text,
  reference text
);
create index on local_bank_movements (account_id, seq);
create table local_bank_keys (
  key text primary key,
  type text not null,
  /** Null: a holder at another institution. */
  account_id uuid references local_bank_accounts,
  holder jsonb not null
);
create table local_bank_claims (
  id uuid primary key,
  key text not null,
  type text not null,
  kind text not null,
  account_id uuid not null,
  status text not null,
  made_at timestamptz not null
);
create table local_bank_payments (
  id uuid primary key,
  account_id uuid not null references local_bank_accounts,
  request jsonb not null,
  status text not null,
  refusal text,
  payee jsonb,
  settles_at timestamptz not null,
  settled_at timestamptz,
  transaction_code text
);
create index on local_bank_payments (account_id) where status = 'ACCEPTED';
create table local_bank_charges (
  id uuid primary key,
  account_id uuid not null references local_bank_accounts,
  txid text not null unique,
  barcode text unique,
  request jsonb not null,
  status text not null,
  /** When the local payer pays; null never. */
  pays_at timestamptz,
  paid_at timestamptz,
  paid_cents bigint not null default 0,
  paid_with text,
  refunded_cents bigint not null default 0,
  refund_ids uuid[] not null default '{}',
  end_to_end_id text
);
create index on local_bank_charges (account_id) where status = 'OPEN';
create table local_bank_slips (
  barcode text primary key,
  amount_cents bigint not null,
  due_date date not null,
  fine_basis_points int not null default 0,
  monthly_interest_basis_points int not null default 0,
  recipient jsonb not null,
  payer jsonb,
  status text not null default 'PENDING',
  reference_number text not null
);
create table local_bank_cards (
  id uuid primary key,
  status text not null,
  refusal text,
  amount_cents bigint not null,
  settles_at timestamptz not null
);
create table local_bank_faults (
  id bigint generated always as identity primary key,
  operation text not null,
  mode text not null,
  times int not null
);`

export const money = {
  async up(db: Kysely<unknown>) {
    const journaled = ['digital_accounts', 'digital_movements', 'payment_limits', 'pix_keys', 'payment_orders', 'payments', 'charges']
    await sql.raw([ACCOUNT, PAYMENTS, API_KEYS, LOCAL_BANK, ...journaled.map(asRecord)].join('\n')).execute(db)
    for (const name of MONEY_QUEUES) {
      await sql`select pgboss.create_queue(${name}, ${JSON.stringify({ policy: 'short', retry_limit: 8, retry_delay: 5, retry_backoff: true, expire_in_seconds: 300 })}::json)`.execute(
        db,
      )
    }
  },
}
