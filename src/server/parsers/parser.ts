// Our side of the parsing thread: one file, one thread.
import { askThread, startThread, ThreadLimit } from '../kernel/thread.ts'
import type { OpenedPfx } from './open-pfx.ts'
import type { ParseRequest } from './parser-thread.ts'
import type { ReadSheet } from './read-xlsx.ts'

/** Shorter than the database lets a transaction wait. */
const MAX_MS = 10_000

/** A PKCS#12 file; one that exhausts the thread (absurd iteration counts) is unreadable. */
export const parsePfx = (bytes: Uint8Array, password: string): Promise<OpenedPfx> =>
  parse<OpenedPfx>({ step: 'pfx', bytes, password }, { refused: 'unreadable' })

/** The first sheet of a workbook as rows of text. */
export const parseXlsx = (bytes: Uint8Array): Promise<ReadSheet> =>
  parse<ReadSheet>({ step: 'xlsx', bytes }, { refused: 'A planilha é grande demais para ser lida.' })

async function parse<T>(request: ParseRequest, exhausted: T): Promise<T> {
  const thread = startThread(import.meta.url, 'parser-thread')
  thread.on('error', () => {})
  try {
    return await askThread<T>(thread, request, MAX_MS)
  } catch (error) {
    if (error instanceof ThreadLimit) return exhausted
    throw error
  } finally {
    await thread.terminate()
  }
}
