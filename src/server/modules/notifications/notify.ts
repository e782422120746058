// Telling people: one notification per person, written in the transaction of its cause.
import { sql } from 'kysely'
import type { Notification } from '#contract/notifications.ts'
import { all, type Db } from '../../db/query.ts'
import type { Context } from '../../kernel/context.ts'
import { newId } from '../../kernel/ids.ts'
import type { Services } from '../../kernel/services.ts'

export interface NewNotification {
  user_ids: readonly string[]
  company_id?: string | null
  type: Notification['type']
  /** pt-BR. */
  title: string
  body: string
  metadata?: Record<string, unknown> | null
  /** The address of the screen that answers it: '/company/…/bills'. */
  action?: string | null
  /** Told once: a person who has one of this name is not told again. */
  once?: string
}

/** After the commit: the people's screens read their notifications again. */
export function ring(services: Services, user_ids: readonly string[], ids: readonly string[] = []): void {
  for (const user_id of user_ids)
    services.realtime.changed({ company_id: undefined, user_id, tags: ['notifications'], ids, batch_id: undefined })
}

/** Within a call: written with it, rung once it is kept. */
export async function tell(ctx: Context, news: Omit<NewNotification, 'company_id'>): Promise<void> {
  const ids = await notify(ctx.db, { ...news, company_id: ctx.companyId })
  if (ids.length > 0) ctx.afterCommit(() => ring(ctx.services, news.user_ids, ids))
}

/** Writes it for each person and gives the ids, those told before aside; the caller calls `ring` once that is kept. */
export async function notify(db: Db, notification: NewNotification): Promise<string[]> {
  const rows = notification.user_ids.map(user_id => ({ id: newId(), user_id }))
  if (rows.length === 0) return []
  const written = await all(
    db,
    sql<{ id: string }>`insert into notifications (id, user_id, company_id, type, title, body, metadata, action, once_key)
    select r.id, r.user_id, ${notification.company_id ?? null}::uuid, ${notification.type}, ${notification.title}, ${notification.body}, ${notification.metadata ? JSON.stringify(notification.metadata) : null}::jsonb, ${notification.action ?? null}, ${notification.once ?? null}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, user_id uuid)
    on conflict (user_id, once_key) where once_key is not null do nothing returning id`,
  )
  return written.map(row => row.id)
}
