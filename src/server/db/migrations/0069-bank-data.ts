// Where a contact without a Pix key is paid, and the payments by file that older processes know by their nearest kind alone.
import { type Kysely, sql } from 'kysely'

const BANK_DATA = `
alter table contacts add column bank_account jsonb;
/* Beside kind PIX a transfer, beside COLLECTION a DARF; null: as its kind says. */
alter table file_payments add column form text check (form in ('TRANSFER', 'DARF'));
`

export const bankData = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(BANK_DATA).execute(db)
  },
}
