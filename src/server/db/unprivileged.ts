// Which user runs PostgreSQL: it refuses root, so root lends it the identity of nobody.
import { spawnSync } from 'node:child_process'
import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The uid and gid that a child starts with; undefined means our own. */
export interface RunAs {
  readonly uid: number
  readonly gid: number
}

// These numbers need no account; they are `nobody` almost everywhere.
const nobody: RunAs = { uid: 65534, gid: 65534 }

/** Root folder for what `nobody` must reach when the checkout is out of its reach. */
export const sharedFolder = '/var/lib/razao'

export const isRoot = (): boolean => process.getuid?.() === 0

/** For root: the owner of an existing directory (someone else may have made the first start), else nobody. For anyone else undefined. */
export function runAsFor(directory: string): RunAs | undefined {
  if (!isRoot()) return undefined
  const found = statSync(directory, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : nobody
}

/** Whether that user can enter the directory, asked of the kernel rather than guessed from modes. */
export function canEnter(directory: string, runAs: RunAs | undefined): boolean {
  if (!runAs) return true
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Gives a directory and everything in it to that user. */
export function giveTo(directory: string, runAs: RunAs | undefined): void {
  if (!runAs) return
  for (const path of walk(directory)) lchownSync(path, runAs.uid, runAs.gid)
}

/** Lets everyone read (and enter, and run) what root copied with a narrow umask. */
export function openToAll(directory: string): void {
  for (const path of walk(directory)) {
    const found = lstatSync(path)
    if (!found.isSymbolicLink()) chmodSync(path, found.mode | (found.isDirectory() || found.mode & 0o100 ? 0o555 : 0o444))
  }
}

/** A folder that others may pass through but not list. */
export function makePassage(directory: string): void {
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o711)
}

function* walk(path: string): Generator<string> {
  yield path
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) yield* walk(join(path, name))
}
