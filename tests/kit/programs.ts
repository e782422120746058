// What tests start as a process of its own, as one built file: from its sources tsx would compile the whole server for every process anew.
import { existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const SERVER = 'src/server/main.ts'
const made = new Map<string, Promise<string>>()

/** The built file of a source. `npm test` has built the server just before; where nobody did, it is built once for the test file that asks. */
export function builtProgram(source: string): Promise<string> {
  const known = made.get(source) ?? build(source)
  made.set(source, known)
  return known
}

async function build(source: string): Promise<string> {
  const server = join(root, 'dist/server/main.js')
  if (source === SERVER && process.env.RAZAO_BUILT === '1' && existsSync(server)) return server
  const name = basename(source, '.ts')
  // Among the packages, so that theirs are found from there.
  const outDir = join(root, `node_modules/.vite/programs-${process.pid}-${name}`)
  const threads = source === SERVER ? ['parsers/reader-thread', 'parsers/parser-thread', 'fiscal/received/note-thread'] : []
  const input = {
    [name]: join(root, source),
    ...Object.fromEntries(threads.map(path => [basename(path), join(root, `src/server/${path}.ts`)])),
  }
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // A worker of the suite is not in production because something was built in it.
    mode: 'development',
    build: { outDir, ssr: true, target: 'node20', minify: false, copyPublicDir: false, rolldownOptions: { input } },
  })
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  return join(outDir, `${name}.js`)
}

/** Arguments of node that run a command of the product (`serve`, `backup`, `move`). */
export async function productArgs(command: string, ...args: readonly string[]): Promise<readonly string[]> {
  const entry = JSON.stringify(pathToFileURL(await builtProgram(SERVER)).href)
  // Without `--input-type`: the threads that read files would inherit it, and no thread of a file may have it.
  return ['-e', `import(${entry}).then(({ run }) => run(${JSON.stringify(command)}, ${JSON.stringify(args)}))`]
}
