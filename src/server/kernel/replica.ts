// Reports read from a standby, and never older than the moment they were asked: the primary says how far it has written, the standby waits
// until it has come so far, and whoever it keeps waiting too long is answered by the primary.
import { sql } from 'kysely'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { isMutating } from '#contract/kit/endpoint.ts'
import { type Db, first } from '#server/db/query.ts'
import { isOutOfReach } from './database-errors.ts'
import { type Trouble, within } from './standing.ts'

/** The resources whose reads are long and write nothing. */
const REPORTS: ReadonlySet<string> = new Set([
  'balanceLadder',
  'cashFlowReport',
  'dashboard',
  'exports',
  'incomeStatement',
  'ledgerReport',
  'monthPage',
])

/** How long a call waits for the standby to come up. */
const PATIENCE_MS = 300
const LOOK_MS = 10
/** A look at the standby for `/ready` takes no longer. */
const GLANCE_MS = 700
/** A standby that was away is left alone for so long. */
const REST_MS = 5000

export type ReplicaOutcome = 'read' | 'behind' | 'away'

export interface Replica {
  /** Runs `work` on the standby in a read-only transaction that sees at least `position`; undefined: the primary must answer. */
  read<T>(position: string, work: (db: Db) => Promise<T>): Promise<T | undefined>
  /** False while it rests after it was away. */
  isOpen(): boolean
  /** Of the last read and of a look now; undefined while all is well. */
  trouble(): Promise<Trouble | undefined>
  /** Reads so far by outcome. */
  readonly counts: Readonly<Record<ReplicaOutcome, number>>
}

/** Whether a row is one of the reports. */
export const isReport = (row: Endpoint): boolean => !isMutating(row) && !row.spec.public && REPORTS.has(row.id.split('.')[0] ?? '')

/** How far the primary has written what it acknowledged; asked before a report is read elsewhere. */
export async function positionOf(db: Db): Promise<string> {
  const row = await first(db, sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`)
  if (!row) throw new Error('the primary said no position')
  return row.position
}

class Behind extends Error {}

const has = (db: Db, position: string) =>
  first(db, sql<{ fit: boolean }>`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as fit`)

async function untilAt(db: Db, position: string): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; ; await new Promise(next => setTimeout(next, LOOK_MS))) {
    if ((await has(db, position))?.fit) return
    if (performance.now() > end) throw new Behind()
  }
}

/** Cancelled because the standby had to go on (40001), or asked to write (25006): the primary answers such a call. */
const isOfStandby = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01' || error.code === '25006')

export function openReplica(db: Db, now: () => number): Replica {
  const counts: Record<ReplicaOutcome, number> = { read: 0, behind: 0, away: 0 }
  let closedUntil = 0
  return {
    counts,
    isOpen: () => now() >= closedUntil,
    async read(position, work) {
      try {
        const answer = await db
          .transaction()
          .setAccessMode('read only')
          .execute(async tx => {
            await untilAt(tx, position)
            return await work(tx)
          })
        counts.read += 1
        return answer
      } catch (error) {
        const isAway = isOutOfReach(error)
        if (!isAway && !(error instanceof Behind) && !isOfStandby(error)) throw error
        counts[isAway ? 'away' : 'behind'] += 1
        if (isAway) closedUntil = now() + REST_MS
        return undefined
      }
    },
    async trouble() {
      const standby = await within(GLANCE_MS, first(db, sql<{ is: boolean }>`select pg_is_in_recovery() as is`))
      if (standby?.is) return undefined
      const message = standby
        ? 'O banco de DATABASE_REPLICA_URL deixou de ser uma réplica. Os relatórios são lidos no primário.'
        : 'A réplica de DATABASE_REPLICA_URL não responde. Os relatórios são lidos no primário.'
      return { id: 'replica_away', message, closes: false }
    },
  }
}
