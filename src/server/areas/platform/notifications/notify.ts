// Telling people: one notification per person, written in the transaction of its cause.
import { sql } from 'kysely'
import type { Notification } from '#contract/notifications.ts'
import { newId } from '#server/base/ids.ts'
import { all, type Db } from '#server/db/query.ts'
import { addNews } from '#server/kernel/news.ts'

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

/** Writes it for each person, those told before aside; their screens hear of it once the transaction is kept. */
export async function notify(db: Db, notification: NewNotification): Promise<void> {
  const rows = notification.user_ids.map(user_id => ({ id: newId(), user_id }))
  if (rows.length === 0) return
  const written = await all(
    db,
    sql<{ id: string; user_id: string }>`insert into notifications (id, user_id, company_id, type, title, body, metadata, action, once_key)
    select r.id, r.user_id, ${notification.company_id ?? null}::uuid, ${notification.type}, ${notification.title}, ${notification.body},
        ${notification.metadata ? JSON.stringify(notification.metadata) : null}::jsonb, ${notification.action ?? null},
        ${notification.once ?? null}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, user_id uuid)
    on conflict (user_id, once_key) where once_key is not null do nothing returning id, user_id`,
  )
  addNews(db, written)
}
