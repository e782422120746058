// The thread that strangers' files are parsed in; it answers once and is ended.
import { parentPort } from 'node:worker_threads'
import { openPfx } from './open-pfx.ts'

export interface ParseRequest {
  bytes: Uint8Array
  password: string
}

parentPort?.on('message', (request: ParseRequest) => {
  parentPort?.postMessage(openPfx(request.bytes, request.password))
})
