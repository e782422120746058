// Background jobs: a run the person can watch beside a pg-boss job enqueued in the same transaction as its cause.
import { sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Brand } from '#domain/brands.ts'
import { newId } from '#server/base/ids.ts'
import { hashSecret, randomSecret } from '#server/base/secrets.ts'
import { JOB_QUEUES } from '#server/db/migrations/0002-jobs.ts'
import { OPEN_FINANCE_QUEUES } from '#server/db/migrations/0006-open-finance.ts'
import { INVOICE_QUEUES } from '#server/db/migrations/0008-invoices.ts'
import { MONEY_QUEUES } from '#server/db/migrations/0010-money.ts'
import { DAILY_QUEUES, MESSAGE_QUEUES } from '#server/db/migrations/0015-outbox.ts'
import { FISCAL_QUEUES } from '#server/db/migrations/0020-fiscal-events.ts'
import { SHEET_QUEUES } from '#server/db/migrations/0029-sheet-imports.ts'
import { WEBHOOK_QUEUES } from '#server/db/migrations/0049-webhooks.ts'
import { NOTE_READING_QUEUES } from '#server/db/migrations/0050-note-reading.ts'
import { NOTE_LOOKUP_QUEUES } from '#server/db/migrations/0056-note-lookups.ts'
import { SERVICE_READING_QUEUES } from '#server/db/migrations/0060-service-reading.ts'
import { type Db, first } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import { type Crew, crew } from './crew.ts'
import { type Holding, startHolding } from './holding.ts'
import { watch } from './watch.ts'

/** One step of a connection's sync: `begin` asks the bank, `poll` checks its progress. */
export interface SyncJob {
  company_id: string
  connection_id: string
  run_id: string
  step: 'begin' | 'poll'
  /** The person who asked; null for a scheduled sync, which never brings back what a person removed. */
  user_id: string | null
  /** New credentials were given: accounts may be connected. */
  renew: boolean
  /** Failures before this try. */
  attempt: number
}

/** Every kind of job, with its data. */
export interface Jobs {
  'import.read': { company_id: string; import_id: string; run_id: string; commit: boolean }
  'invoice.transmit': { company_id: string; invoice_id: string; run_id: string; email?: { to: string; origin: string; brand: Brand } }
  'invoice.cancel': { company_id: string; invoice_id: string; run_id: string }
  'invoice.register': { company_id: string; subject: 'CORRECTION' | 'VOID' | 'MANIFESTATION'; id: string; run_id: string }
  'import.commit': { company_id: string; import_id: string; run_id: string; user_id: string }
  'sheet.commit': { company_id: string; import_id: string; run_id: string; user_id: string; approves: boolean }
  'open_finance.sync': SyncJob
  'authority.ask': { company_id: string; request_id: string; run_id: string }
  'money.advance': MoneyStep
  'message.send': { message_id: string }
  'webhook.tell': { company_id: string; batch_id: string }
  'webhook.send': { company_id: string; delivery_id: string }
  'notes.read': { company_id: string }
  'notes.services': { company_id: string }
  'notes.find': { company_id: string }
  'daily.run': Record<never, never>
  'daily.company': { day: string; company_id: string }
}
export type JobName = keyof Jobs
/** Jobs nobody watches. */
export type QuietName =
  | 'money.advance'
  | 'message.send'
  | 'webhook.tell'
  | 'webhook.send'
  | 'notes.read'
  | 'notes.services'
  | 'notes.find'
  | 'daily.run'
  | 'daily.company'
/** Jobs of a run somebody watches. */
export type RunName = Exclude<JobName, QuietName>

/** One check at the bank on something that concerns money; `attempt` counts the checks before it. */
export interface MoneyStep {
  company_id: string
  subject:
    | 'payment'
    | 'payment_order'
    | 'digital_account'
    | 'pix_key'
    | 'pix_agreement'
    | 'charge'
    | 'card'
    | 'card_dispute'
    | 'subscription'
    | 'subscription_billing'
  id: string
  attempt: number
  /** An extra check beside the regular ones, at once although one of them waits. */
  once?: true
}

/** At most one job of each step waits. */
export const stepKey = (step: MoneyStep): string => `${step.subject}:${step.id}${step.once ? ':once' : ''}`

export interface StartedRun {
  id: string
  publicAccessToken: string
}

export interface JobQueue {
  /** Inside the caller's transaction: a job whose cause was rolled back never runs. */
  start<N extends RunName>(
    db: Db,
    name: N,
    companyId: string,
    userId: string | undefined,
    data: Omit<Jobs[N], 'run_id' | 'company_id'>,
    afterSeconds?: number,
  ): Promise<StartedRun>
  /** Continues a run with its next step, some seconds from now. */
  again<N extends RunName>(db: Db, name: N, data: Jobs[N], afterSeconds: number): Promise<void>
  /** Inside the caller's transaction: queues a job nobody watches, to start after so many seconds at the earliest. At most one of each key waits. */
  later<N extends QuietName>(db: Db, name: N, data: Jobs[N], options: { key: string; afterSeconds?: number }): Promise<void>
  /** Queues the next check on money, as `later` does. */
  plan(db: Db, step: MoneyStep, afterSeconds: number): Promise<void>
  /** Makes a worker of this process look now instead of at its next poll; call it after the commit. */
  wake(name: JobName): void
}

export const JOB_NAMES: readonly JobName[] = [
  ...JOB_QUEUES,
  ...OPEN_FINANCE_QUEUES,
  ...INVOICE_QUEUES,
  ...FISCAL_QUEUES,
  ...MONEY_QUEUES,
  ...MESSAGE_QUEUES,
  ...DAILY_QUEUES,
  ...SHEET_QUEUES,
  ...WEBHOOK_QUEUES,
  ...NOTE_READING_QUEUES,
  ...NOTE_LOOKUP_QUEUES,
  ...SERVICE_READING_QUEUES,
  'authority.ask',
]

export interface RunState {
  status: 'loading' | 'success' | 'error'
  progress: number
  message: string | null
  result: Record<string, unknown> | null
}

export async function setRun(db: Db, runId: string, state: Partial<RunState>): Promise<void> {
  await sql`update runs set
      status = coalesce(${state.status ?? null}, status), progress = coalesce(${state.progress ?? null}, progress),
      message = coalesce(${state.message ?? null}, message),
      result = coalesce(${state.result === undefined ? null : JSON.stringify(state.result)}::jsonb, result), updated_at = now()
    where id = ${runId}`.execute(db)
}

/** The token names its company, so that the run can be read under the tenant policy before anyone signs in. */
async function newRun(db: Db, kind: string, companyId: string, userId: string | undefined): Promise<StartedRun> {
  const run = { id: newId(), publicAccessToken: `${companyId}.${randomSecret()}` }
  await sql`
    insert into runs (id, company_id, user_id, kind, token_hash)
    values (${run.id}, ${companyId}, ${userId ?? null}, ${kind}, ${hashSecret(run.publicAccessToken)})`.execute(db)
  return run
}

/** A finished run for work that the call did at once: clients follow every import by its run. */
export async function finishedRun(
  db: Db,
  kind: string,
  companyId: string,
  userId: string,
  result: Record<string, unknown>,
): Promise<StartedRun> {
  const run = await newRun(db, kind, companyId, userId)
  await setRun(db, run.id, { status: 'success', progress: 100, result })
  return run
}

/** A run is read by its narrow token alone: 256 random bits that open this run and nothing else, for 24 hours. */
export async function readRun(db: Db, runId: string, token: string): Promise<(RunState & { id: string; company_id: string }) | undefined> {
  const companyId = token.split('.')[0] ?? ''
  if (!/^[0-9a-f-]{36}$/.test(companyId)) return undefined
  await scope(db, { companies: [companyId] })
  return first(
    db,
    sql<RunState & { id: string; company_id: string }>`select id, company_id, status, progress, message, result from runs
      where id = ${runId} and token_hash = ${hashSecret(token)} and created_at > now() - interval '24 hours'`,
  )
}

export type Workers = { [N in JobName]: (data: Jobs[N]) => Promise<void> }

export interface RunningJobs extends JobQueue {
  work(workers: Workers): Promise<void>
  stop(): Promise<void>
}

/** How many jobs of a kind one process runs at a time, where one is too few: a bank that hangs must not hold up every payment. */
const HANDS: Partial<Record<JobName, number>> = { 'money.advance': 4, 'webhook.send': 4 }
const RELEASE_AFTER_MS = 8000
/** What the look for all queues misses is found by its own. */
const SELDOM_MS = 15_000
/** How often the jobs that took longer than they may are handed to others; those of dead workers are sooner (`holding.ts`). */
const MAINTAIN_EVERY_S = 30

/** pg-boss over our own connections: its schema and queues are made by a migration, so nothing here needs to create tables. */
const through = (db: Db) => ({
  executeSql: (text: string, values?: unknown[]) =>
    db.executeQuery({ sql: text, parameters: values ?? [], query: { kind: 'RawNode' } as never, queryId: { queryId: newId() } }),
})

export async function openJobs(db: Db, report: (error: Error) => void): Promise<RunningJobs> {
  const boss = new PgBoss({
    db: through(db) as never,
    schema: 'pgboss',
    migrate: false,
    supervise: true,
    schedule: false,
    maintenanceIntervalSeconds: MAINTAIN_EVERY_S,
  })
  boss.on('error', report)
  await boss.start()
  const crews = new Map<JobName, Crew>()
  let holding: Holding | undefined
  let stopWatching = () => {}
  const later: JobQueue['later'] = async (tx, name, data, { key, afterSeconds = 0 }) => {
    await boss.send(name, data, { db: through(tx) as never, startAfter: afterSeconds, singletonKey: key })
  }
  return {
    async start(tx, name, companyId, userId, data, afterSeconds = 0) {
      const run = await newRun(tx, name, companyId, userId)
      await boss.send(name, { ...data, company_id: companyId, run_id: run.id }, { db: through(tx) as never, startAfter: afterSeconds })
      return run
    },
    async again(tx, name, data, afterSeconds) {
      await boss.send(name, data, { db: through(tx) as never, startAfter: afterSeconds })
    },
    later,
    plan: (tx, step, afterSeconds) => later(tx, 'money.advance', step, { key: stepKey(step), afterSeconds }),
    wake: name => crews.get(name)?.wake(),
    async work(workers) {
      const wake = (queues: readonly string[]) => {
        for (const [name, each] of crews) if (queues.includes(name)) each.wake()
      }
      const held = await startHolding({ db, wake, report })
      holding = held
      for (const name of JOB_NAMES) {
        const run = workers[name] as (data: unknown) => Promise<void>
        crews.set(name, crew({ boss, queue: name, hands: HANDS[name] ?? 1, run, pollMs: SELDOM_MS, holding: held, report }))
      }
      stopWatching = watch({ db, queues: JOB_NAMES, wake: name => crews.get(name as JobName)?.wake(), report })
    },
    async stop() {
      stopWatching()
      await Promise.all([...crews.values()].map(each => each.stop(RELEASE_AFTER_MS)))
      await holding?.stop().catch(report)
      await boss.stop({ graceful: false })
    },
  }
}
