// The versions of the layout that a bank tells each company for its files of payments (Inter).
import { type Kysely, sql } from 'kysely'

export const layoutVersions = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table payment_agreements add column file_version text not null default '',
      add column lot_version text not null default ''`.execute(db)
  },
}
