// An S3-compatible store in memory that believes nothing it cannot reckon itself: every signature is checked against what really arrived.
import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '#server/adapters/s3-request.ts'

const SECRET = 'segredo-do-teste'

export interface S3Store {
  settings: S3Settings
  /** By address: '/razao/…'. */
  kept: Map<string, Buffer>
  /** Addresses asked with a wrong signature. */
  refused: string[]
  /** The next calls answered as by a store that is away. */
  failNext(calls: number): void
  /** Uploads begun and neither completed nor given up. */
  unfinished(): number
  close(): Promise<void>
}

const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

interface Arrived {
  method: string
  path: string
  query: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** The signature as the documentation reckons it. */
export function expectedSignature({ method, path, query, headers, body }: Arrived): string {
  const [, day = '', region = '', names = ''] =
    /Credential=chave\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+),/.exec(String(headers.authorization)) ?? []
  const hash = createHash('sha256').update(body).digest('hex')
  const canonical = [method, path, query, ...names.split(';').map(name => `${name}:${headers[name]}`), '', names, hash].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  return mac(mac(mac(mac(mac(`AWS4${SECRET}`, day), region), 's3'), 'aws4_request'), text).toString('hex')
}

export async function s3Store(): Promise<S3Store> {
  const kept = new Map<string, Buffer>()
  const refused: string[] = []
  const uploads = new Map<string, Map<number, Buffer>>()
  let failing = 0
  let begun = 0

  function answer({ method, path, query, body }: Arrived): { status: number; body?: string | Buffer; etag?: string } {
    const asked = new URLSearchParams(query)
    const upload = asked.get('uploadId')
    if (method === 'POST' && asked.has('uploads')) {
      begun += 1
      uploads.set(`u${begun}`, new Map())
      return { status: 200, body: `<InitiateMultipartUploadResult><UploadId>u${begun}</UploadId></InitiateMultipartUploadResult>` }
    }
    if (upload !== null) {
      const parts = uploads.get(upload)
      if (!parts) return { status: 404 }
      if (method === 'PUT') {
        parts.set(Number(asked.get('partNumber')), body)
        return { status: 200, etag: `"e${asked.get('partNumber')}"` }
      }
      uploads.delete(upload)
      if (method === 'DELETE') return { status: 204 }
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number))
      kept.set(path, Buffer.concat(numbers.map(number => parts.get(number) ?? Buffer.alloc(0))))
      return { status: 200, body: '<CompleteMultipartUploadResult/>' }
    }
    if (asked.get('list-type') === '2') {
      const prefix = path + asked.get('prefix')
      const found = [...kept].filter(([name]) => name.startsWith(prefix)).sort()
      const from = Number(asked.get('continuation-token') ?? 0)
      const page = found.slice(from, from + 2)
      const entries = page.map(([name, bytes]) => `<Contents><Key>${name.slice(path.length)}</Key><Size>${bytes.length}</Size></Contents>`)
      const more = from + 2 < found.length
      const next = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
      return { status: 200, body: `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>` }
    }
    if (method === 'PUT') kept.set(path, body)
    if (method === 'DELETE') return { status: kept.delete(path) ? 204 : 404 }
    const found = kept.get(path)
    return found ? { status: 200, ...(method === 'GET' ? { body: found } : {}) } : { status: 404 }
  }

  const store = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const [path = '', query = ''] = (request.url ?? '').split('?')
      const arrived = { method: request.method ?? '', path, query, headers: request.headers, body: Buffer.concat(chunks) }
      if (!String(request.headers.authorization).endsWith(`Signature=${expectedSignature(arrived)}`)) {
        refused.push(path)
        return response.writeHead(403).end()
      }
      if (failing > 0) {
        failing -= 1
        return response.writeHead(503).end()
      }
      const { status, body, etag } = answer(arrived)
      return response.writeHead(status, etag ? { etag } : {}).end(body)
    })
  })
  await new Promise<void>(done => store.listen(0, '127.0.0.1', () => done()))
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  return {
    settings: { endpoint, bucket: 'razao', region: 'sa-east-1', accessKeyId: 'chave', secretAccessKey: SECRET },
    kept,
    refused,
    failNext: calls => {
      failing = calls
    },
    unfinished: () => uploads.size,
    close: () =>
      new Promise(done => {
        store.closeAllConnections()
        store.close(() => done())
      }),
  }
}
