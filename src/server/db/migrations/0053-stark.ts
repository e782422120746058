// A digital account at Stark Bank: the sealed means of speaking with it, what was sent under ids of ours, and its statement with our numbers.
import { type Kysely, sql } from 'kysely'
import { secured } from './tenant-table.ts'

const STARK = `
alter table digital_accounts add column environment text not null default 'local';
alter table payment_orders add column environment text not null default 'local';
/* Not journaled: a secret stands in no image. */
create table stark_connections (
  company_id uuid not null,
  digital_account_id uuid not null,
  /** Null until the holder has made the project at the bank. */
  project_id text,
  public_key text not null,
  branch_number text not null,
  account_number text not null,
  /** The day from which the books follow the account. */
  since date not null,
  key_version int not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  status text not null,
  answered_at timestamptz,
  /** When the bank last had the address of its notices. */
  notices_at timestamptz,
  primary key (company_id, digital_account_id),
  foreign key (company_id, digital_account_id) references digital_accounts
);
create table stark_requests (
  company_id uuid not null,
  id uuid not null,
  digital_account_id uuid not null,
  resource text not null,
  /** Null while the answer of the bank is not known. */
  bank_id text,
  amount_cents bigint not null,
  payee jsonb,
  refusal text,
  reason text,
  sent_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, digital_account_id) references digital_accounts
);
create table stark_movements (
  company_id uuid not null,
  digital_account_id uuid not null,
  seq int not null,
  code text not null,
  type text not null,
  amount_cents bigint not null,
  balance_cents bigint not null,
  at timestamptz not null,
  description text not null,
  counterparty jsonb,
  end_to_end_id text,
  reference uuid,
  primary key (company_id, digital_account_id, seq),
  unique (company_id, digital_account_id, code),
  foreign key (company_id, digital_account_id) references digital_accounts
);`

export const stark = {
  async up(db: Kysely<unknown>): Promise<void> {
    const tables = ['stark_connections', 'stark_requests', 'stark_movements']
    await sql.raw(STARK + tables.map(secured).join('')).execute(db)
  },
}
