// The codes of a bank's movements that it tells its customers alone (Inter).
import { type Kysely, sql } from 'kysely'

export const toldCodes = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table agreements add column write_off_code text not null default '',
      add column due_date_code text not null default ''`.execute(db)
  },
}
