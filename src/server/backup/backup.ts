// Copies the whole product, database and files, into one verified file, restores such a file into an empty place, and moves between servers.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { Migration } from 'kysely'
import type pg from 'pg'
import { counted } from '#domain/text.ts'
import type { FileStore } from '#server/adapters/files.ts'
import { CopyIn } from '#server/db/copy-streams.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations as productMigrations } from '#server/db/migrations/index.ts'
import { withClient } from '#server/db/roles.ts'
import { StartError } from '#server/db/start-error.ts'
import {
  columnList,
  isOfJobs,
  listBoundTables,
  listForeignKeys,
  listIndexes,
  listMigrations,
  listTables,
  qualified,
} from '#server/db/table-catalogue.ts'
import { type Anchor, checkTrails, type Trails } from '#server/db/trail.ts'
import { type BackupHeader, ContentReader, noFiles, plainSession, type TableTotal, type Totals, totalOf, writeContent } from './content.ts'
import { contentOf, filesNamed, type NamedFile } from './named-files.ts'
import { readSealed, writeSealed } from './sealed-file.ts'

export interface BackupReport extends Totals {
  readonly file: string
  readonly bytes: number
  readonly rows: number
}

export interface BackupOptions {
  /** A role that row security does not bind; an owner that it binds locks the tables while they are read. */
  readonly from: pg.ClientConfig
  readonly files: FileStore
  readonly file: string
  /** Seals the file. */
  readonly key?: string | undefined
  readonly now: Date
  readonly secretCheck?: string | undefined
}

/** Writes one consistent state of database and files to `file`, then reads the file again to its last byte. */
export async function backup({ from, files, file, key, now, secretCheck }: BackupOptions): Promise<BackupReport> {
  const totals = { tables: [] as TableTotal[], files: noFiles, anchors: [] as readonly Anchor[] }
  const scratch = `${file}.nomes`
  const bytes = await withClient(from, async client => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await client.query(plainSession)
    await unbind(client)
    return writeSealed(file, key, writeContent({ client, madeAt: now.toISOString(), files, scratch, secretCheck, totals }))
  }).finally(() => rm(scratch, { force: true }))
  await inspectBackup(file, key)
  return { file, bytes, ...totals, rows: rowsOf(totals) }
}

export const rowsOf = ({ tables }: Totals): number => tables.reduce((sum, table) => sum + table.rows, 0)

/** Reads a whole backup; throws StartError on a wrong key or any damage. Returns what it contains. */
export async function inspectBackup(file: string, key?: string | undefined): Promise<BackupHeader & { totals: Totals }> {
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
  /** Where its files go. */
  readonly files: FileStore
  readonly file: string
  readonly key?: string | undefined
  readonly migrations?: Record<string, Migration>
}

export interface Restored extends Totals {
  /** The product that was copied had this mark of its secret; a copy of an older build has none. */
  readonly secretCheck: string | undefined
  /** What the check of every company's audit trail found. */
  readonly trails: Trails
}

/**
 * Fills an empty database and the place of the files from a backup, proves every table by count and digest and every file that a row names
 * by its content, migrates the schema to the present, then checks the audit trail of every company.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { migrations: had, secret_check } = await inspectBackup(options.file, options.key)
  return withClient(options.into, async keeper => {
    await refuseSecond(keeper)
    return restoreAlone(options, had, secret_check)
  })
}

/** Two at once would both find the place empty, and the later take the place of the earlier without a word. */
async function refuseSecond(keeper: pg.Client): Promise<void> {
  const { rows } = await keeper.query<{ mine: boolean }>(`SELECT pg_try_advisory_lock(hashtextextended('razao.restore', 0)) AS mine`)
  if (!rows[0]?.mine) throw new StartError('Outra restauração está em curso neste banco. Nada foi alterado.')
}

async function restoreAlone(
  { into, files, file, key, migrations = productMigrations }: RestoreOptions,
  had: readonly string[],
  secretCheck: string | undefined,
): Promise<Restored> {
  await withClient(into, refuseFilled)
  const last = had.at(-1)
  refuseUnknown(had, migrations)
  if (last !== undefined) await migrate(into, { migrations, upTo: last })
  const totals = await withClient(into, client => load(client, files, file, key))
  await migrate(into, { migrations })
  await withClient(into, client => client.query('ANALYZE'))
  const trails = await checkTrails(into, totals.anchors)
  return { ...totals, secretCheck, trails }
}

/** Copies everything from one server into another's empty database; returns the verified totals. The temporary file is sealed. */
export async function move(
  options: Omit<RestoreOptions, 'file' | 'key'> & { from: pg.ClientConfig; filesFrom: FileStore; temporaryFile: string; now: Date },
): Promise<Restored> {
  const { from, filesFrom, temporaryFile: file, now, ...target } = options
  const key = randomBytes(32).toString('hex')
  try {
    await backup({ from, files: filesFrom, file, key, now })
    return await restore({ ...target, file, key })
  } finally {
    await rm(file, { force: true })
  }
}

async function load(client: pg.Client, files: FileStore, file: string, key: string | undefined): Promise<Totals> {
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
  // An index that is made once its rows are there costs less than one that is kept while they come.
  const indexes = await listIndexes(client)
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  if (names.length > 0) await client.query(`TRUNCATE ${names.join(', ')}`)
  await fill(client, files, reader, head)
  // Neither an index nor a constraint is made while a deferred check is pending.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes) await client.query(definition)
  for (const { name, last_value, is_called } of head.sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [qualified(client, name), last_value, is_called])
  const totals = reader.totals()
  await verify(client, head, totals.tables)
  const missing = await proveFiles(client, files, head, totals)
  for (const key of keys)
    await client.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${client.escapeIdentifier(key.name)} ${key.definition}`)
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  for (const name of bound) await client.query(`ALTER TABLE ${qualified(client, name)} FORCE ROW LEVEL SECURITY`)
  await client.query('COMMIT')
  return { ...totals, files: { ...totals.files, missing } }
}

async function fill(client: pg.Client, files: FileStore, reader: ContentReader, head: BackupHeader): Promise<void> {
  let open: { table: string; stream: CopyIn } | undefined
  for await (const block of reader.blocks()) {
    if (open && (block.kind === 'file' || open.table !== block.table)) {
      await ended(open.stream)
      open = undefined
    }
    if (block.kind === 'file') {
      await keep(files, block.storage_key, block.content)
      continue
    }
    if (!open) {
      const { table } = block
      const shape = head.tables.find(known => known.name === table)
      if (!shape) throw new StartError(`A cópia traz uma tabela que não anuncia: ${table}.`)
      open = { table, stream: client.query(new CopyIn(`COPY ${qualified(client, table)} (${columnList(client, shape)}) FROM STDIN`)) }
    }
    await written(open.stream, block.rows)
  }
  if (open) await ended(open.stream)
}

async function keep(files: FileStore, storageKey: string, content: Buffer): Promise<void> {
  const company = storageKey.split('/')[0] ?? ''
  const stored = await files.put(company, content)
  if (stored.storage_key !== storageKey) throw new StartError(`O arquivo ${storageKey} não tem o conteúdo do seu nome. Nada foi alterado.`)
}

/** Reads back from its place each file that a restored row names. Gives those that the copy never had. */
async function proveFiles(client: pg.Client, files: FileStore, head: BackupHeader, { files: { missing } }: Totals): Promise<NamedFile[]> {
  const known = new Set(missing.map(({ storage_key }) => storage_key))
  const lost: NamedFile[] = []
  for await (const named of filesNamed(client, head.tables)) {
    if (await contentOf(files, named)) continue
    if (head.version > 1 && !known.has(named.storage_key))
      throw new StartError(`O arquivo ${named.name} (${named.storage_key}) não confere. A restauração foi desfeita.`)
    lost.push(named)
  }
  return lost
}

const written = (stream: CopyIn, rows: Buffer): Promise<void> =>
  new Promise((done, failed) => {
    stream.write(rows, error => (error ? failed(error) : done()))
  })

async function ended(stream: CopyIn): Promise<void> {
  stream.end()
  await finished(stream)
}

async function verify(client: pg.Client, head: BackupHeader, expected: readonly TableTotal[]): Promise<void> {
  for (const table of head.tables) {
    const found = await totalOf(client, table)
    const wanted = expected.find(total => total.name === table.name)
    if (found.rows !== wanted?.rows || found.digest !== wanted.digest)
      throw new StartError(
        `A tabela ${table.name} não confere: ${found.rows} de ${counted(wanted?.rows ?? 0, ['linha', 'linhas'])}. A restauração foi desfeita.`,
      )
  }
}

// Row security that binds the owner would hide rows. It is lifted in this transaction only: other sessions wait and never see it lifted.
async function unbind(client: pg.Client): Promise<readonly string[]> {
  const bound = await listBoundTables(client)
  for (const name of bound) await client.query(`ALTER TABLE ${qualified(client, name)} NO FORCE ROW LEVEL SECURITY`)
  return bound
}

/** What an earlier run left that was killed before it filled anything: the list of its migrations alone, or tables without a person in them. */
export const isLeftEmpty = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ known: boolean; bare: boolean }>(
    `SELECT to_regclass('public.users') IS NOT NULL AS known, NOT EXISTS (SELECT 1 FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') AND relname NOT LIKE 'kysely\\_migration%') AS bare`,
  )
  if (rows[0]?.bare) return true
  if (!rows[0]?.known) return false
  // Fails where row security would hide someone.
  await client.query('SET row_security = off')
  const { rowCount } = await client.query('SELECT 1 FROM public.users LIMIT 1')
  return rowCount === 0
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') LIMIT 1`,
  )
  if (rows[0] && !(await isLeftEmpty(client)))
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
  const tables = await listTables(client)
  const same = describe(head.version === 1 ? tables.filter(table => !isOfJobs(table)) : tables) === describe(head.tables)
  if (!same || JSON.stringify(await listMigrations(client)) !== JSON.stringify(head.migrations))
    throw new StartError('O esquema do destino não é o da cópia. Nada foi alterado.')
}
