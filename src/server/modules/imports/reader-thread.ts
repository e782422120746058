// The thread a statement file is read in: one file, few messages, and it dies with its file.
import { parentPort } from 'node:worker_threads'
import { type PlanRequest, type ReadRequest, StatementReader } from './statement-reader.ts'

export type ThreadRequest = { step: 'read'; request: ReadRequest } | { step: 'plan'; request: PlanRequest }

const reader = new StatementReader()
parentPort?.on('message', (message: ThreadRequest) => {
  parentPort?.postMessage(message.step === 'read' ? reader.read(message.request) : reader.plan(message.request))
})
