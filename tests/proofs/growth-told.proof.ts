// L6: what would mislead a process is told when it starts or by `/ready`, never found in the data.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKysely } from '#server/db/kysely.ts'
import { standing } from '#server/kernel/standing.ts'
import { type Cluster, makeCluster, makeStandby } from '#tests/kit/clusters.ts'
import { type Fleet, openFleet, settle, stopped } from '#tests/kit/fleet.ts'
import { figure } from './kit/figure.ts'

let primary: Cluster
let standby: Cluster
let fleet: Fleet
beforeAll(async () => {
  primary = await makeCluster()
  await settle(primary.url(), 1)
  standby = await makeStandby(primary)
  fleet = await openFleet(primary.url())
}, 900_000)
afterAll(async () => {
  await fleet?.remove()
  await Promise.all([primary, standby].map(each => each?.remove()))
})

const told: string[] = []
/** The longest that `/ready` took, in ms. */
let slowest = 0

async function readiness(url: string): Promise<{ status: number; troubles: string[] }> {
  const started = performance.now()
  const answer = await fetch(`${url}/ready`)
  slowest = Math.max(slowest, performance.now() - started)
  const { troubles = [] } = (await answer.json()) as { troubles?: { id: string }[] }
  return { status: answer.status, troubles: troubles.map(({ id }) => id) }
}

test('a standby as primary, and a primary as replica, are refused at the start', { timeout: 600_000 }, async () => {
  await expect(fleet.start({ DATABASE_URL: standby.url() })).rejects.toThrow('é uma réplica, que não aceita escrita')
  await expect(fleet.start({ DATABASE_REPLICA_URL: primary.url() })).rejects.toThrow('não é uma réplica')
  told.push('réplica como primário', 'primário como réplica')
})

test('a database that answers slowly for ever, and one that is gone, are told within a second', { timeout: 600_000 }, async () => {
  const served = await fleet.start()
  expect(await readiness(served.url)).toEqual({ status: 200, troubles: [] })
  primary.freeze(true)
  await expect.poll(() => readiness(served.url), { timeout: 60_000 }).toEqual({ status: 503, troubles: ['database_away'] })
  primary.freeze(false)
  await expect.poll(() => readiness(served.url), { timeout: 60_000 }).toEqual({ status: 200, troubles: [] })
  told.push('banco que não responde')
  await primary.sql('alter database razao set default_transaction_read_only = on')
  await primary.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'razao-%'`)
  await expect.poll(() => readiness(served.url), { timeout: 60_000 }).toEqual({ status: 503, troubles: ['database_read_only'] })
  await expect(fleet.start()).rejects.toThrow('não aceita escrita')
  await primary.sql('begin read write; alter database razao reset default_transaction_read_only; commit')
  await primary.sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'razao-%'`)
  await expect.poll(() => readiness(served.url), { timeout: 60_000 }).toEqual({ status: 200, troubles: [] })
  told.push('primário que deixou de ser')
  expect(await stopped(served)).toBe(0)
})

test('a replica that goes away is told, and the process goes on', { timeout: 600_000 }, async () => {
  const served = await fleet.start({ DATABASE_REPLICA_URL: standby.url() })
  expect(await readiness(served.url)).toEqual({ status: 200, troubles: [] })
  await standby.stop()
  await expect.poll(() => readiness(served.url), { timeout: 60_000 }).toEqual({ status: 200, troubles: ['replica_away'] })
  await standby.start([`primary_conninfo=host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`])
  await expect.poll(() => readiness(served.url), { timeout: 60_000 }).toEqual({ status: 200, troubles: [] })
  await stopped(served)
  told.push('réplica ausente')
})

test('clocks apart are told, one way and the other', async () => {
  const db = openKysely({ connectionString: primary.url(), max: 1 })
  const at = async (ms: number) => {
    const { troubles, apartMs = 0 } = await standing({ db, clock: { now: () => Date.now() - ms }, filesFolder: undefined })
    return {
      told: troubles.map(({ id, message }) => `${id} ${/adiantado|atrasado/.exec(message)?.[0]}`),
      apart: Math.round(apartMs / 1000),
    }
  }
  expect(await at(0)).toEqual({ told: [], apart: 0 })
  expect(await at(5000)).toEqual({ told: ['clock_apart adiantado'], apart: 5 })
  expect(await at(-5000)).toEqual({ told: ['clock_apart atrasado'], apart: -5 })
  await db.destroy()
  told.push('relógios separados')
})

test('L6: figure', () => {
  expect(told).toHaveLength(6)
  figure({
    promise: 'L6',
    what: 'o que enganaria um processo',
    ours: `dito: ${told.join(', ')}; /ready respondeu em ${slowest.toFixed(0)} ms no máximo`,
    floor: 'tudo dito ao iniciar ou em /ready',
  })
})
