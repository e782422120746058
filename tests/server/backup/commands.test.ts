// The commands of copies as an operator runs them: a schedule that keeps the newest here and away from here, a copy brought back, a move with its files.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

const good = () => join(copiesFolder(join(folder, 'livro')), 'razao-2026-11-20-100100.razao')

async function damaged(): Promise<string> {
  const path = join(folder, 'danificada.razao')
  const bytes = await readFile(good())
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  await writeFile(path, bytes)
  return path
}

/** What a restore says, by the end of it. */
async function saidBy(args: readonly string[], time: string, dir?: string): Promise<string> {
  said.length = 0
  await ran(restoreCommand, args, time, dir)
  return said.join('\n')
}

test('a refused restore leaves its folder as it was, so that the good copy goes in', async () => {
  const [absent, prepared] = [join(folder, 'ausente'), join(folder, 'preparada')]
  await mkdir(prepared)
  await writeFile(join(prepared, 'secret'), 'o de lá')
  const bad = await damaged()
  for (const into of [absent, prepared]) await expect(ran(restoreCommand, [bad, '--into', into], '11:10')).rejects.toThrow('danificado')
  expect(await readdir(folder)).not.toContain('ausente')
  expect(await readdir(prepared)).toEqual(['secret'])
  const words = await saidBy([good(), '--into', prepared], '11:10')
  expect(words).toContain('Trilha de auditoria: 1 empresa, ')
  await expect(ran(restoreCommand, [bad, '--into', prepared], '11:11')).rejects.toThrow('já tem dados')
  expect(await readdir(prepared)).toEqual(expect.arrayContaining(['files', 'postgres', 'secret']))
}, 120_000)

test('a copy that does not exist is told as such, whatever is in the folder', async () => {
  const nowhere = join(folder, 'nenhuma.razao')
  for (const name of ['nova', 'outro'])
    await expect(ran(restoreCommand, [nowhere, '--into', join(folder, name)], '11:20')).rejects.toThrow(`Cópia não encontrada: ${nowhere}`)
  expect(await readdir(folder)).not.toContain('nova')
})

test('what was there before stays in another database, and is named only where there was something', async () => {
  const formers = async (name: string) => {
    const server = await startEmbedded({ dir: homeOf(name) })
    try {
      const { rows } = await withClient(server.adminConfig, admin =>
        admin.query<{ datname: string }>(`SELECT datname FROM pg_database WHERE datname LIKE 'razao\\_%'`),
      )
      return rows.map(({ datname }) => datname)
    } finally {
      await server.stop()
    }
  }
  expect(await saidBy([good()], '11:30', join(folder, 'vazia'))).not.toContain('O que havia antes')
  expect(await formers('vazia')).toEqual([])
  expect(await saidBy([good()], '11:31', join(folder, 'vazia'))).toContain(
    'O que havia antes ficou guardado no banco razao_antes_20261120113100.',
  )
  expect(await formers('vazia')).toEqual(['razao_antes_20261120113100'])
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
