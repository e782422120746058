// A public REST service that is only read: its host fixed by configuration, its answer bounded in time and size and checked by a schema.
import type { z } from 'zod'
import { secondsAsked } from '#domain/retry-after.ts'
import { ask, Unanswered } from './payments.ts'

const TIMEOUT_MS = 4000
const MAX_BYTES = 256 * 1024

/** Undefined: it does not know it (404). Throws `Unanswered` when it is away, redirects, or answers what the schema does not know. */
export function readRest<T>(base: string, path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  return ask(schema, fetchJson(new URL(path, base.endsWith('/') ? base : `${base}/`)), TIMEOUT_MS)
}

async function fetchJson(url: URL): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { accept: 'application/json', 'user-agent': 'razao' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Unanswered(`${url.host} answered ${answer.status}`)
  return JSON.parse(await bounded(answer, MAX_BYTES))
}

/** Without a word of theirs on how long to wait. */
const QUIET_SECONDS = 60
const LONGEST_QUIET_SECONDS = 3600

/** Until when a party that limits our calls wants none, in ms, from its `Retry-After`: a minute without one, an hour at most. */
export const quietUntilAfter = (retryAfter: string | null | undefined, now: number): number =>
  now + (secondsAsked(retryAfter, now, LONGEST_QUIET_SECONDS) || QUIET_SECONDS) * 1000

/** The text of an answer, up to so many bytes. Throws `Unanswered` beyond. */
export async function bounded(answer: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw new Unanswered('answer too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
