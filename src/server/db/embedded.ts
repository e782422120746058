// The bundled PostgreSQL 18, run as a child process for this process alone.
import { chownSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { holdLock, type Lock, LockHeld } from '#server/base/lock.mjs'
import { type ClusterPlace, checkChecksums, clusterPassword, ensureCluster, logTail, placeCluster, trimLog } from './cluster-directory.ts'
import { type PostgresBinaries, prepareBinaries } from './postgres-binaries.ts'
import { dropSocketDirectory, endOrphan, isPostgresAlive, readPostmaster, socketPrefix } from './postmaster.ts'
import { appRole, type ClusterConfigs, makeEmbeddedRoles, ownerRole, productDatabase } from './roles.ts'
import { reasonOf, StartError } from './start-error.ts'
import { type Supervised, supervise } from './supervisor.ts'

export interface EmbeddedOptions {
  /** The data directory itself, for example `.razao/postgres`. */
  readonly dir: string
  readonly log?: (line: string) => void
  /** False only in tests: no fsync. */
  readonly durable?: boolean
  /** Starts that may fail in a row before the server is given up; fewer only in tests. */
  readonly mostFailures?: number
}

export interface Embedded extends ClusterConfigs {
  /** Where the data really is. */
  readonly dir: string
  /** Of the postmaster, which is another after it had to be started again. */
  readonly pid: number
  /** Resolves with the reason when the server ended without being asked to and does not start again; nothing can be served after that. */
  readonly lost: Promise<StartError>
  stop(): Promise<void>
}

const startTimeout_ms = 120_000
const maxSocketPathBytes = 90
const MOST_FAILURES = 10
const quiet = () => {}

/** Starts the cluster, making it on the first start. Throws StartError (pt-BR) and leaves nothing running when it cannot. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dir, log = quiet, durable = true, mostFailures = MOST_FAILURES } = options
  const lock = await lockDirectory(dir)
  try {
    const place = placeCluster(dir, log)
    const binaries = prepareBinaries(place.runAs, dirname(resolve(dir)), log)
    await endOrphan(place.directory, log)
    trimLog(place.logFile)
    await ensureCluster(place, binaries, durable, log)
    checkChecksums(place, binaries)
    return await run(place, binaries, { durable, mostFailures }, lock, log)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** The configurations of a cluster that another of our processes is running, or undefined; a backup is taken beside the live server. */
export function attachEmbedded(dir: string): ClusterConfigs | undefined {
  const { directory } = placeCluster(dir, quiet)
  const found = readPostmaster(directory)
  if (!found || !isPostgresAlive(found.pid)) return undefined
  return configsOf(found.socketDirectory, found.port, clusterPassword(directory))
}

async function lockDirectory(dir: string): Promise<Lock> {
  try {
    return await holdLock(dir)
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    throw new StartError(alreadyOpen(dir, error.pid), { cause: error })
  }
}

function alreadyOpen(dir: string, pid: number): string {
  const who = pid > 0 ? ` (processo ${pid})` : ''
  return `O Razão já está aberto com os dados de ${dir}${who}. Feche-o antes, ou use outra pasta com RAZAO_DIR. Nada foi alterado.`
}

async function run(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  { durable, mostFailures }: Required<Pick<EmbeddedOptions, 'durable' | 'mostFailures'>>,
  lock: Lock,
  log: (line: string) => void,
): Promise<Embedded> {
  const overTcp = process.platform === 'win32'
  const socketDirectory = overTcp ? '' : socketDirectoryFor(place)
  const port = overTcp ? await freePort() : 5432
  const configs = configsOf(socketDirectory, port, clusterPassword(place.directory))
  const settings = [...serverSettings(socketDirectory, port), ...(durable ? durableSettings : hastySettings)]
  const start = () => launch(place, binaries, settings, configs, log)
  let child = await start()
  let stopping = false
  const stop = async () => {
    stopping = true
    await starting.catch(() => {})
    await child.stop()
    dropSocketDirectory(socketDirectory)
    await lock.release()
  }
  try {
    await makeEmbeddedRoles(configs)
  } catch (error) {
    await child.stop()
    dropSocketDirectory(socketDirectory)
    throw error
  }
  child.release()
  let pid = readPostmaster(place.directory)?.pid ?? 0
  let starting: Promise<unknown> = Promise.resolve()

  /** Starts the server again each time it ends unasked, in the same place; gives the reason when it cannot any more. */
  async function keepRunning(): Promise<StartError> {
    for (let failures = 0; ; ) {
      const code = await child.exited
      if (stopping) return new Promise<never>(() => {})
      log(`O banco de dados parou sem ser pedido (código ${code}). Iniciando de novo…`)
      try {
        // The supervisor may have been killed alone: its server must not keep running without one.
        await endOrphan(place.directory, () => {})
        makeSocketDirectory(socketDirectory, place)
        const started = start()
        starting = started
        child = await started
        child.release()
        pid = readPostmaster(place.directory)?.pid ?? 0
        failures = 0
        log('O banco de dados voltou.')
      } catch (error) {
        failures += 1
        if (stopping) return new Promise<never>(() => {})
        if (failures >= mostFailures)
          return new StartError(`O banco de dados parou e não volta. Veja ${place.logFile}.\n${reasonOf(error)}`, { cause: error })
        await wait(failures * 500)
      }
    }
  }

  return {
    ...configs,
    dir: place.directory,
    get pid() {
      return pid
    },
    lost: keepRunning(),
    stop,
  }
}

// Tries again while the backends of a killed postmaster still hold its shared memory.
async function launch(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  settings: readonly string[],
  configs: ClusterConfigs,
  log: (line: string) => void,
): Promise<Supervised> {
  const started = Date.now()
  for (;;) {
    const child = supervise({
      command: binaries.postgres,
      args: ['-D', place.directory, ...settings.flatMap(setting => ['-c', setting])],
      runAs: place.runAs,
      logFile: place.logFile,
      ...(process.platform === 'win32' ? { stopCommand: [binaries.pgCtl, 'stop', '-m', 'fast', '-D', place.directory] } : {}),
    })
    const given = new AbortController()
    const code = await Promise.race([child.exited, accepting(configs.adminConfig, started, given.signal, log)])
    given.abort()
    if (code === 'accepting') return child
    const tail = logTail(place.logFile)
    if (code === 'timeout') await child.stop()
    else if (/pre-existing shared memory block/.test(tail) && Date.now() - started < 15_000) {
      await wait(200)
      continue
    }
    throw new StartError(`O banco de dados não iniciou. Veja ${place.logFile}.\n${tail}`)
  }
}

async function accepting(
  config: pg.ClientConfig,
  started: number,
  given: AbortSignal,
  log: (line: string) => void,
): Promise<'accepting' | 'timeout'> {
  let told = false
  while (!given.aborted && Date.now() - started < startTimeout_ms) {
    const client = new pg.Client(config)
    client.on('error', quiet)
    try {
      await client.connect()
      await client.end()
      return 'accepting'
    } catch {
      if (!told && Date.now() - started > 2_000) {
        told = true
        log('O banco está se recuperando de um desligamento…')
      }
      await wait(20)
    }
  }
  return 'timeout'
}

function configsOf(socketDirectory: string, port: number, password: string): ClusterConfigs {
  const address = socketDirectory === '' ? { host: '127.0.0.1', port, password } : { host: socketDirectory, port }
  return {
    adminConfig: { ...address, user: 'postgres', database: 'postgres' },
    ownerConfig: { ...address, user: ownerRole, database: productDatabase },
    appConfig: { ...address, user: appRole, database: productDatabase },
  }
}

// A socket path may have about 100 bytes, so a deep checkout gets a short private directory instead.
function socketDirectoryFor({ directory, runAs }: ClusterPlace): string {
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) <= maxSocketPathBytes) return directory
  const short = mkdtempSync(join(tmpdir(), socketPrefix))
  if (runAs) chownSync(short, runAs.uid, runAs.gid)
  return short
}

/** A short one went with the server that ended. */
function makeSocketDirectory(path: string, { runAs }: ClusterPlace): void {
  if (path === '' || existsSync(path)) return
  mkdirSync(path, { mode: 0o700 })
  if (runAs) chownSync(path, runAs.uid, runAs.gid)
}

function serverSettings(socketDirectory: string, port: number): readonly string[] {
  const door =
    socketDirectory === ''
      ? [`listen_addresses=127.0.0.1`]
      : [`listen_addresses=`, `unix_socket_directories="${socketDirectory.replaceAll('"', '""')}"`, 'unix_socket_permissions=0700']
  return [
    ...door,
    `port=${port}`,
    'max_connections=60',
    'shared_buffers=256MB',
    'work_mem=16MB',
    'maintenance_work_mem=128MB',
    'random_page_cost=1.1',
    'jit=off',
    'max_wal_size=2GB',
    'min_wal_size=160MB',
    'checkpoint_timeout=5min',
    'checkpoint_completion_target=0.9',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    // The application reports errors: the server's own log lines would put values (CPF, keys) into a file.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'allow_alter_system=off',
  ]
}

// On the command line, so that no setting inside the directory can turn them off.
const durableSettings = ['fsync=on', 'full_page_writes=on', 'synchronous_commit=on']
const hastySettings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no free port'))))
    })
  })
}
