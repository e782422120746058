// What the banks besides Itaú know an agreement to pay by file by.
import { type Kysely, sql } from 'kysely'

export const payingBanks = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table payment_agreements add column branch_digit text not null default '', add column code text not null default '',
      add column transmission_code text not null default '', add column commitment_code text not null default ''`.execute(db)
  },
}
