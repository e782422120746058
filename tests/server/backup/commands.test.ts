// The commands of copies as an operator runs them: a schedule that keeps the newest here and away from here, a copy brought back, a move with its files.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { diskFiles } from '#server/adapters/files.ts'
import { s3Files } from '#server/adapters/s3-files.ts'
import { backupCommand, copiesFolder, type Keeping, moveCommand, restoreCommand } from '#server/backup/commands.ts'
import { withPools } from '#server/db/connect.ts'
import { attachEmbedded, type Embedded, startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { makeDatabase, productDatabase, withClient } from '#server/db/roles.ts'
import { type S3Store, s3Store } from '#tests/kit/s3-store.ts'
import { scratchFolder } from '#tests/kit/scratch-folder.ts'
import { addressOf } from '#tests/kit/scratch-server.ts'
import { testServer } from '#tests/kit/server.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'

const HOUR = 3_600_000
const PDF = new TextEncoder().encode(tinyPdf('recibo'))

let folder: string
let running: Embedded
let bucket: S3Store

/** What the environment of `dir` would say. */
const keepingOf = (dir: string): Keeping => ({
  databaseUrl: undefined,
  dir,
  files: place => diskFiles(join(place, 'files')),
  s3Files: s3Files(bucket.settings),
  secretCheck: () => 'o-mesmo-segredo',
  backup: { key: 'chave do operador', everyMs: HOUR, keep: 2, offSite: bucket.settings },
})

const said: string[] = []
const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)
const ran = (command: typeof backupCommand, args: readonly string[], time: string, dir = join(folder, 'livro')) =>
  command({ args, keeping: keepingOf(dir), now: at(time), log: line => void said.push(line) })

const homeOf = (name: string) => join(folder, name, 'postgres')

beforeAll(async () => {
  folder = await scratchFolder('razao-comandos-')
  bucket = await s3Store()
  running = await startEmbedded({ dir: homeOf('livro') })
  await migrate(running.ownerConfig)
  const pools = withPools(running.ownerConfig, running.appConfig)
  const adminConfig = { ...running.adminConfig, database: productDatabase }
  const server = await testServer({ database: { ...pools, name: productDatabase, adminConfig, drop: async () => {} } })
  server.services.files = diskFiles(join(folder, 'livro/files'))
  const company = await server.aCompany()
  await server.as(company.owner).ok(contract.attachments.create, { params: { c: company.id }, form: { file: new File([PDF], 'a.pdf') } })
  await server.close()
}, 120_000)
afterAll(async () => {
  await running?.stop()
  await bucket?.close()
  await rm(folder, { recursive: true, force: true })
})

const offSite = () => [...bucket.kept.keys()].filter(key => key.includes('/copias/')).map(key => key.split('/').at(-1))

/** The one attachment of a database, and its bytes from a store. */
async function attachmentOf(config: pg.ClientConfig, files: { get(key: string): Promise<Uint8Array> }): Promise<string> {
  const { rows } = await withClient(config, client => client.query<{ storage_key: string }>('SELECT storage_key FROM attachments'))
  expect(rows).toHaveLength(1)
  return new TextDecoder().decode(await files.get(rows[0]?.storage_key ?? ''))
}

test('a schedule makes a copy when one is due, keeps the newest two, and the same two away from here', async () => {
  for (const time of ['08:00', '08:30', '09:00', '09:59', '10:01']) await ran(backupCommand, ['--due'], time)
  const kept = ['razao-2026-11-20-090000.razao', 'razao-2026-11-20-100100.razao']
  expect((await readdir(copiesFolder(join(folder, 'livro')))).sort()).toEqual(kept)
  expect(offSite().sort()).toEqual(kept)
  expect(bucket.refused).toEqual([])
}, 120_000)

test('the newest copy away from here is restored into an empty folder, with its files', async () => {
  await ran(restoreCommand, ['s3:', '--into', join(folder, 'outro')], '11:00')
  const restored = await startEmbedded({ dir: homeOf('outro') })
  try {
    const config = { ...restored.adminConfig, database: productDatabase }
    expect(await attachmentOf(config, diskFiles(join(folder, 'outro/files')))).toBe(new TextDecoder().decode(PDF))
  } finally {
    await restored.stop()
  }
}, 120_000)

test('a move takes the books to another server and the files to S3', async () => {
  const target = await startEmbedded({ dir: homeOf('servidor') })
  try {
    await withClient(target.adminConfig, admin => makeDatabase(admin, 'vazio'))
    await running.stop()
    expect(attachEmbedded(homeOf('livro'))).toBeUndefined()
    const config = { ...target.adminConfig, database: 'vazio' }
    await ran(moveCommand, ['--to', addressOf(config), '--files', 's3'], '12:00')
    expect(await attachmentOf(config, s3Files(bucket.settings))).toBe(new TextDecoder().decode(PDF))
    expect(said.join('\n')).toContain('Os arquivos estão no S3')
  } finally {
    await target.stop()
  }
}, 120_000)
