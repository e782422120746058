// The data directory of the embedded PostgreSQL: where it is, how it is made completely or not at all, and when it is refused.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { StartError } from './start-error.ts'
import { supervise } from './supervisor.ts'
import { canEnter, giveTo, makePassage, type RunAs, runAsFor, sharedFolder } from './unprivileged.ts'

const serverMajor = '18'
/** Of initdb: code-point order with Unicode case mapping; the application sorts in pt-BR order, so every server sorts alike. */
export const ORDER_AND_CASE = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
const markerName = 'razao.json'
const markerSchema = z.object({ made_at: z.string(), password: z.string() })

export interface ClusterPlace {
  /** The real directory; differs from the requested one when root had to move it where PostgreSQL can reach it. */
  readonly directory: string
  readonly runAs: RunAs | undefined
  readonly logFile: string
}

/** Decides where the cluster is and who runs it. Creates parent directories, never the cluster. */
export function placeCluster(asked: string, log: (line: string) => void): ClusterPlace {
  const path = resolve(asked)
  mkdirSync(dirname(path), { recursive: true })
  const logFile = join(dirname(path), 'postgres.log')
  const link = lstatSync(path, { throwIfNoEntry: false })
  let directory = link?.isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : path
  const runAs = runAsFor(directory)
  if (canEnter(dirname(directory), runAs)) return { directory, runAs, logFile }
  if (link) throw new StartError(`O usuário do PostgreSQL não alcança ${directory}. Abra a passagem (chmod a+x) nas pastas acima dela.`)
  makePassage(sharedFolder)
  const shelter = mkdtempSync(join(sharedFolder, 'dados-'))
  chmodSync(shelter, 0o711)
  directory = join(shelter, basename(path))
  symlinkSync(directory, path)
  log(`Os dados ficam em ${directory}: o PostgreSQL não roda como root e não alcança ${path}.`)
  return { directory, runAs, logFile }
}

/** Makes the cluster when there is none, in a sibling directory that is renamed only when complete. Throws on a directory it must not touch. */
export async function ensureCluster(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  durable: boolean,
  log: (line: string) => void,
): Promise<void> {
  const { directory } = place
  sweepHalfStarts(directory)
  if (existsSync(directory)) {
    checkOwner(place)
    if (existsSync(join(directory, markerName))) return checkVersion(directory)
    if (existsSync(join(directory, 'global', 'pg_control')) || !looksHalfMade(directory))
      throw new StartError(`${directory} não foi criada pelo Razão. Mova-a para outro lugar ou escolha outra pasta com RAZAO_DIR.`)
    rmSync(directory, { recursive: true })
  }
  log('Criando o banco de dados…')
  await initialise(place, binaries, durable)
}

/** The password of the roles where no socket permissions protect the server (Windows). */
export function clusterPassword(directory: string): string {
  return markerSchema.parse(JSON.parse(readFileSync(join(directory, markerName), 'utf8'))).password
}

/** Refuses a cluster without page checksums: silent disk damage would reach the books. */
export function checkChecksums(place: ClusterPlace, binaries: PostgresBinaries): void {
  const asked = spawnSync(binaries.postgres, ['-C', 'data_checksums', '-D', place.directory], {
    ...place.runAs,
    cwd: '/',
    encoding: 'utf8',
  })
  if (asked.status === 0 && asked.stdout.trim() !== 'on')
    throw new StartError(`O banco em ${place.directory} foi criado sem somas de verificação (data checksums) e não será aberto.`)
}

async function initialise(place: ClusterPlace, binaries: PostgresBinaries, durable: boolean): Promise<void> {
  const { directory, runAs, logFile } = place
  const half = `${directory}.inicio-${randomBytes(4).toString('hex')}`
  const password = randomBytes(24).toString('hex')
  mkdirSync(half, { recursive: true, mode: 0o700 })
  const passwordFile = `${half}.senha`
  writeDurably(passwordFile, password)
  giveTo(half, runAs)
  giveTo(passwordFile, runAs)
  const overTcp = process.platform === 'win32'
  const made = await supervise({
    command: binaries.initdb,
    args: ['-D', half, '-U', 'postgres', ...ORDER_AND_CASE]
      .concat(['--data-checksums', '--no-instructions', `--auth-local=${overTcp ? 'scram-sha-256' : 'trust'}`, '--auth-host=scram-sha-256'])
      .concat([`--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync'])]),
    runAs,
    logFile,
  }).exited
  rmSync(passwordFile, { force: true })
  if (made !== 0) {
    rmSync(half, { recursive: true, force: true })
    throw new StartError(`Não foi possível criar o banco de dados (initdb, código ${made}). Veja ${logFile}.\n${logTail(logFile)}`)
  }
  writeDurably(join(half, markerName), JSON.stringify({ made_at: new Date().toISOString(), password }))
  giveTo(join(half, markerName), runAs)
  syncDirectory(half)
  renameSync(half, directory)
  syncDirectory(dirname(directory))
}

// A killed first start leaves its sibling; an initdb still dying in it is no reason to fail.
function sweepHalfStarts(directory: string): void {
  const parent = dirname(directory)
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(`${basename(directory)}.inicio-`)) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {}
  }
}

function looksHalfMade(directory: string): boolean {
  const entries = readdirSync(directory)
  return (
    entries.length === 0 || entries.some(name => name === 'PG_VERSION' || name === 'base' || name.startsWith('pg_') || name === 'global')
  )
}

function checkOwner({ directory, runAs }: ClusterPlace): void {
  const found = statSync(directory)
  if (runAs && found.uid === 0) giveTo(directory, runAs)
  const me = process.getuid?.()
  if (!runAs && me !== undefined && found.uid !== me)
    throw new StartError(
      `${directory} pertence a outro usuário (uid ${found.uid}). Inicie o Razão com ele, ou escolha outra pasta com RAZAO_DIR.`,
    )
}

function checkVersion(directory: string): void {
  const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim()
  if (version !== serverMajor)
    throw new StartError(
      `O banco em ${directory} é do PostgreSQL ${version}, e esta versão do Razão usa o ${serverMajor}. Restaure uma cópia de segurança numa pasta nova.`,
    )
}

/** The last lines of the server's log, for an error message. */
export function logTail(logFile: string, lines = 12): string {
  if (!existsSync(logFile)) return ''
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
}

/** Starts a new log when the old one is too large. */
export function trimLog(logFile: string): void {
  const limitBytes = 5_000_000
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > limitBytes) unlinkSync(logFile)
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600)
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
}

function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
