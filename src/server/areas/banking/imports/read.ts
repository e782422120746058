// The job that reads a statement file: accounts found, every row decided, nothing written but the import's own rows.
import type { CsvMapping } from '#domain/statements/csv.ts'
import { fileOf } from '#server/adapters/files.ts'
import { type Failure, fail } from '#server/base/fail.ts'
import { type Jobs, setRun } from '#server/jobs/queue.ts'
import { isOutOfReach } from '#server/kernel/database-errors.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { type FileReader, withReader } from '#server/parsers/reader.ts'
import type { AskedMapping, ReadAnswer } from '#server/parsers/statement-reader.ts'
import { commitImport } from './commit.ts'
import { afterRows, failureText, retried, runResult, type Tell, teller } from './job-run.ts'
import { savedMapping } from './known-rows.ts'
import { planFile } from './plan.ts'
import { describeAccount, type Resolved, resolveAccounts } from './resolve-accounts.ts'
import { changeImport, deleteRows, findImport, type ImportChange, insertRows, type StoredImport } from './rows.ts'

type ReadFile = Extract<ReadAnswer, { kind: 'read' }>

/** What a reading that begins again leaves behind. */
const BLANK: ImportChange = {
  error: null,
  new_count: 0,
  present_count: 0,
  doubtful_count: 0,
  refused_count: 0,
  ignorable_count: 0,
  error_rows: [],
  accounts: [],
}

/**
 * Reads the file to a preview, or to the question it needs answered; with `commit` it goes on and takes the new rows in, unless the file has
 * something to be seen first: another account's number, a balance that does not follow from its rows.
 */
export async function readImport(services: Services, data: Jobs['import.read']): Promise<void> {
  const { company_id, import_id, run_id } = data
  const tell = teller(services, company_id, run_id)
  const found = await inCompany(services, company_id, db => findImport(db, company_id, import_id))
  if (!found) throw new Error('an import job without its import')
  const warnings: string[] = []
  if (found.status === 'READING') {
    try {
      warnings.push(...(await read(services, found, tell, data.commit ? 0.5 : 1)))
    } catch (error) {
      if (isOutOfReach(error)) throw error // the job is tried again
      const text = failureText(services, error)
      await inCompany(services, company_id, async db => {
        await deleteRows(db, company_id, import_id)
        await changeImport(db, company_id, import_id, ['READING'], { ...BLANK, status: 'FAILED', error: text })
        await setRun(db, run_id, { status: 'error', message: text })
      })
      announce(services, company_id, import_id)
      return
    }
    announce(services, company_id, import_id)
  }
  // An earlier try of this job may have gone on already, and ended before the rows were in.
  const goesOn =
    data.commit &&
    (await inCompany(services, company_id, async db => {
      const read = await findImport(db, company_id, import_id)
      const brings = read?.status === 'PREVIEW' && read.format !== 'OPEN_FINANCE' && read.new_count > 0
      const isWarned = brings && read.warnings.length > 0
      return !isWarned && changeImport(db, company_id, import_id, ['PREVIEW', 'COMMITTING'], { status: 'COMMITTING' })
    }))
  if (goesOn) {
    await commitImport(services, { company_id, import_id, run_id, user_id: found.created_by ?? '' }, { warnings, from: 50 })
    return
  }
  const after = await inCompany(services, company_id, db => findImport(db, company_id, import_id))
  if (!after) return
  const status = after.status === 'FAILED' ? 'error' : 'success'
  const [warning] = after.status === 'PREVIEW' && data.commit ? after.warnings : []
  const unseen = warning === undefined ? '' : `${warning} Veja a prévia antes de importar.`
  await tell({ status, progress: 100, message: after.error ?? unseen, result: runResult(after, warnings) })
}

function announce(services: Services, companyId: string, importId: string): void {
  services.realtime.changed({ company_id: companyId, user_id: undefined, tags: ['imports'], ids: [importId], batch_id: undefined })
}

const discarded = (): Failure => fail('import.already_done')

/** Gives the file's warnings. `share` is the part of the progress bar that reading takes. */
async function read(services: Services, found: StoredImport, tell: Tell, share: number): Promise<readonly string[]> {
  const { company_id, bank_account_id } = found
  await tell({ progress: Math.round(5 * share), message: 'Lendo o arquivo' })
  const bytes = await fileOf(services.files, { ...found, name: found.file_name })
  return withReader(async reader => {
    const saved =
      bank_account_id === null ? undefined : await inCompany(services, company_id, db => savedMapping(db, company_id, bank_account_id))
    const file = await reader.read({
      bytes,
      open_finance: found.format === 'OPEN_FINANCE',
      asked: found.mapping ?? undefined,
      saved: (saved as CsvMapping | null) ?? undefined,
    })
    if (file.kind === 'refused') throw fail('import.file_rejected', { motivo: file.reason })
    if (file.kind === 'needs_mapping') {
      await stop(services, found, { format: 'CSV', status: 'NEEDS_MAPPING', sniff: file.sniff, error: file.reason })
      return []
    }
    const resolved = await inCompany(services, company_id, db => resolveAccounts(db, company_id, file, bank_account_id))
    if (resolved.needs_account) {
      const sniff = sniffOf(file, resolved)
      const asked = 'Escolha a conta deste extrato.'
      await stop(services, found, { format: file.format, status: 'NEEDS_ACCOUNT', sniff, mapping: file.mapping, error: asked })
      return file.warnings
    }
    await tell({ progress: Math.round(35 * share), message: 'Comparando com o que já está registrado' })
    const rows = await retried(() => store(services, found, reader, file, resolved, tell, share))
    await afterRows(services, company_id, rows)
    return warningsOf(file, resolved)
  })
}

/** Ends the reading on a question for the person. */
async function stop(services: Services, { company_id, id }: StoredImport, change: ImportChange): Promise<void> {
  await inCompany(services, company_id, async db => {
    await deleteRows(db, company_id, id)
    if (!(await changeImport(db, company_id, id, ['READING'], { ...BLANK, ...change }))) throw discarded()
  })
}

/** The warnings stay with the import: who comes back to it later sees them too. */
const sniffOf = (file: ReadFile, resolved: Resolved): Record<string, unknown> => ({
  ...file.sniff,
  account: describeAccount(file),
  warnings: warningsOf(file, resolved),
})

const warningsOf = (file: ReadFile, resolved: Resolved): string[] => [...file.warnings, ...resolved.warnings]

async function store(
  services: Services,
  { company_id, id }: StoredImport,
  reader: FileReader,
  file: ReadFile,
  resolved: Resolved,
  tell: Tell,
  share: number,
): Promise<number> {
  const { accounts } = resolved
  return inCompany(services, company_id, async db => {
    const plan = await planFile(reader, db, company_id, accounts, services.clock.now())
    await deleteRows(db, company_id, id)
    for (const [index, slice] of plan.slices.entries()) {
      await insertRows(db, company_id, id, slice)
      await tell({ progress: Math.round((60 + (39 * (index + 1)) / plan.slices.length) * share), message: 'Preparando a prévia' })
    }
    const only = accounts.length === 1 ? accounts[0] : undefined
    const days = accounts.flatMap(account => [account.start_date, account.end_date]).filter(day => day !== null)
    const kept = await changeImport(db, company_id, id, ['READING'], {
      status: 'PREVIEW',
      error: null,
      format: file.format,
      // The whole mapping that was used: the same rows come out of it when they are taken in.
      mapping: file.mapping satisfies AskedMapping | null,
      sniff: sniffOf(file, resolved),
      ...(only ? { bank_account_id: only.bank_account_id } : {}),
      start_date: days.sort()[0] ?? null,
      end_date: days.sort().at(-1) ?? null,
      ledger_balance_cents: only?.ledger_balance_cents ?? null,
      ledger_date: only?.ledger_date ?? null,
      error_rows: plan.error_rows,
      new_count: plan.counts.new,
      present_count: plan.counts.present,
      doubtful_count: plan.counts.doubtful,
      refused_count: plan.counts.refused,
      ignorable_count: plan.counts.ignored,
      accounts,
      planned_cursor: plan.cursor,
    })
    if (!kept) throw discarded()
    return Object.values(plan.counts).reduce((sum, count) => sum + count, 0)
  })
}
