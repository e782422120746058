// The cards of subscriptions: what is known of each, when it was last asked, which leave the acquirer, and payments that are contested.
import { type Kysely, sql } from 'kysely'

const CARDS = `
alter table pre_approvals add column brand text, add column last4 text, add column expires_on date;
alter table card_tokens add column looked_at timestamptz, add column leaving boolean not null default false;
alter table subscription_billings add column disputed_payment_id uuid, add column dispute_id text, add column dispute_status text,
  add column dispute_unknown text, add column lost_on date;
create index stripe_charges_provider on stripe_charges (provider_id);`

export const subscriptionCards = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(CARDS).execute(db)
  },
}
