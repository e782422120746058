// The SQL of messages on their way out. Whatever ends one also empties it: no code and no text stays.
import { sql } from 'kysely'
import type { Channel, Outgoing } from '#server/adapters/messages/transport.ts'
import { all, type Db, first } from '#server/db/query.ts'

export interface WaitingMessage extends Outgoing {
  kind: Channel
  expires_at: string | null
  /** Tries before this one. */
  attempts: number
  leased_until: string | null
}

export function findWaiting(db: Db, id: string): Promise<WaitingMessage | undefined> {
  return first(
    db,
    sql<WaitingMessage>`
      select id, recipient as to, kind, brand, coalesce(subject, '') as subject, code, coalesce(text, '') as text, expires_at, attempts,
        leased_until
      from outbox where id = ${id} and status = 'WAITING'`,
  )
}

/** False when another process took it meanwhile. */
export async function lease(db: Db, { id, attempts }: WaitingMessage, until: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ id: string }>`update outbox set attempts = attempts + 1, leased_until = ${new Date(until)}
      where id = ${id} and status = 'WAITING' and attempts = ${attempts} returning id`,
  )
  return row !== undefined
}

export async function release(db: Db, id: string): Promise<void> {
  await sql`update outbox set leased_until = null where id = ${id}`.execute(db)
}

export async function close(db: Db, id: string, status: 'SENT' | 'EXPIRED' | 'DEAD', now: number): Promise<void> {
  await sql`update outbox set status = ${status}, code = null, text = null, subject = null, leased_until = null,
      sent_at = ${status === 'SENT' ? new Date(now) : null} where id = ${id} and status = 'WAITING'`.execute(db)
}

export async function listWaiting(db: Db): Promise<string[]> {
  return (await all(db, sql<{ id: string }>`select id from outbox where status = 'WAITING' order by at`)).map(row => row.id)
}
