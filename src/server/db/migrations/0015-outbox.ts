// Outgoing messages, reminders sent once, mornings already worked through, and the pruning of old journal images.
import { type Kysely, sql } from 'kysely'

/** One message to send. */
export const MESSAGE_QUEUES = ['message.send'] as const
/** The morning of the product, and of each company. */
export const DAILY_QUEUES = ['daily.run', 'daily.company'] as const

const OUTBOX = `
/* KEPT: the local outbox is where it goes. The others were given to a real channel, and hold no text once they are through. */
alter table outbox
  add column status text not null default 'KEPT' check (status in ('KEPT', 'WAITING', 'SENT', 'EXPIRED', 'DEAD')),
  add column brand text not null default 'razao',
  /** Of an e-mail, without the brand's name. */
  add column subject text,
  /* What the message is about: a newer one takes the place of one still waiting. */
  add column topic uuid,
  /** A code is not sent after it. */
  add column expires_at timestamptz,
  add column attempts int not null default 0,
  /** Until then the process that took it is believed to be sending. */
  add column leased_until timestamptz,
  add column sent_at timestamptz,
  alter column text drop not null;
create index outbox_waiting on outbox (at) where status = 'WAITING';
create index outbox_topic on outbox (topic) where status = 'WAITING';`

const NOTIFICATIONS = `
/** What a reminder is told once by: the same morning worked through twice tells nobody twice. */
alter table notifications add column once_key text;
create unique index notifications_once on notifications (user_id, once_key) where once_key is not null;
create table daily_runs (
  day date primary key,
  started_at timestamptz not null
);`

/**
 * The app role may not delete images; this alone does, and only those past their days, of the one company its caller is scoped to. It
 * says so itself: an owner who is a superuser is bound by no policy.
 * The batch, who did what and when, stays.
 */
const IMAGES = `
alter table batches add column images_pruned boolean not null default false;
create index batches_imaged on batches (company_id, created_at) where not images_pruned;
create function razao_prune_images(company uuid) returns bigint language sql security definer set search_path from current as $$
  with old as (
    update batches set images_pruned = true
      where company_id = company and company = any ((select razao_companies())::uuid[]) and not images_pruned and created_at < now() - interval '90 days' returning id),
  gone as (delete from batch_rows r using old where r.company_id = company and r.batch_id = old.id returning 1)
  select count(*) from gone $$;`

/** A process that dies with a job in hand lets go of it after a minute, so that a code still arrives in time. */
const MESSAGE_POLICY = { policy: 'short', retryLimit: 4, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 }
const DAILY_POLICY = { policy: 'short', retryLimit: 4, retryDelay: 60, retryBackoff: true, expireInSeconds: 600 }

/** How long the earlier queues' jobs may take: it was written with a name the queue does not read. */
const EARLIER = `
update pgboss.queue set expire_seconds = 600 where name in ('import.read', 'import.commit', 'open_finance.sync', 'invoice.transmit', 'invoice.cancel');
update pgboss.queue set expire_seconds = 120 where name = 'authority.ask';`

export const outbox = {
  async up(db: Kysely<unknown>) {
    await sql.raw([OUTBOX, NOTIFICATIONS, IMAGES, EARLIER].join('\n')).execute(db)
    for (const name of MESSAGE_QUEUES) await createQueue(db, name, MESSAGE_POLICY)
    for (const name of DAILY_QUEUES) await createQueue(db, name, DAILY_POLICY)
  },
}

const createQueue = (db: Kysely<unknown>, name: string, options: Record<string, unknown>) =>
  sql`select pgboss.create_queue(${name}, ${JSON.stringify(options)}::json)`.execute(db)
