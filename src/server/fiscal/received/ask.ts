// Our side of the thread that reads notes: one file, one thread.
import { askThread, startThread, ThreadLimit } from '#server/base/thread.ts'
import { XmlRefused } from '../xml.ts'
import type { NoteAnswer, NoteRequest } from './note-thread.ts'
import type { ReceivedFile, Trust } from './types.ts'

/** Shorter than the database lets a transaction wait. */
const MAX_MS = 10_000

/** What the file says and how far it was verified; throws XmlRefused with the pt-BR reason for what is no note. */
export async function askReceived(bytes: Uint8Array, trust: Trust): Promise<ReceivedFile> {
  const thread = startThread(import.meta.url, 'note-thread')
  thread.on('error', () => {})
  try {
    const answer = await askThread<NoteAnswer>(thread, { bytes, trust } satisfies NoteRequest, MAX_MS)
    if ('refused' in answer) throw new XmlRefused(answer.refused)
    return answer.file
  } catch (error) {
    if (error instanceof ThreadLimit) throw new XmlRefused('O XML é complexo demais para ser lido.')
    throw error
  } finally {
    await thread.terminate()
  }
}
