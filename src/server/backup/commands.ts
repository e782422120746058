// `npm run backup`, `restore` and `move` as a person types them: arguments, places, keys and output.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { diskFiles, type FileStore } from '#server/adapters/files.ts'
import type { S3Settings } from '#server/adapters/s3-request.ts'
import { clusterDirectory } from '#server/db/connect.ts'
import { attachEmbedded, type Embedded, startEmbedded } from '#server/db/embedded.ts'
import { openOwnServer } from '#server/db/own-server.ts'
import { type ClusterConfigs, grantToApp, makeDatabase, productDatabase, withClient } from '#server/db/roles.ts'
import { StartError } from '#server/db/start-error.ts'
import { backup, isLeftEmpty, move, type Restored, restore } from './backup.ts'
import { copyName, dropOldLocal, OffSite, offSiteName, stampOf } from './copies.ts'
import { rehearse } from './rehearsal.ts'
import { untilDue } from './schedule.ts'
import { sizeOfCopy } from './sealed-file.ts'
import { type Log, tellCopied, tellMissing, tellRestored, tellSecret } from './telling.ts'

/** The product to copy, or the place to restore it to, as the environment names it. */
export interface Keeping {
  readonly databaseUrl: string | undefined
  /** Absolute. */
  readonly dir: string
  /** The place of the files of a data directory. */
  readonly files: (dir: string) => FileStore
  /** The store of `move --files s3`, where one is configured. */
  readonly s3Files: FileStore | undefined
  /** Tells the secret of a data directory from any other; undefined before its first start. */
  readonly secretCheck: (dir: string) => string | undefined
  readonly backup: {
    readonly key: string | undefined
    readonly everyMs: number | undefined
    readonly keep: number | undefined
    readonly offSite: S3Settings | undefined
  }
}

export interface Told {
  args: readonly string[]
  keeping: Keeping
  now: Date
  log: Log
}

const databaseOf = ({ databaseUrl, dir }: Keeping) => ({ DATABASE_URL: databaseUrl, RAZAO_DIR: dir })

export const copiesFolder = (dir: string): string => join(dir, 'copias')

/**
 * `backup [arquivo] [--verify] [--due]`: works beside a running server. `--verify` restores the copy (or the file given) in a place of its
 * own and compares; `--due` makes one only when the newest is old. Throws StartError with a pt-BR message.
 */
export async function backupCommand(told: Told): Promise<void> {
  const { args, keeping, now, log } = told
  const { dir, backup: settings } = keeping
  const folder = copiesFolder(dir)
  const given = valueAfter(args, '--to') ?? plainArgument(args)
  if (args.includes('--due') && settings.everyMs !== undefined && (await untilDue(folder, settings.everyMs, now.getTime())) > 0) return
  if (args.includes('--verify') && given !== undefined && (existsSync(given) || offSiteName(given) !== undefined))
    return verify(told, given)
  const file = resolve(given ?? join(folder, copyName(now)))
  const key = keyForWriting(keeping, log)
  const missing = await withSource(keeping, log, async from => {
    const report = await backup({ from, files: keeping.files(dir), file, key, now, secretCheck: keeping.secretCheck(dir) })
    tellCopied(report, log)
    return report.files.missing.length
  })
  if (settings.offSite) {
    const offSite = new OffSite(settings.offSite)
    await offSite.send(file)
    if (settings.keep !== undefined) await offSite.dropOld(settings.keep)
    log('Enviada também para fora desta máquina.')
  }
  if (settings.keep !== undefined && given === undefined) await dropOldLocal(folder, settings.keep)
  if (args.includes('--verify')) await rehearse({ file, key, dir, log })
  if (missing > 0) process.exitCode = 2
}

async function verify({ keeping, log }: Told, given: string): Promise<void> {
  const { path, drop } = await fetched(keeping, given)
  try {
    await rehearse({ file: path, key: keyForReading(keeping), dir: keeping.dir, log })
  } finally {
    await drop()
  }
}

/**
 * `restore arquivo [--into pasta]`: into the embedded server (its present data stays under another name), into the empty database of
 * DATABASE_URL, or into a folder of its own, beside a product that runs.
 */
export async function restoreCommand({ args, keeping: present, now, log }: Told): Promise<void> {
  const given = valueAfter(args, '--from') ?? plainArgument(args)
  if (given === undefined) throw new StartError('Diga qual cópia restaurar: npm run restore -- caminho/da/copia.razao')
  const into = valueAfter(args, '--into')
  const keeping = into === undefined ? present : { ...present, dir: resolve(into), databaseUrl: undefined }
  const cluster = clusterDirectory(databaseOf(keeping))
  if (offSiteName(given) === undefined) await sizeOfCopy(given)
  if (into !== undefined && existsSync(cluster))
    throw new StartError(`${keeping.dir} já tem dados. Escolha uma pasta vazia. Nada foi alterado.`)
  const key = keyForReading(present)
  const { path: file, drop } = await fetched(present, given)
  const files = keeping.files(keeping.dir)
  try {
    if (keeping.databaseUrl) {
      const own = await openOwnServer(keeping.databaseUrl)
      return tell(await restore({ into: own.ownerConfig, files, file, key }))
    }
    const before = await readdir(keeping.dir).catch(() => undefined)
    const server = await startEmbedded({ dir: cluster, log })
    let isRefused = true
    try {
      await restoreBeside(server, files, file, now)
      isRefused = false
    } finally {
      await server.stop()
      // Another restore may have filled the folder meanwhile.
      if (isRefused && into !== undefined && !before?.includes(basename(cluster))) await leaveAsBefore(keeping.dir, before, server)
    }
  } finally {
    await drop()
  }

  function tell(restored: Restored): void {
    tellRestored(restored, log)
    tellSecret(restored.secretCheck, keeping.secretCheck(keeping.dir), keeping.dir, log)
    if (restored.files.missing.length > 0) process.exitCode = 2
  }

  // Restored under another name first, so that the present data is untouched until the copy is verified.
  async function restoreBeside(server: ClusterConfigs, place: FileStore, copy: string, at: Date): Promise<void> {
    const incoming = `${productDatabase}_restauro_${randomBytes(4).toString('hex')}`
    const former = `${productDatabase}_antes_${stampOf(at).replaceAll('-', '')}`
    const database = { ...server.ownerConfig, database: incoming }
    await withClient(server.adminConfig, async admin => {
      await makeDatabase(admin, incoming)
      try {
        await grantToApp(database)
        const restored = await restore({ into: database, files: place, file: copy, key })
        const wasEmpty = await withClient(wholeOf(server), isLeftEmpty)
        await admin.query(
          `BEGIN; ALTER DATABASE ${productDatabase} RENAME TO ${former}; ALTER DATABASE ${incoming} RENAME TO ${productDatabase}; COMMIT`,
        )
        if (wasEmpty) await admin.query(`DROP DATABASE ${former} WITH (FORCE)`)
        tell(restored)
        if (!wasEmpty) log(`O que havia antes ficou guardado no banco ${former}.`)
      } catch (error) {
        await admin.query('ROLLBACK')
        await admin.query(`DROP DATABASE IF EXISTS ${incoming} WITH (FORCE)`)
        throw error
      }
    })
  }
}

/** Takes away what a refused restore made in a folder without a database, so that another copy finds it as this one did. */
async function leaveAsBefore(dir: string, before: readonly string[] | undefined, { dir: cluster }: Embedded): Promise<void> {
  const made = before === undefined ? [dir] : (await readdir(dir)).filter(name => !before.includes(name)).map(name => join(dir, name))
  // The database is elsewhere where PostgreSQL could not reach the folder.
  for (const path of [cluster, ...made]) await rm(path, { recursive: true, force: true })
}

/**
 * `move --to URL [--files pasta | --files s3]`: copies everything from the embedded server into another server's empty database, and the
 * files to another place when one is named. The embedded server must be stopped.
 */
export async function moveCommand({ args, keeping, now, log }: Told): Promise<void> {
  const to = valueAfter(args, '--to')
  if (!to) throw new StartError('Diga para onde: npm run move -- --to postgres://usuario:senha@servidor/banco')
  if (keeping.databaseUrl) throw new StartError('Este comando leva o banco embutido para outro servidor; retire DATABASE_URL do ambiente.')
  const { from: filesFrom, into: files, words } = filesOfMove(keeping, valueAfter(args, '--files'))
  const target = await openOwnServer(to)
  const server = await startEmbedded({ dir: clusterDirectory(databaseOf(keeping)), log })
  try {
    // One name, so that what a killed run left is written over.
    const temporaryFile = join(keeping.dir, 'mudanca.razao')
    const restored = await move({ from: wholeOf(server), filesFrom, into: target.ownerConfig, files, temporaryFile, now })
    tellRestored(restored, log)
    log(`Daqui em diante inicie o Razão com DATABASE_URL apontando para esse banco. ${words} Os dados antigos continuam onde estavam.`)
    tellMissing(restored.files.missing, log)
    if (restored.files.missing.length > 0) process.exitCode = 2
  } finally {
    await server.stop()
  }
}

function filesOfMove({ dir, files, s3Files }: Keeping, given: string | undefined): { from: FileStore; into: FileStore; words: string } {
  if (given === undefined) return { from: files(dir), into: files(dir), words: 'Os arquivos continuam no mesmo lugar e foram conferidos.' }
  if (given !== 's3') {
    const folder = resolve(given)
    return {
      from: files(dir),
      into: files(folder),
      words: `Os arquivos estão em ${join(folder, 'files')}: leve essa pasta como RAZAO_DIR.`,
    }
  }
  if (!s3Files) throw new StartError('Para levar os arquivos a um S3, defina S3_ENDPOINT, S3_BUCKET e as chaves.')
  return { from: diskFiles(join(dir, 'files')), into: s3Files, words: 'Os arquivos estão no S3: mantenha as variáveis S3_*.' }
}

/** A copy that may be off-site, as a file of this machine; `drop` removes what was brought. */
export async function fetched({ dir, backup: { offSite } }: Keeping, given: string): Promise<{ path: string; drop(): Promise<void> }> {
  const name = offSiteName(given)
  if (name === undefined) return { path: given, drop: async () => {} }
  if (!offSite) throw new StartError('Para buscar uma cópia fora desta máquina, defina RAZAO_BACKUP_S3_ENDPOINT, _BUCKET e as chaves.')
  mkdirSync(dir, { recursive: true })
  const path = await new OffSite(offSite).bring(name, dir)
  return { path, drop: () => rm(path, { force: true }) }
}

export async function withSource<T>(keeping: Keeping, log: Log, work: (from: pg.ClientConfig) => Promise<T>): Promise<T> {
  if (keeping.databaseUrl) return work((await openOwnServer(keeping.databaseUrl)).ownerConfig)
  const cluster = clusterDirectory(databaseOf(keeping))
  const running = attachEmbedded(cluster)
  if (running) return work(wholeOf(running))
  const server = await startEmbedded({ dir: cluster, log })
  try {
    return await work(wholeOf(server))
  } finally {
    await server.stop()
  }
}

const wholeOf = (cluster: ClusterConfigs): pg.ClientConfig => ({ ...cluster.adminConfig, database: productDatabase })

/** The key that seals backups: RAZAO_BACKUP_KEY, or one made once into `backup.key`. */
export function keyForWriting(keeping: Pick<Keeping, 'dir' | 'backup'>, log: Log): string {
  const known = keyForReading(keeping)
  if (known !== undefined) return known
  const path = join(keeping.dir, 'backup.key')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  log(`As cópias são cifradas com a chave de ${path}. Guarde-a também fora desta máquina: sem ela nenhuma cópia abre.`)
  return readFileSync(path, 'utf8').trim()
}

export function keyForReading({ dir, backup: { key } }: Pick<Keeping, 'dir' | 'backup'>): string | undefined {
  const path = join(dir, 'backup.key')
  return key || (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined)
}

function valueAfter(args: readonly string[], name: string): string | undefined {
  const joined = args.find(arg => arg.startsWith(`${name}=`))
  if (joined) return joined.slice(name.length + 1)
  const at = args.indexOf(name)
  return at === -1 ? undefined : args[at + 1]
}

/** The first word that is neither an option nor the value of one. */
const plainArgument = (args: readonly string[]): string | undefined =>
  args.find((arg, at) => !arg.startsWith('-') && !['--to', '--from', '--into', '--files'].includes(args[at - 1] ?? ''))
