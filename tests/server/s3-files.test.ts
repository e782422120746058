// Files in an S3-compatible store, against a small one made here that believes nothing it cannot reckon itself.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FileStoreError, type S3Settings, s3Files, sign } from '#server/adapters/s3-files.ts'
import { BadEnvironment, readEnvironment } from '#server/env.ts'

const SECRET = 'segredo-do-teste'
const company = '018f0000-0000-7000-8000-000000000001'
const bytes = Buffer.from('conteúdo de um anexo')

let store: Server
let settings: S3Settings
const kept = new Map<string, Buffer>()
let failing = 0
let refused: string[] = []

const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The signature as the documentation reckons it, from what really arrived. */
function expectedSignature(method: string, path: string, headers: Record<string, string | string[] | undefined>, body: Buffer): string {
  const [, day = '', region = '', names = ''] =
    /Credential=chave\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+),/.exec(String(headers.authorization)) ?? []
  const hash = createHash('sha256').update(body).digest('hex')
  const canonical = [method, path, '', ...names.split(';').map(name => `${name}:${headers[name]}`), '', names, hash].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  return mac(mac(mac(mac(mac(`AWS4${SECRET}`, day), region), 's3'), 'aws4_request'), text).toString('hex')
}

beforeAll(async () => {
  store = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const path = request.url ?? ''
      const signature = expectedSignature(request.method ?? '', path, request.headers, body)
      if (!String(request.headers.authorization).endsWith(`Signature=${signature}`)) {
        refused.push(path)
        return response.writeHead(403).end()
      }
      if (failing > 0) {
        failing -= 1
        return response.writeHead(503).end()
      }
      if (request.method === 'PUT') kept.set(path, body)
      const found = kept.get(path)
      return found ? response.writeHead(200).end(request.method === 'GET' ? found : undefined) : response.writeHead(404).end()
    })
  })
  await new Promise<void>(done => store.listen(0, '127.0.0.1', () => done()))
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  settings = { endpoint, bucket: 'razao', region: 'sa-east-1', accessKeyId: 'chave', secretAccessKey: SECRET }
})
afterAll(() => new Promise(done => store.close(done)))
beforeEach(() => {
  failing = 0
  refused = []
})

describe('the store', () => {
  test('keeps a file under its content and gives it back', async () => {
    const files = s3Files(settings)
    const stored = await files.put(company, bytes)
    expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect([...kept.keys()]).toEqual([`/razao/${company}/${stored.sha256.slice(0, 2)}/${stored.sha256}`])
    expect(Buffer.from(await files.get(stored.storage_key))).toEqual(bytes)
    expect(refused).toEqual([])
  })

  test('is asked again when it is away, and given up on with an error of its own', async () => {
    const files = s3Files(settings)
    failing = 2
    const { storage_key } = await files.put(company, bytes)
    failing = 3
    await expect(files.get(storage_key)).rejects.toThrow(FileStoreError)
    await expect(files.get(`${company}/00/nada`)).rejects.toThrow('404')
    await expect(s3Files({ ...settings, secretAccessKey: 'outro' }).get(storage_key)).rejects.toThrow('403')
    expect(refused).toHaveLength(1)
  })
})

test('a signature covers host, content and instant', () => {
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt')
  const headers = sign({ ...settings, region: 'us-east-1' }, 'GET', url, new Uint8Array(), new Date('2013-05-24T00:00:00Z'))
  expect(headers['x-amz-date']).toBe('20130524T000000Z')
  expect(headers['x-amz-content-sha256']).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(headers.authorization).toContain(expectedSignature('GET', '/test.txt', headers, Buffer.alloc(0)))
})

test('half a configuration stops the start', () => {
  expect(() => readEnvironment({ RAZAO_DIR: '/tmp/razao-nada', RAZAO_SECRET: 'x'.repeat(32), S3_BUCKET: 'razao' })).toThrow(BadEnvironment)
  const whole = { S3_ENDPOINT: 'https://s3.exemplo', S3_BUCKET: 'razao', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  const read = readEnvironment({ RAZAO_DIR: '/tmp/razao-nada', RAZAO_SECRET: 'x'.repeat(32), ...whole })
  expect(read.s3).toMatchObject({ bucket: 'razao', region: 'us-east-1' })
})
