// Copies the whole database into one verified file, restores such a file into an empty database, and moves between servers.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Migration } from 'kysely'
import type pg from 'pg'
import { type BackupHeader, ContentReader, plainSession, type TableTotal, totalOf, writeContent } from './backup-content.ts'
import { CopyIn } from './copy-streams.ts'
import { migrate } from './migrate.ts'
import { migrations as productMigrations } from './migrations/index.ts'
import { withClient } from './roles.ts'
import { readSealed, writeSealed } from './sealed-file.ts'
import { StartError } from './start-error.ts'
import { columnList, listBoundTables, listForeignKeys, listMigrations, listTables, qualified } from './table-catalogue.ts'

export interface BackupReport {
  readonly file: string
  readonly bytes: number
  readonly tables: readonly TableTotal[]
  readonly rows: number
}

/**
 * Writes one consistent state of the database to `file`, then reads the file again to its last byte. `from` should be a role
 * that row security does not bind; an owner that it binds locks the tables while reading. `key` seals the file.
 */
export async function backup(options: { from: pg.ClientConfig; file: string; key?: string | undefined; now: Date }): Promise<BackupReport> {
  const totals: TableTotal[] = []
  const bytes = await withClient(options.from, async client => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await client.query(plainSession)
    await unbind(client)
    const written = await writeSealed(options.file, options.key, writeContent(client, options.now.toISOString(), totals))
    await client.query('ROLLBACK')
    return written
  })
  await inspectBackup(options.file, options.key)
  return { file: options.file, bytes, tables: totals, rows: totals.reduce((sum, table) => sum + table.rows, 0) }
}

/** Reads a whole backup; throws StartError on a wrong key or any damage. Returns what it contains. */
export async function inspectBackup(file: string, key?: string | undefined): Promise<BackupHeader & { totals: readonly TableTotal[] }> {
  const reader = new ContentReader(await readSealed(file, key))
  const head = await reader.header()
  for await (const _ of reader.blocks()) {
    // reading is the check
  }
  return { ...head, totals: reader.totals() }
}

export interface RestoreOptions {
  /** The owner of an empty database. */
  readonly into: pg.ClientConfig
  readonly file: string
  readonly key?: string | undefined
  readonly migrations?: Record<string, Migration>
}

/** Fills an empty database from a backup, compares every table's count and digest, then migrates the schema to the present. */
export async function restore({ into, file, key, migrations = productMigrations }: RestoreOptions): Promise<readonly TableTotal[]> {
  const { migrations: had } = await inspectBackup(file, key)
  await withClient(into, refuseFilled)
  const last = had.at(-1)
  refuseUnknown(had, migrations)
  if (last !== undefined) await migrate(into, { migrations, upTo: last })
  const totals = await withClient(into, client => load(client, file, key))
  await migrate(into, { migrations })
  await withClient(into, client => client.query('ANALYZE'))
  return totals
}

/** Copies everything from one server into another's empty database; returns the verified totals. The temporary file is sealed. */
export async function move(
  options: Omit<RestoreOptions, 'file' | 'key'> & { from: pg.ClientConfig; temporaryFile: string; now: Date },
): Promise<readonly TableTotal[]> {
  const { from, temporaryFile: file, now, ...target } = options
  const key = randomBytes(32).toString('hex')
  try {
    await backup({ from, file, key, now })
    return await restore({ ...target, file, key })
  } finally {
    await rm(file, { force: true })
  }
}

async function load(client: pg.Client, file: string, key: string | undefined): Promise<readonly TableTotal[]> {
  const reader = new ContentReader(await readSealed(file, key))
  const head = await reader.header()
  await client.query('BEGIN')
  await client.query(plainSession)
  await refuseOtherSchema(client, head)
  const bound = await unbind(client)
  const names = head.tables.map(table => qualified(client, table.name))
  const keys = await listForeignKeys(client)
  // Without foreign keys and triggers the order of tables does not matter; both return, checked, before the commit.
  for (const key of keys) await client.query(`ALTER TABLE ${key.table} DROP CONSTRAINT ${client.escapeIdentifier(key.name)}`)
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  if (names.length > 0) await client.query(`TRUNCATE ${names.join(', ')}`)
  await fill(client, reader, head)
  for (const { name, last_value, is_called } of head.sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [qualified(client, name), last_value, is_called])
  const totals = await verify(client, head, reader.totals())
  await client.query('SET CONSTRAINTS ALL IMMEDIATE') // ALTER TABLE refuses while a deferred check is pending
  for (const key of keys)
    await client.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${client.escapeIdentifier(key.name)} ${key.definition}`)
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  for (const name of bound) await client.query(`ALTER TABLE ${qualified(client, name)} FORCE ROW LEVEL SECURITY`)
  await client.query('COMMIT')
  return totals
}

async function fill(client: pg.Client, reader: ContentReader, head: BackupHeader): Promise<void> {
  let open: { table: string; stream: CopyIn } | undefined
  for await (const { table, rows } of reader.blocks()) {
    if (open?.table !== table) {
      if (open) await ended(open.stream)
      const shape = head.tables.find(known => known.name === table)
      if (!shape) throw new StartError(`A cópia traz uma tabela que não anuncia: ${table}.`)
      open = { table, stream: client.query(new CopyIn(`COPY ${qualified(client, table)} (${columnList(client, shape)}) FROM STDIN`)) }
    }
    await written(open.stream, rows)
  }
  if (open) await ended(open.stream)
}

const written = (stream: CopyIn, rows: Buffer): Promise<void> =>
  new Promise((done, failed) => {
    stream.write(rows, error => (error ? failed(error) : done()))
  })

async function ended(stream: CopyIn): Promise<void> {
  stream.end()
  await finished(stream)
}

async function verify(client: pg.Client, head: BackupHeader, expected: readonly TableTotal[]): Promise<readonly TableTotal[]> {
  for (const table of head.tables) {
    const found = await totalOf(client, table)
    const wanted = expected.find(total => total.name === table.name)
    if (found.rows !== wanted?.rows || found.digest !== wanted.digest)
      throw new StartError(`A tabela ${table.name} não confere: ${found.rows} de ${wanted?.rows} linhas. A restauração foi desfeita.`)
  }
  return expected
}

// Row security that binds the owner would hide rows. It is lifted in this transaction only: other sessions wait and never see it lifted.
async function unbind(client: pg.Client): Promise<readonly string[]> {
  const bound = await listBoundTables(client)
  for (const name of bound) await client.query(`ALTER TABLE ${qualified(client, name)} NO FORCE ROW LEVEL SECURITY`)
  return bound
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') LIMIT 1`,
  )
  if (rows[0])
    throw new StartError(
      `O banco de destino não está vazio (já tem ${rows[0].name}). Crie um banco novo para receber os dados. Nada foi alterado.`,
    )
}

function refuseUnknown(had: readonly string[], known: Record<string, Migration>): void {
  const unknown = had.find(name => !(name in known))
  if (unknown !== undefined)
    throw new StartError(`A cópia é de uma versão mais nova do Razão (${unknown}). Atualize o Razão para restaurá-la. Nada foi alterado.`)
}

async function refuseOtherSchema(client: pg.Client, head: BackupHeader): Promise<void> {
  const describe = (tables: BackupHeader['tables']) => JSON.stringify(tables.map(table => [table.name, [...table.columns].sort()]))
  const same = describe(await listTables(client)) === describe(head.tables)
  if (!same || JSON.stringify(await listMigrations(client)) !== JSON.stringify(head.migrations))
    throw new StartError('O esquema do destino não é o da cópia. Nada foi alterado.')
}
