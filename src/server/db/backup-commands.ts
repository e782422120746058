// `npm run backup`, `restore` and `move` as a person types them: arguments, files, keys and output.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { lightFormat } from 'date-fns/lightFormat'
import type pg from 'pg'
import { inUtc } from '#domain/civil-date.ts'
import { backup, move, restore } from './backup.ts'
import { clusterDirectory, type DatabaseEnvironment } from './connect.ts'
import { attachEmbedded, startEmbedded } from './embedded.ts'
import { openOwnServer } from './own-server.ts'
import { type ClusterConfigs, grantToApp, makeDatabase, productDatabase, withClient } from './roles.ts'
import { StartError } from './start-error.ts'

export interface BackupEnvironment extends DatabaseEnvironment {
  readonly RAZAO_BACKUP_KEY?: string | undefined
}

type Log = (line: string) => void

/** `backup [--to arquivo]`: works beside a running server. Throws StartError with a pt-BR message. */
export async function backupCommand(args: readonly string[], env: BackupEnvironment, now: Date, log: Log): Promise<void> {
  const folder = dirname(clusterDirectory(env))
  const file = resolve(valueAfter(args, '--to') ?? plainArgument(args) ?? join(folder, 'copias', `razao-${stampOf(now)}.razao`))
  const key = keyForWriting(env, folder, log)
  await withSource(env, log, async from => {
    const report = await backup({ from, file, key, now })
    log(`Cópia feita e conferida: ${report.file}`)
    log(
      `${report.tables.length} tabelas, ${report.rows.toLocaleString('pt-BR')} linhas, ${(report.bytes / 1e6).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB.`,
    )
  })
}

/** `restore arquivo`: into the embedded server (its present data stays under another name) or into the empty database of DATABASE_URL. */
export async function restoreCommand(args: readonly string[], env: BackupEnvironment, now: Date, log: Log): Promise<void> {
  const file = valueAfter(args, '--from') ?? plainArgument(args)
  if (!file) throw new StartError('Diga qual cópia restaurar: npm run restore -- caminho/da/copia.razao')
  const key = keyForReading(env, dirname(clusterDirectory(env)))
  if (env.DATABASE_URL) {
    const own = await openOwnServer(env.DATABASE_URL)
    return tellRestored(await restore({ into: own.ownerConfig, file, key }), log)
  }
  const server = await startEmbedded({ dir: clusterDirectory(env), log })
  try {
    await restoreBeside(server, file, key, now, log)
  } finally {
    await server.stop()
  }
}

/** `move --to URL`: copies everything from the embedded server into another server's empty database. The embedded server must be stopped. */
export async function moveCommand(args: readonly string[], env: BackupEnvironment, now: Date, log: Log): Promise<void> {
  const to = valueAfter(args, '--to')
  if (!to) throw new StartError('Diga para onde: npm run move -- --to postgres://usuario:senha@servidor/banco')
  if (env.DATABASE_URL) throw new StartError('Este comando leva o banco embutido para outro servidor; retire DATABASE_URL do ambiente.')
  const target = await openOwnServer(to)
  const server = await startEmbedded({ dir: clusterDirectory(env), log })
  try {
    const temporaryFile = join(dirname(clusterDirectory(env)), `mudanca-${stampOf(now)}.razao`)
    tellRestored(await move({ from: wholeOf(server), into: target.ownerConfig, temporaryFile, now }), log)
    log('Daqui em diante inicie o Razão com DATABASE_URL apontando para esse banco. Os dados antigos continuam onde estavam.')
  } finally {
    await server.stop()
  }
}

// Restored under another name first, so that the present data is untouched until the copy is verified.
async function restoreBeside(server: ClusterConfigs, file: string, key: string | undefined, now: Date, log: Log): Promise<void> {
  const incoming = `${productDatabase}_restauro_${randomBytes(4).toString('hex')}`
  const former = `${productDatabase}_antes_${stampOf(now).replaceAll('-', '')}`
  const into = { ...server.ownerConfig, database: incoming }
  await withClient(server.adminConfig, async admin => {
    await makeDatabase(admin, incoming)
    try {
      await grantToApp(into)
      const totals = await restore({ into, file, key })
      await admin.query(
        `BEGIN; ALTER DATABASE ${productDatabase} RENAME TO ${former}; ALTER DATABASE ${incoming} RENAME TO ${productDatabase}; COMMIT`,
      )
      tellRestored(totals, log)
      log(`O que havia antes ficou guardado no banco ${former}.`)
    } catch (error) {
      await admin.query('ROLLBACK')
      await admin.query(`DROP DATABASE IF EXISTS ${incoming} WITH (FORCE)`)
      throw error
    }
  })
}

async function withSource(env: BackupEnvironment, log: Log, work: (from: pg.ClientConfig) => Promise<void>): Promise<void> {
  if (env.DATABASE_URL) return work((await openOwnServer(env.DATABASE_URL)).ownerConfig)
  const running = attachEmbedded(clusterDirectory(env))
  if (running) return work(wholeOf(running))
  const server = await startEmbedded({ dir: clusterDirectory(env), log })
  try {
    await work(wholeOf(server))
  } finally {
    await server.stop()
  }
}

const wholeOf = (cluster: ClusterConfigs): pg.ClientConfig => ({ ...cluster.adminConfig, database: productDatabase })

function tellRestored(totals: readonly { rows: number }[], log: Log): void {
  const rows = totals.reduce((sum, table) => sum + table.rows, 0)
  log(`Restaurado e conferido: ${totals.length} tabelas, ${rows.toLocaleString('pt-BR')} linhas.`)
}

/** The key that seals backups: RAZAO_BACKUP_KEY, or one made once into `backup.key`. */
export function keyForWriting(env: BackupEnvironment, folder: string, log: Log): string {
  const known = keyForReading(env, folder)
  if (known !== undefined) return known
  const path = join(folder, 'backup.key')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  log(`As cópias são cifradas com a chave de ${path}. Guarde-a também fora desta máquina: sem ela nenhuma cópia abre.`)
  return readFileSync(path, 'utf8').trim()
}

function keyForReading(env: BackupEnvironment, folder: string): string | undefined {
  const path = join(folder, 'backup.key')
  return env.RAZAO_BACKUP_KEY || (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined)
}

function valueAfter(args: readonly string[], name: string): string | undefined {
  const joined = args.find(arg => arg.startsWith(`${name}=`))
  if (joined) return joined.slice(name.length + 1)
  const at = args.indexOf(name)
  return at === -1 ? undefined : args[at + 1]
}

const plainArgument = (args: readonly string[]): string | undefined => (args[0]?.startsWith('-') ? undefined : args[0])

// UTC to the second, safe in a file name: 2026-11-20-103000.
const stampOf = (now: Date): string => lightFormat(inUtc(now), 'yyyy-MM-dd-HHmmss')
