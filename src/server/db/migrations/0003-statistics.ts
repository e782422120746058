// A large import changes at once what the planner must know: without fresh statistics the next join is planned for no rows.
import { type Kysely, sql } from 'kysely'

export const statistics = {
  async up(db: Kysely<unknown>) {
    await sql`create function refresh_statistics() returns void language plpgsql security definer set search_path = public as $$
      begin
        analyze import_rows, statement_entries, statements, batch_rows;
      end $$`.execute(db)
  },
}
