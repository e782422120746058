// A stranger's file is to blame for the time it takes at work, and not for the time a busy machine takes to come to it.
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '#server/base/fail.ts'
import { askThread, ThreadLimit } from '#server/base/thread.ts'

afterEach(() => vi.restoreAllMocks())

const LIMIT_MS = 300

/** What becomes of a thread that never answers, of which the process used so much. */
async function asked(usedMs: number): Promise<unknown> {
  const thread = new Worker('setInterval(() => {}, 1000)', { eval: true })
  vi.spyOn(process, 'cpuUsage').mockImplementation(before => ({ user: before ? usedMs * 1000 : 0, system: 0 }))
  try {
    return await askThread(thread, {}, LIMIT_MS).catch(error => error)
  } finally {
    await thread.terminate()
  }
}

test('a file whose reading takes all the time is refused', async () => {
  const error = await asked(LIMIT_MS)
  expect(error).toBeInstanceOf(ThreadLimit)
  expect((error as ThreadLimit).limit).toBe('time')
})

test('a file that nobody came to read is asked for again', async () => {
  const error = await asked(LIMIT_MS / 10)
  expect(error).toBeInstanceOf(Failure)
  expect((error as Failure).id).toBe('server.busy')
})
