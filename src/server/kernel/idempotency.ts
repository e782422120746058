// One key, one effect: the key is written in its effect's transaction, so a crash keeps both or neither.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fail } from '#server/base/fail.ts'
import { type Db, first, type Row } from '#server/db/query.ts'
import { isLockTimeout } from './database-errors.ts'

export interface StoredAnswer {
  status: number
  answer: string
  batch_id: string | null
}

/** The answer is not there while the call still runs. */
type StoredKey = Row<'idempotency', 'status' | 'answer' | 'batch_id' | 'body_hash'>

export interface IdempotencyKey {
  user_id: string
  key: string
  endpoint: string
  body_hash: Buffer
}

export function hashBody(...parts: (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest()
}

/**
 * Claims the key, or returns its stored answer. A call still running holds the row: the wait ends in `idempotency.in_progress`.
 * Refuses another body under the same key.
 */
export async function claim(db: Db, key: IdempotencyKey): Promise<StoredAnswer | undefined> {
  const claimed = await first(
    db,
    sql<{ key: string }>`
      insert into idempotency (user_id, key, endpoint, body_hash) values (${key.user_id}, ${key.key}, ${key.endpoint}, ${key.body_hash})
      on conflict do nothing returning key`,
  ).catch(error => {
    throw isLockTimeout(error) ? fail('idempotency.in_progress', {}, { retry_after: 1 }) : error
  })
  if (claimed) return undefined
  const stored = await first(
    db,
    sql<StoredKey>`select status, answer, batch_id, body_hash from idempotency
      where user_id = ${key.user_id} and key = ${key.key} and endpoint = ${key.endpoint}`,
  )
  const { status = null, answer = null, batch_id = null } = stored ?? {}
  if (!stored || status === null || answer === null) throw fail('idempotency.in_progress', {}, { retry_after: 1 })
  if (!stored.body_hash.equals(key.body_hash)) throw fail('idempotency.key_reused')
  return { status, answer, batch_id }
}

export async function keep(db: Db, key: IdempotencyKey, answer: StoredAnswer): Promise<void> {
  await sql`update idempotency set status = ${answer.status}, answer = ${answer.answer}, batch_id = ${answer.batch_id}
    where user_id = ${key.user_id} and key = ${key.key} and endpoint = ${key.endpoint}`.execute(db)
}
