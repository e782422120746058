// Our side of the parsing thread: one file, one thread.
import { askThread, startThread, ThreadLimit } from '#server/base/thread.ts'
import type { OpenedPfx } from './open-pfx.ts'
import type { ParseRequest } from './parser-thread.ts'

/** Shorter than the database lets a transaction wait. */
const MAX_MS = 10_000

/** A PKCS#12 file; one that exhausts the thread (absurd iteration counts) is unreadable. */
export async function parsePfx(bytes: Uint8Array, password: string): Promise<OpenedPfx> {
  const thread = startThread(import.meta.url, 'parser-thread')
  thread.on('error', () => {})
  try {
    return await askThread<OpenedPfx>(thread, { bytes, password } satisfies ParseRequest, MAX_MS)
  } catch (error) {
    if (error instanceof ThreadLimit) return { refused: 'unreadable' }
    throw error
  } finally {
    await thread.terminate()
  }
}
