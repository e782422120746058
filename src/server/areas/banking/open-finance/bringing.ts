// Bringing a connected bank's lines: the bank's answer becomes an import like any file's, with the same rules of identity.
import { addDays, dayInSaoPaulo } from '#domain/days.ts'
import { FIRST_DAYS, LATER_DAYS, type ProvidedAccount, statementOf, syncName } from '#domain/open-finance.ts'
import type { StatementFile } from '#domain/statements/statement-file.ts'
import type { StoredFile } from '#server/adapters/files.ts'
import { newId } from '#server/base/ids.ts'
import { type SyncJob, setRun } from '#server/jobs/queue.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { commitImport } from '../imports/commit.ts'
import { readImport } from '../imports/read.ts'
import { changeImport, deleteRows, findImport, insertImport, type StoredImport } from '../imports/rows.ts'
import { linkAccounts } from './linking.ts'
import { changeConnection, doubtfulIds, dropImport, type LinkedAccount, linkedAccounts, removedIds, type StoredConnection } from './rows.ts'

export interface Brought {
  committed_count: number
  /** Lines that wait for a person; counted only when they were not waiting before. */
  doubtful_count: number
  import_id: string | null
  batch_id: string | null
  review_import_id: string | null
}

/** What could not be brought, as the run says it. */
export class NotBrought extends Error {
  override name = 'NotBrought'
}

/** Reads what the bank has, takes in what is new as one batch, and leaves what resembles stored lines to a person. */
export async function bringLines(services: Services, job: SyncJob, connection: StoredConnection): Promise<Brought> {
  const { company_id, id, institution_name } = connection
  await dropUnfinished(services, connection)
  const provided = await services.openFinance.accounts(connection)
  // A first try that failed left nothing linked, and the next one is planned without a person.
  const linked =
    job.renew || connection.last_sync_at === null
      ? await linkAccounts(services, connection, provided, job.user_id)
      : await inCompany(services, company_id, db => linkedAccounts(db, company_id, id))
  const file = await askedFile(services, job, connection, provided, linked)
  const nothing: Brought = {
    committed_count: 0,
    doubtful_count: 0,
    import_id: null,
    batch_id: null,
    review_import_id: connection.review_import_id,
  }
  if (file.accounts.every(account => account.rows.length === 0)) return nothing

  await inCompany(services, company_id, db => setRun(db, job.run_id, { progress: 50, message: 'Comparando com o que já está registrado' }))
  const stored = await services.files.put(company_id, new TextEncoder().encode(JSON.stringify(file)))
  const name = syncName(institution_name, dayInSaoPaulo(services.clock.now()))
  const read = await readInto(services, job, connection, stored, name)
  if (read.new_count === 0) return { ...nothing, ...(await settleDoubts(services, connection, read)) }

  const done = await takeIn(services, job, read)
  const review = read.doubtful_count === 0 ? undefined : await readInto(services, job, connection, stored, name)
  const doubts = await settleDoubts(services, connection, review)
  return { ...nothing, committed_count: done.committed_count, import_id: done.id, batch_id: done.batch_id, ...doubts }
}

/** What a sync cut short left behind: its rows are asked for again. */
async function dropUnfinished(services: Services, { company_id, import_id, review_import_id }: StoredConnection): Promise<void> {
  if (import_id === null || import_id === review_import_id) return
  await inCompany(services, company_id, db => dropImport(db, company_id, import_id))
}

/** What the bank says of the linked accounts, as a statement. */
async function askedFile(
  services: Services,
  job: SyncJob,
  connection: StoredConnection,
  provided: readonly ProvidedAccount[],
  linked: readonly LinkedAccount[],
): Promise<StatementFile> {
  const { company_id } = connection
  const from = await firstDay(services, connection)
  const answers: Parameters<typeof statementOf>[1][number][] = []
  for (const { id, external_id } of linked) {
    const account = provided.find(each => each.id === external_id)
    if (!account) continue
    const transactions = await services.openFinance.transactions(connection, account.id, from)
    // What a person took out comes back only when a person asks.
    const removed = job.user_id === null ? await inCompany(services, company_id, db => removedIds(db, company_id, id)) : new Set<string>()
    answers.push({ account, transactions: transactions.filter(each => !removed.has(each.id)) })
  }
  return statementOf(connection.institution_name, answers)
}

/** Early enough to see again whatever still waits for a decision. */
async function firstDay(services: Services, { company_id, last_sync_at, review_import_id }: StoredConnection): Promise<string> {
  const today = dayInSaoPaulo(services.clock.now())
  if (last_sync_at === null) return addDays(today, -FIRST_DAYS)
  const usual = addDays(dayInSaoPaulo(Date.parse(last_sync_at)), -LATER_DAYS)
  const review =
    review_import_id === null ? undefined : await inCompany(services, company_id, db => findImport(db, company_id, review_import_id))
  return review?.start_date && review.start_date < usual ? review.start_date : usual
}

/** A new import of the answer, read and compared up to its preview. */
async function readInto(
  services: Services,
  job: SyncJob,
  connection: StoredConnection,
  stored: StoredFile,
  file_name: string,
): Promise<StoredImport> {
  const { company_id } = connection
  const id = newId(services.clock.now())
  await inCompany(services, company_id, async db => {
    const row = { id, bank_account_id: null, file_name, ...stored, mapping: null, created_by: job.user_id, format: 'OPEN_FINANCE' as const }
    await insertImport(db, company_id, row)
    await changeConnection(db, company_id, connection.id, { import_id: id })
  })
  // Under a run of its own that nobody watches: the connection's run ends when all is done.
  await readImport(services, { company_id, import_id: id, run_id: newId(), commit: false })
  const found = await inCompany(services, company_id, db => findImport(db, company_id, id))
  if (found?.status !== 'PREVIEW') throw new NotBrought(found?.error ?? '')
  return found
}

async function takeIn(services: Services, { run_id, user_id }: SyncJob, { company_id, id }: StoredImport): Promise<StoredImport> {
  await inCompany(services, company_id, db => changeImport(db, company_id, id, ['PREVIEW'], { status: 'COMMITTING' }))
  await commitImport(services, { company_id, import_id: id, run_id, user_id: user_id ?? '' }, { from: 60 })
  const found = await inCompany(services, company_id, db => findImport(db, company_id, id))
  // The run already says why.
  if (found?.status !== 'COMMITTED') throw new NotBrought('')
  return found
}

/** The preview that holds the doubts takes the place of the one before, unless both ask the same. */
async function settleDoubts(
  services: Services,
  { company_id, id, review_import_id: before }: StoredConnection,
  review: StoredImport | undefined,
): Promise<Pick<Brought, 'doubtful_count' | 'review_import_id'>> {
  return inCompany(services, company_id, async db => {
    const doubts = review ? await doubtfulIds(db, company_id, review.id) : []
    const known = before === null ? [] : await doubtfulIds(db, company_id, before)
    const isKnown = doubts.length > 0 && doubts.join() === known.join()
    if (review && (isKnown || doubts.length === 0)) await dropImport(db, company_id, review.id)
    if (isKnown) return { doubtful_count: 0, review_import_id: before }
    if (before !== null) {
      await changeImport(db, company_id, before, ['PREVIEW'], { status: 'DISCARDED' })
      await deleteRows(db, company_id, before)
    }
    const review_import_id = review && doubts.length > 0 ? review.id : null
    await changeConnection(db, company_id, id, { review_import_id })
    return { doubtful_count: doubts.length, review_import_id }
  })
}
