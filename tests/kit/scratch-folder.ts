// A folder for a cluster that lives as long as its test: in memory where there is room, on the disk for proofs at full length.
import { existsSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps this folder in memory: a cluster is a thousand files made, synced and removed, and a killed process loses nothing of it. */
const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 1024 ** 3

/** New, and passable for the user who runs PostgreSQL when we are root; the data directory itself stays 0700. */
export async function scratchFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(scratchPlace(), prefix))
  await chmod(folder, 0o755)
  return folder
}

/** Where such folders are made. */
export function scratchPlace(): string {
  if (process.env.RAZAO_PROOFS !== undefined || !existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir()
}
