// Why a payment failed, in the words of the bank.
import { type Kysely, sql } from 'kysely'

export const paymentReasons = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table payments add column bank_reason text`.execute(db)
  },
}
