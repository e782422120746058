// Two servers over one database: what one changes the sockets of the other hear, and a job is done once by whichever takes it.
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { outboxMessages } from '#server/adapters/messages/outbox.ts'
import { smtpTransport } from '#server/adapters/messages/smtp.ts'
import { resumeMessages } from '#server/areas/platform/messages/deliver.ts'
import { scheduleMorning } from '#server/areas/reports/daily/morning.ts'
import { createWorkers } from '#server/areas/workers.ts'
import { newId } from '#server/base/ids.ts'
import { openKysely } from '#server/db/kysely.ts'
import { JOB_NAMES, openJobs, type RunningJobs, type Workers } from '#server/jobs/queue.ts'
import type { Services } from '#server/kernel/services.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import { openSockets, type Sockets } from '#server/realtime/sockets.ts'
import { books } from '#tests/kit/books.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { mailServer } from '#tests/kit/smtp.ts'

interface Node {
  http: HttpServer
  url: string
  sockets: Sockets
  close(): Promise<void>
}

let server: TestServer
let company: TestCompany
let nodes: [Node, Node]
let client: Socket

beforeAll(async () => {
  server = await testServer()
  company = await server.aCompany()
  nodes = [await aNode(), await aNode()]
  // What is said before a server listens to the others is lost to it.
  for (const { sockets } of nodes) await vi.waitFor(async () => expect(await sockets.hears()).toBe(true), { timeout: 20_000 })
  const { owner } = company
  const token = await signAccess(server.services.secret, { user_id: owner.id, session_id: owner.session_id }, server.clock.now())
  client = io(nodes[1].url, { auth: { token }, transports: ['websocket'] })
  await new Promise<void>((done, failed) => client.on('connect', () => done()).on('connect_error', failed))
})
afterAll(async () => {
  client.close()
  await Promise.all(nodes.map(node => node.close()))
  await server.close()
})

async function aNode(): Promise<Node> {
  const http = createServer()
  const { db, clock, secret } = server.services
  const sockets = openSockets({ http, db, clock, secret, shared: server.appConfig })
  await new Promise<void>(done => http.listen(0, '127.0.0.1', () => done()))
  return { http, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, sockets, close: () => sockets.close() }
}

const heard = (event: string) => new Promise<Record<string, unknown>>(done => client.once(event, done))

test('a change told by one server reaches the sockets of the other, the spec’s own event too', async () => {
  const [changed, taxes] = [heard('changed'), heard('taxes')]
  nodes[0].sockets.changed({ company_id: company.id, user_id: undefined, tags: ['taxes'], ids: ['x'], batch_id: undefined })
  expect(await changed).toMatchObject({ company_id: company.id, tags: ['taxes'], ids: ['x'] })
  expect(await taxes).toMatchObject({ event: 'taxes', company_id: company.id })
})

test('each server hears what is said through the database, and notices when its line is cut', async () => {
  await expect.poll(() => nodes[0].sockets.hears()).toBe(true)
  await server.sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%' and datname = current_database()`
  expect(await nodes[1].sockets.hears()).toBe(false)
  await expect.poll(() => nodes[1].sockets.hears(), { timeout: 10_000 }).toBe(true)
})

test('a page that comes late to one server is told again what the other said meanwhile', async () => {
  const { owner } = company
  const token = await signAccess(server.services.secret, { user_id: owner.id, session_id: owner.session_id }, server.clock.now())
  server.clock.advance(10_000)
  const everyone = heard('changed')
  nodes[0].sockets.changed({ company_id: company.id, user_id: undefined, tags: ['invoices'], ids: ['x'], batch_id: undefined })
  await everyone
  const late = io(nodes[1].url, { auth: { token, missed_ms: 5000 }, transports: ['websocket'], forceNew: true })
  const frame = await new Promise(done => late.once('changed', done))
  late.close()
  expect(frame).toMatchObject({ company_id: company.id, tags: ['invoices'] })
})

test('a session ended at one server is cut at the other', async () => {
  const cut = new Promise<string>(done => client.once('disconnect', done))
  nodes[0].sockets.dropSession(company.owner.session_id)
  expect(await cut).toBe('io server disconnect')
})

test('of forty jobs each is done once, by either', async () => {
  const database: TestDatabase = await createTestDatabase()
  const pools = [0, 1].map(() => openKysely({ ...database.jobConfig, max: 4 }))
  const done = new Map<string, string[]>()
  const workerOf = (name: string) => async (data: { request_id: string }) => {
    done.set(data.request_id, [...(done.get(data.request_id) ?? []), name])
  }
  const queues: RunningJobs[] = await Promise.all(pools.map(pool => openJobs(pool, () => {})))
  await Promise.all(
    queues.map((queue, at) => {
      const idle = Object.fromEntries(JOB_NAMES.map(name => [name, async () => {}])) as unknown as Workers
      return queue.work({ ...idle, 'authority.ask': workerOf(`servidor ${at}`) })
    }),
  )
  const jobs = Array.from({ length: 40 }, () => newId())
  const first = pools[0]!
  for (const request_id of jobs) await queues[0]?.again(first, 'authority.ask', { company_id: newId(), request_id, run_id: newId() }, 0)
  const until = performance.now() + 50_000
  while (done.size < jobs.length && performance.now() < until) await new Promise(next => setTimeout(next, 50))
  for (const queue of queues) await queue.stop()
  await Promise.all(pools.map(pool => pool.destroy()))
  await database.drop()
  expect(done.size).toBe(jobs.length)
  expect([...done.values()].filter(times => times.length !== 1)).toEqual([])
}, 60_000)

test('two servers send each message once and work through a morning once', async () => {
  const mail = await mailServer()
  const app = await testServer()
  const { owner, bill } = await books(app)
  await bill({ due_date: '2026-03-11' })
  const queues = await Promise.all([0, 1].map(() => openJobs(app.services.jobsDb, () => {})))
  const processes = queues.map(queue => ({
    ...app.services,
    queue,
    messages: outboxMessages({
      queue,
      transports: { EMAIL: smtpTransport({ url: mail.url, from: 'nao-responda@razao.app' }) },
      say: undefined,
    }),
  }))
  mail.refusals.push('451 later', '451 later')
  const people = Array.from({ length: 20 }, (_, at) => `pessoa${at}@exemplo.com.br`)
  for (const [at, to] of people.entries()) {
    const { messages } = processes[at % 2] as Services
    await app.services.db
      .transaction()
      .execute(db => messages.send(db, { to, kind: 'EMAIL', brand: 'razao', subject: 'Convite', text: to }))
  }
  for (const services of processes) await resumeMessages(services)
  for (const services of processes) await scheduleMorning(services)
  await Promise.all(processes.map(services => (services.queue as RunningJobs).work(createWorkers(services))))
  const waiting = async () => {
    const [row] = await app.sql<{ left: number }>`select (select count(*) from outbox where status <> 'SENT')::int
      + (select count(*) from pgboss.job where name = 'daily.company' and state <> 'completed')::int + (select 1 - count(*) from daily_runs)::int as left`
    return row?.left
  }
  const until = performance.now() + 50_000
  while ((await waiting()) !== 0 && performance.now() < until) {
    // What was refused is put off by five seconds of the database's clock; the lease is of ours.
    app.clock.advance(50)
    await new Promise(next => setTimeout(next, 50))
  }
  await Promise.all(queues.map(queue => queue.stop()))
  const [planned] = await app.sql<{
    count: number
  }>`select count(*)::int as count from pgboss.job where name = 'daily.run' and state = 'created'`
  const news = await app.as(owner).ok(contract.notifications.list)
  await app.close()
  await mail.close()
  expect(mail.mails.map(each => each.to).sort()).toEqual([...people].sort())
  expect(news.map(each => each.title)).toEqual(['1 conta a pagar vence hoje'])
  expect(planned?.count).toBe(1)
}, 90_000)
