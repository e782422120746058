// I1: workers are killed in the middle of their work and each effect happens once; a job that always fails is parked and hurts nobody. I2: who sees a
// run has its token.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { newId } from '#server/base/ids.ts'
import { randomSecret } from '#server/base/secrets.ts'
import { openKysely } from '#server/db/kysely.ts'
import type { Db } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import { finishedRun, JOB_NAMES, type MoneyStep, openJobs, type RunningJobs, type Workers } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { type MoneyBooks, moneyBooks, OTHER_KEY } from '#tests/kit/money.ts'
import { builtProgram } from '#tests/kit/programs.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, isFull, times } from './kit/figure.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const long = { timeout: 7_200_000 }
const WORKERS = times(2, 4)

let server: TestServer
let b: MoneyBooks
let jobsDb: Db
const children = new Set<ChildProcess>()
beforeAll(async () => {
  server = await testServer()
  b = await moneyBooks(server)
  jobsDb = openKysely(server.jobConfig)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await jobsDb.destroy()
  await server.close()
})

const pause = (ms: number) => new Promise(next => setTimeout(next, ms))

async function until(what: () => Promise<boolean>, withinMs: number, every = 200): Promise<void> {
  for (const end = Date.now() + withinMs; !(await what()); await pause(every)) if (Date.now() > end) throw new Error('waited too long')
}

/** A worker process; it is up when it says so. */
async function aWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [await builtProgram('tests/kit/job-worker.ts')], {
    cwd: root,
    env: { ...process.env, RAZAO_JOB_CONFIG: JSON.stringify(server.jobConfig) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')])
  return child
}

const workersOf = (advance: (step: MoneyStep) => Promise<void>): Workers => {
  const idle = Object.fromEntries(JOB_NAMES.map(name => [name, async () => {}])) as unknown as Workers
  return { ...idle, 'money.advance': advance }
}

const stepOf = (id: string): MoneyStep => ({ company_id: b.company.id, subject: 'payment', id, attempt: 0 })

/** Payments as a handler queues them, each with its step, in one transaction. */
async function queuePayments(queue: RunningJobs, count: number, keep: boolean): Promise<void> {
  const work = jobsDb.transaction().execute(async tx => {
    await scope(tx, { companies: [b.company.id], batch: newId() })
    for (let order = 0; order * 10 < count; order += 1) {
      const [orderId, at] = [randomUUID(), new Date()]
      await sql`insert into payment_orders (company_id, id, status, created_by, sent_at) values (${b.company.id}, ${orderId}, 'PROCESSING', ${b.owner.id}, ${at})`.execute(
        tx,
      )
      for (let n = 0; n < Math.min(10, count - order * 10); n += 1) {
        const id = randomUUID()
        await sql`insert into payments (company_id, id, payment_order_id, position, kind, status, amount_cents, payee_key, target, end_to_end_id, requested_at, sent_at)
          values (${b.company.id}, ${id}, ${orderId}, ${n}, 'PIX_KEY', 'QUEUED', 1, ${`pix:${OTHER_KEY}`}, ${JSON.stringify({ kind: 'PIX_KEY', pix_key: OTHER_KEY })}::jsonb,
            ${`E99999008202611201200${id.replaceAll('-', '').slice(0, 11)}`}, ${at}, ${at})`.execute(tx)
        await queue.plan(tx, stepOf(id), 0)
      }
    }
    if (!keep) throw new Error('rolled back')
  })
  if (keep) await work
  else await expect(work).rejects.toThrow('rolled back')
}

interface Effects {
  open: number
  settled: number
  paid_once: number
  movements: number
  lines: number
  told: number
}

async function effects(): Promise<Effects> {
  const [row] = await server.sql<Effects>(
    `select count(*) filter (where p.status in ('QUEUED', 'PROCESSING'))::int as open, count(*) filter (where p.status = 'SETTLED')::int as settled,
        count(*) filter (where m.n = 1)::int as paid_once, coalesce(sum(m.n), 0)::int as movements,
        (select count(*)::int from digital_movements d where d.company_id = $1 and d.type = 'PIX_OUT') as lines,
        (select count(*)::int from notifications n where n.company_id = $1 and n.title like 'Pix de % efetivado') as told
      from payments p left join lateral (select count(*)::int as n from local_bank_movements m where m.reference = p.id::text) m on true
      where p.company_id = $1`,
    [b.company.id],
  )
  return row as Effects
}

test('I1: workers killed at their work, and each payment leaves, settles and is told once', long, async () => {
  const jobs = times(24, 10_000)
  const kills = times(2, 100)
  const queue = await openJobs(jobsDb, () => {})
  await queuePayments(queue, 10, false)
  for (let made = 0; made < jobs; made += 500) await queuePayments(queue, Math.min(500, jobs - made), true)
  await queue.stop()
  const started = Date.now()
  const workers = await Promise.all(Array.from({ length: WORKERS }, aWorker))
  let killed = 0
  while (killed < kills && (await effects()).open > 0) {
    await pause(Math.random() * times(1_500, 3_000))
    const at = killed % WORKERS
    workers[at]?.kill('SIGKILL')
    killed += 1
    workers[at] = await aWorker()
  }
  await until(async () => (await effects()).lines >= jobs, times(90_000, 3_600_000), 1_000)
  // What the dead held when they died is given to the living once its lease ran out, and changes nothing any more.
  if (isFull) await pause(200_000)
  for (const child of workers) child.kill('SIGKILL')
  expect(await effects()).toEqual({ open: 0, settled: jobs, paid_once: jobs, movements: jobs, lines: jobs, told: jobs })
  const [ours] = await server.sql<{ n: number }>(
    `select count(*)::int as n from pgboss.job where name = 'money.advance' and state = 'active' and data->>'subject' = 'payment'`,
  )
  if (isFull) expect(ours?.n).toBe(0)
  figure({
    promise: 'I1',
    what: `${jobs} pagamentos, ${WORKERS} processos, ${killed} mortos no meio`,
    ours: `${jobs} efeitos, 0 em dobro, em ${Math.round((Date.now() - started) / 1000)} s`,
    floor: '10.000 tarefas, 10.000 efeitos',
  })
})

test('I1: a job that always fails is parked after five tries with growing waits, and the others are unharmed', long, async () => {
  const company = await server.aCompany()
  const poison = { ...stepOf('veneno'), company_id: company.id }
  const others = Array.from({ length: times(20, 500) }, () => ({ ...poison, id: randomUUID() }))
  const [tried, done]: [number[], string[]] = [[], []]
  const queue = await openJobs(jobsDb, () => {})
  await queue.work(
    workersOf(async step => {
      if (step.company_id !== company.id) return
      if (step.id !== 'veneno') return void done.push(step.id)
      tried.push(Date.now())
      throw new Error('poison')
    }),
  )
  await jobsDb.transaction().execute(async tx => {
    for (const step of [poison, ...others]) await queue.plan(tx, step, 0)
  })
  const job = async () =>
    (
      await server.sql<{ state: string; wait: number }>(
        `select state, extract(epoch from start_after - now())::float as wait from pgboss.job where name = 'money.advance' and data->>'id' = 'veneno'`,
      )
    )[0]
  const waits: number[] = []
  for (let tries = 1; tries <= 5; tries += 1) {
    await until(async () => tried.length === tries && ['retry', 'failed'].includes((await job())?.state ?? ''), 60_000, 50)
    const { state, wait } = (await job()) ?? { state: 'gone', wait: 0 }
    expect(state).toBe(tries === 5 ? 'failed' : 'retry')
    if (state === 'retry') waits.push(wait)
    // The wait was seen; nobody needs to sit through it.
    await server.sql(
      `update pgboss.job set start_after = now() where name = 'money.advance' and data->>'id' = 'veneno' and state = 'retry'`,
    )
  }
  await pause(1_500)
  expect(tried).toHaveLength(5)
  for (const [at, wait] of waits.slice(1).entries()) expect(wait).toBeGreaterThan((waits[at] ?? 0) * 0.99)
  await until(async () => done.length === others.length, 60_000)
  expect(new Set(done).size).toBe(others.length)
  await queue.stop()
  figure({
    promise: 'I1',
    what: 'tarefa venenosa',
    ours: `parada após ${tried.length} tentativas, esperas de ${waits.map(wait => `${Math.round(wait)} s`).join(', ')}; ${done.length} outras feitas`,
    floor: '5 tentativas com recuo',
  })
})

test('I1: who lost the lease writes nothing, and a process that stops releases what it holds', long, async () => {
  const company = await server.aCompany()
  const step = { ...stepOf(randomUUID()), company_id: company.id }
  let go = () => {}
  const [gate, errors]: [Promise<void>, string[]] = [new Promise(done => (go = done)), []]
  const queue = await openJobs(jobsDb, error => void errors.push(error.message))
  const services = { ...server.services, jobsDb }
  const batch = { company_id: company.id, user_id: undefined, command: 'pix.createKey', label: 'Tarde', tags: [] }
  await queue.work(
    workersOf(async ({ id }) => {
      if (id !== step.id) return
      await gate
      await inBatch(services, batch, db =>
        sql`insert into rules (company_id, id, name, contains) values (${company.id}, ${newId()}, 'Tarde', 'tarde')`.execute(db),
      )
    }),
  )
  const state = async () =>
    (await server.sql<{ state: string }>(`select state from pgboss.job where name = 'money.advance' and data->>'id' = $1`, [step.id]))[0]
      ?.state
  await jobsDb.transaction().execute(tx => queue.plan(tx, step, 0))
  await until(async () => (await state()) === 'active', 20_000)
  // Another worker has it since: the number it was handed out under has grown.
  await server.sql(`update pgboss.job set retry_count = retry_count + 1 where name = 'money.advance' and data->>'id' = $1`, [step.id])
  go()
  await until(async () => errors.some(error => error.includes("another worker's")), 20_000)
  expect(await server.sql('select id from rules where company_id = $1', [company.id])).toEqual([])
  expect(await state()).toBe('active')
  await queue.stop()
  await server.sql(`delete from pgboss.job where name = 'money.advance' and data->>'id' = $1`, [step.id])

  const hung = await openJobs(jobsDb, () => {})
  await hung.work(workersOf(async ({ id }) => (id === step.id ? new Promise(() => {}) : undefined)))
  await jobsDb.transaction().execute(tx => hung.plan(tx, step, 0))
  await until(async () => (await state()) === 'active', 20_000)
  await hung.stop()
  expect(await state()).toBe('retry')
  figure({ promise: 'I1', what: 'arrendamento perdido', ours: '0 escritas; ao parar, a tarefa é devolvida', floor: '0 escritas' })
})

test('I2: a run is opened by its own token for a day, and by nothing else', long, async () => {
  const companies = [await server.aCompany(), await server.aCompany()]
  const runs = await Promise.all(
    companies.flatMap(({ id, owner }) =>
      Array.from({ length: 5 }, () => server.inCompany([id], db => finishedRun(db, 'import.read', id, owner.id, {}))),
    ),
  )
  const status = async (id: string, token: string) =>
    (await server.call(undefined, contract.jobs.get, { params: { id } }, { authorization: `Bearer ${token}` })).status
  for (const { id, publicAccessToken } of runs) expect(await status(id, publicAccessToken)).toBe(200)
  const guesses = runs.flatMap(({ id, publicAccessToken: own }) => [
    ...runs.filter(other => other.id !== id).map(other => [id, other.publicAccessToken] as const),
    ...Array.from({ length: times(5, 1_000) }, () => [id, `${own.split('.')[0]}.${randomSecret()}`] as const),
  ])
  for (const [id, token] of guesses) {
    server.clock.advance(100)
    expect([401, 404]).toContain(await status(id, token))
  }
  await server.sql`update runs set created_at = now() - interval '24 hours 1 second' where id = any (${runs.map(({ id }) => id)})`
  for (const { id, publicAccessToken } of runs) expect([401, 404]).toContain(await status(id, publicAccessToken))
  figure({
    promise: 'I2',
    what: 'tokens de outras tarefas, inventados e vencidos',
    ours: `0 de ${guesses.length + runs.length} abriram`,
    floor: '0 de 10.000',
  })
})
