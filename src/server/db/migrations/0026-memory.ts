// What a person calls wrong in the memory of answered lines, and a quick way to the lines of one pattern.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD } from './tenant-table.ts'

const MEMORY = `
create table memory_corrections (
  ${RECORD},
  pattern text not null check (pattern <> ''),
  kind text not null check (kind in ('BILL', 'RECEIVABLE')),
  answer text not null check (answer in ('entry', 'transfer', 'ignore')),
  contact_id uuid,
  category_id uuid,
  bank_account_id uuid,
  created_by uuid,
  foreign key (company_id, contact_id) references contacts,
  foreign key (company_id, category_id) references categories,
  foreign key (company_id, bank_account_id) references bank_accounts
);
create index memory_corrections_pattern on memory_corrections (company_id, pattern) where deleted_at is null;
create index statement_entries_pattern on statement_entries (company_id, memo_pattern) where deleted_at is null and memo_pattern <> '';
`

export const memory = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(MEMORY + asRecord('memory_corrections')).execute(db)
  },
}
