// What both distributions share: silence and refusal told as outcomes, and documents that travel gzipped in base64.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Failure } from '#server/base/fail.ts'
import type { DistributedDocument, Distribution } from './distribution.ts'
import { Silence } from './mutual-tls.ts'

/** Fifty documents, most of them small; a note may be large. */
export const MOST_ANSWERED = 16 * 1024 ** 2
const MOST_OPENED = 2 * 1024 ** 2

/** Silence is no answer; a company without a valid certificate asked nothing. */
export async function told(ask: () => Promise<Distribution>): Promise<Distribution> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Silence) return { outcome: 'UNKNOWN', text: error.message }
    if (error instanceof Failure) return { outcome: 'UNASKED', text: error.message }
    throw error
  }
}

const inflate = promisify(gunzip)

/** What does not open stays as it came, with the reason. */
export async function opened(zipped: string): Promise<Pick<DistributedDocument, 'bytes' | 'flaw'>> {
  const bytes = Buffer.from(zipped, 'base64')
  try {
    return { bytes: await inflate(bytes, { maxOutputLength: MOST_OPENED }), flaw: null }
  } catch {
    return { bytes, flaw: 'O documento veio cortado, ou é maior que 2 MB depois de aberto.' }
  }
}
