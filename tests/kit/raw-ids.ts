// What a program calls a record: nobody reads it, so it stands in no text that people are told.
import type pg from 'pg'

export const RAW_ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Addresses aside, for a link leads by an id, and random Pix keys, which look like one. */
export const hasRawId = (text: string): boolean =>
  new RegExp(RAW_ID, 'i').test(text.replace(/https?:\/\/\S+/g, '').replace(/\bchave [\da-f-]{36}\b/gi, ''))

/** What notifications, messages and the history of a database tell somebody with an id in it; nothing of a database that is away. */
export async function toldWithIds(admin: pg.Client): Promise<string[]> {
  const asked = admin.query<{ told: string }>(
    `select told from (
      select title || ' ' || body as told from notifications union all
      select coalesce(subject, '') || ' ' || text from outbox union all
      select label from batches) t where told ~* $1`,
    [RAW_ID],
  )
  const { rows } = await asked.catch(() => ({ rows: [] }))
  return rows.map(row => row.told).filter(hasRawId)
}
