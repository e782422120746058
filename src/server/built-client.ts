// Where the built client is, and which build it is.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface BuiltClient {
  /** Of the page and its files. */
  dir: string
  /** Changes with every build, so that open tabs learn of a new one; 'dev' where nothing is built. */
  version: string
}

/** `entry` is the address of the file that the process began with: beside the built server stands the built client; from the sources, under dist. */
export function builtClient(entry: string): BuiltClient {
  const here = dirname(fileURLToPath(entry))
  const dir = join(here, '..', here.endsWith(join('dist', 'server')) ? 'client' : '../dist/client')
  return { dir, version: versionOf(dir) }
}

function versionOf(dir: string): string {
  try {
    const manifest = readFileSync(join(dir, '.vite', 'manifest.json'))
    return createHash('sha256').update(manifest).digest('hex').slice(0, 12)
  } catch {
    return 'dev'
  }
}
