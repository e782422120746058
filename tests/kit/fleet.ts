// Processes of the product over one database, people who work in them, and the balancer before them.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { withPools } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openOwnServer } from '#server/db/own-server.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { pause } from './clusters.ts'
import { type Served, type ServedHome, servedHome } from './served.ts'
import { type TestServer, testServer } from './server.ts'

const SECRET = 'uma prova não precisa de segredo, só de 32 letras'
const signedWith = createHash('sha256').update(SECRET).digest()

/** Someone with a company of their own. */
export interface Worker {
  company: string
  token: string
}

/** Brings a database to this version and puts people in it. */
export async function settle(url: string, count: number): Promise<Worker[]> {
  const { ownerConfig, appConfig } = await openOwnServer(url, { durable: false })
  await migrate(ownerConfig)
  const database = { ...withPools(ownerConfig, appConfig), name: 'razao', adminConfig: ownerConfig, drop: async () => {} }
  const server: TestServer = await testServer({ database })
  server.clock.set(Date.now())
  const workers: Worker[] = []
  for (let n = 0; n < count; n += 1) {
    const { id: company, owner } = await server.aCompany()
    const token = await signAccess(signedWith, { user_id: owner.id, session_id: owner.session_id }, Date.now())
    workers.push({ company, token })
  }
  await server.close()
  return workers
}

export interface Fleet {
  readonly home: ServedHome
  start(env?: Record<string, string>): Promise<Served>
  remove(): Promise<void>
}

/** Processes that share one folder and the database of `url`. */
export async function openFleet(url: string): Promise<Fleet> {
  const home = await servedHome()
  return {
    home,
    start: (env = {}) => home.start(undefined, { DATABASE_URL: url, RAZAO_SECRET: SECRET, RAZAO_LOG: 'silent', ...env }),
    remove: () => home.remove(),
  }
}

/** Told to stop, as an operator does; gives the exit code. */
export async function stopped({ child }: Served): Promise<unknown> {
  const left = once(child, 'exit')
  child.kill('SIGTERM')
  return (await left)[0]
}

export interface Balancer {
  /** Sends to a process that says it is ready; one that cannot be reached is tried no more for this call. */
  send(path: string, init?: RequestInit): Promise<{ status: number; text: string }>
  close(): void
}

/** As the Caddyfile beside the product does: `/ready` five times a second, and another process where a connection is refused. */
export function balancer(fleet: () => readonly Served[]): Balancer {
  const ready = new Map<string, boolean>()
  const look = async () => {
    for (const { url } of fleet()) {
      const ok = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(1000) }).then(
        answer => answer.ok,
        () => false,
      )
      ready.set(url, ok)
    }
  }
  const timer = setInterval(() => void look(), 200)
  let turn = 0
  return {
    async send(path, init = {}) {
      for (const end = performance.now() + 5000; ; await pause(50)) {
        const able = fleet().filter(({ url }) => ready.get(url) !== false)
        turn += 1
        const chosen = able[turn % Math.max(1, able.length)]
        try {
          if (!chosen) throw new Error('nobody is ready')
          const answer = await fetch(chosen.url + path, init)
          return { status: answer.status, text: await answer.text() }
        } catch (error) {
          const refused = /ECONNREFUSED|nobody/.test(String((error as Error).cause ?? error))
          if (!refused || performance.now() > end) throw error
        }
      }
    },
    close: () => clearInterval(timer),
  }
}

export interface Written {
  /** Ids of bills, with the moment of their acknowledgement in ms. */
  acknowledged: Map<string, number>
  /** Answers other than the bill, by status; 0: none came. */
  others: Map<number, number>
}

const DAY = '2026-12-10'
const bill = (text: string) => ({ amount_cents: 1234, due_date: DAY, date: DAY, competence_date: DAY, additional_information: text })

/** Each worker writes bill after bill until `going` is false, and repeats what was not acknowledged under the same key. */
export async function writeBills(workers: readonly Worker[], send: Balancer['send'], going: () => boolean, restMs = 20): Promise<Written> {
  const written: Written = { acknowledged: new Map(), others: new Map() }
  const work = async ({ company, token }: Worker) => {
    while (going()) {
      const key = randomUUID()
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
      const init = { method: 'POST', headers, body: JSON.stringify(bill(key)) }
      for (const end = performance.now() + 60_000; performance.now() < end; await pause(100)) {
        const answer = await send(`/v1/companies/${company}/bills`, init).catch(() => ({ status: 0, text: '' }))
        if (answer.status === 201) {
          written.acknowledged.set((JSON.parse(answer.text) as { id: string }).id, performance.now())
          break
        }
        written.others.set(answer.status, (written.others.get(answer.status) ?? 0) + 1)
        if (answer.status !== 0 && answer.status < 429) throw new Error(`${answer.status}: ${answer.text}`)
      }
      await pause(restMs)
    }
  }
  await Promise.all(workers.map(work))
  return written
}

/** The longest time between two acknowledgements, in ms. */
export function longestGap({ acknowledged }: Written): number {
  const moments = [...acknowledged.values()].sort((a, b) => a - b)
  return Math.max(0, ...moments.slice(1).map((at, index) => at - (moments[index] ?? at)))
}
