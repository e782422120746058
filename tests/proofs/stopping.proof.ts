// J1: told to stop at a hundred requests a second the server first says so, answers what it took, frees its directory and leaves with 0.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asked, ask, type Served, type ServedHome, servedHome } from '#tests/kit/served.ts'
import { figure, times } from './kit/figure.ts'

const REQUESTS_A_SECOND = 100

let home: ServedHome
beforeAll(async () => {
  home = await servedHome()
})
afterAll(() => home?.remove())

interface Stop {
  answers: Asked[]
  readiness: Asked[]
  /** From the signal to the last answer, and to the end of the process. */
  drained_ms: number
  left_ms: number
}

/** As a balancer does: requests go on until the server says it is leaving. */
async function stopUnderLoad({ child, url }: Served): Promise<Stop> {
  const [answers, readiness]: [Asked[], Asked[]] = [[], []]
  const asked: Promise<unknown>[] = []
  let drainedAt = 0
  const note = (answer: Asked) => {
    drainedAt = performance.now()
    answers.push(answer)
  }
  const load = setInterval(() => {
    if (readiness.includes(503)) return
    asked.push(
      ask(`${url}/version.json`).then(note),
      ask(`${url}/ready`).then(answer => readiness.push(answer)),
    )
  }, 2_000 / REQUESTS_A_SECOND)
  while (answers.length < 25) await new Promise(next => setTimeout(next, 20))
  await new Promise(next => setTimeout(next, Math.random() * 400))
  const told = performance.now()
  const left = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await left
  const left_ms = performance.now() - told
  clearInterval(load)
  await Promise.all(asked)
  expect(code).toBe(0)
  return { answers, readiness, drained_ms: Math.max(0, drainedAt - told), left_ms }
}

test('J1: SIGTERM under load', { timeout: 7_200_000 }, async () => {
  const stops: Stop[] = []
  const rounds = times(1, 50)
  for (let round = 0; round < rounds; round += 1) {
    const stop = await stopUnderLoad(await home.start())
    stops.push(stop)
    expect(stop.answers.filter(answer => answer !== 200)).toEqual([])
    expect(stop.readiness.filter(answer => answer !== 200 && answer !== 503)).toEqual([])
    expect(stop.readiness).toContain(503)
    expect(stop.drained_ms).toBeLessThan(10_000)
    expect(stop.left_ms).toBeLessThan(15_000)
    expect([home.isFree(), await home.isShutDown()]).toEqual([true, true])
  }
  const most = (of: (stop: Stop) => number) => (Math.max(...stops.map(of)) / 1000).toFixed(1)
  figure({
    promise: 'J1',
    what: `SIGTERM a ${REQUESTS_A_SECOND} pedidos/s, ${rounds} vezes`,
    ours: `0 cortadas de ${stops.reduce((sum, stop) => sum + stop.answers.length + stop.readiness.length, 0)}, escoou em ${most(stop => stop.drained_ms)} s, saiu com 0 em ${most(stop => stop.left_ms)} s`,
    floor: '0 cortadas, 10 s, 15 s',
  })
})
