// Orders of payment kept for a day to come.
import { type Kysely, sql } from 'kysely'

const PAY_DAY = `
alter table payment_orders
  /** The day chosen for it; null is the day it is sent. */
  add column pay_on date,
  /** Since when it waits for that day, its bills with it. */
  add column scheduled_since timestamptz,
  /** It was confirmed on a device that the bank did not know. */
  add column unknown_device boolean not null default false;
create index payment_orders_kept on payment_orders (company_id, pay_on) where scheduled_since is not null and status = 'APPROVED';`

export const payDay = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(PAY_DAY).execute(db)
  },
}
