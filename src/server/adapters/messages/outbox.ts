// Messages to people. Written to the outbox in the transaction of their cause; a job hands them to the channel after the commit.
// In the local environment a channel without a real one behind it stays in the outbox, which a page and the terminal show.
import { sql } from 'kysely'
import type { Brand } from '#domain/brands.ts'
import { fail } from '#server/base/fail.ts'
import { newId } from '#server/base/ids.ts'
import { all, type Db } from '#server/db/query.ts'
import type { Channel, Transport } from './transport.ts'

export interface Message {
  /** Null is nobody: it takes as long as sending does, so that nobody learns whom we know, and reaches no one. */
  to: string | null
  kind: Channel
  brand: Brand
  /** Of an e-mail, without the brand's name. Never the code: subjects are shown on locked screens. */
  subject: string
  code?: string
  text: string
  /** What it is about: of one topic only the newest is still sent. */
  topic?: string
  /** Not sent after it. */
  expires_at?: string
}

export interface Messages {
  /** The real channels, by kind. */
  readonly transports: Partial<Record<Channel, Transport>>
  /** Whether something of this kind reaches its person, so that nothing else is promised. */
  has(kind: Channel): boolean
  /** Inside the caller's transaction: a message of a write that failed is never sent. Throws `provider.unavailable` without a channel. */
  send(db: Db, message: Message): Promise<void>
}

export interface OutboxRow {
  at: string
  to: string
  kind: string
  code: string | null
  /** Empty once a real channel took it. */
  text: string
}

export interface OutboxOptions {
  /** Hands a written message over to whoever sends it after the commit. */
  queue: { later(db: Db, name: 'message.send', message: { message_id: string }, options: { key: string }): Promise<void> }
  transports: Messages['transports']
  /** Says a message in the terminal: the local environment. Absent, only a real channel serves. */
  say: ((line: string) => void) | undefined
}

export function outboxMessages({ queue, transports, say }: OutboxOptions): Messages {
  const has = (kind: Channel) => transports[kind] !== undefined || say !== undefined
  return {
    transports,
    has,
    async send(db, { to, kind, brand, subject, code, text, topic, expires_at }) {
      if (!has(kind)) throw fail('provider.unavailable')
      const id = newId()
      const waits = transports[kind] !== undefined
      const status = to === null ? 'EXPIRED' : waits ? 'WAITING' : 'KEPT'
      if (topic) await withdraw(db, topic)
      await sql`insert into outbox (id, recipient, kind, brand, subject, code, text, topic, expires_at, status)
        values (${id}, ${to ?? ''}, ${kind}, ${brand}, ${subject}, ${to === null ? null : (code ?? null)}, ${to === null ? null : text},
          ${topic ?? null}, ${expires_at ?? null}, ${status})`.execute(db)
      if (waits) await queue.later(db, 'message.send', { message_id: id }, { key: id })
      if (to !== null) say?.(`[${kind}] ${to}: ${text}`)
    },
  }
}

const withdraw = (db: Db, topic: string) =>
  sql`update outbox set status = 'EXPIRED', code = null, text = null where topic = ${topic} and status = 'WAITING'`.execute(db)

/** The newest messages first: what /dev/outbox shows. */
export function readOutbox(db: Db): Promise<OutboxRow[]> {
  return all(
    db,
    sql<OutboxRow>`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, recipient as "to", kind, code, coalesce(text, '') as text
      from outbox where recipient <> '' order by outbox.at desc limit 50`,
  )
}
