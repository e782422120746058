// What the process gives every handler: clock, secret, files, messages, jobs, sockets. Tests replace any of them.

import type { Logger } from 'pino'
import type { Tag } from '#contract/kit/tags.ts'
import type { BrandHosts } from '#domain/brands.ts'
import type { Outside } from '#server/adapters/ports.ts'
import type { Clock } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import type { JobQueue } from '#server/jobs/queue.ts'
import type { Replica } from './replica.ts'

/** The content of a socket frame: which lists of which company changed, never the data. */
export interface Change {
  company_id: string | undefined
  user_id: string | undefined
  tags: readonly Tag[]
  ids: readonly string[]
  batch_id: string | undefined
}

export interface Realtime {
  changed(change: Change): void
  /** Closes the sockets of a session that ended. */
  dropSession(sessionId: string): void
  /** Closes all sockets of a person whose companies or rights changed; they reconnect to the right rooms. */
  dropUser(userId: string): void
}

export interface Services extends Outside {
  clock: Clock
  db: Db
  /** The workers' pool, which has longer time-outs. */
  jobsDb: Db
  /** Where reports are read; undefined: on the primary, as everything. */
  replica?: Replica | undefined
  secret: Uint8Array
  /** Codes only go to the local outbox, so sending limits are ×20 and the outbox page exists. */
  local: boolean
  queue: JobQueue
  /** The product's public addresses, the main one first; empty in the local environment, where the caller's own address is trusted. */
  origins: readonly string[]
  /** The host names that show a brand. */
  brands: BrandHosts
  realtime: Realtime
  log: Logger
}
