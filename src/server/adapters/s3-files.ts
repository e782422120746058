// Files in an S3-compatible store, signed with AWS Signature Version 4; path-style addresses, which every such store answers.
import { createHash, createHmac } from 'node:crypto'
import { lightFormat } from 'date-fns/lightFormat'
import { inUtc } from '#domain/civil-date.ts'
import type { FileStore } from './files.ts'

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

export class FileStoreError extends Error {}

/** Same names as on disk: by content, under the company. */
export function s3Files(settings: S3Settings, now: () => number = Date.now): FileStore {
  const send = (method: 'GET' | 'PUT', key: string, body?: Uint8Array) => request(settings, method, key, body, now)
  return {
    async put(companyId, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const storage_key = `${companyId}/${sha256.slice(0, 2)}/${sha256}`
      await send('PUT', storage_key, bytes)
      return { storage_key, sha256 }
    },
    get: async storageKey => new Uint8Array(await (await send('GET', storageKey)).arrayBuffer()),
  }
}

/** A store that is away or busy is asked again; writing the same content twice is writing it once. */
async function request(
  settings: S3Settings,
  method: 'GET' | 'PUT',
  key: string,
  body: Uint8Array | undefined,
  now: () => number,
): Promise<Response> {
  const url = new URL(`${settings.bucket}/${key}`, settings.endpoint.endsWith('/') ? settings.endpoint : `${settings.endpoint}/`)
  for (let attempt = 1; ; attempt += 1) {
    const headers = sign(settings, method, url, body ?? new Uint8Array(), new Date(now()))
    const answer = await fetch(url, {
      method,
      headers,
      body: body ? new Uint8Array(body) : null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => error)
    if (answer instanceof Response && answer.ok) return answer
    const worthTrying = !(answer instanceof Response) || answer.status >= 500 || answer.status === 429
    if (!worthTrying || attempt >= ATTEMPTS)
      throw new FileStoreError(`file store: ${answer instanceof Response ? `${method} answered ${answer.status}` : answer.message}`)
    await new Promise(next => setTimeout(next, 200 * attempt))
  }
}

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
