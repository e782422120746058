// A server started by npm goes when npm's shell goes, which hands no signal down. Stopping under load is proof J1.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask, type ServedHome, serveCommand, servedHome } from '#tests/kit/served.ts'

let home: ServedHome
beforeEach(async () => {
  home = await servedHome()
})
afterEach(() => home?.remove())

test('npm told to stop: its shell dies, and the server behind it goes too', async () => {
  const command = `${(await serveCommand()).map(word => `'${word}'`).join(' ')}; true`
  const { child, url } = await home.start(['sh', '-c', command], { npm_lifecycle_event: 'start' })
  child.kill('SIGKILL')
  const until = performance.now() + 40_000
  while (!home.isFree() && performance.now() < until) await new Promise(next => setTimeout(next, 100))
  expect(home.isFree()).toBe(true)
  expect(await ask(`${url}/health`)).toBe('refused')
}, 90_000)
