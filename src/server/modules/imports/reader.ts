// Our side of the reading thread: bounded in memory and time, and gone whatever happens.
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { CsvRecord } from '#domain/statements/csv-scan.ts'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import type { SheetToWrite } from '../../sheets/workbook.ts'
import type { Refused, ThreadRequest } from './reader-thread.ts'
import type { PlanAnswer, PlanRequest, ReadAnswer, ReadRequest } from './statement-reader.ts'

const MAX_MEGABYTES = 256
const MAX_MS = 20_000

export interface FileReader {
  read(request: ReadRequest): Promise<ReadAnswer>
  plan(request: PlanRequest): Promise<PlanAnswer>
  /** The first sheet of a workbook. */
  sheet(bytes: Uint8Array): Promise<CsvRecord[]>
  /** A workbook of one sheet. */
  workbook(sheet: SheetToWrite): Promise<Uint8Array>
}

/** Lends a reading thread to `work`; a file that exhausts its memory or its time is refused with a StatementFileError. */
export async function withReader<T>(work: (reader: FileReader) => Promise<T>): Promise<T> {
  const thread = startThread()
  // An error between two steps is told by the next one.
  thread.on('error', () => {})
  try {
    return await work({
      read: request => ask<ReadAnswer>(thread, { step: 'read', request }),
      plan: request => ask<PlanAnswer>(thread, { step: 'plan', request }),
      sheet: request => ask<CsvRecord[]>(thread, { step: 'sheet', request }),
      workbook: request => ask<Uint8Array>(thread, { step: 'workbook', request }),
    })
  } finally {
    await thread.terminate()
  }
}

function ask<T>(thread: Worker, message: ThreadRequest): Promise<T> {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => end(() => failed(new StatementFileError('A leitura do arquivo passou de 20 segundos.'))), MAX_MS)
    const onMessage = (answer: T | Refused) =>
      end(() => (isRefused(answer) ? failed(new StatementFileError(answer.refused)) : done(answer)))
    const onError = (error: Error & { code?: string }) =>
      end(() =>
        failed(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new StatementFileError('O arquivo é grande demais para ser lido.') : error),
      )
    const onExit = () => end(() => failed(new Error('the reading thread left')))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      thread.off('message', onMessage).off('error', onError).off('exit', onExit)
      settle()
    }
    thread.on('message', onMessage).on('error', onError).on('exit', onExit)
    thread.postMessage(message)
  })
}

const isRefused = (answer: unknown): answer is Refused => typeof answer === 'object' && answer !== null && 'refused' in answer

/** The thread's own file of the built server; under tsx and vitest the source beside us, which the thread learns to load first. */
function startThread(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_MEGABYTES }
  if (import.meta.url.endsWith('.ts')) {
    const source = JSON.stringify(new URL('./reader-thread.ts', import.meta.url).href)
    const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'))
    return new Worker(`import(${loader}).then(({ register }) => { register(); return import(${source}) })`, { eval: true, resourceLimits })
  }
  const built = ['./reader-thread.js', '../reader-thread.js'].map(path => new URL(path, import.meta.url)).find(url => existsSync(url))
  if (!built) throw new Error('reader-thread.js is not beside the built server')
  return new Worker(built, { resourceLimits })
}
