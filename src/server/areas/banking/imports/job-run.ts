// What the jobs that bring statements share: the run the person watches, and the words of a failure.
import { sql } from 'kysely'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import { type RunState, setRun } from '#server/jobs/queue.ts'
import { isOutOfReach, toFailure } from '#server/kernel/database-errors.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import type { StoredImport } from './rows.ts'

const FAILED_TEXT = 'Não conseguimos trazer seus dados, tente trazer novamente.'
const ATTEMPTS = 3

/** Tells the run, in a transaction of its own: progress is seen while the work is still open. */
export type Tell = (state: Partial<RunState>) => Promise<void>

export function teller(services: Services, companyId: string, runId: string): Tell {
  return state => inCompany(services, companyId, db => setRun(db, runId, state))
}

const MANY_ROWS = 1000

/** After so many new rows the planner must not wait for the autovacuum's next round. */
export async function afterRows(services: Services, companyId: string, rows: number): Promise<void> {
  if (rows >= MANY_ROWS) await inCompany(services, companyId, db => sql`select refresh_statistics()`.execute(db))
}

/** Tries again what lost a race or waited too long for a lock; not what lost its connection, which may have been taken in. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= ATTEMPTS || isOutOfReach(error) || toFailure(error)?.id !== 'server.busy') throw error
    }
  }
}

/** The pt-BR sentence for whatever was thrown; what is no refusal of ours goes to the log. */
export function failureText(services: Services, error: unknown): string {
  if (error instanceof StatementFileError) return error.reason
  const failure = toFailure(error)
  if (failure) return failure.message
  services.log.error({ error: error instanceof Error ? (error.stack ?? error.message) : 'unknown' }, 'import failed')
  return FAILED_TEXT
}

/** What a finished run says of its import. */
export function runResult(found: StoredImport, warnings: readonly string[] = []): Record<string, unknown> {
  return {
    import_id: found.id,
    status: found.status,
    new_count: found.new_count,
    present_count: found.present_count,
    doubtful_count: found.doubtful_count,
    refused_count: found.refused_count,
    ignorable_count: found.ignorable_count,
    committed_count: found.committed_count,
    batch_id: found.batch_id,
    warnings,
  }
}
