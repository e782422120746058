// The database of server tests: one cluster per run, a migrated template in it, and a clone for whoever asks.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { type Database, withPools } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openOwnServer } from '#server/db/own-server.ts'
import { withClient } from '#server/db/roles.ts'

interface TestServer {
  /** May create and drop databases. */
  readonly admin: pg.ClientConfig
  readonly owner: pg.ClientConfig
  readonly app: pg.ClientConfig
  readonly template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: string
  }
}

export interface TestDatabase extends Pick<Database, 'ownerConfig' | 'appConfig' | 'jobConfig'> {
  readonly name: string
  /** The superuser or creator, on this database: to look behind row security. */
  readonly adminConfig: pg.ClientConfig
  /** Closes every connection to it and removes it. */
  drop(): Promise<void>
}

let stop: () => Promise<void> = async () => {}

export async function setup(project: TestProject): Promise<void> {
  const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  const server = url ? await openGiven(url) : await startOwn()
  project.provide('testServer', JSON.stringify(server))
}

export async function teardown(): Promise<void> {
  await stop()
}

/** A fresh database with the migrated schema and no rows but the migrations' own, or with no tables at all; a few milliseconds each. */
export async function createTestDatabase({ empty = false }: { empty?: boolean } = {}): Promise<TestDatabase> {
  const server: TestServer = JSON.parse(inject('testServer'))
  const name = `razao_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await withClient(server.admin, admin => createFrom(admin, name, empty ? 'template0' : server.template, server.owner))
  return {
    ...withPools(onDatabase(server.owner, name), onDatabase(server.app, name)),
    name,
    adminConfig: onDatabase(server.admin, name),
    drop: () => withClient(server.admin, async admin => void (await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  }
}

async function startOwn(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'razao-test-'))
  await chmod(folder, 0o755) // as root the server runs as nobody, who must pass here; the data directory itself stays 0700
  const embedded = await startEmbedded({ dir: join(folder, 'postgres'), durable: false })
  stop = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const { adminConfig: admin, ownerConfig: owner, appConfig: app } = embedded
  await migrate(owner)
  return { admin, owner, app, template: owner.database ?? '' }
}

async function openGiven(url: string): Promise<TestServer> {
  const template = `razao_template_${randomBytes(4).toString('hex')}`
  const admin: pg.ClientConfig = { connectionString: url }
  await withClient(admin, client => client.query(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`))
  stop = () => withClient(admin, async client => void (await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)))
  const { ownerConfig: owner, appConfig: app } = await openOwnServer(urlOf(url, template), { durable: false })
  await migrate(owner)
  return { admin, owner, app, template }
}

async function createFrom(admin: pg.Client, name: string, template: string, owner: pg.ClientConfig): Promise<void> {
  const ownedBy = owner.user ? ` OWNER ${admin.escapeIdentifier(owner.user)}` : ''
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}${ownedBy}`)
}

function onDatabase(config: pg.ClientConfig, database: string): pg.ClientConfig {
  return config.connectionString ? { ...config, connectionString: urlOf(config.connectionString, database) } : { ...config, database }
}

function urlOf(url: string, database: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${database}`
  return parsed.href
}
