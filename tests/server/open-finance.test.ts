// Open finance over the real server and the local aggregator: states over time, lines by the rules of every import, nothing twice.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Connection } from '#contract/open-finance.ts'
import { dayInSaoPaulo } from '#domain/days.ts'
import { total } from '#domain/income-statement.ts'
import { LOCAL_CODE, localOpenFinance } from '#server/adapters/open-finance-local.ts'
import { changeConnection } from '#server/areas/banking/open-finance/rows.ts'
import { createWorkers } from '#server/areas/workers.ts'
import { systemClock } from '#server/base/ids.ts'
import { openJobs } from '#server/jobs/queue.ts'
import type { Services } from '#server/kernel/services.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { TEST_NOW, type TestServer, testServer } from '#tests/kit/server.ts'

const { openFinance, bankAccounts, bankStatements, batches, imports, jobs, notifications } = contract

let app: TestServer
let b: Books

beforeAll(async () => {
  app = await testServer()
})
beforeEach(async () => {
  app.clock.set(TEST_NOW)
  b = await books(app)
})
afterAll(() => app?.close())

const me = () => app.as(b.owner)
const token = (body: object) => me().ok(openFinance.token, { params: b.c, body })
const connections = () => me().ok(openFinance.connections, { params: b.c })
const only = async (): Promise<Connection> => (await connections())[0] as Connection
const accounts = async () => (await me().ok(bankAccounts.list, { params: b.c })).filter(account => account.connection !== null)
const linked = async () => (await accounts())[0]?.id ?? ''
const lines = (id: string) => me().ok(bankStatements.entries, { params: { ...b.c, id } })
const runOf = async (run: { id: string; publicAccessToken: string }) =>
  (await app.as(undefined).ok(jobs.get, { params: { id: run.id } }, { authorization: `Bearer ${run.publicAccessToken}` })).metadata
const at = (accountId: string) => ({ params: { ...b.c, id: accountId } })

/** A day of the local bank has no movement one time in three, whatever the company: over a month some come. */
const A_MONTH_MS = 30 * 24 * 3_600_000

/** Lets the bank work, a second at a time, and tells the states it went through. */
async function wait(seconds = 8): Promise<string[]> {
  const seen: string[] = []
  for (let second = 0; second <= seconds; second += 1) {
    const { status, execution_status } = await only()
    if (seen.at(-1) !== `${status} ${execution_status}`) seen.push(`${status} ${execution_status}`)
    app.clock.advance(1000)
  }
  return seen
}

async function connect(item_id: string, more: object = {}) {
  const run = await token({ item_id, ...more })
  const seen = await wait()
  return { run, seen }
}

describe('connecting a bank', () => {
  test('goes through its states, makes the account and brings a year as one batch', async () => {
    const frames = app.changes.length
    const { run, seen } = await connect('local-341-ok')
    expect(seen).toEqual([
      'UPDATING CREATING',
      'UPDATING ACCOUNTS_IN_PROGRESS',
      'UPDATING TRANSACTIONS_IN_PROGRESS',
      'MERGING TRANSACTIONS_IN_PROGRESS',
      'UPDATED SUCCESS',
    ])
    const [account] = await accounts()
    expect(account).toMatchObject({
      routing_number: '341',
      kind: 'CHECKING',
      item_id: 'local-341-ok',
      connection: { item_id: 'local-341-ok' },
    })
    const brought = await lines(account?.id ?? '')
    expect(brought.length).toBeGreaterThan(150)
    expect(brought[0]).toMatchObject({ item_id: 'local-341-ok', status: 'PENDING', external_category: expect.any(String) })
    expect(brought.every(line => line.date < '2026-03-11' && line.transaction_id !== null)).toBe(true)
    // What the bank states is its opening balance and all that moved since.
    expect(account?.balance).toBe(1_000_000 + total(brought.map(line => line.amount_cents)))
    expect(await me().ok(bankStatements.list, { params: b.c })).toMatchObject([{ source: 'OPEN_FINANCE', entries_count: brought.length }])

    const { status, result } = await runOf(run)
    expect([status, result?.committed_count]).toEqual(['success', brought.length])
    const told = (await me().ok(notifications.list)).find(each => each.company_id === b.company.id)
    expect(told).toMatchObject({
      type: 'TRANSACTION',
      body: `${brought.length} lançamentos novos.`,
      action: expect.stringContaining(account?.id ?? ''),
    })
    const since = app.changes.slice(frames)
    expect(since.some(change => change.company_id === b.company.id && change.tags.includes('bank_accounts'))).toBe(true)
    expect(since.some(change => change.user_id === b.owner.id && change.tags.includes('notifications'))).toBe(true)
    const connection = await me().ok(openFinance.connection, at(account?.id ?? ''))
    expect(connection).toMatchObject({
      provider: 'local',
      status: 'UPDATED',
      consent_expires_at: '2027-03-11',
      asks: null,
      review_import_id: null,
    })
  })

  test('feeds the account a person chose, or the one of that number, and never an archived one', async () => {
    await connect('local-001-ok', { bank_account_id: b.account })
    expect(await linked()).toBe(b.account)
    expect((await lines(b.account)).length).toBeGreaterThan(0)
    await me().ok(bankAccounts.archive, at(b.account))
    await me().ok(openFinance.sync, at(b.account))
    const before = await b.stored('statement_entries')
    app.clock.advance(3 * 24 * 3_600_000)
    await wait()
    expect(await b.stored('statement_entries')).toHaveLength(before.length)
    expect(
      await me().refused(openFinance.token, { params: b.c, body: { bank_account_id: b.account, routing_number: '001' } }),
    ).toMatchObject({
      status: 422,
    })
  })

  test('connects every account of the bank', async () => {
    await connect('local-237-two')
    expect((await accounts()).map(account => account.kind).sort()).toEqual(['CHECKING', 'SAVINGS'])
    for (const account of await accounts()) expect((await lines(account.id)).length, account.kind).toBeGreaterThan(0)
  })

  test('gives an item to the bank that a person picks, and asks which when none is', async () => {
    const made = await token({ routing_number: '104' })
    expect(made).toMatchObject({ item_id: expect.stringMatching(/^local-104-/), accessToken: made.publicAccessToken, provider: 'local' })
    expect((await me().refused(openFinance.token, { params: b.c, body: {} })).details?.[0]?.field).toBe('routing_number')
  })
})

describe('a sync', () => {
  test('brings nothing twice, and each day once', async () => {
    await connect('local-341-ok')
    const id = await linked()
    const before = await lines(id)
    const run = await me().ok(openFinance.sync, at(id))
    expect(await me().refused(openFinance.sync, at(id))).toMatchObject({ status: 409, id: 'idempotency.in_progress' })
    await wait()
    expect(await runOf(run)).toMatchObject({ status: 'success', result: { committed_count: 0, doubtful_count: 0 } })
    expect(await lines(id)).toEqual(before)
    expect(await me().ok(imports.list, { params: b.c })).toHaveLength(1)

    app.clock.advance(A_MONTH_MS)
    await wait()
    const after = await lines(id)
    const fresh = after.filter(line => !before.some(each => each.id === line.id))
    expect(fresh.length).toBeGreaterThan(0)
    expect(fresh.every(line => line.date >= '2026-03-11')).toBe(true)
    expect(new Set(after.map(line => line.transaction_id)).size).toBe(after.length)
  })

  test('is undone as one batch, stays so by itself, and comes back when a person asks', async () => {
    await connect('local-341-ok')
    const id = await linked()
    const count = (await lines(id)).length
    const [imported] = await me().ok(imports.list, { params: b.c })
    await me().ok(batches.undo, { params: { ...b.c, id: imported?.batch_id ?? '' } })
    expect(await lines(id)).toHaveLength(0)
    const { last_sync_at } = await only()
    app.clock.advance(13 * 3_600_000)
    await wait()
    expect((await only()).last_sync_at).not.toBe(last_sync_at)
    // The day that ended meanwhile is all that comes.
    expect((await lines(id)).every(line => line.date === '2026-03-11')).toBe(true)
    await me().ok(openFinance.sync, at(id))
    await wait()
    const back = (await lines(id)).length
    expect(back).toBeGreaterThan(0)
    expect(back).toBeLessThanOrEqual(count + 2)
  })

  test('leaves what resembles stored lines to the person, who is asked once', async () => {
    await connect('local-341-first')
    const id = await linked()
    const before = await lines(id)
    // The same bank connected anew gives its movements other ids.
    const { run } = await connect('local-341-again')
    expect(await linked()).toBe(id)
    expect(await lines(id)).toEqual(before)
    const { result } = await runOf(run)
    expect(result).toMatchObject({ committed_count: 0, doubtful_count: before.length })
    const connection = (await connections()).find(each => each.item_id === 'local-341-again')
    const review = await me().ok(imports.get, at(connection?.review_import_id ?? ''))
    expect(review).toMatchObject({ status: 'PREVIEW', doubtful_count: before.length, new_count: 0 })

    await me().ok(openFinance.sync, at(id))
    await wait()
    expect((await me().ok(openFinance.connection, at(id))).review_import_id).toBe(review.id)
    const rows = await me().ok(imports.rows, at(review.id))
    await me().ok(imports.decide, { ...at(review.id), body: { ids: rows.map(row => row.id), choice: 'SKIP' } })
    await me().ok(imports.commit, at(review.id))
    const again = await me().ok(openFinance.sync, at(id))
    await wait()
    expect((await runOf(again)).result).toMatchObject({ committed_count: 0, doubtful_count: 0, review_import_id: null })
    expect(await lines(id)).toHaveLength(before.length)
  })

  test('takes in what is new beside what is doubtful', async () => {
    await connect('local-341-first')
    const id = await linked()
    const before = await lines(id)
    await me().ok(openFinance.disconnect, at(id))
    app.clock.set(TEST_NOW + 7 * 24 * 3_600_000)
    const run = await token({ item_id: 'local-341-again' })
    for (let second = 0; second < 8; second += 1) {
      await connections()
      app.clock.advance(1000)
    }
    const { result } = await runOf(run)
    const after = await lines(id)
    expect(result?.doubtful_count).toBeGreaterThan(0)
    expect(result?.committed_count).toBe(after.length - before.length)
    expect(after.length).toBeGreaterThan(before.length)
  })

  test('leaves closed days as they are', async () => {
    await b.close('2025-01-01', '2026-02-28')
    await connect('local-341-ok')
    const brought = await lines(await linked())
    expect(brought.length).toBeGreaterThan(0)
    expect(brought.every(line => line.date > '2026-02-28')).toBe(true)
  })
})

describe('a bank that', () => {
  test('asks for a code waits for it, and refuses a wrong one', async () => {
    const { run, seen } = await connect('local-033-mfa')
    expect(seen.at(-1)).toBe('WAITING_USER_INPUT WAITING_USER_INPUT')
    expect(await only()).toMatchObject({ asks: 'code', bank_account_ids: [] })
    expect(await runOf(run)).toMatchObject({ status: 'error', message: expect.stringContaining('pediu um código') })
    expect((await me().ok(notifications.list)).filter(each => each.company_id === b.company.id)).toHaveLength(1)
    await token({ item_id: 'local-033-mfa', code: '000000' })
    expect((await wait()).at(-1)).toBe('LOGIN_ERROR INVALID_CREDENTIALS_MFA')
    expect(await me().refused(openFinance.token, { params: b.c, body: { item_id: 'local-033-mfa', code: '1' } })).toMatchObject({
      status: 422,
      id: 'provider.rejected',
    })
    await connect('local-033-mfa')
    await token({ item_id: 'local-033-mfa', code: LOCAL_CODE })
    expect((await wait()).at(-1)).toBe('UPDATED SUCCESS')
    await token({ item_id: 'local-033-mfa' })
    await wait(2)
    app.clock.advance(6 * 60_000)
    await token({ item_id: 'local-033-mfa', code: LOCAL_CODE })
    expect((await wait(2)).at(-1)).toBe('OUTDATED USER_INPUT_TIMEOUT')
    expect(await app.sql`select answer from open_finance_connections where answer is not null`).toEqual([])
  })

  test('wants an authorisation is waited for', async () => {
    expect((await connect('local-260-action')).seen).toContain('WAITING_USER_ACTION USER_AUTHORIZATION_PENDING')
    expect(await only()).toMatchObject({ status: 'UPDATED' })
  })

  test('is denied one, or locked, says so', async () => {
    expect((await connect('local-260-action-denied')).seen.at(-1)).toBe('LOGIN_ERROR USER_AUTHORIZATION_NOT_GRANTED')
  })

  test('refuses the credentials is not asked again until they are given anew', async () => {
    await connect('local-104-login')
    expect(await only()).toMatchObject({
      status: 'LOGIN_ERROR',
      execution_status: 'INVALID_CREDENTIALS',
      asks: 'credentials',
      next_sync_at: null,
    })
    app.clock.advance(24 * 3_600_000)
    expect(await wait(3)).toEqual(['LOGIN_ERROR INVALID_CREDENTIALS'])
    await connect('local-104-login')
    expect(await only()).toMatchObject({ status: 'UPDATED' })
  })

  test('does not answer is tried again by itself', async () => {
    await connect('local-748-flaky')
    expect(await only()).toMatchObject({ status: 'OUTDATED', execution_status: 'SITE_NOT_AVAILABLE', next_sync_at: expect.any(String) })
    app.clock.advance(60_000)
    expect((await wait()).at(-1)).toBe('UPDATED SUCCESS')
  })

  test('does not answer for long is told to who connected it, and asked again as often as any bank', async () => {
    await connect('local-756-unreachable')
    expect(await only()).toMatchObject({ status: 'OUTDATED', execution_status: 'CONNECTION_ERROR' })
    for (const seconds of [60, 300, 1800]) {
      app.clock.advance(seconds * 1000)
      await wait(2)
    }
    const inHours = async () => (Date.parse((await only()).next_sync_at ?? '') - app.clock.now()) / 3_600_000
    expect(await inHours()).toBeCloseTo(12, 1)
    const told = async () => (await me().ok(contract.notifications.list)).filter(({ title }) => title.startsWith('Open finance')).length
    const before = await told()
    expect(before).toBeGreaterThan(0)
    for (let cycle = 0; cycle < 3; cycle += 1) {
      app.clock.advance(12 * 3_600_000)
      await wait(2)
      expect(await inHours()).toBeCloseTo(12, 1)
    }
    expect(await told()).toBe(before)
  })

  test('answers in part is asked for the rest soon', async () => {
    await connect('local-341-partial')
    const connection = await only()
    expect(connection).toMatchObject({ status: 'UPDATED', execution_status: 'PARTIAL_SUCCESS' })
    expect(Date.parse(connection.next_sync_at ?? '') - app.clock.now()).toBeLessThan(60_000)
  })
})

test('a sync runs on the real queue, step after step', async () => {
  const made = await token({ item_id: 'local-341-empty' })
  const { jobsDb } = app.services
  const queue = await openJobs(jobsDb, error => expect.unreachable(error.message))
  const services: Services = { ...app.services, queue, clock: systemClock, openFinance: localOpenFinance(jobsDb, systemClock) }
  try {
    await queue.work(createWorkers(services))
    await app.inCompany([b.company.id], async db => {
      const job = { connection_id: made.connection_id, step: 'begin' as const, user_id: b.owner.id, renew: true, attempt: 0 }
      const run = await queue.start(db, 'open_finance.sync', b.company.id, b.owner.id, job)
      await changeConnection(db, b.company.id, made.connection_id, { run_id: run.id })
    })
    await expect.poll(async () => (await only()).last_sync_at, { timeout: 20_000, interval: 200 }).not.toBeNull()
    expect(await accounts()).toHaveLength(1)
  } finally {
    await queue.stop()
  }
}, 30_000)

test('the local aggregator keeps its items over a restart', async () => {
  await connect('local-341-ok')
  const again = localOpenFinance(app.services.jobsDb, app.clock)
  const ref = { company_id: b.company.id, item_id: 'local-341-ok', routing_number: '341' }
  expect(await again.item(ref)).toMatchObject({ status: 'UPDATED' })
  const [account] = await again.accounts(ref)
  const asked = await again.transactions(ref, account?.id ?? '', '2026-03-01')
  const stored = (await lines(await linked())).filter(line => line.date >= '2026-03-01')
  expect(asked.filter(each => !each.pending).map(each => each.id)).toEqual(stored.map(line => line.transaction_id))
  expect(asked.every(each => each.day <= dayInSaoPaulo(app.clock.now()))).toBe(true)
})

describe('taking the consent back', () => {
  test('stops what comes and keeps what came; the bank may be connected again', async () => {
    await connect('local-341-ok')
    const id = await linked()
    const count = (await lines(id)).length
    await me().ok(openFinance.disconnect, at(id))
    expect(await accounts()).toHaveLength(0)
    expect(await me().refused(openFinance.connection, at(id))).toMatchObject({ status: 404 })
    app.clock.advance(A_MONTH_MS)
    await wait(3)
    expect(await lines(id)).toHaveLength(count)
    expect(await only()).toMatchObject({ message: expect.stringContaining('encerrada'), bank_account_ids: [] })
    await connect('local-341-ok')
    expect(await linked()).toBe(id)
    expect((await lines(id)).length).toBeGreaterThan(count)
  })
})

test('each role does what the matrix says, and other companies see nothing', async () => {
  await connect('local-341-ok')
  const id = await linked()
  const reader = await app.aMember(b.company, 'READER')
  expect((await app.call(reader, openFinance.connection, at(id))).status).toBe(200)
  expect((await app.call(reader, openFinance.sync, at(id))).status).toBe(403)
  const accountant = await app.aMember(b.company, 'ACCOUNTANT')
  expect((await app.call(accountant, openFinance.sync, at(id))).status).toBe(200)
  expect((await app.call(accountant, openFinance.disconnect, at(id))).status).toBe(403)
  const stranger = await books(app)
  const theirs = { params: { ...stranger.c, id } }
  expect((await app.call(stranger.owner, openFinance.connection, theirs)).status).toBe(404)
  expect((await app.call(stranger.owner, openFinance.sync, theirs)).status).toBe(404)
  await app.as(stranger.owner).ok(openFinance.token, { params: stranger.c, body: { item_id: 'local-341-ok' } })
  expect(await connections()).toHaveLength(1)
})
