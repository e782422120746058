// Requests to an S3-compatible store, signed with AWS Signature Version 4; path-style addresses, which every such store answers.
import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
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
    const headers = await sign(settings, method, url, body ?? new Uint8Array(), new Date(now()))
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

/** The headers of a signed request. The digest of the content is signed too, which the signer leaves out unless it is given. */
export async function sign(settings: S3Settings, method: string, url: URL, body: Uint8Array, at: Date): Promise<Record<string, string>> {
  const { region, accessKeyId, secretAccessKey } = settings
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    datetime: lightFormat(inUtc(at), "yyyyMMdd'T'HHmmss'Z'"),
  })
  const signed = await signer.sign()
  return Object.fromEntries(signed.headers)
}
