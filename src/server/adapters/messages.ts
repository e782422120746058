// Messages to people (codes, for now): the local adapter keeps them in an outbox table and says them in the terminal.
import { sql } from 'kysely'
import { all, type Db } from '../db/query.ts'
import { newId } from '../kernel/ids.ts'

export interface Message {
  to: string
  kind: 'SMS' | 'EMAIL'
  code?: string
  text: string
}

export interface Messages {
  /** Inside the caller's transaction: a message of a write that failed is never sent. */
  send(db: Db, message: Message): Promise<void>
}

export interface OutboxRow {
  at: string
  to: string
  kind: string
  code: string | null
  text: string
}

export function outboxMessages(say: (line: string) => void): Messages {
  return {
    async send(db, message) {
      await sql`insert into outbox (id, recipient, kind, code, text) values (${newId()}, ${message.to}, ${message.kind}, ${message.code ?? null}, ${message.text})`.execute(
        db,
      )
      say(`[${message.kind}] ${message.to}: ${message.text}`)
    },
  }
}

/** The newest messages first: what /dev/outbox shows. */
export function readOutbox(db: Db): Promise<OutboxRow[]> {
  return all(
    db,
    sql<OutboxRow>`select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, recipient as "to", kind, code, text from outbox order by outbox.at desc limit 50`,
  )
}
