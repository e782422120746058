// What look-ups have cost whom.
import { type Kysely, sql } from 'kysely'

export const rights = {
  async up(db: Kysely<unknown>) {
    await sql`create table look_up_buckets (key text primary key, tokens double precision not null, at timestamptz not null)`.execute(db)
  },
}
