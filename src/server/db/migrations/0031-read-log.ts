// The log of who read personal data is cleaned by age.
import { type Kysely, sql } from 'kysely'

const READ_LOG = 'create index personal_reads_hour on personal_reads (company_id, hour);'

export const readLog = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(READ_LOG).execute(db)
  },
}
