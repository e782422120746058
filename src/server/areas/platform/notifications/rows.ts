// The SQL of notifications and of the devices that want them.
import { sql } from 'kysely'
import type { Notification } from '#contract/notifications.ts'
import { all, type Db } from '#server/db/query.ts'

export function listNotifications(db: Db, userId: string, limit: number): Promise<Notification[]> {
  return all(db, sql<Notification>`select * from notifications where user_id = ${userId} order by created_at desc, id desc limit ${limit}`)
}

/** Marks the given ones, or all when none are given; a notification keeps the time it was first read. */
export async function markRead(db: Db, userId: string, ids: readonly string[] | undefined, now: number): Promise<void> {
  await sql`update notifications set readed_at = ${new Date(now)} where user_id = ${userId} and readed_at is null
    and ${ids === undefined ? sql`true` : sql`id = any (${[...ids]}::uuid[])`}`.execute(db)
}

/** A device token belongs to whoever signed in on it last. */
export async function keepPushToken(db: Db, userId: string, token: string, platform: string | null): Promise<void> {
  await sql`delete from push_tokens where token = ${token} and user_id <> ${userId}`.execute(db)
  await sql`insert into push_tokens (user_id, token, platform) values (${userId}, ${token}, ${platform})
    on conflict (user_id, token) do update set platform = excluded.platform`.execute(db)
}
