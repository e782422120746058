// Calls to Stark Bank: each signed anew, answered in time and size or not at all, and no write sent again by itself.
import type { z } from 'zod'
import type { StarkEnvironment } from '#domain/payments/digital-banks.ts'
import { Unanswered } from '../payments.ts'
import { bounded, quietUntilAfter } from '../rest.ts'
import { signRequest } from './signing.ts'
import { Errors } from './wire.ts'

/** What a person waits for, and what moves money, which the bank takes its time for. */
const READ_TIMEOUT_MS = 5000
const WRITE_TIMEOUT_MS = 20_000
const MAX_BYTES = 4 * 1024 ** 2

const HOSTS: Record<StarkEnvironment, string> = {
  stark: 'https://api.starkbank.com',
  'stark-sandbox': 'https://sandbox.api.starkbank.com',
}

/** What a company and the bank agreed on; the key lives as long as a client. */
export interface StarkAccess {
  environment: StarkEnvironment
  project_id: string
  /** PEM. */
  private_key: string
}

export interface StarkClientOptions {
  /** Instead of the bank's own hosts. */
  url: string | undefined
  now(): number
  readTimeoutMs?: number
  writeTimeoutMs?: number
}

/** The bank has certainly not taken what was asked: it may be sent again. */
export class NotTaken extends Unanswered {
  override name = 'NotTaken'
}

/** The bank does not know us by our key, or our key does not open any more: nothing is known of the call's subject. */
export class StarkDenied extends NotTaken {
  override name = 'StarkDenied'
  constructor(readonly why: 'credentials' | 'lost') {
    super(`the bank denies us: ${why}`)
  }
}

/** The bank's own refusal of what was asked; the message is its reason, for the person. */
export class StarkRefused extends Error {
  override name = 'StarkRefused'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export interface StarkRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /v2, of parts encoded already. */
  path: string
  query?: Record<string, string>
  body?: object
}

export interface StarkClient {
  /** Undefined: what the path names does not exist. */
  send<T>(request: StarkRequest, schema: z.ZodType<T>): Promise<T | undefined>
}

export function starkClient(access: StarkAccess, options: StarkClientOptions): StarkClient {
  const { now, readTimeoutMs = READ_TIMEOUT_MS, writeTimeoutMs = WRITE_TIMEOUT_MS } = options
  const base = `${(options.url ?? HOSTS[access.environment]).replace(/\/$/, '')}/v2`
  const access_id = `project/${access.project_id}`
  let quietUntil = 0

  const exchange = async ({ method, path, query = {}, body }: StarkRequest) => {
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const text = body === undefined ? '' : JSON.stringify(body)
    const access_time = String(Math.floor(now() / 1000))
    const answer = await fetch(url, {
      method,
      headers: {
        'access-id': access_id,
        'access-time': access_time,
        'access-signature': signRequest(access.private_key, { access_id, access_time, body: text }),
        accept: 'application/json',
        'accept-language': 'pt-BR',
        'user-agent': 'razao',
        ...(text === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(text === '' ? {} : { body: text }),
      redirect: 'error',
      signal: AbortSignal.timeout(method === 'GET' ? readTimeoutMs : writeTimeoutMs),
    })
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await bounded(answer, MAX_BYTES) }
  }

  return {
    async send(asked, schema) {
      if (quietUntil > now()) throw new NotTaken('the bank asked for silence')
      const { status, retryAfter, body } = await heard(exchange(asked))
      if (status === 429) {
        quietUntil = quietUntilAfter(retryAfter, now())
        throw new NotTaken('the bank limits our calls')
      }
      if (status === 401 || status === 403) throw new StarkDenied('credentials')
      if (status === 404) return undefined
      if (status === 400) throw refusalOf(read(body, Errors))
      if (status !== 200) throw new Unanswered(`the bank answered ${status}`)
      return read(body, schema)
    },
  }
}

/** Words of the bank about us, not about what was asked. */
const ABOUT_US = /^invalid(AccessId|AccessTime|Signature|Credentials)$/

function refusalOf({ errors }: z.infer<typeof Errors>): Error {
  if (errors.some(({ code }) => ABOUT_US.test(code))) return new StarkDenied('credentials')
  const [first] = errors
  if (first === undefined || first.code === 'internalServerError') return new Unanswered('the bank refused without a word')
  return new StarkRefused(
    first.code,
    errors
      .map(({ message }) => message)
      .join(' ')
      .slice(0, 500) || 'O banco recusou sem dizer por quê.',
  )
}

/** Throws `Unanswered` for what was cut off or is in words that the schema does not know. */
function read<T>(body: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(body))
  } catch (error) {
    throw new Unanswered('the bank sent what cannot be read', { cause: error })
  }
}

async function heard<T>(exchange: Promise<T>): Promise<T> {
  try {
    return await exchange
  } catch (error) {
    throw error instanceof Unanswered ? error : new Unanswered('the bank did not answer', { cause: error })
  }
}
