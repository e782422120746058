// The product's own server in a process of its own over a temporary data directory, fsync on, with a door to its database and people signed in.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { COLUMNS_MEDIA_TYPE } from '#contract/kit/columns.ts'
import { type Endpoint, pathOf } from '#contract/kit/endpoint.ts'
import { createUser } from '#server/areas/people/auth/rows.ts'
import { addMember, createCompany } from '#server/areas/people/companies/rows.ts'
import { newId } from '#server/base/ids.ts'
import { hashSecret, randomSecret } from '#server/base/secrets.ts'
import { columnParsers } from '#server/db/column-parsers.ts'
import { attachEmbedded } from '#server/db/embedded.ts'
import { openKysely } from '#server/db/kysely.ts'
import { scope } from '#server/db/scope.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { cnpjNumber, cpfNumber } from '#tests/kit/documents.ts'
import { type ProcessorTime, processorTime } from './processor.ts'
import { resultsFolder } from './report.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const secretText = 'uma medida não precisa de segredo, só de 32 letras'
const secret = createHash('sha256').update(secretText).digest()

export interface BenchUser {
  id: string
  session_id: string
}

export interface BenchCall {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
  columns?: boolean
}

export interface BenchAnswer {
  status: number
  text: string
  batchId: string | null
}

export interface BenchServer {
  readonly url: string
  /** The superuser on the product's database. */
  readonly admin: pg.Client
  /** A company whose owner is `user`, with that user already signed in. */
  company(name: string, owner?: BenchUser): Promise<{ id: string; owner: BenchUser }>
  user(): Promise<BenchUser>
  token(user: BenchUser): Promise<string>
  /** The answer as text, unread: what it costs to read it is the client's. Throws when it is a refusal. */
  call(user: BenchUser, row: Endpoint, call?: BenchCall): Promise<BenchAnswer>
  /** The same, its bytes counted as they come and forgotten. */
  drain(user: BenchUser, row: Endpoint, call?: BenchCall): Promise<number>
  /** Memory of the server process in MB. */
  rss(): Promise<number>
  /** Processor time used so far; undefined where it cannot be told. */
  processor(): ProcessorTime | undefined
  close(): Promise<void>
}

/**
 * From the built server that `npm start` runs; with RAZAO_BENCH_SOURCE=1 from the sources, without building. `-- --profile` leaves a CPU
 * profile of it in test-results/bench/profiles.
 */
export async function openServer(): Promise<BenchServer> {
  const there = process.env.RAZAO_BENCH_AT
  const { url, folder, pid, leave } = there ? { ...(JSON.parse(there) as Place), leave: async () => {} } : await launch()
  const configs = attachEmbedded(join(folder, 'postgres'))
  if (!configs) throw new Error('the server started without its database')
  const onProduct = { ...configs.adminConfig, database: configs.ownerConfig.database, types: columnParsers }
  const admin = new pg.Client(onProduct)
  admin.on('error', () => {})
  await admin.connect()
  const db = openKysely({ ...onProduct, max: 2 })
  const tokens = new Map<string, { text: string; at: number }>()
  const known = async (table: string) => Number((await admin.query(`select count(*) as n from ${table}`)).rows[0].n)
  let people = await known('users')
  let companies = await known('companies')

  const token = async (user: BenchUser) => {
    const known = tokens.get(user.id)
    if (known && Date.now() - known.at < 300_000) return known.text
    const text = await signAccess(secret, { user_id: user.id, session_id: user.session_id }, Date.now())
    tokens.set(user.id, { text, at: Date.now() })
    return text
  }
  const user = async (): Promise<BenchUser> => {
    people += 1
    const id = await createUser(db, { kind: 'SOLO_USER', name: `Pessoa ${people}`, document_number: cpfNumber(people) })
    const session_id = newId()
    await admin.query(
      `insert into sessions (id, user_id, device, refresh_hash, stepped_up_at, idle_expires_at, expires_at)
       values ($1, $2, 'Medição', $3, now(), now() + interval '1 day', now() + interval '1 day')`,
      [session_id, id, hashSecret(randomSecret())],
    )
    return { id, session_id }
  }

  const ask = async (person: BenchUser, row: Endpoint, { params, query, body, form, columns }: BenchCall = {}): Promise<Response> => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query ?? {})) search.set(name, String(value))
    const response = await fetch(`${url}${pathOf(row, params)}${search.size > 0 ? `?${search}` : ''}`, {
      method: row.method,
      headers: {
        authorization: `Bearer ${await token(person)}`,
        accept: columns ? COLUMNS_MEDIA_TYPE : 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${row.id} respondeu ${response.status}: ${(await response.text()).slice(0, 300)}`)
    return response
  }

  return {
    url,
    admin,
    token,
    user,
    async company(name, owner) {
      const person = owner ?? (await user())
      companies += 1
      const made = await db.transaction().execute(async tx => {
        await scope(tx, { batch: newId() })
        const company = await createCompany(tx, { name, document_number: cnpjNumber(companies), approval_limit_cents: 100_000_000 })
        await addMember(tx, { company_id: company.id, role_id: company.roles.OWNER, user_id: person.id })
        return company
      })
      return { id: made.id, owner: person }
    },
    async call(person, row, call) {
      const response = await ask(person, row, call)
      return { status: response.status, text: await response.text(), batchId: response.headers.get('x-batch-id') }
    },
    async drain(person, row, call) {
      let bytes = 0
      for await (const block of (await ask(person, row, call)).body ?? []) bytes += (block as Uint8Array).length
      return bytes
    },
    async rss() {
      const text = await (await fetch(`${url}/metrics`)).text()
      return Number(/razao_memory_rss_bytes (\d+)/.exec(text)?.[1]) / 1e6
    },
    processor: () => processorTime(pid, join(folder, 'postgres')),
    async close() {
      await db.destroy()
      await admin.end()
      await leave()
    },
  }
}

/** Where a server is: what RAZAO_BENCH_AT says when many benches share one. */
export interface Place {
  url: string
  /** Its data directory. */
  folder: string
  pid: number
}

async function folderOnDisk(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  await chmod(folder, 0o755) // as root the database runs as nobody, who must pass here
  return folder
}

/** A server over a directory of its own, as `npm start` runs it: on the disk, which is part of what is measured. */
export async function launch(newFolder = folderOnDisk): Promise<Place & { leave(): Promise<void> }> {
  const folder = await newFolder('razao-bench-')
  const args =
    process.env.RAZAO_BENCH_SOURCE === '1' ? ['--import', 'tsx', 'src/server/launch/serve-source.mjs'] : ['src/server/launch/start.mjs']
  // A build in this process, as that of the pages, sets NODE_ENV to production, where the product wants its channels of messages.
  const env = { ...process.env, NODE_ENV: 'development', RAZAO_DIR: folder, RAZAO_DEMO: 'off', RAZAO_SECRET: secretText }
  const profiled = process.argv.includes('--profile') ? ['--cpu-prof', `--cpu-prof-dir=${join(resultsFolder, 'profiles')}`] : []
  const child = spawn(process.execPath, [...profiled, ...args], {
    cwd: root,
    env: { ...env, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: '', RAZAO_LOG: process.env.RAZAO_LOG ?? 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const leave = async () => {
    await gone(child)
    await rm(folder, { recursive: true, force: true })
  }
  return { url: await saidReady(child), folder, pid: child.pid ?? 0, leave }
}

function saidReady(child: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    if (child.stdout === null) return
    createInterface(child.stdout).on('line', line => {
      const found = /Razão pronto .*?(http:\/\/\S+)/.exec(line)
      if (found?.[1]) done(found[1].replace('localhost', '127.0.0.1'))
      else if (/"level":[56]0/.test(line)) console.log(line.slice(0, 400))
    })
    child.once('exit', code => failed(new Error(`o servidor saiu com ${code} antes de ficar pronto`)))
  })
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const left = new Promise<void>(done => child.once('exit', () => done()))
  child.kill('SIGTERM')
  await left
}
