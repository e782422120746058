// L1: the primary is killed under load and its standby promoted: nothing that was acknowledged is lost, and nothing is written twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, type Door, makeCluster, makeStandby, openDoor, pause } from '#tests/kit/clusters.ts'
import { balancer, type Fleet, longestGap, openFleet, settle, type Worker, writeBills } from '#tests/kit/fleet.ts'
import type { Served } from '#tests/kit/served.ts'
import { figure, times } from './kit/figure.ts'

let primary: Cluster
let standby: Cluster
let door: Door
let fleet: Fleet
let workers: Worker[]

beforeAll(async () => {
  primary = await makeCluster()
  workers = await settle(primary.url(), 10)
  standby = await makeStandby(primary, ['synchronous_standby_names=standby'])
  door = await openDoor(primary.port)
  fleet = await openFleet(door.url())
}, 900_000)
afterAll(async () => {
  await fleet?.remove()
  door?.close()
  await Promise.all([primary, standby].map(each => each?.remove()))
})

test('L1: a synchronous standby promoted under load', { timeout: 900_000 }, async () => {
  const served: Served[] = await Promise.all([fleet.start(), fleet.start()])
  const balanced = balancer(() => served)
  let going = true
  const writing = writeBills(workers, balanced.send, () => going)
  await pause(times(3000, 10_000))
  primary.kill()
  // What a manager of standbys does once it has noticed.
  await standby.sql('select pg_promote()')
  door.leadTo(standby.port)
  await pause(times(5000, 15_000))
  going = false
  const written = await writing
  balanced.close()

  const kept = await standby.sql<{ id: string; text: string }>('select id, additional_information as text from entries')
  const ids = new Set(kept.map(({ id }) => id))
  expect(written.acknowledged.size).toBeGreaterThan(20)
  expect([...written.acknowledged.keys()].filter(id => !ids.has(id))).toEqual([])
  expect(new Set(kept.map(({ text }) => text)).size).toBe(kept.length)
  expect(served.map(({ child }) => child.exitCode)).toEqual([null, null])
  const others = [...written.others].map(([status, count]) => `${count} × ${status}`).join(', ')
  figure({
    promise: 'L1',
    what: 'primário morto sob carga, réplica síncrona promovida',
    ours: `${written.acknowledged.size} confirmadas, 0 perdidas, 0 em dobro; maior intervalo ${(longestGap(written) / 1000).toFixed(1)} s (${others || 'nada recusado'})`,
    floor: '0 perdidas, 0 em dobro',
  })
})
