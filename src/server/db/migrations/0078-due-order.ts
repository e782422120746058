// The index of days due holds the order of the list, id and all: the first two hundred bills of a day are read without the rest of it.
import { type Kysely, sql } from 'kysely'

export const dueOrder = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop index entries_due`.execute(db)
    await sql`create index entries_due on entries (company_id, kind, due_date, id) where deleted_at is null`.execute(db)
  },
}
