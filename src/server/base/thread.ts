// A thread of its own for a stranger's file: bounded in memory and time, and always ended.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fail } from './fail.ts'

const MAX_MEGABYTES = 256
const MAX_MS = 20_000

/** The thread ran out of time or memory: the file is to blame. */
export class ThreadLimit extends Error {
  constructor(readonly limit: 'time' | 'memory') {
    super(`thread ran out of ${limit}`)
  }
}

/** A folder of built threads that tests have them started from: reading the sources takes a thread longer than most files. */
export const builtThreads: { folder: string | undefined } = { folder: undefined }

/**
 * Starts `<name>.ts` beside `near` (an `import.meta.url`) under tsx and vitest, or the file of that name of the built server.
 * The build lists each thread among its inputs.
 */
export function startThread(near: string, name: string): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_MEGABYTES }
  if (builtThreads.folder !== undefined) return new Worker(join(builtThreads.folder, `${name}.js`), { resourceLimits })
  if (near.endsWith('.ts')) {
    const source = JSON.stringify(new URL(`./${name}.ts`, near).href)
    const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'))
    return new Worker(`import(${loader}).then(({ register }) => { register(); return import(${source}) })`, { eval: true, resourceLimits })
  }
  const built = [`./${name}.js`, `../${name}.js`].map(path => new URL(path, near)).find(url => existsSync(url))
  if (!built) throw new Error(`${name}.js is not beside the built server`)
  return new Worker(built, { resourceLimits })
}

/** A thread that was at work used more of its time than this; who used less waited for a processor. */
const AT_WORK = 1 / 3

/**
 * Sends one message and returns its answer; rejects with `ThreadLimit` when the thread exhausts its time or memory, and with `server.busy` when
 * the machine, not the file, took the time.
 */
export function askThread<T>(thread: Worker, message: unknown, maxMs = MAX_MS): Promise<T> {
  return new Promise((done, failed) => {
    const before = process.cpuUsage()
    const late = () => {
      // Of the whole process, for no thread tells its own: whoever used less in all used less.
      const { user, system } = process.cpuUsage(before)
      const isBusy = (user + system) / 1000 < maxMs * AT_WORK
      failed(isBusy ? fail('server.busy', {}, { retry_after: 5 }) : new ThreadLimit('time'))
    }
    const timer = setTimeout(() => end(late), maxMs)
    const onMessage = (answer: T) => end(() => done(answer))
    const onError = (error: Error & { code?: string }) =>
      end(() => failed(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadLimit('memory') : error))
    const onExit = () => end(() => failed(new Error('the thread left')))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      settle()
    }
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
    thread.postMessage(message)
  })
}
