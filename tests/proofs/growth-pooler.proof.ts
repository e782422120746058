// L5: whole processes behind PgBouncer in transaction mode write and hear each other; a pooler in another mode is refused. Skipped without one.

import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, makeCluster, pause } from '#tests/kit/clusters.ts'
import { balancer, type Fleet, openFleet, settle, stopped, type Worker, writeBills } from '#tests/kit/fleet.ts'
import { hasPooler, type Pooler, poolerVersion, startPooler } from '#tests/kit/pooler.ts'
import { figure, times } from './kit/figure.ts'

const WITHOUT = 'O PgBouncer não está instalado (apt-get install pgbouncer): esta prova não foi feita.'
if (!hasPooler) console.log(`L5  ${WITHOUT}`)

let cluster: Cluster
let pooler: Pooler
let fleet: Fleet
let workers: Worker[]
beforeAll(async () => {
  if (!hasPooler) return
  cluster = await makeCluster()
  workers = await settle(cluster.url(), 10)
  pooler = await startPooler({ host: '127.0.0.1', port: cluster.port, mode: 'transaction', size: 8 })
  fleet = await openFleet(pooler.url('postgres', 'razao'))
}, 900_000)
afterAll(async () => {
  await fleet?.remove()
  await pooler?.stop()
  await cluster?.remove()
})

const behind = () => ({ DATABASE_DIRECT_URL: cluster.url(), RAZAO_PREPARED: /1\.(1\d|20)\./.test(poolerVersion) ? 'off' : 'on' })

test.skipIf(!hasPooler)('L5: two processes behind PgBouncer in transaction mode', { timeout: 900_000 }, async () => {
  const served = await Promise.all([fleet.start(behind()), fleet.start(behind())])
  const [worker] = workers as [Worker]
  let heard = 0
  const socket = io(served[1]?.url ?? '', { auth: { token: worker.token }, transports: ['websocket'] }).on('changed', () => (heard += 1))
  await new Promise<void>((done, failed) => socket.once('connect', done).once('connect_error', failed))
  const straight = balancer(() => served.slice(0, 1))
  let going = true
  const writing = writeBills(workers, straight.send, () => going)
  await pause(times(3000, 20_000))
  going = false
  const written = await writing
  const [mine] = await cluster.sql<{ n: number }>(`select count(*)::int as n from entries where company_id = '${worker.company}'`)
  await expect.poll(() => heard, { timeout: 120_000 }).toBeGreaterThanOrEqual(mine?.n ?? Number.POSITIVE_INFINITY)
  const roles = await cluster.sql<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = 'razao' and usename = 'postgres'`,
  )
  straight.close()
  socket.close()
  expect([...written.others]).toEqual([])
  await Promise.all(served.map(stopped))

  const refused: string[] = []
  for (const mode of ['statement', 'transaction'] as const) {
    const wrong = await startPooler({ host: '127.0.0.1', port: cluster.port, mode })
    const more = mode === 'statement' ? behind() : { RAZAO_PREPARED: 'off' }
    const started = fleet.start({ ...more, DATABASE_URL: wrong.url('postgres', 'razao') })
    await expect(started).rejects.toThrow(mode === 'statement' ? 'modo de comando' : 'DATABASE_DIRECT_URL')
    refused.push(mode === 'statement' ? 'modo de comando' : 'sem DATABASE_DIRECT_URL')
    await wrong.stop()
  }
  figure({
    promise: 'L5',
    what: 'dois processos atrás do PgBouncer em modo de transação',
    ours: `${written.acknowledged.size} escritas em ${roles[0]?.n} conexões do banco, 0 falhas; ${heard} avisos ouvidos no outro, dos ${mine?.n} devidos; recusados: ${refused.join(', ')}`,
    floor: '0 falhas, todos os avisos',
  })
})
