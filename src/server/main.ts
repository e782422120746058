// The process: opens the database, brings it to this version, serves API, sockets, client and jobs, and stops gracefully.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { type Logger, pino } from 'pino'
import { dayInSaoPaulo } from '#domain/days.ts'
import { refuseForeignFolder } from './adapters/file-place.ts'
import { s3Files } from './adapters/s3-files.ts'
import { resumeReading } from './areas/fiscal/note-reading/read.ts'
import { handlers } from './areas/index.ts'
import { resumeMessages } from './areas/platform/messages/deliver.ts'
import { resumeWebhooks } from './areas/platform/webhooks/tell.ts'
import { scheduleMorning } from './areas/reports/daily/morning.ts'
import { rotateSecrets } from './areas/rotation.ts'
import { keepMoneyMoving } from './areas/wallet/under-way/resume.ts'
import { createWorkers } from './areas/workers.ts'
import { auditCommand } from './backup/audit.ts'
import { backupCommand, copiesFolder, type Keeping, moveCommand, restoreCommand, withSource } from './backup/commands.ts'
import { keepCopying, runApart } from './backup/schedule.ts'
import { systemClock } from './base/ids.ts'
import { type Database, openDatabase } from './db/connect.ts'
import { openKysely } from './db/kysely.ts'
import { migrate } from './db/migrate.ts'
import { all, type Db } from './db/query.ts'
import { reasonOf, StartError } from './db/start-error.ts'
import { DEMO_PASSWORD, DEMO_USERS, fillDemo } from './demo/demo.ts'
import { refuseDemoPeople } from './demo/refuse.ts'
import { BadEnvironment, type Environment, readEnvironment, readKeeping } from './env.ts'
import { openJobs, type RunningJobs } from './jobs/queue.ts'
import { isOutOfReach } from './kernel/database-errors.ts'
import { BACKLOG, buildHttp } from './kernel/http.ts'
import { openReplica } from './kernel/replica.ts'
import type { Services } from './kernel/services.ts'
import { clockApart, lately, standing } from './kernel/standing.ts'
import { openFiles, openKeeping, openOutside } from './outside.ts'
import { openSockets } from './realtime/sockets.ts'
import { openTelemetry } from './telemetry.ts'

const say = (line: string) => console.log(line)
const source: Readonly<Record<string, string | undefined>> = process.env
const DRAIN_MS = 10_000
/** The door closes when nobody has knocked for so long, at most after the second. */
const QUIET_MS = 500
const LEAVE_MS = 4000
/** What `/ready` tells is asked no oftener. */
const STANDING_MS = 500
/** Clocks of database and process may be so far apart at a start. */
const CLOCKS_MS = 30_000

/** The entry of every command of package.json; errors end in a pt-BR sentence and exit code 1. */
export async function run(command: string, args: readonly string[]): Promise<void> {
  try {
    const keeping = KEEPING[command]
    if (keeping) return await keeping({ args, keeping: whatIsKept(), now: new Date(), log: say })
    if (command === 'demo') return await demo(readEnvironment(), args)
    if (command === 'rotate') return await rotate(readEnvironment())
    await serve(readEnvironment())
  } catch (error) {
    const told = toldOf(error)
    if (told === undefined) throw error
    console.error(told)
    process.exitCode = 1
  }
}

/** What a person reads of an error at the start; undefined: it is ours, and its stack is needed. */
function toldOf(error: unknown): string | undefined {
  if (error instanceof StartError || error instanceof BadEnvironment) return error.message
  if (error instanceof DatabaseError || isOutOfReach(error))
    return `O banco de dados recusou o início: ${reasonOf(error)}. Nada foi alterado.`
  return undefined
}

const KEEPING: Readonly<Record<string, typeof backupCommand>> = {
  backup: backupCommand,
  restore: restoreCommand,
  move: moveCommand,
  audit: auditCommand,
}

function whatIsKept(): Keeping {
  const { s3, ...settings } = readKeeping()
  return { ...settings, files: dir => openFiles({ s3 }, dir), s3Files: s3 && s3Files(s3) }
}

/** While this process serves, copies are made by another, beside it. */
function copyOnSchedule(log: Logger): () => void {
  const { dir, backup } = readKeeping()
  if (backup.everyMs === undefined) return () => {}
  return keepCopying({
    everyMs: backup.everyMs,
    folder: copiesFolder(dir),
    make: () => runApart(import.meta.url, 'backup', ['--due']),
    failed: error => log.error({ error: error.message }, 'scheduled backup failed'),
    now: systemClock.now,
  })
}

async function opened(): Promise<Database> {
  const database = await openDatabase(source, say)
  const started = performance.now()
  const ran = await migrate(database.ownerConfig)
  if (ran.length > 0) say(`Banco preparado em ${seconds(started)}.`)
  return database
}

const seconds = (started: number) => `${((performance.now() - started) / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`

async function rotate({ secret }: Environment): Promise<void> {
  const { version, sealed, lost } = await withSource(whatIsKept(), say, from => rotateSecrets(from, secret))
  say(`${sealed} segredos passados para a chave de versão ${version}.`)
  if (lost.length === 0) return
  say(`ATENÇÃO: ${lost.length} não abrem com nenhuma das chaves dadas e ficaram como estavam: ${lost.join(', ')}.`)
  process.exitCode = 2
}

async function demo(env: Environment, args: readonly string[]): Promise<void> {
  const database = await opened()
  try {
    await fill(database, env, { companies: numberAfter(args, '--companies'), entries: numberAfter(args, '--entries'), onlyIfEmpty: false })
  } finally {
    await database.close()
  }
}

function numberAfter(args: readonly string[], name: string): number | undefined {
  const at = args.indexOf(name)
  const value = at < 0 ? Number.NaN : Number(args[at + 1])
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}

async function fill(
  database: Database,
  env: Environment,
  options: { companies?: number | undefined; entries?: number | undefined; onlyIfEmpty: boolean },
): Promise<void> {
  if (!env.demo) return
  const owner = openKysely(database.ownerConfig)
  try {
    const users = await all(owner, sql<{ id: string }>`select id from users limit 1`)
    if (options.onlyIfEmpty && users.length > 0) return
    const started = performance.now()
    say('Criando os dados de demonstração…')
    const { companies, entries } = options
    await fillDemo(owner, {
      today: dayInSaoPaulo(systemClock.now()),
      say,
      outside: { ...openKeeping(env, systemClock), secret: env.secret },
      ...(companies ? { companies } : {}),
      ...(entries ? { entries } : {}),
    })
    await sql`analyze`.execute(owner)
    say(`Demonstração pronta em ${seconds(started)}.`)
  } finally {
    await owner.destroy()
  }
}

async function serve(env: Environment): Promise<void> {
  const started = performance.now()
  const telemetry = await openTelemetry(source, buildVersion())
  const database = await opened()
  if (env.production) await refuseDemoPeople(database.ownerConfig)
  await fill(database, env, { onlyIfEmpty: true })
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
    ...openOutside({
      env,
      db: jobsDb,
      clock: systemClock,
      queue,
      say,
      // A server that is closing misses it, as one that is away misses the bank's.
      callback: (reference, signature) =>
        void app.inject({ method: 'POST', url: '/v1/payment_callbacks', payload: { reference, signature } }).catch(() => {}),
    }),
    queue,
    log,
    realtime: { changed: () => {}, dropSession: () => {}, dropUser: () => {} },
  } satisfies Services
  const app = await buildHttp({
    services,
    handlers,
    clientDir: clientDir(),
    version: buildVersion(),
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
  const stopWorking = env.roles.includes('jobs') ? await workJobs(services, queue, log) : () => {}
  await app.listen({ port: env.port, host: env.host, backlog: BACKLOG })
  greet(app.server.address(), env, database.summary, started)

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
  whenOrphaned(() => void stop())
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
async function workJobs(services: Services, queue: RunningJobs, log: Logger): Promise<() => void> {
  await queue.work(createWorkers(services))
  const stopLooking = await keepMoneyMoving(services, error => log.error({ error: error.message }, 'job queue'))
  await resumeMessages(services)
  await resumeWebhooks(services)
  await resumeReading(services)
  await scheduleMorning(services)
  const stopCopying = copyOnSchedule(log)
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

/** Whoever started us, read before anything takes its time: it may be gone by the time we are ready. */
const parent = process.ppid

/** npm hands no signal down: told to stop, its shell dies and leaves us behind. Losing the parent is then the word to stop. */
function whenOrphaned(stop: () => void): void {
  if (source.npm_lifecycle_event === undefined) return
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 250).unref()
}

function greet(address: ReturnType<import('node:http').Server['address']>, env: Environment, summary: string, started: number): void {
  const port = typeof address === 'object' && address ? address.port : env.port
  const url = env.publicUrl ?? `http://localhost:${port}`
  say('')
  say(`Razão pronto em ${seconds(started)}: ${url}`)
  say(`  ${summary}`)
  if (env.production) return
  const [accountant] = DEMO_USERS
  if (env.demo && accountant) say(`  Entre com o CPF ${accountant.document} e a senha ${DEMO_PASSWORD}`)
  say(`  O código de acesso aparece aqui e em ${url}/dev/outbox`)
  say('')
}

const here = dirname(fileURLToPath(import.meta.url))

/** Beside the built server stands the built client; from the sources, under dist. */
function clientDir(): string {
  return join(here, '..', here.endsWith(join('dist', 'server')) ? 'client' : '../dist/client')
}

/** Changes with every build of the client, so that open tabs learn of a new one. */
function buildVersion(): string {
  try {
    return createHash('sha256')
      .update(readFileSync(join(clientDir(), '.vite', 'manifest.json')))
      .digest('hex')
      .slice(0, 12)
  } catch {
    return 'dev'
  }
}
