// What the process gives every handler: clock, secret, files, messages, jobs, sockets. Tests replace any of them.

import type { Logger } from 'pino'
import type { Tag } from '#contract/kit/tags.ts'
import type { AppointmentProvider } from '../adapters/appointments/provider.ts'
import type { FileStore } from '../adapters/files.ts'
import type { FiscalAuthority } from '../adapters/fiscal/authority.ts'
import type { Messages } from '../adapters/messages/outbox.ts'
import type { OpenFinance } from '../adapters/open-finance.ts'
import type { Payments } from '../adapters/payments.ts'
import type { PostalCodes } from '../adapters/postal-codes.ts'
import type { EntityRegistry } from '../adapters/registry.ts'
import type { TaxAuthority } from '../adapters/tax-authority.ts'
import type { CertificateTrust } from '../adapters/trust.ts'
import type { Db } from '../db/query.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Clock } from './ids.ts'

/** What a socket frame says: which lists of which company changed, never the data. */
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
  /** Closes all sockets of a person whose companies or rights changed: they come back with the rooms of now. */
  dropUser(userId: string): void
}

export interface Services {
  clock: Clock
  db: Db
  /** The pool of the workers, with the longer limits. */
  jobsDb: Db
  secret: Uint8Array
  /** Codes go to the local outbox only, so sending limits are ×20 and the outbox page exists. */
  local: boolean
  files: FileStore
  trust: CertificateTrust
  fiscal: FiscalAuthority
  appointments: AppointmentProvider
  messages: Messages
  openFinance: OpenFinance
  taxAuthority: TaxAuthority
  registry: EntityRegistry
  postalCodes: PostalCodes
  /** The bank behind the digital account. */
  payments: Payments
  queue: JobQueue
  /** Where people reach the product, the first one first; empty where whoever asks is believed: the local environment. */
  origins: readonly string[]
  realtime: Realtime
  log: Logger
}
