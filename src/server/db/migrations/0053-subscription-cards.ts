// The cards of subscriptions: what is known of each, when it was last asked, and which of them leave the acquirer.
import { type Kysely, sql } from 'kysely'

const CARDS = `
alter table pre_approvals add column brand text, add column last4 text, add column expires_on date;
alter table card_tokens add column looked_at timestamptz, add column leaving boolean not null default false;`

export const subscriptionCards = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(CARDS).execute(db)
  },
}
