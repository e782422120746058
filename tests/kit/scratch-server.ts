// A PostgreSQL to try things on: an embedded one in a temporary folder, or the one of TEST_DATABASE_URL; the product's schema is in its template.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openOwnServer } from '#server/db/own-server.ts'
import { withClient } from '#server/db/roles.ts'
import { scratchFolder } from './scratch-folder.ts'

export interface ServerConfigs {
  /** May create and drop databases. */
  readonly admin: pg.ClientConfig
  readonly owner: pg.ClientConfig
  readonly app: pg.ClientConfig
  readonly template: string
}

export interface ScratchServer extends ServerConfigs {
  stop(): Promise<void>
}

export async function startScratchServer(): Promise<ScratchServer> {
  const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  return url ? openGiven(url) : startOwn()
}

/** The URL with another database in it. */
export function urlOf(url: string, database: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${database}`
  return parsed.href
}

/** A way in as an address, however it is given: by socket or by name, with another database or user in it. */
export function addressOf(config: pg.ClientConfig, over: { database?: string; user?: string } = {}): string {
  const { host, port, user, password, database } = Object.assign(new pg.Client(config), over)
  const secret = password ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${user}${secret}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

async function startOwn(): Promise<ScratchServer> {
  const folder = await scratchFolder('razao-test-')
  const embedded = await startEmbedded({ dir: join(folder, 'postgres'), durable: false })
  const stop = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const { adminConfig: admin, ownerConfig: owner, appConfig: app } = embedded
  await migrateOr(stop, owner)
  return { admin, owner, app, template: owner.database ?? '', stop }
}

async function openGiven(url: string): Promise<ScratchServer> {
  const template = `razao_template_${randomBytes(4).toString('hex')}`
  const admin: pg.ClientConfig = { connectionString: url }
  await withClient(admin, client => client.query(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`))
  const stop = () => withClient(admin, async client => void (await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)))
  const { ownerConfig: owner, appConfig: app } = await openOwnServer(urlOf(url, template), { durable: false })
  await migrateOr(stop, owner)
  return { admin, owner, app, template, stop }
}

async function migrateOr(stop: () => Promise<void>, owner: pg.ClientConfig): Promise<void> {
  try {
    await migrate(owner)
  } catch (error) {
    await stop()
    throw error
  }
}
