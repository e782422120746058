// The thread that files are read in: one file, few messages, and it dies with its file. What it refuses is an answer, not a crash.
import { parentPort } from 'node:worker_threads'
import { StatementFileError } from '#domain/statements/statement-file.ts'
import { type PlanRequest, type ReadRequest, StatementReader } from './statement-reader.ts'
import { readWorkbook, type SheetToWrite, writeWorkbook } from './workbook.ts'

export type ThreadRequest =
  | { step: 'read'; request: ReadRequest }
  | { step: 'plan'; request: PlanRequest }
  | { step: 'sheet'; request: Uint8Array }
  | { step: 'workbook'; request: SheetToWrite }

/** A refused file crosses the thread as its reason. */
export interface Refused {
  refused: string
}

const reader = new StatementReader()

function answer(message: ThreadRequest): unknown {
  switch (message.step) {
    case 'read':
      return reader.read(message.request)
    case 'plan':
      return reader.plan(message.request)
    case 'sheet':
      return readWorkbook(message.request)
    case 'workbook':
      return writeWorkbook(message.request)
  }
}

parentPort?.on('message', (message: ThreadRequest) => {
  try {
    parentPort?.postMessage(answer(message))
  } catch (error) {
    if (!(error instanceof StatementFileError)) throw error
    parentPort?.postMessage({ refused: error.reason } satisfies Refused)
  }
})
