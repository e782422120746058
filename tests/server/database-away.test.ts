// The database killed, restarted or demoted under the running product: calls are told to come again, the process lives, and all is well after.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { diskFiles } from '#server/adapters/files.ts'
import { newId } from '#server/base/ids.ts'
import { withPools } from '#server/db/connect.ts'
import { type Embedded, startEmbedded } from '#server/db/embedded.ts'
import { openKysely } from '#server/db/kysely.ts'
import { migrate } from '#server/db/migrate.ts'
import { first } from '#server/db/query.ts'
import { productDatabase, withClient } from '#server/db/roles.ts'
import { scratchFolder } from '#tests/kit/scratch-folder.ts'
import { type TestAnswer, type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'

const { bills, attachments } = contract

let folder: string
let embedded: Embedded
let server: TestServer
let company: TestCompany
let adminConfig: pg.ClientConfig

beforeAll(async () => {
  folder = await scratchFolder('razao-away-')
  embedded = await startEmbedded({ dir: join(folder, 'postgres') })
  await migrate(embedded.ownerConfig)
  adminConfig = { ...embedded.adminConfig, database: productDatabase }
  const pools = withPools(embedded.ownerConfig, embedded.appConfig)
  server = await testServer({ database: { ...pools, name: productDatabase, adminConfig, drop: async () => {} } })
  company = await server.aCompany()
}, 120_000)
afterAll(async () => {
  await server?.close()
  await embedded?.stop()
  await rm(folder, { recursive: true, force: true })
})

const user = () => server.as(company.owner)
const list = () => user().call(bills.list, { params: { c: company.id } })
const bill = () => ({ amount_cents: 100, due_date: '2026-12-10', date: '2026-12-10', competence_date: '2026-12-10' })
const write = () => user().call(bills.create, { params: { c: company.id }, body: bill() }, { 'idempotency-key': newId() })

const told = ({ status, data, headers }: TestAnswer) =>
  status < 300 ? 'done' : `${status} ${(data as { id: string }).id} ${Number(headers['retry-after']) > 0}`
const BUSY = '503 server.busy true'

/** Calls go on while `fault` happens, and until one is answered again; gives every answer but the last. */
async function through(fault: () => unknown): Promise<string[]> {
  const answers: string[] = []
  const round = async () => {
    server.clock.advance(60_000)
    const each = await Promise.all([...Array.from({ length: 20 }, list), ...Array.from({ length: 20 }, write)])
    answers.push(...each.map(told))
  }
  const first = round()
  await new Promise(next => setTimeout(next, 15))
  await fault()
  await first
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    await round()
    if (answers.slice(-40).every(answer => answer === 'done')) break
  }
  expect([...new Set(answers)].sort().filter(answer => answer !== BUSY)).toEqual(['done'])
  expect(answers.slice(-40).every(answer => answer === 'done')).toBe(true)
  return answers
}

const backends = () =>
  withClient(adminConfig, async client => {
    const { rows } = await client.query<{ pid: number }>(`select pid from pg_stat_activity where application_name = 'razao-app'`)
    return rows.map(({ pid }) => pid)
  })

describe('calls under way are told to come again, and those after it are served, when', () => {
  test('a backend is killed', async () => {
    const [victim = 0] = await backends()
    expect(await through(() => process.kill(victim, 'SIGKILL'))).toContain(BUSY)
  }, 60_000)

  test('the postmaster is killed', async () => {
    const before = embedded.pid
    expect(await through(() => process.kill(before, 'SIGKILL'))).toContain(BUSY)
    expect(embedded.pid).not.toBe(before)
  }, 60_000)

  test('the server is stopped as if by hand', async () => {
    await through(() => process.kill(embedded.pid, 'SIGINT'))
  }, 60_000)

  test('every connection is ended by an administrator', async () => {
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'razao-app'`
    await through(() => withClient(adminConfig, client => client.query(terminate)))
  }, 60_000)

  test('the primary is one no more, for as long as it takes', async () => {
    const demoted = (on: boolean) =>
      withClient(adminConfig, async client => {
        await client.query(`alter role razao_app set default_transaction_read_only = ${on ? 'on' : 'off'}`)
        await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'razao-app'`)
      })
    const answers = await through(async () => {
      await demoted(true)
      await new Promise(next => setTimeout(next, 300))
      setTimeout(() => void demoted(false), 300)
    })
    expect(answers).toContain(BUSY)
  }, 60_000)
})

test('a backend that answers no more is given up, and its place is taken', async () => {
  const db = openKysely({ ...embedded.appConfig, statement_timeout: 100, max: 1 }, () => {})
  const pid = (await first(db, sql<{ pid: number }>`select pg_backend_pid() as pid`))?.pid ?? 0
  const ask = () => first(db, sql<{ one: number }>`select 1 as one`)
  process.kill(pid, 'SIGSTOP')
  await expect(ask()).rejects.toThrow(/Connection terminated/)
  await expect(ask()).resolves.toBeDefined()
  process.kill(pid, 'SIGCONT')
  await db.destroy()
}, 30_000)

test('a disk without room for a file says so, as one without room for a row does', async () => {
  const { files } = server.services
  const form = () => ({ file: new File([tinyPdf('recibo')], 'recibo.pdf') })
  const send = () => user().call(attachments.create, { params: { c: company.id }, form: form() })
  server.services.files = diskFiles('/dev/null/cheio')
  expect(told(await send())).toBe('503 storage.unavailable true')
  server.services.files = files
  expect(told(await send())).toBe('done')
})
