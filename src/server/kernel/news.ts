// People notified inside a transaction: the committer notifies their screens. News written where nobody would notify is refused.
import type { Db } from '#server/db/query.ts'
import type { Realtime } from './services.ts'

/** Ids of the notifications written so far, by person. */
type News = Map<string, string[]>

const waiting = new WeakMap<Db, News>()

/** Opens the transaction to news; its owner calls `ring` after the commit. */
export function hear(db: Db): void {
  waiting.set(db, new Map())
}

export function addNews(db: Db, written: readonly { id: string; user_id: string }[]): void {
  const news = waiting.get(db)
  if (!news) throw new Error('a notification was written outside a call, inBatch and inCompany: nobody would hear of it')
  for (const { id, user_id } of written) news.set(user_id, [...(news.get(user_id) ?? []), id])
}

/** After the commit: the notified people's screens reload their notifications. */
export function ring(db: Db, realtime: Realtime): void {
  for (const [user_id, ids] of waiting.get(db) ?? [])
    realtime.changed({ company_id: undefined, user_id, tags: ['notifications'], ids, batch_id: undefined })
  waiting.delete(db)
}
