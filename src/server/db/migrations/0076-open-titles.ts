// The index of open titles holds what an office's queue counts, so that 140,000 of them are not looked up one by one.
import { type Kysely, sql } from 'kysely'

export const openTitles = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop index entries_open`.execute(db)
    await sql`create index entries_open on entries (company_id, kind, due_date)
      include (amount_cents, status, has_children, conciliation_id)
      where deleted_at is null and status not in ('PAID', 'RECEIVED')`.execute(db)
  },
}
