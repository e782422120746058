// The job behind a connection: asks the bank step by step, says how it stands, and brings the lines when they are there.
import { contract } from '#contract/index.ts'
import { everydayName } from '#domain/banks.ts'
import {
  type ConnectionState,
  connectionMessage,
  GIVE_UP_SECONDS,
  PHASE_OF,
  POLL_SECONDS,
  retryAfter,
  SYNC_EVERY_SECONDS,
  TOLD_ATTEMPT,
} from '#domain/open-finance.ts'
import { counted } from '#domain/text.ts'
import { type Beginning, type ItemRef, type ProviderItem, ProviderRefused, ProviderUnavailable } from '#server/adapters/open-finance.ts'
import { tokenOf } from '#server/areas/platform/links/tokens.ts'
import type { Db } from '#server/db/query.ts'
import { type SyncJob, setRun } from '#server/jobs/queue.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { failureText } from '../imports/job-run.ts'
import { type Brought, bringLines, NotBrought } from './bringing.ts'
import { changeConnection, findConnection, holderOf, type StoredConnection, takeAnswer } from './rows.ts'
import { tellPerson } from './telling.ts'

const QUEUE = 'open_finance.sync'
/** Notices of an item come as long as its consent may last, renewed ones too. */
const NOTICE_MS = 5 * 366 * 24 * 3_600_000
const CNPJ_LENGTH = 14
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
    if (!item) return await lose(services, job, begun)
    await keepState(services, begun, item)
    await goOn(services, job, { ...begun, ...item }, item, job.user_id !== null || item.status !== begun.status)
  } catch (error) {
    const isSaid = error instanceof NotBrought || error instanceof ProviderRefused
    const message = isSaid ? error.message : failureText(services, error)
    if (!(error instanceof ProviderRefused)) return retry(services, job, begun, message)
    // What the aggregator will not do now it will not do in a minute: its own cycle goes on.
    await refuse(services, begun, message)
    await putOff(services, job, begun, SYNC_EVERY_SECONDS, message)
  }
}

/** A failure that passes: soon again, and however long it lasts never for the last time. */
async function retry(services: Services, job: SyncJob, connection: StoredConnection, message: string): Promise<void> {
  if (job.attempt === TOLD_ATTEMPT) await tellPerson(services, connection, message)
  await putOff(services, job, connection, retryAfter(job.attempt), message)
}

/** Ends this run without the lines; the next begins after so many seconds, or when somebody starts one. */
async function putOff(
  services: Services,
  job: SyncJob,
  connection: StoredConnection,
  seconds: number | undefined,
  message: string,
): Promise<void> {
  await plan(services, job, connection, seconds, job.attempt + 1)
  await end(services, job, { status: 'error', ...(message === '' ? {} : { message }) })
}

/** Whom the aggregator refused stands as the item does; one that it never made waits for the person. */
async function refuse(services: Services, connection: StoredConnection, message: string): Promise<void> {
  const item = await services.openFinance.item(connection).catch(() => undefined)
  const state = item ?? { ...NOTHING_SAID, status: 'LOGIN_ERROR' as const, execution_status: 'ERROR' as const }
  await keepState(services, connection, state)
  await tellPerson(services, connection, message)
}

/** The consent was withdrawn at the bank or at the aggregator: nothing more comes, and what came stays. */
async function lose(services: Services, job: SyncJob, connection: StoredConnection): Promise<void> {
  const { company_id, id } = connection
  const message = `${everydayName(connection)} encerrou o acesso: conecte o banco de novo.`
  const revoked_at = new Date(services.clock.now()).toISOString()
  await inCompany(services, company_id, db => changeConnection(db, company_id, id, { revoked_at, next_sync_at: null }))
  await keepState(services, connection, { ...NOTHING_SAID, status: 'OUTDATED', execution_status: 'USER_AUTHORIZATION_NOT_GRANTED' })
  await tellPerson(services, connection, message)
  await end(services, job, { status: 'error', message })
}

/** A planned sync may begin later than planned: its patience counts from now. */
async function begin(services: Services, connection: StoredConnection): Promise<StoredConnection> {
  const run_started_at = new Date(services.clock.now()).toISOString()
  await inCompany(services, connection.company_id, db => changeConnection(db, connection.company_id, connection.id, { run_started_at }))
  return { ...connection, run_started_at }
}

async function askBank(services: Services, job: SyncJob, connection: StoredConnection): Promise<ProviderItem | undefined> {
  const { company_id, id, item_id } = connection
  const ref: ItemRef = { company_id, item_id }
  const provider = services.openFinance
  try {
    if (job.step === 'begin') await provider.begin(ref, await beginning(services, job, connection))
    const code = await inCompany(services, company_id, db => takeAnswer(db, company_id, id))
    if (code !== null) await provider.answer(ref, code)
    return await provider.item(ref)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    return { ...NOTHING_SAID, status: 'OUTDATED', execution_status: 'CONNECTION_ERROR' }
  }
}

const NOTHING_SAID = { consent_expires_at: null, authorize_url: null, asks_label: null }

/** What the aggregator is told when an execution begins, its address for notices among it. */
async function beginning(services: Services, job: SyncJob, { company_id, id, routing_number }: StoredConnection): Promise<Beginning> {
  const { company, person } = await inCompany(services, company_id, db => holderOf(db, company_id, id))
  const origin = services.origins.find(each => each.startsWith('https:'))
  const token = tokenOf(services.secret, 'bank_notice', { company_id, id, expires_at: services.clock.now() + NOTICE_MS })
  return {
    renew: job.renew,
    by_person: job.user_id !== null,
    routing_number,
    holder: company.length === CNPJ_LENGTH ? { cnpj: company, cpf: person } : { cnpj: null, cpf: person ?? company },
    notify_url: origin === undefined ? null : `${origin}/v1/open_finance/notices/${token}`,
  }
}

async function keepState(services: Services, connection: StoredConnection, item: ProviderItem): Promise<void> {
  const { status, execution_status, authorize_url, asks_label } = item
  const isSame = status === connection.status && execution_status === connection.execution_status
  if (isSame && authorize_url === connection.authorize_url && asks_label === connection.asks_label) return
  const consent = item.consent_expires_at === null ? {} : { consent_expires_at: item.consent_expires_at }
  await inCompany(services, connection.company_id, db =>
    changeConnection(db, connection.company_id, connection.id, { status, execution_status, authorize_url, asks_label, ...consent }),
  )
  announce(services, connection)
}

function announce(services: Services, { company_id, bank_account_ids }: StoredConnection): void {
  services.realtime.changed({ company_id, user_id: undefined, tags: ['bank_accounts'], ids: bank_account_ids, batch_id: undefined })
}

/** `isNews`: nobody was told of this state before. */
async function goOn(
  services: Services,
  job: SyncJob,
  connection: StoredConnection,
  state: ConnectionState,
  isNews: boolean,
): Promise<void> {
  const message = connectionMessage({ ...connection, ...state })
  switch (PHASE_OF[state.status]) {
    case 'working':
      return poll(services, job, connection, message)
    case 'person':
      if (isNews) await tellPerson(services, connection, message)
      // Who answers at the bank itself may never be told of here: it is looked at on. Credentials are given here only.
      return putOff(services, job, connection, state.status === 'LOGIN_ERROR' ? undefined : SYNC_EVERY_SECONDS, message)
    case 'retry':
      return retry(services, job, connection, message)
    case 'done':
      return finish(services, job, connection, state)
  }
}

async function poll(services: Services, job: SyncJob, connection: StoredConnection, message: string): Promise<void> {
  const { company_id } = job
  const seconds = (services.clock.now() - Date.parse(connection.run_started_at ?? '')) / 1000
  if (seconds > GIVE_UP_SECONDS || seconds < -GIVE_UP_SECONDS) {
    const state: ConnectionState = { status: 'OUTDATED', execution_status: 'USER_INPUT_TIMEOUT' }
    await keepState(services, connection, { ...NOTHING_SAID, ...state })
    return putOff(services, job, connection, SYNC_EVERY_SECONDS, connectionMessage({ ...connection, ...state }))
  }
  await inCompany(services, company_id, async db => {
    await setRun(db, job.run_id, { message, progress: Math.min(40, 5 + Math.round(seconds * 5)) })
    await services.queue.again(db, QUEUE, { ...job, step: 'poll' }, POLL_SECONDS)
  })
}

async function finish(services: Services, job: SyncJob, connection: StoredConnection, state: ConnectionState): Promise<void> {
  const brought = await bringLines(services, job, connection)
  const partial = state.execution_status === 'PARTIAL_SUCCESS'
  const wait = partial ? retryAfter(job.attempt) : SYNC_EVERY_SECONDS
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
