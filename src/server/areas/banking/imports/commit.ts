// The job that takes the chosen rows in: one transaction, one batch, never twice the same movement.
import { contract } from '#contract/index.ts'
import { counted } from '#domain/text.ts'
import { fileOf } from '#server/adapters/files.ts'
import { fail } from '#server/base/fail.ts'
import { newId } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import { type Jobs, setRun } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { isOutOfReach } from '#server/kernel/database-errors.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { withReader } from '#server/parsers/reader.ts'
import { SLICE_ROWS } from '#server/parsers/statement-reader.ts'
import { afterRows, failureText, retried, runResult, type Tell, teller } from './job-run.ts'
import { activeAccounts, closedDays } from './known-rows.ts'
import { planFile } from './plan.ts'
import { changeImport, countRows, findImport, redecideRows, type StoredImport } from './rows.ts'
import { adoptIds, insertChosen, insertStatements, isPlanStale, lockAccounts, type NewStatement, refuseClosedRows } from './taking-rows.ts'

interface Watched {
  /** What reading had to say, when it went straight on. */
  warnings?: readonly string[]
  /** Where the progress bar stands already. */
  from?: number
}

interface Taken {
  added: number
  undecided: number
  /** 'Itaú 45871-3', or '2 contas'. */
  where: string
}

/** Takes the rows in, or leaves the import as a preview with the reason in the run. */
export async function commitImport(
  services: Services,
  data: Jobs['import.commit'],
  { warnings = [], from = 0 }: Watched = {},
): Promise<void> {
  const { company_id, import_id, run_id, user_id } = data
  const tell = teller(services, company_id, run_id)
  // An earlier try of this job took the rows in, and ended before it could say so.
  const before = await inCompany(services, company_id, db => findImport(db, company_id, import_id))
  if (before?.status === 'COMMITTED') {
    const message = `Extrato importado: ${counted(before.committed_count, ['lançamento', 'lançamentos'])}.`
    return tell({ status: 'success', progress: 100, message, result: runResult(before, warnings) })
  }
  try {
    const { result } = await retried(() =>
      inBatch<Taken>(
        services,
        {
          company_id,
          user_id: user_id || undefined,
          command: contract.imports.commit.id,
          label: taken => label(taken),
          tags: contract.imports.commit.spec.writes,
        },
        (db, batchId) => take(services, db, data, batchId, tell, from),
      ),
    )
    await afterRows(services, company_id, result.added)
    const left = result.undecided
    const doubts = left === 0 ? '' : ` ${counted(left, ['linha duvidosa ficou', 'linhas duvidosas ficaram'])} de fora.`
    const after = await inCompany(services, company_id, db => findImport(db, company_id, import_id))
    if (after) await tell({ status: 'success', progress: 100, message: `${label(result)}.${doubts}`, result: runResult(after, warnings) })
  } catch (error) {
    if (isOutOfReach(error)) throw error // the job is tried again
    const text = failureText(services, error)
    await inCompany(services, company_id, async db => {
      await changeImport(db, company_id, import_id, ['COMMITTING'], { status: 'PREVIEW' })
      await setRun(db, run_id, { status: 'error', message: text })
    })
    services.realtime.changed({ company_id, user_id: undefined, tags: ['imports'], ids: [import_id], batch_id: undefined })
  }
}

const label = ({ added, where }: Taken): string => `Extrato importado: ${counted(added, ['lançamento', 'lançamentos'])} · ${where}`

async function take(
  services: Services,
  db: Db,
  { company_id, import_id }: Jobs['import.commit'],
  batchId: string,
  tell: Tell,
  from: number,
): Promise<Taken> {
  const found = await findImport(db, company_id, import_id)
  if (found?.status !== 'COMMITTING') throw fail('import.already_done')
  const ids = found.accounts.map(account => account.bank_account_id).filter(id => id !== null)
  const statuses = await lockAccounts(db, company_id, ids)
  if (ids.some(id => statuses.get(id) !== 'ACTIVE')) {
    throw fail('import.file_rejected', { motivo: 'A conta deste extrato foi arquivada. Escolha outra conta.' })
  }
  if (await isPlanStale(db, company_id, ids, found.planned_cursor)) await compareAgain(services, db, found)
  if ((await closedDays(db, company_id)).length > 0) await refuseClosedRows(db, company_id, import_id)
  const adopted = await adoptIds(db, company_id, import_id)
  await insertStatements(db, company_id, import_id, found.format ?? 'OFX', statementsOf(services, found))
  const counts = await countRows(db, company_id, import_id)
  let added = 0
  for (let at = 0; at < counts.rows; at += 2 * SLICE_ROWS) {
    added += await insertChosen(db, company_id, import_id, at, at + 2 * SLICE_ROWS)
    const done = Math.min(1, (at + 2 * SLICE_ROWS) / counts.rows)
    await tell({ progress: Math.round(from + (98 - from) * done), message: 'Gravando os lançamentos' })
  }
  const kept = await changeImport(db, company_id, import_id, ['COMMITTING'], {
    status: 'COMMITTED',
    committed_count: added,
    batch_id: added + adopted > 0 ? batchId : null,
    new_count: counts.new,
    present_count: counts.present,
    doubtful_count: counts.doubtful,
    refused_count: counts.refused,
    ignorable_count: counts.ignored,
  })
  if (!kept) throw fail('import.already_done')
  return { added, undecided: counts.undecided, where: await whereTo(db, company_id, ids) }
}

/** Something was written to the account since the preview: the file is read again and its rows decided under our lock. */
async function compareAgain(services: Services, db: Db, found: StoredImport): Promise<void> {
  const bytes = await fileOf(services.files, { ...found, name: found.file_name })
  await withReader(async reader => {
    const file = await reader.read({ bytes, open_finance: found.format === 'OPEN_FINANCE', asked: found.mapping ?? undefined })
    if (file.kind !== 'read') throw fail('import.file_rejected', { motivo: file.reason })
    const plan = await planFile(reader, db, found.company_id, found.accounts, services.clock.now())
    for (const slice of plan.slices) await redecideRows(db, found.company_id, found.id, slice)
  })
}

function statementsOf(services: Services, found: StoredImport): NewStatement[] {
  return found.accounts.flatMap(account =>
    account.bank_account_id === null
      ? []
      : [
          {
            id: newId(services.clock.now()),
            bank_account_id: account.bank_account_id,
            start_date: account.start_date,
            end_date: account.end_date,
            ledger_balance_cents: account.ledger_balance_cents,
            ledger_date: account.ledger_date,
          },
        ],
  )
}

async function whereTo(db: Db, companyId: string, ids: readonly string[]): Promise<string> {
  const accounts = (await activeAccounts(db, companyId)).filter(account => ids.includes(account.id))
  const only = accounts.length === 1 ? accounts[0] : undefined
  return only ? [only.institution_name, only.account_number].filter(Boolean).join(' ') : `${accounts.length} contas`
}
