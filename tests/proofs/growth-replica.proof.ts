// L7: reports are read at the standby and are never older than the call; a standby that is behind or away makes nothing wrong, only slower.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { throughPooler, withPools } from '#server/db/connect.ts'
import { openKysely } from '#server/db/kysely.ts'
import { migrate } from '#server/db/migrate.ts'
import { openOwnServer } from '#server/db/own-server.ts'
import { appRole } from '#server/db/roles.ts'
import { isReport, openReplica, type Replica } from '#server/kernel/replica.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type Cluster, makeCluster, makeStandby } from '#tests/kit/clusters.ts'
import { type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { callOf } from './kit/calls.ts'
import { figure, times } from './kit/figure.ts'

let primary: Cluster
let standby: Cluster
let server: TestServer
let replica: Replica
let closeReplica: () => Promise<void>
let b: Books
/** By turns, for nobody may export as often as is read here. */
let readers: readonly TestUser[]
let reads = 0
let now = 0
beforeAll(async () => {
  primary = await makeCluster()
  const { ownerConfig, appConfig } = await openOwnServer(primary.url())
  await migrate(ownerConfig)
  standby = await makeStandby(primary)
  server = await testServer({
    database: { ...withPools(ownerConfig, appConfig), name: 'razao', adminConfig: ownerConfig, drop: async () => {} },
  })
  const pool = { ...withPools(ownerConfig, appConfig).appConfig, connectionTimeoutMillis: 1000, max: 4 }
  const db = openKysely({ ...throughPooler(pool, standby.url(), appRole), keepsPrepared: false })
  closeReplica = () => db.destroy()
  replica = openReplica(db, () => now)
  b = await books(server)
  await b.bills(3)
  readers = [b.owner, await server.aMember(b.company, 'ADMIN'), await server.aMember(b.company, 'ACCOUNTANT')]
}, 300_000)
afterAll(async () => {
  await server?.close()
  await closeReplica?.()
  await Promise.all([primary, standby].map(each => each?.remove()))
})

const reports = Object.values(contract)
  .flatMap(rows => Object.values(rows) as Endpoint[])
  .filter(isReport)

/** The answers of every report, read where `at` says. */
async function answers(at: Replica | undefined): Promise<string[]> {
  server.services.replica = at
  const told: string[] = []
  for (const row of reports) {
    const { status, data } = await server.as(b.owner).call(row, callOf(row, b.company.id))
    const text = data instanceof Uint8Array ? `${data.byteLength > 0}` : JSON.stringify(data)
    told.push(`${row.id} ${status} ${text.replaceAll(/"request_id":"[^"]+"/g, '')}`)
  }
  return told
}

const count = async () => {
  const answer = await server.as(readers[reads++ % readers.length] ?? b.owner).call(contract.exports.bills, {
    params: { c: b.company.id },
    query: { format: 'csv', start_date: '2026-01-01', end_date: '2027-12-31', date_type: 'due_date' },
  })
  expect(answer.status).toBe(200)
  return (
    Buffer.from(answer.data as Uint8Array)
      .toString()
      .trim()
      .split('\n').length - 1
  )
}

test('L7: reports from a standby', { timeout: 300_000 }, async () => {
  const here = await answers(undefined)
  const there = await answers(replica)
  expect(there).toEqual(here)
  expect(replica.counts.read).toBeGreaterThan(10)
  expect([replica.counts.behind, replica.counts.away]).toEqual([0, 0])

  const rounds = times(20, 300)
  const before = { ...replica.counts }
  for (let n = 1; n <= rounds; n += 1) {
    await b.bill()
    expect(await count()).toBe(3 + n)
  }
  const fromStandby = replica.counts.read - before.read

  await standby.sql('select pg_wal_replay_pause()')
  await b.bill()
  const started = performance.now()
  expect(await count()).toBe(4 + rounds)
  const waited = performance.now() - started
  expect(replica.counts.behind).toBeGreaterThan(before.behind)
  await standby.sql('select pg_wal_replay_resume()')

  standby.kill()
  await b.bill()
  expect(await count()).toBe(5 + rounds)
  expect([replica.counts.away, replica.isOpen()]).toEqual([1, false])
  expect((await replica.trouble())?.id).toBe('replica_away')
  now += 10_000
  expect(replica.isOpen()).toBe(true)
  figure({
    promise: 'L7',
    what: `${reports.length} relatórios e exportações na réplica`,
    ours: `iguais aos do primário; ${rounds} logo após uma escrita, 0 velhos, ${fromStandby} lidos na réplica; parada, o primário responde em ${waited.toFixed(0)} ms; morta, também`,
    floor: 'iguais, 0 velhos',
  })
})
