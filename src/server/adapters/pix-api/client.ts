// Calls to a bank's API Pix: mutual TLS to an address that a person typed, one token until it ends, and no write sent again by itself.
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { rootCertificates } from 'node:tls'
import type { z } from 'zod'
import { NoAnswer, type Outbound } from '../outbound.ts'
import { Unanswered } from '../payments.ts'
import { quietUntilAfter } from '../rest.ts'
import { Problem, Token } from './wire.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 4 * 1024 ** 2
/** A token this close to its end is not used any more. */
const RENEW_MS = 60_000
const SCOPES = ['cob', 'cobv', 'pix', 'webhook'].flatMap(of => [`${of}.read`, `${of}.write`]).join(' ')

/** What a company and its bank agreed on; the secrets live as long as a client. */
export interface PixAccess {
  /** Both without the last slash. */
  base_url: string
  token_url: string
  client_id: string
  client_secret: string
  /** PEM. */
  private_key: string
  /** PEM, the holder's first. */
  certificate: string
}

export interface PixClientOptions {
  outbound: Pick<Outbound, 'refusalOf' | 'lookup'>
  /** PEM of roots believed beside the usual ones. */
  extraRoots: readonly string[]
  now(): number
  timeoutMs?: number
}

/** The bank does not take our credentials, our certificate, or what we ask with them, or ours were lost: nothing is known of the call's subject. */
export class PixDenied extends Unanswered {
  override name = 'PixDenied'
  constructor(readonly why: 'credentials' | 'certificate' | 'scope' | 'lost') {
    super(`the bank denies us: ${why}`)
  }
}

/** The bank's own refusal of what was asked; the message is its reason, for the person. */
export class PixRefused extends Error {
  override name = 'PixRefused'
}

export interface PixRequest {
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE'
  /** Of parts encoded already. */
  path: string
  query?: Record<string, string>
  body?: object
}

export interface PixClient {
  /** Undefined: what the path names does not exist. */
  send<T>(request: PixRequest, schema: z.ZodType<T>): Promise<T | undefined>
}

interface Outgoing {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string
}

interface Incoming {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

export function pixClient(access: PixAccess, { outbound, extraRoots, now, timeoutMs = TIMEOUT_MS }: PixClientOptions): PixClient {
  const ca = [...rootCertificates, ...extraRoots]
  let token: { value: Promise<string>; until: number } | undefined
  let quietUntil = 0

  const exchange = ({ url, body, ...rest }: Outgoing): Promise<Incoming> => {
    if (url.protocol !== 'https:' || outbound.refusalOf(url.href) !== undefined) throw new Unanswered('the address is none to call')
    return new Promise((resolve, reject) => {
      // A connection of its own each time: no earlier one stands in for the check of the address.
      const identity = { key: access.private_key, cert: access.certificate, ca, agent: false as const, lookup: outbound.lookup }
      const sent = request(url, { ...rest, ...identity, signal: AbortSignal.timeout(timeoutMs) }, answer => {
        const parts: Buffer[] = []
        let bytes = 0
        answer.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > MAX_BYTES) sent.destroy(new Error('too large'))
          else parts.push(part)
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() }))
        answer.on('error', error => reject(silenceOf(error)))
      })
      sent.on('error', error => reject(silenceOf(error)))
      sent.end(body)
    })
  }

  const authenticate = async (): Promise<string> => {
    const answer = await exchange({
      method: 'POST',
      url: new URL(access.token_url),
      headers: {
        authorization: `Basic ${Buffer.from(`${access.client_id}:${access.client_secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPES }).toString(),
    })
    if (answer.status === 400 || answer.status === 401) throw new PixDenied('credentials')
    if (answer.status === 403) throw new PixDenied('scope')
    heedLimit(answer)
    if (answer.status !== 200) throw new Unanswered(`the bank's token address answered ${answer.status}`)
    const { access_token, expires_in } = read(answer, Token)
    if (token) token.until = now() + expires_in * 1000 - RENEW_MS
    return access_token
  }

  const currentToken = (): Promise<string> => {
    if (!token || token.until <= now()) {
      const made = { value: authenticate(), until: Number.POSITIVE_INFINITY }
      token = made
      // One failure is not remembered.
      made.value.catch(() => {
        if (token === made) token = undefined
      })
    }
    return token.value
  }

  const withToken = async ({ method, path, query = {}, body }: PixRequest): Promise<Incoming> => {
    const url = new URL(access.base_url + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const headers = { authorization: `Bearer ${await currentToken()}`, accept: 'application/json' }
    return body === undefined
      ? exchange({ method, url, headers })
      : exchange({ method, url, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) })
  }

  const heedLimit = ({ status, headers }: Incoming): void => {
    if (status !== 429) return
    quietUntil = quietUntilAfter(headers['retry-after'], now())
    throw new Unanswered('the bank limits our calls')
  }

  return {
    async send(asked, schema) {
      if (quietUntil > now()) throw new Unanswered('the bank asked for silence')
      let answer = await withToken(asked)
      // A token that ended early; a refused call did nothing, so it may be sent again.
      if (answer.status === 401) {
        token = undefined
        answer = await withToken(asked)
      }
      heedLimit(answer)
      if (answer.status === 401) throw new PixDenied('credentials')
      if (answer.status === 403) throw new PixDenied('scope')
      if (answer.status === 404 || answer.status === 410) return undefined
      if (answer.status === 400 || answer.status === 422) throw new PixRefused(reasonOf(read(answer, Problem)))
      if (answer.status < 200 || answer.status > 299) throw new Unanswered(`the bank answered ${answer.status}`)
      return read(answer, schema)
    },
  }
}

function reasonOf({ violacoes = [], detail, title }: z.infer<typeof Problem>): string {
  const reasons = violacoes.flatMap(({ razao }) => razao ?? [])
  return (reasons.length > 0 ? reasons.join(' ') : (detail ?? title ?? 'O banco recusou sem dizer por quê.')).slice(0, 500)
}

/** Throws `Unanswered` for what was cut off or is in words that the schema does not know. */
function read<T>({ body }: Incoming, schema: z.ZodType<T>): T {
  try {
    return schema.parse(body === '' ? {} : JSON.parse(body))
  } catch (error) {
    throw new Unanswered('the bank sent what cannot be read', { cause: error })
  }
}

/** An alert of the other side is about our certificate; anything else says nothing. */
function silenceOf(error: NodeJS.ErrnoException): Unanswered {
  if (error instanceof NoAnswer) return new Unanswered(error.message, { cause: error })
  return /^ERR_SSL_\w*ALERT/.test(error.code ?? '')
    ? new PixDenied('certificate')
    : new Unanswered('the bank did not answer', { cause: error })
}
