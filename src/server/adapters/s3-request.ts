// Requests to an S3-compatible store, signed with AWS Signature Version 4; path-style addresses, which every such store answers.
import { createHash, createHmac } from 'node:crypto'
import { lightFormat } from 'date-fns/lightFormat'
import { inUtc } from '#domain/civil-date.ts'
import { FileStoreError } from './files.ts'

export interface S3Settings {
  /** 'https://s3.sa-east-1.amazonaws.com', or the address of another store. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 15_000
const ATTEMPTS = 3

export interface S3Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Of an object; empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  body?: Uint8Array
  /** Longer for what is large. */
  timeoutMs?: number
}

/**
 * A store that is away or busy is asked again; writing the same content twice is writing it once. Undefined: the store has no such object.
 */
export async function askS3(settings: S3Settings, call: S3Call, now: () => number = Date.now): Promise<Response | undefined> {
  const { method, key, query = {}, body, timeoutMs = TIMEOUT_MS } = call
  const url = new URL(`${settings.bucket}/${key}`, settings.endpoint.endsWith('/') ? settings.endpoint : `${settings.endpoint}/`)
  url.search = canonicalQuery(query)
  for (let attempt = 1; ; attempt += 1) {
    const headers = sign(settings, method, url, body ?? new Uint8Array(), new Date(now()))
    const answer = await fetch(url, {
      method,
      headers,
      body: body ? new Uint8Array(body) : null,
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => error)
    if (answer instanceof Response && answer.ok) return answer
    if (answer instanceof Response && answer.status === 404) return undefined
    const worthTrying = !(answer instanceof Response) || answer.status >= 500 || answer.status === 429
    if (!worthTrying || attempt >= ATTEMPTS)
      throw new FileStoreError(`file store: ${answer instanceof Response ? `${method} answered ${answer.status}` : answer.message}`)
    await new Promise(next => setTimeout(next, 200 * attempt))
  }
}

/** Names in order and everything escaped, as the signature wants it. */
const canonicalQuery = (query: Record<string, string>): string =>
  Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')

const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

const hex = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Uint8Array | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The headers of a signed request (AWS documentation, 'Signature Version 4 for API requests'). */
export function sign(settings: S3Settings, method: string, url: URL, body: Uint8Array, at: Date): Record<string, string> {
  const instant = lightFormat(inUtc(at), "yyyyMMdd'T'HHmmss'Z'")
  const day = instant.slice(0, 8)
  const content = hex(body)
  const headers = { host: url.host, 'x-amz-content-sha256': content, 'x-amz-date': instant }
  const signed = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`)
  const canonical = [method, url.pathname, url.search.slice(1), lines.join(''), signed, content].join('\n')
  const scope = `${day}/${settings.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', instant, scope, hex(canonical)].join('\n')
  const key = [settings.region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${settings.secretAccessKey}`, day))
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${settings.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
  return { ...headers, authorization }
}
