// Safeguards of money over time: who receives codes, the day a slip leaves, and jobs that are parked after five tries.
import { type Kysely, sql } from 'kysely'

const COLUMNS = `
/** When the phone or address that receives a person's codes was changed: their money waits a day after it. */
alter table users add column codes_moved_at timestamptz;
/** The business day on which a slip sent after hours is paid. */
alter table payments add column scheduled_for date;`

/** Five tries with growing waits, then the job is parked. A step of money is short: its lease is too. */
const QUEUES = `
update pgboss.queue set retry_limit = 4, retry_backoff = true, retry_delay = greatest(coalesce(retry_delay, 0), 2), updated_on = now()
  where name not like '\\_\\_%';
update pgboss.queue set expire_seconds = 120 where name = 'money.advance';`

export const moneyLimits = {
  async up(db: Kysely<unknown>) {
    await sql.raw(COLUMNS + QUEUES).execute(db)
  },
}
