// The SQL of webhooks: the addresses, their sealed secrets, what is sent to each, and every try.
import { sql } from 'kysely'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { Envelope } from '#server/kernel/envelope.ts'

const WEBHOOK = sql`
  select w.id, w.company_id, w.version, w.url, w.description, w.events, w.enabled, w.disabled_reason, w.created_at, w.updated_at,
    d.last_delivered_at, coalesce(d.delivered_count, 0) as delivered_count, coalesce(d.waiting_count, 0) as waiting_count,
    coalesce(d.failed_count, 0) as failed_count
  from webhooks w
  left join lateral (select max(d.delivered_at) as last_delivered_at, count(*) filter (where d.status = 'DELIVERED')::int as delivered_count,
      count(*) filter (where d.status = 'WAITING')::int as waiting_count, count(*) filter (where d.status = 'FAILED')::int as failed_count
    from webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id) d on true`

export const listWebhooks = (db: Db, companyId: string): Promise<Webhook[]> =>
  all(db, sql<Webhook>`${WEBHOOK} where w.company_id = ${companyId} and w.deleted_at is null order by w.created_at, w.id`)

export const findWebhook = (db: Db, companyId: string, id: string): Promise<Webhook | undefined> =>
  first(db, sql<Webhook>`${WEBHOOK} where w.company_id = ${companyId} and w.id = ${id} and w.deleted_at is null`)

export type WebhookFields = Pick<Webhook, 'url' | 'description' | 'events' | 'enabled' | 'disabled_reason'>

export async function insertWebhook(db: Db, companyId: string, id: string, fields: WebhookFields): Promise<void> {
  await sql`insert into webhooks (company_id, id, url, description, events, enabled)
    values (${companyId}, ${id}, ${fields.url}, ${fields.description}, ${[...fields.events]}, ${fields.enabled})`.execute(db)
}

/** False when another write came first. */
export async function updateWebhook(db: Db, companyId: string, id: string, version: number, fields: WebhookFields): Promise<boolean> {
  const result = await sql`update webhooks set url = ${fields.url}, description = ${fields.description}, events = ${[...fields.events]},
      enabled = ${fields.enabled}, disabled_reason = ${fields.disabled_reason}
    where company_id = ${companyId} and id = ${id} and version = ${version} and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}

export async function deleteWebhook(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update webhooks set deleted_at = now() where company_id = ${companyId} and id = ${id} and deleted_at is null`.execute(db)
}

/** The secrets so far sign on until the day they are given. */
export async function addSecret(db: Db, companyId: string, id: string, secret: Envelope, now: Date, oldEndsAt: Date): Promise<void> {
  await sql`update webhook_secrets set ends_at = ${oldEndsAt} where company_id = ${companyId} and webhook_id = ${id} and ends_at is null`.execute(
    db,
  )
  await sql`insert into webhook_secrets (company_id, webhook_id, created_at, key_version, wrapped_key, sealed)
    values (${companyId}, ${id}, ${now}, ${secret.key_version}, ${secret.wrapped_key}, ${secret.sealed})`.execute(db)
}

/** Those that sign now, the newest first. */
export const liveSecrets = (db: Db, companyId: string, id: string, now: Date): Promise<Envelope[]> =>
  all(
    db,
    sql<Envelope>`select key_version, wrapped_key, sealed from webhook_secrets
      where company_id = ${companyId} and webhook_id = ${id} and (ends_at is null or ends_at > ${now}) order by created_at desc`,
  )

export interface NewDelivery {
  id: string
  webhook_id: string
  event: string
  body: string
}

export async function insertDeliveries(db: Db, companyId: string, rows: readonly NewDelivery[], now: Date): Promise<void> {
  await sql`insert into webhook_deliveries (company_id, id, webhook_id, event, body, created_at, next_at)
    select ${companyId}, r.id, r.webhook_id, r.event, r.body, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, webhook_id uuid, event text, body text)
    on conflict do nothing`.execute(db)
}

const MOST_SHOWN = 200

const DELIVERY = sql`
  select d.id, d.webhook_id, d.event, d.status, d.created_at, d.next_at, d.body, coalesce(t.tries, '[]') as tries
  from webhook_deliveries d
  left join lateral (select json_agg(json_build_object('at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'took_ms', t.took_ms, 'answered', t.answered, 'detail', t.detail) order by t.at desc) as tries
    from webhook_tries t where t.company_id = d.company_id and t.delivery_id = d.id) t on true`

export const findDelivery = (db: Db, companyId: string, id: string): Promise<WebhookDelivery | undefined> =>
  first(db, sql<WebhookDelivery>`${DELIVERY} where d.company_id = ${companyId} and d.id = ${id}`)

export function listDeliveries(db: Db, companyId: string, webhookId: string, status?: string): Promise<WebhookDelivery[]> {
  return all(
    db,
    sql<WebhookDelivery>`${DELIVERY}
      where d.company_id = ${companyId} and d.webhook_id = ${webhookId} and ${status === undefined ? sql`true` : sql`d.status = ${status}`}
      order by d.created_at desc, d.id desc limit ${MOST_SHOWN}`,
  )
}

/** Puts what has ended back to be sent; gives their ids. */
export async function sendAgain(
  db: Db,
  companyId: string,
  webhookId: string,
  which: { ids?: readonly string[] | undefined; since?: string | undefined },
  now: Date,
): Promise<string[]> {
  const rows = await all(
    db,
    sql<{ id: string }>`update webhook_deliveries set status = 'WAITING', tries = 0, next_at = ${now}
      where company_id = ${companyId} and webhook_id = ${webhookId} and status <> 'WAITING'
        and ${which.ids ? sql`id = any (${[...which.ids]}::uuid[])` : sql`status = 'FAILED'`}
        and ${which.since ? sql`created_at >= ${which.since}::date::timestamp at time zone 'America/Sao_Paulo'` : sql`true`}
      returning id`,
  )
  return rows.map(row => row.id)
}

export interface WaitingDelivery {
  id: string
  webhook_id: string
  event: string
  body: string
  tries: number
  created_at: string
  leased_until: string | null
  url: string
  enabled: boolean
}

/** The delivery, nobody else taking it; undefined when it has ended or its address is gone. */
export function lockDelivery(db: Db, companyId: string, id: string): Promise<WaitingDelivery | undefined> {
  return first(
    db,
    sql<WaitingDelivery>`
      select d.id, d.webhook_id, d.event, d.body, d.tries, d.created_at, d.leased_until, w.url, w.enabled
      from webhook_deliveries d join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
      where d.company_id = ${companyId} and d.id = ${id} and d.status = 'WAITING' and w.deleted_at is null for update of d`,
  )
}

export async function leaseDelivery(db: Db, companyId: string, id: string, until: Date): Promise<void> {
  await sql`update webhook_deliveries set leased_until = ${until} where company_id = ${companyId} and id = ${id}`.execute(db)
}

export interface Tried {
  at: Date
  took_ms: number
  answered: number | null
  detail: string
}

export async function recordTry(
  db: Db,
  companyId: string,
  id: string,
  tried: Tried,
  after: { status: WebhookDelivery['status']; next_at: Date | null },
): Promise<void> {
  await sql`insert into webhook_tries (company_id, delivery_id, at, took_ms, answered, detail)
    values (${companyId}, ${id}, ${tried.at}, ${tried.took_ms}, ${tried.answered}, ${tried.detail}) on conflict do nothing`.execute(db)
  await closeDelivery(db, companyId, id, after, after.status === 'DELIVERED' ? tried.at : null, 1)
}

export async function closeDelivery(
  db: Db,
  companyId: string,
  id: string,
  { status, next_at }: { status: WebhookDelivery['status']; next_at: Date | null },
  deliveredAt: Date | null = null,
  tries = 0,
): Promise<void> {
  await sql`update webhook_deliveries set status = ${status}, next_at = ${next_at}, leased_until = null, tries = tries + ${tries},
      delivered_at = coalesce(${deliveredAt}, delivered_at)
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** Whether the address took anything since that instant. */
export const tookSince = async (db: Db, companyId: string, webhookId: string, since: string): Promise<boolean> =>
  (await first(
    db,
    sql`select 1 from webhook_deliveries where company_id = ${companyId} and webhook_id = ${webhookId} and delivered_at > ${since} limit 1`,
  )) !== undefined

/** Of the companies in scope: what waits although its time has come. */
export const lateDeliveries = (db: Db, now: Date): Promise<{ company_id: string; id: string }[]> =>
  all(
    db,
    sql<{ company_id: string; id: string }>`
      select d.company_id, d.id from webhook_deliveries d
      join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id and w.deleted_at is null
      where d.status = 'WAITING' and d.next_at < ${now}`,
  )

export interface Happening {
  event: WebhookEvent
  ids: string[]
}

/** What a batch did that somebody may want to hear of, in the order of the events' names. */
export function happenings(db: Db, companyId: string, batchId: string): Promise<Happening[]> {
  return all(
    db,
    sql<Happening>`
      with r as materialized (
        select table_name, row_id, bool_or(before is null) as made, coalesce(bool_or(before ? 'status'), false) as moved,
          coalesce(bool_or(before ? 'deleted_at'), false) as went
        from batch_rows where company_id = ${companyId} and batch_id = ${batchId}
          and table_name in ('entries', 'contacts', 'statement_entries', 'invoices', 'payments', 'charges')
        group by table_name, row_id),
      happened(event, id) as (
        select case t.kind when 'BILL' then 'bill.' else 'receivable.' end || x.what, t.id
        from r join entries t on t.company_id = ${companyId} and t.id = r.row_id
        cross join lateral (values
          (case when r.made then 'created' when r.went and t.deleted_at is not null then 'deleted'
            when r.moved and t.status in ('PAID', 'RECEIVED') then null else 'updated' end),
          (case when (r.moved or r.made) and t.deleted_at is null
            then case t.status when 'PAID' then 'paid' when 'RECEIVED' then 'received' end end)) x(what)
        where r.table_name = 'entries'
        union all
        select 'contact.' || case when r.made then 'created' when r.went and t.deleted_at is not null then 'deleted' else 'updated' end, t.id
        from r join contacts t on t.company_id = ${companyId} and t.id = r.row_id where r.table_name = 'contacts'
        union all
        select 'statement_entry.' || case when r.made then 'created' when r.moved and t.status = 'CONCILIATED' then 'conciliated' end, t.id
        from r join statement_entries t on t.company_id = ${companyId} and t.id = r.row_id where r.table_name = 'statement_entries'
        union all
        select case t.status when 'ISSUED' then 'invoice.issued' when 'REJECTED' then 'invoice.rejected'
          when 'CANCELLED' then 'invoice.cancelled' end, t.id
        from r join invoices t on t.company_id = ${companyId} and t.id = r.row_id and t.source = 'LOCAL'
        where r.table_name = 'invoices' and r.moved
        union all
        select case t.status when 'SETTLED' then 'payment.settled' when 'REJECTED' then 'payment.rejected' end, t.id
        from r join payments t on t.company_id = ${companyId} and t.id = r.row_id where r.table_name = 'payments' and r.moved
        union all
        select case t.status when 'PAID' then 'charge.paid' end, t.id
        from r join charges t on t.company_id = ${companyId} and t.id = r.row_id where r.table_name = 'charges' and r.moved)
      select event, array_agg(id order by id) as ids from happened where event is not null group by event order by event`,
  )
}

export const listeners = (db: Db, companyId: string): Promise<{ id: string; events: WebhookEvent[] }[]> =>
  all(
    db,
    sql<{ id: string; events: WebhookEvent[] }>`
      select w.id, w.events from webhooks w where w.company_id = ${companyId} and w.enabled and w.deleted_at is null`,
  )
