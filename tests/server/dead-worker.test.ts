// A worker killed at its job: another has it within seconds, and the one that lives keeps what it holds.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKysely } from '#server/db/kysely.ts'
import type { Db } from '#server/db/query.ts'
import { JOB_NAMES, openJobs, type Workers } from '#server/jobs/queue.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
let company: TestCompany
let db: Db
beforeAll(async () => {
  server = await testServer()
  company = await server.aCompany()
  db = openKysely(server.jobConfig)
})
afterAll(async () => {
  await db.destroy()
  await server.close()
})

const started = (data: object) =>
  server.sql<{ state: string; retry_count: number }>(`select state::text, retry_count from pgboss.job where data @> $1::jsonb`, [
    JSON.stringify(data),
  ])

const idle = Object.fromEntries(JOB_NAMES.map(name => [name, async () => {}])) as unknown as Workers

/** Takes one job and never ends it. */
const STUCK = `
import { columnParsers } from '#server/db/column-parsers.ts'
import { openKysely } from '#server/db/kysely.ts'
import { JOB_NAMES, openJobs } from '#server/jobs/queue.ts'
const queue = await openJobs(openKysely({ ...JSON.parse(process.env.RAZAO_JOB_CONFIG), types: columnParsers }), () => {})
const idle = Object.fromEntries(JOB_NAMES.map(name => [name, async () => {}]))
await queue.work({ ...idle, 'import.commit': async () => { console.log('taken'); await new Promise(() => setInterval(() => {}, 1000)) } })
`

async function stuckWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', STUCK], {
    env: { ...process.env, RAZAO_JOB_CONFIG: JSON.stringify(server.jobConfig) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

test('is taken over in seconds, not minutes', async () => {
  const queue = await openJobs(db, () => {})
  const data = { import_id: 'morto', user_id: 'ninguem' }
  await server.inCompany([company.id], tx => queue.start(tx, 'import.commit', company.id, undefined, data))
  const child = await stuckWorker()
  const done: unknown[] = []
  await queue.work({ ...idle, 'import.commit': async job => void done.push(job) })
  // The one that lives keeps it beyond the silence that would be a dead one's.
  await new Promise(next => setTimeout(next, 13_000))
  expect([done, await started(data)]).toEqual([[], [{ state: 'active', retry_count: 0 }]])
  const killed = Date.now()
  child.kill('SIGKILL')
  await expect.poll(() => done.length, { timeout: 30_000, interval: 100 }).toBe(1)
  expect(Date.now() - killed).toBeLessThan(20_000)
  await expect.poll(() => started(data)).toEqual([{ state: 'completed', retry_count: 1 }])
  await queue.stop()
}, 90_000)

/** Takes a job, and then the database is away until the failure could be told to nobody. */
async function endsWhileTheDatabaseIsAway(tried: unknown[], job: unknown): Promise<void> {
  tried.push(job)
  if (tried.length > 1) return
  await server.sql('alter schema pgboss rename to pgboss_away')
  setTimeout(() => void server.sql('alter schema pgboss_away rename to pgboss'), 500)
  throw new Error('the database is away')
}

test('so is the job whose end a living one could not tell', async () => {
  const queue = await openJobs(db, () => {})
  const data = { import_id: 'calado', commit: false }
  const tried: unknown[] = []
  await queue.work({ ...idle, 'import.read': job => endsWhileTheDatabaseIsAway(tried, job) })
  await server.inCompany([company.id], tx => queue.start(tx, 'import.read', company.id, undefined, data))
  await expect.poll(() => tried.length, { timeout: 30_000 }).toBe(2)
  await expect.poll(() => started(data)).toEqual([{ state: 'completed', retry_count: 1 }])
  await queue.stop()
}, 60_000)
