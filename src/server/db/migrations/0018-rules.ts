// What closing a period and declaring a year keep: the closing balances, and which declaration it was.
import { type Kysely, sql } from 'kysely'

const PARTS = [
  `/* What each account held at the end of the range when it was closed: proof that nothing moved since. */
alter table date_ranges add column balances jsonb not null default '[]'`,
  `/* DASN_SIMEI of the MEI, DEFIS of the others in the Simples. A company that changed its regime may owe one of each. */
alter table annual_billing_statements add column kind text not null default 'DASN_SIMEI'`,
  'drop index annual_billing_statements_one',
  'create unique index annual_billing_statements_one on annual_billing_statements (company_id, year, kind) where deleted_at is null and replaced_by_id is null',
]

export const rules = {
  async up(db: Kysely<unknown>) {
    for (const part of PARTS) await sql.raw(part).execute(db)
  },
}
