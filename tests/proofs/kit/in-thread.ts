import { Worker } from 'node:worker_threads'

/** What a module of this folder posts at its end, run in a thread of its own, so that the server's thread is not its, too. */
export const inThread = <Result>(module: string, workerData: unknown): Promise<Result> =>
  new Promise((done, failed) => {
    const worker = new Worker(new URL(module, import.meta.url), { workerData })
    worker.once('error', failed)
    worker.once('message', done)
  })
