// The job behind a connection: asks the bank step by step, says how it stands, and brings the lines when they are there.
import { contract } from '#contract/index.ts'
import {
  type ConnectionState,
  connectionMessage,
  GIVE_UP_SECONDS,
  PHASE_OF,
  POLL_SECONDS,
  retryAfter,
  SYNC_EVERY_SECONDS,
} from '#domain/open-finance.ts'
import { counted } from '#domain/text.ts'
import { type ItemRef, type ProviderItem, ProviderUnavailable } from '#server/adapters/open-finance.ts'
import type { Db } from '#server/db/query.ts'
import { type SyncJob, setRun } from '#server/jobs/queue.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { failureText } from '../imports/job-run.ts'
import { type Brought, bringLines, NotBrought } from './bringing.ts'
import { changeConnection, findConnection, type StoredConnection, takeAnswer } from './rows.ts'
import { tellPerson } from './telling.ts'

const QUEUE = 'open_finance.sync'
const SUPERSEDED = 'Outra sincronização tomou o lugar desta, ou a conexão foi encerrada.'

/** One step; the next is put off, so that no worker sleeps while a bank takes its time. */
export async function syncConnection(services: Services, job: SyncJob): Promise<void> {
  const { company_id, connection_id, run_id } = job
  const connection = await inCompany(services, company_id, db => findConnection(db, company_id, connection_id))
  if (!connection || connection.run_id !== run_id || connection.revoked_at !== null) {
    return inCompany(services, company_id, db => setRun(db, run_id, { status: 'error', message: SUPERSEDED }))
  }
  const begun = job.step === 'begin' ? await begin(services, connection) : connection
  try {
    const item = await askBank(services, job, begun)
    await keepState(services, begun, item)
    await goOn(services, job, { ...begun, ...item }, item)
  } catch (error) {
    const message = error instanceof NotBrought ? error.message : failureText(services, error)
    await plan(services, job, begun, retryAfter(job.attempt), job.attempt + 1)
    await end(services, job, { status: 'error', ...(message === '' ? {} : { message }) })
  }
}

/** A planned sync may begin later than planned: its patience counts from now. */
async function begin(services: Services, connection: StoredConnection): Promise<StoredConnection> {
  const run_started_at = new Date(services.clock.now()).toISOString()
  await inCompany(services, connection.company_id, db => changeConnection(db, connection.company_id, connection.id, { run_started_at }))
  return { ...connection, run_started_at }
}

async function askBank(services: Services, job: SyncJob, { company_id, id, item_id }: StoredConnection): Promise<ProviderItem> {
  const ref: ItemRef = { company_id, item_id }
  const provider = services.openFinance
  try {
    if (job.step === 'begin') await provider.begin(ref, { renew: job.renew })
    const code = await inCompany(services, company_id, db => takeAnswer(db, company_id, id))
    if (code !== null) await provider.answer(ref, code)
    return await provider.item(ref)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    return { status: 'OUTDATED', execution_status: 'CONNECTION_ERROR', consent_expires_at: null }
  }
}

async function keepState(services: Services, connection: StoredConnection, item: ProviderItem): Promise<void> {
  const { status, execution_status } = item
  if (status === connection.status && execution_status === connection.execution_status) return
  const consent = item.consent_expires_at === null ? {} : { consent_expires_at: item.consent_expires_at }
  await inCompany(services, connection.company_id, db =>
    changeConnection(db, connection.company_id, connection.id, { status, execution_status, ...consent }),
  )
  announce(services, connection)
}

function announce(services: Services, { company_id, bank_account_ids }: StoredConnection): void {
  services.realtime.changed({ company_id, user_id: undefined, tags: ['bank_accounts'], ids: bank_account_ids, batch_id: undefined })
}

async function goOn(services: Services, job: SyncJob, connection: StoredConnection, state: ConnectionState): Promise<void> {
  const message = connectionMessage(state, connection.institution_name)
  switch (PHASE_OF[state.status]) {
    case 'working':
      return poll(services, job, connection, message)
    case 'person':
      await tellPerson(services, connection, message)
      return end(services, job, { status: 'error', message })
    case 'retry':
      await plan(services, job, connection, retryAfter(job.attempt), job.attempt + 1)
      return end(services, job, { status: 'error', message })
    case 'done':
      return finish(services, job, connection, state)
  }
}

async function poll(services: Services, job: SyncJob, connection: StoredConnection, message: string): Promise<void> {
  const { company_id } = job
  const seconds = (services.clock.now() - Date.parse(connection.run_started_at ?? '')) / 1000
  if (seconds > GIVE_UP_SECONDS || seconds < -GIVE_UP_SECONDS) {
    const state: ConnectionState = { status: 'OUTDATED', execution_status: 'USER_INPUT_TIMEOUT' }
    await keepState(services, connection, { ...state, consent_expires_at: null })
    return end(services, job, { status: 'error', message: connectionMessage(state, connection.institution_name) })
  }
  await inCompany(services, company_id, async db => {
    await setRun(db, job.run_id, { message, progress: Math.min(40, 5 + Math.round(seconds * 5)) })
    await services.queue.again(db, QUEUE, { ...job, step: 'poll' }, POLL_SECONDS)
  })
}

async function finish(services: Services, job: SyncJob, connection: StoredConnection, state: ConnectionState): Promise<void> {
  const brought = await bringLines(services, job, connection)
  const partial = state.execution_status === 'PARTIAL_SUCCESS'
  const wait = partial ? (retryAfter(job.attempt) ?? SYNC_EVERY_SECONDS) : SYNC_EVERY_SECONDS
  const feeds = await inCompany(services, job.company_id, async db => {
    await changeConnection(db, job.company_id, connection.id, { last_sync_at: new Date(services.clock.now()).toISOString() })
    return (await findConnection(db, job.company_id, connection.id))?.bank_account_ids.length ?? 0
  })
  // Accounts that another connection took over leave nothing to ask for.
  await plan(services, job, connection, feeds === 0 ? undefined : wait, partial ? job.attempt + 1 : 0)
  const message = broughtText(brought)
  if (brought.committed_count + brought.doubtful_count > 0)
    await tellPerson(services, connection, message, brought.doubtful_count > 0 ? brought.review_import_id : null)
  await end(services, job, { status: 'success', message, result: { ...brought } })
}

function broughtText({ committed_count, doubtful_count }: Brought): string {
  const came =
    committed_count === 1
      ? '1 lançamento novo.'
      : committed_count === 0
        ? 'Nenhum lançamento novo.'
        : `${committed_count} lançamentos novos.`
  if (doubtful_count === 0) return came
  return `${came} ${counted(doubtful_count, ['parece', 'parecem'])} já estar no extrato: confira.`
}

/** The next sync by itself: it becomes the connection's run, unless a person starts another before. */
async function plan(
  services: Services,
  { company_id, run_id }: SyncJob,
  { id }: StoredConnection,
  afterSeconds: number | undefined,
  attempt: number,
): Promise<void> {
  const start = async (db: Db): Promise<void> => {
    const now = await findConnection(db, company_id, id)
    if (now?.run_id !== run_id) return
    if (afterSeconds === undefined) return changeConnection(db, company_id, id, { next_sync_at: null })
    const job = { connection_id: id, step: 'begin' as const, user_id: null, renew: false, attempt }
    const run = await services.queue.start(db, QUEUE, company_id, undefined, job, afterSeconds)
    const next_sync_at = new Date(services.clock.now() + afterSeconds * 1000).toISOString()
    await changeConnection(db, company_id, id, { run_id: run.id, next_sync_at })
  }
  await inCompany(services, company_id, start)
}

async function end(services: Services, job: SyncJob, state: Parameters<typeof setRun>[2]): Promise<void> {
  await inCompany(services, job.company_id, db => setRun(db, job.run_id, { ...state, progress: 100 }))
  services.realtime.changed({
    company_id: job.company_id,
    user_id: undefined,
    tags: [...contract.openFinance.token.spec.writes],
    ids: [],
    batch_id: undefined,
  })
}
