// A copy of the whole product: what a person attached and imported comes back with the books, or its absence is told by name.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { diskFiles, type FileStore } from '#server/adapters/files.ts'
import { s3Files } from '#server/adapters/s3-files.ts'
import { backup, inspectBackup, restore } from '#server/backup/backup.ts'
import { rehearse } from '#server/backup/rehearsal.ts'
import { withClient } from '#server/db/roles.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'
import { type S3Store, s3Store } from '#tests/kit/s3-store.ts'
import { type TestCompany, type TestServer, testServer } from '#tests/kit/server.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'
import { figure } from '#tests/proofs/kit/figure.ts'

const now = new Date('2026-11-20T10:00:00Z')
const { attachments, imports } = contract

let server: TestServer
let company: TestCompany
let bucket: S3Store
let folder: string
let file: string
/** Ids of the attachments, with their bytes. */
const kept = new Map<string, Uint8Array>()
let importId: string

const pdf = (text: string) => new TextEncoder().encode(tinyPdf(text))
const user = () => server.as(company.owner)

beforeAll(async () => {
  server = await testServer()
  bucket = await s3Store()
  folder = await mkdtemp(join(tmpdir(), 'razao-inteira-'))
  file = join(folder, 'copia.razao')
  company = await server.aCompany()
  for (const text of ['um', 'dois', 'x'.repeat(3_000_000)]) {
    const form = { file: new File([pdf(text)], `${text.slice(0, 4)}.pdf`) }
    const { id } = await user().ok(attachments.create, { params: { c: company.id }, form })
    kept.set(id, pdf(text))
  }
  const statement = 'Data;Descrição;Valor\n01/10/2026;Café;-10,00\n'
  const started = await user().ok(contract.bankStatements.upload, {
    params: { c: company.id },
    form: { file: new File([statement], 'extrato.csv') },
  })
  importId = started.import_id
})
afterAll(async () => {
  await server.close()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const whole = () => ({ ...server.adminConfig })
const copy = (over: object = {}) => backup({ from: whole(), files: server.services.files, file, key: 'chave', now, ...over })

describe('a copy of the product', () => {
  let target: TestDatabase
  let place: string
  beforeEach(async () => {
    target = await createTestDatabase({ empty: true })
    place = await mkdtemp(join(folder, 'lugar-'))
    return () => target.drop()
  })

  const named = (files: FileStore) =>
    withClient(target.adminConfig, async client => {
      const { rows } = await client.query<{ storage_key: string; sha256: string }>(
        'SELECT storage_key, sha256 FROM attachments UNION SELECT storage_key, sha256 FROM imports',
      )
      const found = await Promise.all(
        rows.map(async row =>
          createHash('sha256')
            .update(await files.get(row.storage_key))
            .digest('hex'),
        ),
      )
      return [rows.map(row => row.sha256), found]
    })

  test('holds every file that a row names, and a restore elsewhere has each of them, on disk and in S3', async () => {
    const report = await copy()
    expect(report.files).toMatchObject({ count: 4, missing: [] })
    expect((await inspectBackup(file, 'chave')).totals.files).toEqual(report.files)
    const onDisk = diskFiles(place)
    expect((await restore({ into: target.ownerConfig, files: onDisk, file, key: 'chave' })).files.count).toBe(4)
    const [asked, found] = await named(onDisk)
    expect([asked?.length, found]).toEqual([4, asked])

    const inS3 = s3Files(bucket.settings)
    const second = await createTestDatabase({ empty: true })
    await restore({ into: second.ownerConfig, files: inS3, file, key: 'chave' })
    expect(bucket.kept.size).toBe(4)
    const fromS3 = await backup({ from: second.adminConfig, files: inS3, file: join(folder, 'de-s3.razao'), now })
    expect(fromS3.files).toEqual(report.files)
    await second.drop()
    figure({
      promise: 'A6',
      what: 'cópia inteira restaurada em disco e em S3',
      ours: `${report.rows} linhas e ${report.files.count} arquivos iguais nos dois lugares`,
      floor: 'tudo igual',
    })
  })

  test('is restored with every index, constraint and trigger that the product has', async () => {
    await copy()
    await restore({ into: target.ownerConfig, files: diskFiles(place), file, key: 'chave' })
    const shape = (config: TestDatabase['adminConfig']) =>
      withClient(config, async client => {
        const { rows } = await client.query<{ shape: string }>(
          `SELECT pg_get_indexdef(indexrelid) AS shape FROM pg_index JOIN pg_class ON oid = indexrelid
            WHERE relnamespace = 'public'::regnamespace AND indisvalid
          UNION ALL SELECT conrelid::regclass::text || conname || pg_get_constraintdef(oid) FROM pg_constraint
            WHERE connamespace = 'public'::regnamespace AND convalidated
          UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
        )
        return rows.map(row => row.shape)
      })
    const owed = await shape(server.adminConfig)
    expect(owed.length).toBeGreaterThan(500)
    expect(await shape(target.adminConfig)).toEqual(owed)
  })

  test('taken while files are sent has those of its rows, and no other', async () => {
    let sending = true
    const traffic = (async () => {
      for (let n = 0; sending; n += 1) {
        const form = { file: new File([pdf(`durante ${n}`)], `durante-${n}.pdf`) }
        await user().ok(attachments.create, { params: { c: company.id }, form })
      }
    })()
    const report = await copy({ file: join(folder, 'em-uso.razao') })
    sending = false
    await traffic
    const restored = await restore({ into: target.ownerConfig, files: diskFiles(place), file: report.file, key: 'chave' })
    const [asked, found] = await named(diskFiles(place))
    expect([restored.files.missing, found]).toEqual([[], asked])
    expect(restored.files.count).toBe(asked?.length)
  })

  test('carries what waits to be done', async () => {
    const [job] = await withClient(server.adminConfig, async client => {
      await client.query(`INSERT INTO pgboss.job (name, data) VALUES ('import.read', '{"a":1}')`)
      return (await client.query('SELECT count(*)::int AS n FROM pgboss.job')).rows
    })
    await copy()
    await restore({ into: target.ownerConfig, files: diskFiles(place), file, key: 'chave' })
    const { rows } = await withClient(target.adminConfig, client => client.query('SELECT count(*)::int AS n FROM pgboss.job'))
    expect([job.n > 0, rows]).toEqual([true, [job]])
  })

  test('is not believed restored while a file does not arrive whole', async () => {
    await copy()
    const onDisk = diskFiles(place)
    const forgetful: FileStore = { ...onDisk, get: key => onDisk.get(key.replace(/.$/, '_')) }
    await expect(restore({ into: target.ownerConfig, files: forgetful, file, key: 'chave' })).rejects.toThrow(/O arquivo .* não confere/)
    const { rows } = await withClient(target.adminConfig, client => client.query('SELECT count(*)::int AS n FROM attachments'))
    expect(rows).toEqual([{ n: 0 }])
  })

  test('is rehearsed in a place of its own, which is gone afterwards', async () => {
    await copy()
    const said: string[] = []
    await rehearse({ file, key: 'chave', dir: place, log: line => void said.push(line) })
    expect(said.join('\n')).toMatch(/Ensaio de restauração: \d+ tabelas, .* linhas, \d+ arquivos, tudo igual à cópia/)
    expect(await readdir(place)).toEqual([])
  }, 60_000)
})

describe('a file that is gone', () => {
  test('or is not what was sent is told by its name, never as a fault of ours, and the copy says so', async () => {
    const form = { file: new File([pdf('some')], 'recibo.pdf') }
    const { id } = await user().ok(attachments.create, { params: { c: company.id }, form })
    const [row] = await server.sql<{ storage_key: string }>`select storage_key from attachments where id = ${id}`
    const path = join(server.folder, row?.storage_key ?? '')
    const ask = () => user().refused(attachments.file, { params: { c: company.id, id } })
    await writeFile(path, 'outra coisa')
    expect(await ask()).toMatchObject({ status: 410, id: 'file.lost', message: expect.stringContaining('recibo.pdf') })
    await rm(path)
    expect(await ask()).toMatchObject({ status: 410, id: 'file.lost' })
    expect((await copy()).files.missing).toEqual([expect.objectContaining({ name: 'recibo.pdf', storage_key: row?.storage_key })])
    const target = await createTestDatabase({ empty: true })
    const restored = await restore({
      into: target.ownerConfig,
      files: diskFiles(await mkdtemp(join(folder, 'falta-'))),
      file,
      key: 'chave',
    })
    await target.drop()
    expect(restored.files.missing.map(({ name }) => name)).toEqual(['recibo.pdf'])
    await user().ok(attachments.delete, { params: { c: company.id, id } })
  })

  test('is told by its name for a statement too', async () => {
    const [row] = await server.sql<{ storage_key: string }>`select storage_key from imports where id = ${importId}`
    const path = join(server.folder, row?.storage_key ?? '')
    const bytes = await server.services.files.get(row?.storage_key ?? '')
    await rm(path)
    expect(await user().refused(imports.file, { params: { c: company.id, id: importId } })).toMatchObject({
      status: 410,
      id: 'file.lost',
      message: expect.stringContaining('extrato.csv'),
    })
    await writeFile(path, bytes)
  })
})
