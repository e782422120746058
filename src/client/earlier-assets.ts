// Build only: the hashed files of earlier builds stay for a week, so that tabs opened before a deploy find the code they have not loaded yet.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const KEPT_MS = 7 * 24 * 60 * 60 * 1000
const ASSETS = 'assets'

/** When each file left the build. */
type Left = Readonly<Record<string, number>>

/** Nothing usable is the same as nothing known: every file then leaves now. */
function readRecord(path: string): Left {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof read === 'object' && read !== null ? (read as Left) : {}
  } catch {
    return {}
  }
}

/** A compressed twin goes with its file. */
const plain = (file: string): string => file.replace(/\.br$/, '')

/** Takes away what left the build more than a week ago, and writes down since when the others are gone. */
export function pruneAssets(folder: string, record: string, current: ReadonlySet<string>, now: number): void {
  const before = readRecord(record)
  const left: Record<string, number> = {}
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (current.has(plain(name))) continue
    const since = Math.min(Number(before[name] ?? now) || now, now)
    if (now - since > KEPT_MS) rmSync(join(folder, name), { recursive: true })
    else left[name] = since
  }
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify(left))
}

/** Empties the folder of the build, but for the assets. */
export function emptyButAssets(outDir: string): void {
  for (const name of existsSync(outDir) ? readdirSync(outDir) : [])
    if (name !== ASSETS) rmSync(join(outDir, name), { recursive: true, force: true })
}

/** For a build with `emptyOutDir: false`; the record lies beside the folder. */
export function keepEarlierAssets(outDir: string, record: string): Plugin {
  return {
    name: 'keep-earlier-assets',
    apply: 'build',
    enforce: 'pre',
    // Not earlier: a build that fails leaves the one before it standing. Not later: then the public files are there.
    renderStart: { order: 'pre', handler: () => emptyButAssets(outDir) },
    writeBundle(_, bundle) {
      const current = Object.keys(bundle).flatMap(file => (file.startsWith(`${ASSETS}/`) ? [plain(file.slice(ASSETS.length + 1))] : []))
      pruneAssets(join(outDir, ASSETS), record, new Set(current), Date.now())
    },
  }
}
