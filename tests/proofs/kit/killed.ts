// A served product with the books of a company, and whoever kills it, in part or whole.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Endpoint, pathOf } from '#contract/kit/endpoint.ts'
import { withPools } from '#server/db/connect.ts'
import { attachEmbedded } from '#server/db/embedded.ts'
import { productDatabase, withClient } from '#server/db/roles.ts'
import { readEnvironment } from '#server/env.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { DEVICE } from '#tests/kit/money.ts'
import { productArgs } from '#tests/kit/programs.ts'
import { servedHome } from '#tests/kit/served.ts'
import { type CallInput, formDataOf, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** A checkpoint of what was written since the last kill takes so long. */
const IN_A_CHECKPOINT_MS = 6

export const FAULTS = [
  'processo de um pedido',
  'tudo de uma vez',
  'servidor',
  'tudo num checkpoint',
  'banco',
  'processo de uma tarefa',
] as const
export type Fault = (typeof FAULTS)[number]

export interface Answered {
  status: number
  data: unknown
  /** Of the batch it wrote. */
  batch: string | undefined
}

/** The product, and the books that `make` put into it beside it, by the kit of all tests. */
export async function killable<T>(make: (kit: TestServer) => Promise<T>) {
  const home = await servedHome()
  let served = await home.start()
  const { secret } = readEnvironment({ RAZAO_DIR: home.dir })
  const cluster = attachEmbedded(join(home.dir, 'postgres'))
  if (!cluster) throw new Error('the served product has no database')
  const admin: pg.ClientConfig = { ...cluster.adminConfig, database: productDatabase }
  const pools = withPools(cluster.ownerConfig, cluster.appConfig)
  const kit = await testServer({ database: { ...pools, name: productDatabase, adminConfig: admin, drop: async () => {} } })
  kit.clock.set(Date.now())
  const made = await make(kit)
  await kit.close()

  /** Undefined when nobody answered. */
  async function send(by: TestUser, row: Endpoint, { params, query, body, form }: CallInput, key?: string): Promise<Answered | undefined> {
    const token = signAccess(secret, { user_id: by.id, session_id: by.session_id }, Date.now())
    const asked = new URLSearchParams((query ?? {}) as Record<string, string>).toString()
    return fetch(`${served.url}${pathOf(row, params)}${asked && `?${asked}`}`, {
      method: row.method,
      headers: {
        ...DEVICE,
        authorization: `Bearer ${await token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(form ? { body: formDataOf(form) } : body === undefined ? {} : { body: JSON.stringify(body) }),
    }).then(
      async answer => ({ status: answer.status, data: await answer.json(), batch: answer.headers.get('x-batch-id') ?? undefined }),
      () => undefined,
    )
  }

  /** Asked again while the database is on its way back. */
  async function query<R>(text: string, values: unknown[] = []): Promise<R[]> {
    for (const end = Date.now() + 30_000; ; await wait(100)) {
      try {
        return await withClient(admin, async client => (await client.query(text, values)).rows as R[])
      } catch (error) {
        const isAway = !/^(?!57)\d/.test((error as { code?: string }).code ?? '')
        if (!isAway || Date.now() > end) throw error
      }
    }
  }

  const postmaster = (): number => Number(readFileSync(join(home.dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

  async function killBackend(name: string): Promise<void> {
    const found = await query<{ pid: number }>(`select pid from pg_stat_activity where application_name = $1 order by random() limit 1`, [
      name,
    ])
    for (const { pid } of found) process.kill(pid, 'SIGKILL')
  }

  function killAll(): void {
    const database = postmaster()
    for (const pid of [served.child.pid ?? 0, parentOf(database), database]) process.kill(pid, 'SIGKILL')
  }

  /** While a checkpoint is written, unless it was done sooner. */
  async function killInCheckpoint(): Promise<void> {
    const client = new pg.Client(admin)
    client.on('error', () => {})
    await client.connect()
    const written = client.query('checkpoint').then(
      () => true,
      () => false,
    )
    await wait(Math.random() * IN_A_CHECKPOINT_MS)
    killAll()
    inCheckpoint += (await written) ? 0 : 1
    await client.end().catch(() => {})
  }
  let inCheckpoint = 0

  const kill: Record<Fault, () => unknown> = {
    'processo de um pedido': () => killBackend('razao-app'),
    'tudo de uma vez': killAll,
    servidor: () => void served.child.kill('SIGKILL'),
    'tudo num checkpoint': killInCheckpoint,
    banco: () => void process.kill(postmaster(), 'SIGKILL'),
    'processo de uma tarefa': () => killBackend('razao-job'),
  }

  return {
    made,
    home,
    admin,
    send,
    query,
    killed: (fault: Fault) => kill[fault](),
    /** How many checkpoints died on their way. */
    inCheckpoint: () => inCheckpoint,
    /** Serves again, started by a person where nobody else would; how long that took, in ms. */
    async back(fault: Fault): Promise<number> {
      const began = performance.now()
      if (isStarted(fault)) served = await home.start()
      for (const end = Date.now() + 60_000; ; await wait(50)) {
        const answer = await fetch(`${served.url}/ready`).catch(() => undefined)
        if (answer?.ok) return performance.now() - began
        if (Date.now() > end) throw new Error('the product did not come back')
      }
    },
    /** A copy under way, which dies with the rest. */
    async copying(file: string): Promise<() => void> {
      const child = spawn(process.execPath, await productArgs('backup', file), {
        cwd: root,
        env: { ...process.env, RAZAO_DIR: home.dir, DATABASE_URL: '', NODE_ENV: 'development' },
        stdio: 'ignore',
      })
      return () => void child.kill('SIGKILL')
    },
  }
}

/** A person starts it again. */
export const isStarted = (fault: Fault): boolean => fault === 'servidor' || fault.startsWith('tudo')

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
