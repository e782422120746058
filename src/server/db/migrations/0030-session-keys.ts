// Sessions that belong to a key of the browser that opened them.
import { type Kysely, sql } from 'kysely'

/* Without one the session is renewed by whoever holds its token, as those opened before are. */
const SESSION_KEYS = 'alter table sessions add column key_thumbprint bytea;'

export const sessionKeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(SESSION_KEYS).execute(db)
  },
}
