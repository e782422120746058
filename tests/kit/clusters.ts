// Two PostgreSQL servers where one follows the other, from the binaries that npm brought, and a door before them that leads to either.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ORDER_AND_CASE } from '#server/db/cluster-directory.ts'
import { prepareBinaries } from '#server/db/postgres-binaries.ts'
import { backendsOf, signalQuietly } from '#server/db/postmaster.ts'
import { withClient } from '#server/db/roles.ts'
import { giveTo, runAsFor } from '#server/db/unprivileged.ts'
import { scratchFolder } from './scratch-folder.ts'

const DATABASE = 'razao'
const START_MS = 60_000

export interface Cluster {
  readonly port: number
  readonly folder: string
  /** As the superuser, on the product's database unless another is named. */
  url(database?: string): string
  /** More settings hold for this start only. */
  start(settings?: readonly string[]): Promise<void>
  /** In order, as an administrator does. */
  stop(): Promise<void>
  /** The postmaster and all it runs, at once. */
  kill(): void
  /** Holds or lets go everything it runs: it neither answers nor refuses. */
  freeze(on: boolean): void
  sql<T extends pg.QueryResultRow>(text: string): Promise<T[]>
  remove(): Promise<void>
}

export const runAs = runAsFor(tmpdir())
const programsOf = ({ programs }: ClusterOptions) =>
  programs === undefined
    ? prepareBinaries(runAs, tmpdir(), () => {})
    : { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }

export interface ClusterOptions {
  /** Where another PostgreSQL has its programs. */
  programs?: string
  /** Of every start. */
  settings?: readonly string[]
  /** What is run for it reads these beside ours. */
  env?: Readonly<Record<string, string>>
}

/** A new cluster with an empty database `razao`, running. */
export async function makeCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const folder = await scratchFolder('razao-cluster-')
  const data = join(folder, 'data')
  giveTo(folder, runAs)
  const { initdb } = programsOf(options)
  const letters = options.programs === undefined ? ORDER_AND_CASE : ['-E', 'UTF8', '--locale=C.UTF-8']
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '-k', ...letters]
  const made = spawnSync(initdb, args, { ...runAs, cwd: '/', encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  const cluster = await clusterIn(folder, options)
  await cluster.start()
  await withClient({ connectionString: cluster.url('postgres') }, admin => admin.query(`CREATE DATABASE ${DATABASE}`))
  return cluster
}

/** Copies a cluster, which is stopped for it, and gives the copy running behind the original. `settings` hold for the original from then on. */
export async function makeStandby(primary: Cluster, settings: readonly string[] = []): Promise<Cluster> {
  await primary.stop()
  const folder = await scratchFolder('razao-standby-')
  cpSync(join(primary.folder, 'data'), join(folder, 'data'), { recursive: true })
  chmodSync(join(folder, 'data'), 0o700)
  writeFileSync(join(folder, 'data', 'standby.signal'), '')
  giveTo(folder, runAs)
  await primary.start(settings)
  const standby = await clusterIn(folder)
  await standby.start([`primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`])
  for (const end = performance.now() + START_MS; ; await pause(50)) {
    if ((await primary.sql('select 1 from pg_stat_replication')).length > 0) return standby
    if (performance.now() > end) throw new Error('the standby does not follow')
  }
}

async function clusterIn(folder: string, options: ClusterOptions = {}): Promise<Cluster> {
  const port = await freePort()
  const data = join(folder, 'data')
  let child: ChildProcess | undefined
  const url = (database = DATABASE) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const common = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${data}`,
    'max_connections=120',
    'wal_level=replica',
    'wal_keep_size=1GB',
  ]
  const lives = () => child !== undefined && child.exitCode === null && child.signalCode === null
  /** To the postmaster first, which makes no more of them then, and to all it runs: each leads a group of its own. */
  const signal = (name: NodeJS.Signals) => {
    if (!lives() || child?.pid === undefined) return
    signalQuietly(child.pid, name)
    for (const pid of backendsOf(data)) signalQuietly(pid, name)
  }
  const kill = () => signal('SIGKILL')
  return {
    port,
    folder,
    url,
    async start(settings = []) {
      const log = openSync(join(folder, 'log'), 'a')
      const args = ['-D', data, '-p', String(port), ...[...common, ...(options.settings ?? []), ...settings].flatMap(each => ['-c', each])]
      const env = { ...process.env, ...options.env }
      child = spawn(programsOf(options).postgres, args, { ...runAs, env, cwd: '/', detached: true, stdio: ['ignore', log, log] })
      process.once('exit', kill)
      await answers(url('postgres'))
    },
    async stop() {
      if (!lives()) return
      const gone = new Promise(done => child?.once('exit', done))
      child?.kill('SIGINT')
      await gone
    },
    kill,
    freeze: on => signal(on ? 'SIGSTOP' : 'SIGCONT'),
    sql: text => withClient({ connectionString: url() }, async client => (await client.query(text)).rows),
    async remove() {
      const gone = lives() ? new Promise(done => child?.once('exit', done)) : undefined
      kill()
      await gone
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
    },
  }
}

async function answers(connectionString: string): Promise<void> {
  for (const end = performance.now() + START_MS; ; await pause(50)) {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      if (performance.now() > end) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}

export interface Door {
  /** The address of a database, through it. */
  url(database?: string): string
  /** From now on it leads there, and whoever came through before is cut off. */
  leadTo(port: number): void
  close(): void
}

/** The address that always leads to the primary, as a virtual address or HAProxy gives it. */
export async function openDoor(first: number): Promise<Door> {
  let target = first
  const inside = new Set<Socket>()
  const server = createServer(caller => {
    const there = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [caller, there],
      [there, caller],
    ] as const) {
      inside.add(one)
      one.on('error', () => {}).on('close', () => inside.delete(one) && other.destroy())
      one.pipe(other)
    }
  })
  const port = await portOf(server)
  const cut = () => {
    for (const socket of inside) socket.destroy()
  }
  return {
    url: (database = DATABASE) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    leadTo(next) {
      target = next
      cut()
    },
    close() {
      cut()
      server.close()
    },
  }
}

export const pause = (ms: number): Promise<void> => new Promise(next => setTimeout(next, ms))

async function portOf(server: Server): Promise<number> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', () => done()))
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await portOf(server)
  await new Promise(done => server.close(done))
  return port
}
