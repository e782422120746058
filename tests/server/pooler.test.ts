// Behind a PgBouncer: every statement runs as the role of requests and within its time-outs, and a pooler that would mislead us is refused.
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { throughPooler } from '#server/db/connect.ts'
import { openKysely } from '#server/db/kysely.ts'
import { openOwnServer } from '#server/db/own-server.ts'
import { refuseUnfitWay } from '#server/db/pooler.ts'
import { all, type Db, first, PREPARED } from '#server/db/query.ts'
import { appRole } from '#server/db/roles.ts'
import { EarPool } from '#server/realtime/ear.ts'
import { books } from '#tests/kit/books.ts'
import { hasPooler, type Pooler, type PoolerOptions, poolerVersion, startPooler } from '#tests/kit/pooler.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'
import { addressOf } from '#tests/kit/scratch-server.ts'
import { testServer } from '#tests/kit/server.ts'

const PER_TRANSACTION = { role: appRole, statement_timeout: 10_000, lock_timeout: 3_000, idle_in_transaction_session_timeout: 15_000 }

let database: TestDatabase
let poolers: Pooler[]
let direct: string
const started = async (options: Omit<PoolerOptions, 'host' | 'port' | 'user'>) => {
  const { host, port, user = '' } = new pg.Client(database.adminConfig)
  const pooler = await startPooler({ host, port, user, ...options })
  poolers.push(pooler)
  return pooler.url(user, database.name)
}

beforeAll(async () => {
  poolers = []
  database = await createTestDatabase()
  direct = addressOf(database.adminConfig)
})
afterAll(async () => {
  await Promise.all(poolers.map(each => each.stop()))
  await database.drop()
})

/** What a statement finds itself under. */
const standing = sql<{ who: string; time: string }>`select current_user as who, current_setting('statement_timeout') as time`

describe.skipIf(!hasPooler)('behind PgBouncer', () => {
  let url: string
  let config: pg.PoolConfig
  let db: Db
  beforeAll(async () => {
    url = await started({ mode: 'transaction' })
    config = { ...throughPooler({ ...database.appConfig, max: 12 }, url, appRole), ...{ keepsPrepared: false } }
    db = openKysely(config)
  })
  afterAll(() => db?.destroy())

  test('a superuser’s connection never runs a statement as itself or without time-outs, alone or in a transaction', async () => {
    const expected = { who: appRole, time: '10s' }
    const inTransaction = () => db.transaction().execute(tx => first(tx, standing))
    const found = await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 ? first(db, standing) : inTransaction())))
    expect(new Set(found.map(each => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(expected)]))
  })

  test('a statement alone keeps its work, and one that fails leaves nothing behind', async () => {
    await sql`create temp table t (n int primary key)`.execute(db).catch(() => {})
    await expect(all(db, sql`select 1 / 0`)).rejects.toThrow('division by zero')
    expect(await first(db, sql<{ one: number }>`${PREPARED} select ${1}::int as one`)).toEqual({ one: 1 })
    await sql`insert into look_up_buckets (key, tokens, at) values ('pooler', 1, now())`.execute(db)
    expect(await all(db, sql`select 1 from look_up_buckets where key = 'pooler'`)).toHaveLength(1)
  })

  test('a role that may not be used fails the transaction instead of running without it', async () => {
    const bad = openKysely({ ...config, ...throughPooler({ ...database.appConfig, max: 1 }, url, 'nobody_here') })
    await expect(first(bad, standing)).rejects.toThrow('nobody_here')
    await expect(bad.transaction().execute(tx => first(tx, standing))).rejects.toThrow('nobody_here')
    await bad.destroy()
  })

  test('the product reads and writes as it does without', async () => {
    const server = await testServer({
      database: { ...database, appConfig: config, jobConfig: { ...config, max: 6 }, drop: async () => {} },
    })
    const { owner, bill, c } = await books(server)
    const made = await bill({ due_date: '2026-03-11' })
    const found = await server.as(owner).ok(contract.bills.list, { params: c })
    expect(found.map(each => each.id)).toEqual([made.id])
    await server.close()
  })

  test('what processes tell each other is heard past it, and the silence through it is noticed', async () => {
    const ears = [new EarPool({ ...database.appConfig, max: 2 }), new EarPool({ connectionString: url, max: 2 })]
    const kept = await Promise.all(ears.map(ear => ear.connect()))
    // Another client takes the backend that the second ear listened on.
    const holder = openKysely({ connectionString: url, max: 12 })
    const [straight, through] = ears as [EarPool, EarPool]
    expect(await straight.hears(db)).toBe(true)
    expect(await through.hears(db)).toBe(false)
    await holder.destroy()
    // As broken lines they give themselves back.
    await Promise.all(kept.map(client => (client as unknown as pg.Client).end()))
    await Promise.all(ears.map(ear => ear.end()))
  })

  const way = (over: object) => ({ url, directUrl: direct, perTransaction: PER_TRANSACTION, keepsPrepared: false, ...over })

  test('it is accepted with an address that goes past it, and refused without one', async () => {
    await expect(refuseUnfitWay(way({}))).resolves.toBeUndefined()
    await expect(openOwnServer(url, { durable: false })).rejects.toThrow('DATABASE_DIRECT_URL')
    await expect(openOwnServer(await started({ mode: 'transaction', drops: ['options'] }), { durable: false })).rejects.toThrow(
      'DATABASE_DIRECT_URL',
    )
    await expect(openOwnServer(url, { durable: false, directUrl: direct })).resolves.toMatchObject({ pooledUrl: url, role: appRole })
  })

  test('one that pools statements, or leads to another database, is refused', async () => {
    await expect(refuseUnfitWay(way({ url: await started({ mode: 'statement' }) }))).rejects.toThrow('modo de comando')
    const other = addressOf(database.adminConfig, { database: 'postgres' })
    await expect(refuseUnfitWay(way({ directUrl: other }))).rejects.toThrow('não levam ao mesmo banco')
  })

  test('one that keeps no prepared statements is refused unless we send none', async () => {
    const forgets = /PgBouncer 1\.(1\d|20)\./.test(poolerVersion)
    const asked = refuseUnfitWay(way({ keepsPrepared: true }))
    if (forgets) await expect(asked).rejects.toThrow('RAZAO_PREPARED=off')
    else await asked.catch(error => expect(error.message).toContain('RAZAO_PREPARED=off'))
  })
})

test('without a pooler the address is known to be direct', async () => {
  await expect(openOwnServer(direct, { durable: false })).resolves.toMatchObject({ pooledUrl: undefined, role: appRole })
})
