// Chooses the database (embedded, or that of DATABASE_URL) and says how each part of the server connects to it.
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { columnParsers } from './column-parsers.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import type { PoolConfig } from './kysely.ts'
import { openOwnServer } from './own-server.ts'
import { refuseUnfitWay } from './pooler.ts'
import { withClient } from './roles.ts'
import { StartError } from './start-error.ts'

export interface DatabaseEnvironment {
  readonly DATABASE_URL?: string | undefined
  /** PostgreSQL itself, where DATABASE_URL leads through a pooler. */
  readonly DATABASE_DIRECT_URL?: string | undefined
  /** A standby for reports. */
  readonly DATABASE_REPLICA_URL?: string | undefined
  /** 'off' where the pooler keeps no prepared statements. */
  readonly RAZAO_PREPARED?: string | undefined
  readonly RAZAO_DIR?: string | undefined
}

/** How each part of the server connects. No pool is open yet. */
export interface Database {
  /** Migrations and maintenance: owns the tables, no time-out. Never for requests. */
  readonly ownerConfig: pg.PoolConfig
  /** Requests: bound by row-level security, 10 s per statement. */
  readonly appConfig: PoolConfig
  /** Job workers: the same role, with longer time-outs. */
  readonly jobConfig: PoolConfig
  /** Reports, at a standby; undefined where there is none. */
  readonly replicaConfig: PoolConfig | undefined
  /** What processes tell each other: connections of their own, past any pooler. Undefined: this process is the only one. */
  readonly sharedConfig: pg.PoolConfig | undefined
  /** Reading the whole database (backup): the superuser of the embedded cluster on the product's database, else the owner. */
  readonly backupConfig: pg.ClientConfig
  /** For the start-up line, in pt-BR. */
  readonly summary: string
  readonly embedded?: Embedded
  /** Resolves when the embedded server is gone; never for an external server. */
  readonly lost: Promise<StartError>
  /** Call it after every pool is closed. */
  close(): Promise<void>
}

/** A call that finds no connection within it is told that the server is busy. */
const CONNECT_MS = 5000
/** A report does not wait long to learn that the standby is away. */
const REPLICA_CONNECT_MS = 1000

const appTimeouts = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000, lock_timeout: 3_000 }
const jobTimeouts = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000, lock_timeout: 10_000 }

/** The embedded server's data directory for an environment. */
export const clusterDirectory = (env: DatabaseEnvironment): string => join(resolve(env.RAZAO_DIR || '.razao'), 'postgres')

/** Opens the database of an environment; throws StartError with a pt-BR message. */
export async function openDatabase(env: DatabaseEnvironment, log: (line: string) => void = () => {}): Promise<Database> {
  if (env.DATABASE_URL) return openExternal(env.DATABASE_URL, env)
  const embedded = await startEmbedded({ dir: clusterDirectory(env), log })
  try {
    return {
      ...withPools(embedded.ownerConfig, embedded.appConfig),
      replicaConfig: undefined,
      sharedConfig: undefined,
      backupConfig: { ...embedded.adminConfig, database: embedded.ownerConfig.database },
      summary: await describeEmbedded(embedded),
      embedded,
      lost: embedded.lost,
      close: embedded.stop,
    }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

async function openExternal(
  url: string,
  { DATABASE_DIRECT_URL, DATABASE_REPLICA_URL, RAZAO_PREPARED }: DatabaseEnvironment,
): Promise<Database> {
  const own = await openOwnServer(url, { directUrl: DATABASE_DIRECT_URL || undefined })
  const { ownerConfig, appConfig, role, pooledUrl, summary } = own
  const straight = withPools(ownerConfig, appConfig)
  const keepsPrepared = RAZAO_PREPARED !== 'off'
  if (pooledUrl !== undefined)
    await refuseUnfitWay({
      url: pooledUrl,
      directUrl: DATABASE_DIRECT_URL ?? url,
      perTransaction: { role, ...appTimeouts },
      keepsPrepared,
    })
  const pooled = (config: PoolConfig): PoolConfig => ({
    ...(pooledUrl === undefined ? config : throughPooler(config, pooledUrl, role)),
    keepsPrepared,
  })
  return {
    ownerConfig: straight.ownerConfig,
    appConfig: pooled(straight.appConfig),
    jobConfig: pooled(straight.jobConfig),
    replicaConfig: DATABASE_REPLICA_URL ? await standbyConfig(DATABASE_REPLICA_URL, straight.appConfig, role) : undefined,
    sharedConfig: { ...straight.appConfig, application_name: 'razao-shared' },
    backupConfig: ownerConfig,
    summary,
    lost: new Promise(() => {}),
    close: async () => {},
  }
}

/** A standby that is away only makes reports slower; an address that leads to no standby is a mistake. */
async function standbyConfig(url: string, app: PoolConfig, role: string | undefined): Promise<PoolConfig> {
  const found = await withClient({ connectionString: url, connectionTimeoutMillis: REPLICA_CONNECT_MS }, client =>
    client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby'),
  ).catch(() => undefined)
  if (found?.rows[0]?.standby === false)
    throw new StartError('O banco de DATABASE_REPLICA_URL não é uma réplica: ele aceita escrita. Aponte para um standby, ou não a defina.')
  const pool = { ...app, max: 12, connectionTimeoutMillis: REPLICA_CONNECT_MS, application_name: 'razao-report' }
  return { ...throughPooler(pool, url, role), keepsPrepared: false }
}

/** The same pool, with what it says at a connection's start said in each transaction instead. */
export function throughPooler(config: PoolConfig, connectionString: string, role: string | undefined): PoolConfig {
  const { options: _, statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...rest } = config
  return {
    ...rest,
    connectionString,
    perTransaction: {
      role,
      statement_timeout: Number(statement_timeout),
      lock_timeout: Number(lock_timeout),
      idle_in_transaction_session_timeout: Number(idle_in_transaction_session_timeout),
    },
  }
}

/** Pool settings for the three uses: 40 of the embedded server's 60 connections; the rest are for backups and manual inspection. */
export function withPools(owner: pg.ClientConfig, app: pg.ClientConfig): Pick<Database, 'ownerConfig' | 'appConfig' | 'jobConfig'> {
  return {
    ownerConfig: { ...owner, types: columnParsers, max: 4, application_name: 'razao-owner' },
    appConfig: {
      ...app,
      ...appTimeouts,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      types: columnParsers,
      max: 24,
      application_name: 'razao-app',
    },
    jobConfig: {
      ...app,
      ...jobTimeouts,
      connectionTimeoutMillis: 6 * CONNECT_MS,
      keepAlive: true,
      types: columnParsers,
      max: 12,
      application_name: 'razao-job',
    },
  }
}

async function describeEmbedded(embedded: Embedded): Promise<string> {
  return withClient(embedded.ownerConfig, async client => {
    const { rows } = await client.query<Record<'version' | 'fsync' | 'checksums', string>>(
      "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync, current_setting('data_checksums') AS checksums",
    )
    const found = rows[0]
    const word = (setting: string | undefined) => (setting === 'on' ? 'ligado' : 'DESLIGADO')
    return `PostgreSQL ${found?.version} embutido em ${embedded.dir} (fsync ${word(found?.fsync)}, somas de verificação ${word(found?.checksums)})`
  })
}
