// The thread that received notes are read and verified in; it answers once and is ended.
import { parentPort } from 'node:worker_threads'
import { XmlRefused } from '../xml.ts'
import { readReceived } from './read.ts'
import type { ReceivedFile, Trust } from './types.ts'

export interface NoteRequest {
  bytes: Uint8Array
  trust: Trust
}

export type NoteAnswer = { file: ReceivedFile } | { refused: string }

function answer({ bytes, trust }: NoteRequest): NoteAnswer {
  try {
    return { file: readReceived(bytes, trust) }
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error
    return { refused: error.message }
  }
}

parentPort?.on('message', (request: NoteRequest) => {
  parentPort?.postMessage(answer(request))
})
