// The database of server tests: one cluster per run, a migrated template in it, and a clone for each test file that asks.
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { type Database, withPools } from '#server/db/connect.ts'
import { withClient } from '#server/db/roles.ts'
import { type ScratchServer, type ServerConfigs, startScratchServer, urlOf } from './scratch-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: string
    threads: string
  }
}

export interface TestDatabase extends Pick<Database, 'ownerConfig' | 'appConfig' | 'jobConfig'> {
  readonly name: string
  /** The superuser or creator on this database, to look past row security. */
  readonly adminConfig: pg.ClientConfig
  /** Closes every connection to the database and removes it. */
  drop(): Promise<void>
}

/** The projects of one run each load this file anew and share one server, which stops with the last of them. */
const shared: { razaoTestServer?: { server: Promise<ScratchServer>; threads: Promise<string>; users: number } } = globalThis as object

export async function setup(project: TestProject): Promise<void> {
  shared.razaoTestServer ??= { server: startScratchServer(), threads: buildThreads(), users: 0 }
  shared.razaoTestServer.users += 1
  const { stop: _, ...configs } = await shared.razaoTestServer.server
  project.provide('testServer', JSON.stringify(configs))
  project.provide('threads', await shared.razaoTestServer.threads)
  project.provide('statements', statementsFolder())
}

export async function teardown(): Promise<void> {
  const running = shared.razaoTestServer
  if (!running) return
  running.users -= 1
  if (running.users > 0) return
  delete shared.razaoTestServer
  rmSync(await running.threads, { recursive: true, force: true })
  await (await running.server).stop()
}

/** The reading threads as one file each: from the sources every one of the suite's hundreds would be compiled anew. */
async function buildThreads(): Promise<string> {
  const root = join(import.meta.dirname, '../..')
  // Among the packages, so that theirs are found from there.
  const outDir = join(root, `node_modules/.vite/threads-${process.pid}`)
  const files = ['parsers/reader-thread', 'parsers/parser-thread', 'fiscal/received/note-thread']
  const input = Object.fromEntries(files.map(file => [basename(file), join(root, `src/server/${file}.ts`)]))
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir, ssr: true, target: 'node20', minify: false, copyPublicDir: false, rolldownOptions: { input } },
  })
  return outDir
}

/** Where this run of vitest keeps the statements its tests ran; every project of it has the same. */
function statementsFolder(): string {
  const folder = join(tmpdir(), `razao-statements-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A new database with the migrated schema and only the migrations' own rows, or with no tables at all; a few milliseconds each. */
export async function createTestDatabase({ empty = false }: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server: ServerConfigs = JSON.parse(inject('testServer'))
  const name = `razao_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await withClient(server.admin, admin => createFrom(admin, name, empty ? 'template0' : server.template, server.owner))
  return {
    ...withPools(onDatabase(server.owner, name), onDatabase(server.app, name)),
    name,
    adminConfig: onDatabase(server.admin, name),
    drop: () => withClient(server.admin, async admin => void (await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  }
}

async function createFrom(admin: pg.Client, name: string, template: string, owner: pg.ClientConfig): Promise<void> {
  const ownedBy = owner.user ? ` OWNER ${admin.escapeIdentifier(owner.user)}` : ''
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}${ownedBy}`)
}

function onDatabase(config: pg.ClientConfig, database: string): pg.ClientConfig {
  return config.connectionString ? { ...config, connectionString: urlOf(config.connectionString, database) } : { ...config, database }
}
