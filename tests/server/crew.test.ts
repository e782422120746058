// The hands of a queue outlive a database that does not answer for a moment.
import type PgBoss from 'pg-boss'
import { expect, test, vi } from 'vitest'
import { crew } from '#server/jobs/crew.ts'

test('a look that fails is reported, and the next one finds the job', async () => {
  const job = { id: 'job-1', data: { n: 1 }, expireInSeconds: 60, retryCount: 0, retryLimit: 5 }
  const answers: (() => unknown[])[] = [
    () => {
      throw new Error('connection lost')
    },
    () => [job],
  ]
  const complete = vi.fn(async () => {})
  const boss = { fetch: async () => answers.shift()?.() ?? [], complete, fail: vi.fn() } as unknown as PgBoss
  const reported: string[] = []
  const done: unknown[] = []
  const hands = crew({
    boss,
    queue: 'q',
    hands: 2,
    holding: { hold: async () => {}, letGo: async () => {} },
    run: async data => void done.push(data),
    report: error => void reported.push(error.message),
  })
  await expect.poll(() => done).toEqual([{ n: 1 }])
  await expect.poll(() => complete.mock.calls).toContainEqual(['q', 'job-1'])
  expect(reported).toEqual(['connection lost'])
  await hands.stop(1_000)
})
