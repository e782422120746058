// The process that serves: API, sockets, client and jobs over an opened database, until it is told to stop.
import type { Server } from 'node:http'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { refuseForeignFolder } from './adapters/file-place.ts'
import { resumeReading } from './areas/fiscal/note-reading/read.ts'
import { handlers } from './areas/index.ts'
import { resumeMessages } from './areas/platform/messages/deliver.ts'
import { resumeWebhooks } from './areas/platform/webhooks/tell.ts'
import { scheduleMorning } from './areas/reports/daily/morning.ts'
import { keepMoneyMoving } from './areas/wallet/under-way/resume.ts'
import { createWorkers } from './areas/workers.ts'
import { copiesFolder } from './backup/commands.ts'
import { keepCopying, runApart } from './backup/schedule.ts'
import { elapsed } from './base/elapsed.ts'
import { systemClock } from './base/ids.ts'
import type { BuiltClient } from './built-client.ts'
import type { Database } from './db/connect.ts'
import { openKysely } from './db/kysely.ts'
import { bringToThisVersion } from './db/migrate.ts'
import type { Db } from './db/query.ts'
import { StartError } from './db/start-error.ts'
import { fillIfEmpty } from './demo/fill.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './demo/people.ts'
import { refuseDemoPeople } from './demo/refuse.ts'
import { type Environment, readKeeping } from './env.ts'
import { openJobs, type RunningJobs } from './jobs/queue.ts'
import { BACKLOG, buildHttp } from './kernel/http.ts'
import { openReplica } from './kernel/replica.ts'
import type { Services } from './kernel/services.ts'
import { clockApart, lately, standing } from './kernel/standing.ts'
import { openOutside } from './outside.ts'
import { openSockets } from './realtime/sockets.ts'
import type { Telemetry } from './telemetry.ts'

const DRAIN_MS = 10_000
/** The door closes when nobody has knocked for so long, at most after the second. */
const QUIET_MS = 500
const LEAVE_MS = 4000
/** What `/ready` tells is asked no oftener. */
const STANDING_MS = 500
/** Clocks of database and process may be so far apart at a start. */
const CLOCKS_MS = 30_000

/** While this process serves, copies are made by another, beside it. */
function copyOnSchedule(log: Logger, entry: string): () => void {
  const { dir, backup } = readKeeping()
  if (backup.everyMs === undefined) return () => {}
  return keepCopying({
    everyMs: backup.everyMs,
    folder: copiesFolder(dir),
    make: () => runApart(entry, 'backup', ['--due']),
    failed: error => log.error({ error: error.message }, 'scheduled backup failed'),
    now: systemClock.now,
  })
}

/** What the entry hands over. */
export interface Start {
  env: Environment
  database: Database
  telemetry: Telemetry
  client: BuiltClient
  /** The address of the file that runs every command of the product. */
  entry: string
  /** Whoever started this process: it may be gone by the time we are ready. */
  parent: number
  /** By performance.now(). */
  started: number
  say(line: string): void
}

/** Brings the opened database to this version and serves; returns when the door is open. */
export async function serve({ env, database, telemetry, client, entry, parent, started, say }: Start): Promise<void> {
  await bringToThisVersion(database.ownerConfig, say)
  if (env.production) await refuseDemoPeople(database.ownerConfig)
  await fillIfEmpty(database.ownerConfig, { env, say })
  const log = pino({ level: env.log, base: null })
  const lost = (error: Error) => log.warn({ error: error.message }, 'database connection lost')
  const db = openKysely(database.appConfig, lost)
  const jobsDb = openKysely(database.jobConfig, lost)
  const replicaDb = database.replicaConfig && openKysely(database.replicaConfig, lost)
  const replica = replicaDb && openReplica(replicaDb, systemClock.now)
  await refuseClocksApart(jobsDb)
  if (env.databaseUrl && !env.s3) await refuseForeignFolder(jobsDb, join(env.dir, 'files'))
  const jobFailed = (error: Error) => log.error({ error: error.message }, 'job queue')
  const queue = await openJobs(jobsDb, jobFailed)
  let stopping = false
  const services = {
    clock: systemClock,
    db,
    jobsDb,
    replica,
    secret: env.secret,
    local: !env.production,
    origins: env.origins,
    brands: env.brands,
    ...(await openOutside({
      env,
      db: jobsDb,
      clock: systemClock,
      queue,
      say,
      // A server that is closing misses it, as one that is away misses the bank's.
      callback: (reference, signature) =>
        void app.inject({ method: 'POST', url: '/v1/payment_callbacks', payload: { reference, signature } }).catch(() => {}),
    })),
    queue,
    log,
    realtime: { changed: () => {}, dropSession: () => {}, dropUser: () => {} },
  } satisfies Services
  const app = await buildHttp({
    services,
    handlers,
    clientDir: client.dir,
    version: client.version,
    proxies: env.proxies,
    metricsToken: env.metricsToken,
    metricReaders: telemetry.readers,
    roles: env.roles,
    ready: async () => !stopping,
    standing: lately(STANDING_MS, () =>
      standing({
        db: jobsDb,
        clock: systemClock,
        filesFolder: env.s3 ? undefined : env.dir,
        others: replica ? [() => replica.trouble()] : [],
      }),
    ),
    ...(database.sharedConfig && { hears: () => sockets.hears() }),
  })
  const sockets = openSockets({
    http: app.server,
    db,
    clock: systemClock,
    secret: env.secret,
    origins: env.origins,
    ...(database.sharedConfig ? { shared: database.sharedConfig } : {}),
  })
  // Handlers read the port at each call: the sockets need the HTTP server, which needs the handlers first.
  Object.assign(services, { realtime: sockets })
  if (!(await sockets.hears()))
    throw new StartError(
      'Os avisos entre processos não chegam por este banco: DATABASE_URL e DATABASE_DIRECT_URL precisam levar ao mesmo PostgreSQL, o segundo sem pooler.',
    )
  const stopWorking = env.roles.includes('jobs') ? await workJobs(services, queue, { log, entry }) : () => {}
  await app.listen({ port: env.port, host: env.host, backlog: BACKLOG })
  greet({ address: app.server.address(), env, summary: database.summary, started, say })

  const stop = async () => {
    if (stopping) return
    stopping = true
    const limit = setTimeout(() => process.exit(1), DRAIN_MS + 5000).unref()
    stopWorking()
    const jobsDone = queue.stop().catch(() => {})
    // A balancer that asks `/ready` over one connection again and again would hold the door open.
    app.server.prependListener('request', (_, answer) => {
      answer.shouldKeepAlive = false
    })
    // `/ready` says 503 before the door closes, so that whoever balances load looks elsewhere first.
    await untilQuiet(app.server)
    await sockets.close().catch(() => {})
    await app.close().catch(() => {})
    await jobsDone
    await Promise.all([db.destroy(), jobsDb.destroy(), replicaDb?.destroy()]).catch(() => {})
    await database.close()
    await telemetry.close()
    clearTimeout(limit)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  whenOrphaned(parent, () => void stop())
  void database.lost.then(error => {
    if (stopping) return
    console.error(error.message)
    process.exit(1)
  })
}

/** A code lives for minutes, a lease for seconds: clocks further apart than this let in who is out, or out who is in. */
async function refuseClocksApart(db: Db): Promise<void> {
  const { apartMs } = await clockApart(db, systemClock)
  if (Math.abs(apartMs) < CLOCKS_MS) return
  throw new StartError(
    `O relógio do banco está ${Math.round(Math.abs(apartMs) / 1000)} s ${apartMs > 0 ? 'adiantado' : 'atrasado'} em relação ao desta máquina (${new Date(systemClock.now()).toISOString()}). Acerte os dois (NTP) e tente de novo. Nada foi alterado.`,
  )
}

/** Works the queue, and plans what comes by itself; returns what ends the planning. */
async function workJobs(services: Services, queue: RunningJobs, { log, entry }: { log: Logger; entry: string }): Promise<() => void> {
  await queue.work(createWorkers(services))
  const stopLooking = await keepMoneyMoving(services, error => log.error({ error: error.message }, 'job queue'))
  await resumeMessages(services)
  await resumeWebhooks(services)
  await resumeReading(services)
  await scheduleMorning(services)
  const stopCopying = copyOnSchedule(log, entry)
  return () => {
    stopLooking()
    stopCopying()
  }
}

/** Whoever was connecting when a door closes is cut off by the system: it closes when nobody is. */
async function untilQuiet(server: Server): Promise<void> {
  const started = performance.now()
  let heard = started
  for (const event of ['connection', 'request']) server.on(event, () => (heard = performance.now()))
  while (performance.now() - heard < QUIET_MS && performance.now() - started < LEAVE_MS) {
    await new Promise(next => setTimeout(next, 50))
    // A starved process takes in first what knocked meanwhile.
    await new Promise(next => setImmediate(next))
  }
}

/** npm hands no signal down: told to stop, its shell dies and leaves us behind. Losing the parent is then the word to stop. */
function whenOrphaned(parent: number, stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 250).unref()
}

interface Greeting extends Pick<Start, 'env' | 'started' | 'say'> {
  address: ReturnType<Server['address']>
  /** Of the database. */
  summary: string
}

function greet({ address, env, summary, started, say }: Greeting): void {
  const port = typeof address === 'object' && address ? address.port : env.port
  const url = env.publicUrl ?? `http://localhost:${port}`
  say('')
  say(`Razão pronto em ${elapsed(started)}: ${url}`)
  say(`  ${summary}`)
  if (env.production) return
  const [accountant] = DEMO_USERS
  if (env.demo && accountant) say(`  Entre com o CPF ${accountant.document} e a senha ${DEMO_PASSWORD}`)
  say(`  O código de acesso aparece aqui e em ${url}/dev/outbox`)
  say('')
}
