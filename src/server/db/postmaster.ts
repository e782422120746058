// Reads and clears postmaster.pid, the file that marks the directory of a running PostgreSQL.
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** Empty on Windows. */
  readonly socketDirectory: string
}

export const socketPrefix = 'razao-pg-'

/** The content of the file, whether or not that process is alive. */
export function readPostmaster(directory: string): Postmaster | undefined {
  try {
    const [pid, , , port, socketDirectory] = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')
    const number = Number.parseInt(pid ?? '', 10)
    return Number.isInteger(number)
      ? { pid: number, port: Number.parseInt(port ?? '', 10), socketDirectory: socketDirectory ?? '' }
      : undefined
  } catch {
    return undefined
  }
}

/** Whether that process is alive and is a PostgreSQL: after a reboot the number may belong to any process. */
export function isPostgresAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  if (process.platform !== 'linux') return true
  try {
    const state = /^State:\s+(\S)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return state !== 'Z' && /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

/**
 * Call only while holding the directory's lock: a server running there has lost its parent. Ends it (its supervisor may
 * already be doing so; asking twice is harmless) and removes what a killed server leaves behind.
 */
export async function endOrphan(directory: string, log: (line: string) => void): Promise<void> {
  const fast_ms = 2_500
  const immediate_ms = 8_000
  const found = readPostmaster(directory)
  if (!found) return
  const started = Date.now()
  let last: NodeJS.Signals | undefined
  while (isPostgresAlive(found.pid)) {
    const waited = Date.now() - started
    const signal = waited > immediate_ms ? 'SIGKILL' : waited > fast_ms ? 'SIGQUIT' : 'SIGINT'
    if (signal !== last) {
      last = signal
      log('Esperando o banco anterior terminar…')
      signalQuietly(found.pid, signal)
    }
    await wait(20)
  }
  endBackends(directory)
  // PostgreSQL itself would take a zombie (in containers whose first process does not reap) for a running server.
  if (readPostmaster(directory)?.pid === found.pid) rmSync(join(directory, 'postmaster.pid'), { force: true })
  for (const folder of [directory, found.socketDirectory]) dropSockets(folder)
  dropSocketDirectory(found.socketDirectory)
}

/**
 * A backend that computes does not notice that its postmaster was killed, and no other may start while it lives: that was as long as its
 * statement may take. What it had not committed is lost either way.
 */
function endBackends(directory: string): void {
  for (const pid of backendsOf(directory)) signalQuietly(pid, 'SIGKILL')
}

/** All that the postmaster of a directory runs, even once it was killed itself; nothing is known of them but on Linux. */
export function backendsOf(directory: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap(name => {
    const pid = Number(name)
    try {
      if (!Number.isInteger(pid) || readlinkSync(`/proc/${name}/cwd`) !== realpathSync(directory)) return []
      return /^postgres: /.test(readFileSync(`/proc/${name}/cmdline`, 'utf8')) ? [pid] : []
    } catch {
      // It has gone meanwhile, or is none of ours.
      return []
    }
  })
}

/** Signals a process that may already be gone. */
export function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {}
}

function dropSockets(directory: string): void {
  if (directory === '') return
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(directory, name), { force: true })
}

/** Removes a short socket directory of ours and leaves any other directory alone. */
export function dropSocketDirectory(directory: string): void {
  if (dirname(directory) !== tmpdir() || !basename(directory).startsWith(socketPrefix)) return
  try {
    if (readdirSync(directory).every(name => name.startsWith('.s.PGSQL.'))) rmSync(directory, { recursive: true, force: true })
  } catch {}
}
