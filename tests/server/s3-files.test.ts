// Files and copies in an S3-compatible store, against a small one that checks every signature.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FileLost, FileStoreError } from '#server/adapters/files.ts'
import { s3Files } from '#server/adapters/s3-files.ts'
import { s3Objects } from '#server/adapters/s3-objects.ts'
import { sign } from '#server/adapters/s3-request.ts'
import { BadEnvironment, readEnvironment, readKeeping } from '#server/env.ts'
import { expectedSignature, type S3Store, s3Store } from '#tests/kit/s3-store.ts'

const company = '018f0000-0000-7000-8000-000000000001'
const bytes = Buffer.from('conteúdo de um anexo')

let store: S3Store
beforeAll(async () => {
  store = await s3Store()
})
afterAll(() => store.close())
beforeEach(() => {
  store.failNext(0)
  store.refused.length = 0
  store.kept.clear()
})

describe('the store', () => {
  test('keeps a file under its content and gives it back', async () => {
    const files = s3Files(store.settings)
    const stored = await files.put(company, bytes)
    expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect([...store.kept.keys()]).toEqual([`/razao/${company}/${stored.sha256.slice(0, 2)}/${stored.sha256}`])
    expect(Buffer.from(await files.get(stored.storage_key))).toEqual(bytes)
    expect(store.refused).toEqual([])
  })

  test('is asked again when it is away, and given up on with an error of its own', async () => {
    const files = s3Files(store.settings)
    store.failNext(2)
    const { storage_key } = await files.put(company, bytes)
    store.failNext(3)
    await expect(files.get(storage_key)).rejects.toThrow(FileStoreError)
    await expect(s3Files({ ...store.settings, secretAccessKey: 'outro' }).get(storage_key)).rejects.toThrow('403')
    expect(store.refused).toHaveLength(1)
  })

  test('that lost a file, or has another content under its name, is told from one that is away', async () => {
    const files = s3Files(store.settings)
    const { storage_key } = await files.put(company, bytes)
    store.kept.set(`/razao/${storage_key}`, Buffer.from('outro'))
    await expect(files.get(storage_key)).rejects.toMatchObject({ name: 'FileLost', reason: 'damaged' })
    await expect(files.get(`${company}/00/nada`)).rejects.toThrow(FileLost)
  })
})

describe('a large object', () => {
  const pieces = Array.from({ length: 10 }, (_, n) => Buffer.alloc(700, `${n}`))

  test('is sent in parts and comes back as it was', async () => {
    const objects = s3Objects(store.settings, 1000)
    expect(await objects.put('copias/a b.razao', Readable.from(pieces))).toBe(7000)
    const content = await objects.get('copias/a b.razao')
    expect(content && (await buffer(content))).toEqual(Buffer.concat(pieces))
    expect([await objects.get('copias/nada'), store.refused, store.unfinished()]).toEqual([undefined, [], 0])
  })

  test('whose sending fails leaves nothing, not even its parts', async () => {
    const broken = async function* () {
      yield* pieces
      throw new Error('disco')
    }
    await expect(s3Objects(store.settings, 1000).put('copias/b', broken())).rejects.toThrow('disco')
    expect([store.kept.size, store.unfinished()]).toEqual([0, 0])
  })

  test('is listed with all others, however many pages they take, and removed', async () => {
    const objects = s3Objects(store.settings, 1000)
    for (const n of [1, 2, 3, 4, 5]) await objects.put(`copias/${n}`, Readable.from(pieces.slice(0, n)))
    expect(await objects.list('copias/')).toEqual([1, 2, 3, 4, 5].map(n => ({ key: `copias/${n}`, bytes: 700 * n })))
    await objects.remove('copias/3')
    expect((await objects.list('copias/')).map(({ key }) => key)).toEqual(['copias/1', 'copias/2', 'copias/4', 'copias/5'])
  })
})

test('a signature covers host, content and instant', async () => {
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt')
  const headers = await sign({ ...store.settings, region: 'us-east-1' }, 'GET', url, new Uint8Array(), new Date('2013-05-24T00:00:00Z'))
  expect(headers['x-amz-date']).toBe('20130524T000000Z')
  expect(headers['x-amz-content-sha256']).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(headers.authorization).toContain(
    expectedSignature({ method: 'GET', path: '/test.txt', query: '', headers: { ...headers, host: url.host }, body: Buffer.alloc(0) }),
  )
})

test('half a configuration stops the start', () => {
  expect(() => readEnvironment({ RAZAO_DIR: '/tmp/razao-nada', RAZAO_SECRET: 'x'.repeat(32), S3_BUCKET: 'razao' })).toThrow(BadEnvironment)
  const whole = { S3_ENDPOINT: 'https://s3.exemplo', S3_BUCKET: 'razao', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
  const read = readEnvironment({ RAZAO_DIR: '/tmp/razao-nada', RAZAO_SECRET: 'x'.repeat(32), ...whole })
  expect(read.s3).toMatchObject({ bucket: 'razao', region: 'us-east-1' })
})

test('copies are configured on their own, and half of it stops the start', () => {
  const read = (env: Record<string, string>) => readKeeping({ RAZAO_DIR: '/tmp/razao-nada', ...env })
  expect(read({}).backup).toEqual({ key: undefined, everyMs: undefined, keep: undefined, offSite: undefined })
  expect(read({ RAZAO_BACKUP_EVERY: '6h' }).backup).toMatchObject({ everyMs: 6 * 3_600_000, keep: 14 })
  expect(read({ RAZAO_BACKUP_EVERY: '1d', RAZAO_BACKUP_KEEP: '3' }).backup).toMatchObject({ everyMs: 86_400_000, keep: 3 })
  expect(() => read({ RAZAO_BACKUP_EVERY: 'sempre' })).toThrow(/RAZAO_BACKUP_EVERY/)
  expect(() => read({ RAZAO_BACKUP_KEEP: '0' })).toThrow(/RAZAO_BACKUP_KEEP/)
  expect(() => read({ RAZAO_BACKUP_S3_BUCKET: 'copias' })).toThrow(/RAZAO_BACKUP_S3_ENDPOINT/)
})
