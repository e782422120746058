// Open finance by a real aggregator: which of its items stands behind ours, who authorises, and where.
import { type Kysely, sql } from 'kysely'
import { secured } from './tenant-table.ts'

const PLUGGY = `
create table pluggy_items (
  company_id uuid not null references companies,
  item_id text not null,
  provider_item_id text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, item_id)
);
alter table open_finance_connections
  /** CPF of whoever authorises at the bank. */
  add column holder_document text,
  add column authorize_url text,
  add column asks_label text;`

export const pluggy = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(PLUGGY + secured('pluggy_items')).execute(db)
  },
}
