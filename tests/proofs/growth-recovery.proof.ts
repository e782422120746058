// L9: the guide's recovery to an instant, executed as it is written: what a mistake took away is back, nothing after it, and the product goes on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withPools } from '#server/db/connect.ts'
import { checkBooks } from '#server/db/invariants.ts'
import { migrate } from '#server/db/migrate.ts'
import { openOwnServer } from '#server/db/own-server.ts'
import { checkTrails } from '#server/db/trail.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { pause } from '#tests/kit/clusters.ts'
import { canRecover, makeRecoverable, type Recoverable } from '#tests/kit/recovery-guide.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, times } from './kit/figure.ts'

if (!canRecover)
  console.log(
    'L9  O pgBackRest ou o PostgreSQL 15 não está instalado (apt-get install pgbackrest postgresql-15): esta prova não foi feita.',
  )

let kept: Recoverable
let server: TestServer
let b: Books
beforeAll(async () => {
  if (!canRecover) return
  kept = await makeRecoverable()
  const { ownerConfig, appConfig } = await openOwnServer(kept.cluster.url())
  await migrate(ownerConfig)
  server = await testServer({
    database: { ...withPools(ownerConfig, appConfig), name: 'razao', adminConfig: ownerConfig, drop: async () => {} },
  })
  b = await books(server)
}, 300_000)
afterAll(async () => {
  await server?.close()
  await kept?.cluster.remove()
})

/** Everything the tables of the company hold, as one digest a table. */
async function wholeState(): Promise<string[]> {
  const tables = await kept.cluster.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'look_up_buckets' order by 1`,
  )
  const digests = tables.map(
    ({ name }) => `select '${name} ' || count(*) || md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as is from ${name} t`,
  )
  return (await kept.cluster.sql<{ is: string }>(digests.join(' union all '))).map(row => row.is).sort()
}

const isUp = async () => (await kept.cluster.sql<{ up: boolean }>('select not pg_is_in_recovery() as up'))[0]?.up

test.skipIf(!canRecover)('L9: a deletion undone by recovery to the instant before it', { timeout: 900_000 }, async () => {
  await b.bills(5)
  await kept.run('stanza-create')
  const backup = await kept.run(' backup')
  const count = times(20, 400)
  for (let n = 0; n < count; n += 1) await b.bill()
  const owner = { connectionString: kept.cluster.url() }
  // The kit wrote some of the books past the product: the trail says so before and after.
  const { anchors, faults } = await checkTrails(owner)
  const before = await wholeState()
  await pause(1100)
  const [at] = await kept.cluster.sql<{ now: string }>(
    `select to_char(now() at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI:SS') || '-03' as now`,
  )
  await pause(1100)

  await b.bills(3)
  await kept.cluster.sql('truncate entries cascade')
  expect(await wholeState()).not.toEqual(before)

  await kept.cluster.stop()
  const restore = await kept.run(' restore', at?.now)
  const started = performance.now()
  await kept.cluster.start()
  await expect.poll(isUp, { timeout: 120_000 }).toBe(true)
  const replay = performance.now() - started

  expect(await wholeState()).toEqual(before)
  expect((await checkTrails(owner, anchors)).faults).toEqual(faults)
  expect((await checkBooks(owner)).faults).toEqual([])
  // The connections from before are gone: the first calls are told to come again.
  await expect
    .poll(
      () =>
        b.bill().then(
          () => 'written',
          () => 'refused',
        ),
      { timeout: 60_000 },
    )
    .toBe('written')
  await kept.run(' backup')
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  figure({
    promise: 'L9',
    what: 'o guia de volta a um instante, executado como está escrito (pgBackRest, PostgreSQL 15)',
    ours: `${count} lançamentos depois da cópia e antes do erro: todos de volta, ${before.length} tabelas iguais; cópia ${seconds(backup)}, volta ${seconds(restore)} e ${seconds(replay)} até abrir; escreve e copia depois`,
    floor: 'tudo até o instante, nada depois',
  })
})
