// The product's own subscriptions: authorised cards (tokens only), what a company subscribed, and its monthly billings.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD } from './tenant-table.ts'

const TABLES = `
create table pre_approvals (
  ${RECORD},
  reference text not null,
  created_by uuid
);
/** Tokens of the acquirer, of an authorisation or of one payment, by its id: never in the journal, and gone when the payment ended. */
create table card_tokens (
  company_id uuid not null,
  id uuid not null,
  token text not null,
  primary key (company_id, id)
);
alter table card_tokens enable row level security;
alter table card_tokens force row level security;
create policy tenant on card_tokens using (company_id = any ((select razao_companies())::uuid[]));
create table subscriptions (
  ${RECORD},
  reference text not null,
  title text not null,
  status text not null,
  amount_cents bigint not null,
  payment_method text not null,
  pre_approval_id uuid,
  next_payment_date date not null,
  created_by uuid,
  foreign key (company_id, pre_approval_id) references pre_approvals
);
create unique index subscriptions_one on subscriptions (company_id) where status <> 'CANCELLED' and deleted_at is null;
create index on subscriptions (created_by);
create table subscription_billings (
  ${RECORD},
  subscription_id uuid not null,
  paid boolean not null default false,
  competence_date date not null,
  due_date date not null,
  amount_cents bigint not null,
  payment_method text,
  paid_at timestamptz,
  /** The payment under way at the acquirer or at the bank, by our own id. */
  payment_id uuid,
  emv_code text,
  refusal text,
  foreign key (company_id, subscription_id) references subscriptions
);
create unique index subscription_billings_month on subscription_billings (company_id, subscription_id, competence_date);`

export const subscriptions = {
  async up(db: Kysely<unknown>) {
    await sql.raw([TABLES, ...['pre_approvals', 'subscriptions', 'subscription_billings'].map(asRecord)].join('\n')).execute(db)
  },
}
