// Addresses of other systems that a company tells, their secrets, what was sent to each, and every try.
import { type Kysely, sql } from 'kysely'
import { asRecord, RECORD, secured } from './tenant-table.ts'

const WEBHOOKS = `
create table webhooks (
  ${RECORD},
  url text not null,
  description text,
  events text[] not null,
  enabled boolean not null default true,
  disabled_reason text
);
create index webhooks_listening on webhooks (company_id) where enabled and deleted_at is null;
/* Not journaled: a secret stands in no image, and what was sent was sent. */
create table webhook_secrets (
  company_id uuid not null,
  webhook_id uuid not null,
  created_at timestamptz not null,
  /* An old one signs until then. */
  ends_at timestamptz,
  key_version int not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  primary key (company_id, webhook_id, created_at),
  foreign key (company_id, webhook_id) references webhooks
);
create table webhook_deliveries (
  company_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event text not null,
  body text not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'DELIVERED', 'FAILED')),
  tries int not null default 0,
  created_at timestamptz not null,
  next_at timestamptz,
  delivered_at timestamptz,
  /* A worker has it in hand. */
  leased_until timestamptz,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks
);
create index webhook_deliveries_waiting on webhook_deliveries (company_id, next_at) where status = 'WAITING';
create index webhook_deliveries_of on webhook_deliveries (company_id, webhook_id, created_at desc);
create table webhook_tries (
  company_id uuid not null,
  delivery_id uuid not null,
  at timestamptz not null,
  took_ms int not null,
  answered int,
  detail text not null,
  primary key (company_id, delivery_id, at),
  foreign key (company_id, delivery_id) references webhook_deliveries on delete cascade
);`

/** What a batch tells, and one delivery. */
export const WEBHOOK_QUEUES = ['webhook.tell', 'webhook.send'] as const

const POLICY = { policy: 'short', retryLimit: 4, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 }

export const webhooks = {
  async up(db: Kysely<unknown>): Promise<void> {
    const apart = ['webhook_secrets', 'webhook_deliveries', 'webhook_tries'].map(secured).join('')
    await sql.raw(WEBHOOKS + asRecord('webhooks') + apart).execute(db)
    for (const name of WEBHOOK_QUEUES) await sql`select pgboss.create_queue(${name}, ${JSON.stringify(POLICY)}::json)`.execute(db)
  },
}
