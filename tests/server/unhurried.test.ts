// Long work in steps leaves the event loop to others.
import { expect, test } from 'vitest'
import { finish } from '#domain/steps.ts'
import { unhurried } from '#server/kernel/unhurried.ts'

function* busy(ms: number) {
  const started = performance.now()
  while (performance.now() - started < ms) yield
  return 'done'
}

test('others are served between two steps, and the answer is that of all at once', async () => {
  let served = 0
  const timer = setInterval(() => served++, 5)
  expect(await unhurried(busy(150))).toBe('done')
  clearInterval(timer)
  expect(served).toBeGreaterThan(0)
  expect(finish(busy(1))).toBe('done')
})
