// The key of an integration that wrote a batch, beside the person it belongs to.
import { type Kysely, sql } from 'kysely'

export const keyBatches = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table batches add column api_key_id uuid`.execute(db)
  },
}
