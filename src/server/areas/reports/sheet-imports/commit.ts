// The job that takes the chosen rows of a sheet in: read once more, one transaction, one batch.
import { dayInSaoPaulo } from '#domain/days.ts'
import { counted } from '#domain/text.ts'
import { fileOf } from '#server/adapters/files.ts'
import { failureText, retried, teller } from '#server/areas/banking/imports/job-run.ts'
import { fail } from '#server/base/fail.ts'
import { newId } from '#server/base/ids.ts'
import { type Jobs, setRun } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { isOutOfReach } from '#server/kernel/database-errors.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { readSheetFile } from '#server/parsers/sheet-file.ts'
import { readForTaking } from '#server/sheets/sheet.ts'
import { KINDS } from './kinds.ts'
import { findSheet, keepTaken, moveSheet, type StoredSheet } from './rows.ts'

type Taken = Pick<StoredSheet, 'committed_count' | 'batch_id'>

/** Takes the rows in, or leaves the sheet as it was with the reason in the run. */
export async function commitSheet(
  services: Services,
  { company_id, import_id, run_id, user_id, approves }: Jobs['sheet.commit'],
): Promise<void> {
  const tell = teller(services, company_id, run_id)
  const before = await inCompany(services, company_id, db => findSheet(db, company_id, import_id))
  if (!before) throw new Error('a sheet job without its sheet')
  const { sheet, writes } = KINDS[before.kind]
  const done = ({ committed_count, batch_id }: Taken) =>
    tell({
      status: 'success',
      progress: 100,
      message: counted(committed_count, sheet.label),
      result: { import_id, committed_count, batch_id },
    })
  // An earlier try of this job took the rows in, and ended before it could say so.
  if (before.status === 'COMMITTED') return done(before)
  try {
    await tell({ progress: 10, message: 'Lendo a planilha' })
    const bytes = await fileOf(services.files, { ...before, name: before.file_name })
    const records = await readSheetFile(bytes)
    await tell({ progress: 40, message: 'Gravando as linhas' })
    const now = services.clock.now()
    const { result } = await retried(() =>
      inBatch<Taken>(
        services,
        {
          company_id,
          user_id,
          command: sheet.command,
          label: taken => counted(taken.committed_count, sheet.label),
          tags: [...writes, 'imports'],
        },
        async (db, batchId) => {
          const found = await findSheet(db, company_id, import_id)
          if (found?.status !== 'COMMITTING') throw fail('import.already_done')
          const out = new Set(found.rows.filter(row => row.decision === 'new' && row.choice === 'SKIP').map(row => row.line))
          const desk = { db, companyId: company_id, today: dayInSaoPaulo(now), newId: () => newId(now), user_id, approves }
          const plan = await readForTaking(sheet, desk, records)
          const count = await plan.take(line => !out.has(line))
          const batch_id = count > 0 ? batchId : null
          if (!(await keepTaken(db, company_id, import_id, { rows: plan.rows, count, batch_id }))) throw fail('import.already_done')
          return { committed_count: count, batch_id }
        },
      ),
    )
    await done(result)
  } catch (error) {
    if (isOutOfReach(error)) throw error // the job is tried again
    const text = failureText(services, error)
    await inCompany(services, company_id, async db => {
      await moveSheet(db, company_id, import_id, 'COMMITTING', 'PREVIEW')
      await setRun(db, run_id, { status: 'error', message: text })
    })
    services.realtime.changed({ company_id, user_id: undefined, tags: ['imports'], ids: [import_id], batch_id: undefined })
  }
}
