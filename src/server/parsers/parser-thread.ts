// The thread that strangers' files are parsed in; it answers once and is ended.
import { parentPort } from 'node:worker_threads'
import { openPfx } from './open-pfx.ts'
import { readXlsx } from './read-xlsx.ts'

export type ParseRequest = { step: 'pfx'; bytes: Uint8Array; password: string } | { step: 'xlsx'; bytes: Uint8Array }

parentPort?.on('message', (request: ParseRequest) => {
  parentPort?.postMessage(request.step === 'pfx' ? openPfx(request.bytes, request.password) : readXlsx(request.bytes))
})
