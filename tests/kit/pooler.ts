// A PgBouncer before the PostgreSQL of the tests, where one is installed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { scratchFolder } from './scratch-folder.ts'

const PROGRAM = 'pgbouncer'

const asked = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' })

export const hasPooler = asked.status === 0
export const poolerVersion = asked.stdout ?? ''

export interface Pooler {
  /** The address of a database, through it. */
  url(user: string, database: string): string
  stop(): Promise<void>
}

export interface PoolerOptions {
  /** Where PostgreSQL's socket is. */
  host: string
  port: number
  /** Of PostgreSQL, who owns everything. */
  user?: string
  mode: 'transaction' | 'statement' | 'session'
  /** Start-up parameters dropped in silence. */
  drops?: readonly string[]
  /** Connections to PostgreSQL per user and database. */
  size?: number
}

export async function startPooler({ host, port, user = 'postgres', mode, drops = [], size = 12 }: PoolerOptions): Promise<Pooler> {
  const folder = await scratchFolder('razao-pooler-')
  const listen = await freePort()
  const users = join(folder, 'users.txt')
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(users, '')
  writeFileSync(
    config,
    `[databases]
* = host=${host} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 400
ignore_startup_parameters = ${['extra_float_digits', ...drops].join(',')}
`,
  )
  writeFileSync(users, [user, 'razao_owner', 'razao_app', 'razao_login'].map(name => `"${name}" ""`).join('\n'))
  for (const [path, bits] of [
    [folder, 0o755],
    [config, 0o644],
    [users, 0o644],
  ] as const)
    chmodSync(path, bits)
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const child = spawn(PROGRAM, ['-q', config], { ...nobody, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', chunk => (said += String(chunk)))
  const url: Pooler['url'] = (user, database) => `postgres://${user}@127.0.0.1:${listen}/${database}`
  await answers(child, url(user, 'postgres'), () => said)
  return {
    url,
    async stop() {
      const gone = new Promise(done => child.once('exit', done))
      child.kill('SIGINT')
      setTimeout(() => child.kill('SIGKILL'), 2000).unref()
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(child: ChildProcess, connectionString: string, said: () => string): Promise<void> {
  for (const end = performance.now() + 15_000; performance.now() < end; await new Promise(next => setTimeout(next, 50))) {
    if (child.exitCode !== null) break
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch {
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error(`${PROGRAM} did not start: ${said()}`)
}

function freePort(): Promise<number> {
  return new Promise(done => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(address && typeof address === 'object' ? address.port : 0))
    })
  })
}
