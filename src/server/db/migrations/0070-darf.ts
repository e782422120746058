// What a DARF without a bar code is paid by.
import { type Kysely, sql } from 'kysely'

export const darf = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table taxes add column revenue_code text, add column assessment_date date, add column reference_number text`.execute(db)
  },
}
