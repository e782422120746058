// How often a tax was put into a file of payments: what was changed before can no longer be undone beneath it.
import { type Kysely, sql } from 'kysely'

export const carriedTaxes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table taxes add column carried integer not null default 0`.execute(db)
  },
}
