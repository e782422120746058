// Large objects in an S3-compatible store: sent in parts and received as a stream, so that memory holds one part at a time.
import { Readable } from 'node:stream'
import { FileStoreError } from './files.ts'
import { askS3, type S3Call, type S3Settings } from './s3-request.ts'

export interface S3Object {
  key: string
  bytes: number
}

/** The store takes no smaller part than 5 MB, and at most 10,000 of them. */
const PART_BYTES = 32 * 1024 * 1024
const PART_TIMEOUT_MS = 300_000

export interface S3Objects {
  /** Gives the size. A failure leaves nothing in the store. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Undefined: there is no such object. */
  get(key: string): Promise<Readable | undefined>
  list(prefix: string): Promise<S3Object[]>
  remove(key: string): Promise<void>
}

export function s3Objects(settings: S3Settings, partBytes = PART_BYTES): S3Objects {
  const must = async (call: S3Call): Promise<Response> => {
    const answer = await askS3(settings, call)
    if (!answer) throw new FileStoreError(`file store: ${call.method} answered 404`)
    return answer
  }
  return {
    async put(key, content) {
      const begun = await (await must({ method: 'POST', key, query: { uploads: '' } })).text()
      const uploadId = textOf(begun, 'UploadId')
      const tags: string[] = []
      let bytes = 0
      try {
        for await (const part of inParts(content, partBytes)) {
          const query = { partNumber: String(tags.length + 1), uploadId }
          const answer = await must({ method: 'PUT', key, query, body: part, timeoutMs: PART_TIMEOUT_MS })
          tags.push(answer.headers.get('etag') ?? '')
          bytes += part.length
        }
        const body = new TextEncoder().encode(completion(tags))
        const ended = await (await must({ method: 'POST', key, query: { uploadId }, body, timeoutMs: PART_TIMEOUT_MS })).text()
        // A store may answer 200 at once and say only in the body that it failed.
        if (ended.includes('<Error>')) throw new FileStoreError(`file store: ${textOf(ended, 'Code')}`)
        return bytes
      } catch (error) {
        await askS3(settings, { method: 'DELETE', key, query: { uploadId } }).catch(() => {})
        throw error
      }
    },

    async get(key) {
      const answer = await askS3(settings, { method: 'GET', key, timeoutMs: 24 * 3_600_000 })
      return answer?.body ? Readable.from(answer.body) : undefined
    },

    async list(prefix) {
      const found: S3Object[] = []
      for (let next: string | undefined = ''; next !== undefined; ) {
        const query: Record<string, string> = { 'list-type': '2', prefix, ...(next ? { 'continuation-token': next } : {}) }
        const page = await (await must({ method: 'GET', key: '', query })).text()
        for (const [, entry = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g))
          found.push({ key: textOf(entry, 'Key'), bytes: Number(textOf(entry, 'Size')) })
        next = /<IsTruncated>true</.test(page) ? textOf(page, 'NextContinuationToken') : undefined
      }
      return found
    },

    async remove(key) {
      await askS3(settings, { method: 'DELETE', key })
    },
  }
}

async function* inParts(content: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    held.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    yield Buffer.concat(held, size)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held, size)
}

const completion = (tags: readonly string[]): string =>
  `<CompleteMultipartUpload>${tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join('')}</CompleteMultipartUpload>`

/** The store's own answers are flat and without attributes where they are read. */
function textOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  if (text === undefined) throw new FileStoreError(`file store: no ${name} in its answer`)
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
