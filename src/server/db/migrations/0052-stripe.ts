// Cards by a real acquirer: which of its charges stand behind ours, and who keeps an authorised card.
import { type Kysely, sql } from 'kysely'
import { secured } from './tenant-table.ts'

const STRIPE = `
create table stripe_charges (
  company_id uuid not null references companies,
  id uuid not null,
  provider_id text,
  sent_at timestamptz not null,
  primary key (company_id, id)
);
alter table pre_approvals add column environment text not null default 'local';`

export const stripe = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(STRIPE + secured('stripe_charges')).execute(db)
  },
}
