// P10 and P11: what the browser must load before the sign-in stands; and `npm start` as a person types it: the first start with its demonstration data, and the second one, until it says it is ready.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lighthousePoints } from './kit/lighthouse.ts'
import { type Figure, note, report } from './kit/report.ts'
import { isSmallest, shortened } from './kit/sizes.ts'
import { median } from './kit/statistics.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) interrupt(child)
})

// Ctrl-C: npm, its shell and the server all hear it.
function interrupt(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
  } catch {} // already gone
}

/** Ends it as a person does, and waits until the server, which holds the pipe, is gone too. */
async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>(done => child.once('close', () => done()))
  interrupt(child)
  await gone
  running.delete(child)
}

interface Started {
  /** From the command to its “Razão pronto”. */
  ms: number
  url: string
  child: ChildProcess
}

async function start(folder: string, command: readonly string[]): Promise<Started> {
  const started = performance.now()
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, RAZAO_DIR: folder, PORT: '0', DATABASE_URL: '', ...(isSmallest ? { RAZAO_DEMO: 'off' } : {}) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  running.add(child)
  const ready = await new Promise<Omit<Started, 'child'>>((done, failed) => {
    createInterface(child.stdout).on('line', line => {
      if (line.startsWith('Demonstração pronta')) note(line)
      if (line.startsWith('Razão pronto')) done({ ms: performance.now() - started, url: line.match(/http\S+/)?.[0] ?? '' })
    })
    child.once('exit', code => failed(new Error(`npm start saiu com ${code}`)))
  })
  return { ...ready, child }
}

interface BuiltChunk {
  name?: string
  file: string
  imports?: readonly string[]
}

/** Brotli kilobytes of these chunks and of what they need before they run, by the build's own manifest. */
function scriptOf(...names: readonly string[]): number {
  const built = join(root, 'dist/client')
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, BuiltChunk>
  const needed = new Set(
    names.map(name => {
      const [key] = Object.entries(manifest).find(([, chunk]) => chunk.name === name && chunk.file.endsWith('.js')) ?? []
      if (key === undefined) throw new Error(`the build has no chunk ${name}`)
      return key
    }),
  )
  let bytes = 0
  for (const key of needed) {
    const { file = '', imports = [] } = manifest[key] ?? {}
    for (const imported of imports) needed.add(imported)
    const script = join(built, file)
    bytes += (statSync(`${script}.br`, { throwIfNoEntry: false }) ?? statSync(script)).size
  }
  return bytes / 1000
}

const FIRST_LIST = ['house', 'titles-screen', 'ledger-grid']

/** What Lighthouse makes of the sign-in: a score is the better the higher, a figure the lower. */
async function signInPoints(folder: string): Promise<Figure[]> {
  if (isSmallest) return []
  const { url, child } = await start(folder, npmStart)
  const figures: Figure[] = []
  for (const device of ['celular', 'computador'] as const) {
    const points = await lighthousePoints(`${url}/login`, device)
    if (points !== undefined)
      figures.push({ budget: 'P10', what: `Lighthouse da entrada, ${device}: pontos abaixo de 100`, ours: 100 - points, unit: '', most: 2 })
  }
  await stop(child)
  return figures
}

const npmStart = ['npm', 'start', '--silent']
const bareNode = [process.execPath, '-e', 'console.log("Razão pronto")']

const { prepare } = (await import(pathToFileURL(join(root, 'src/server/launch/prepare.mjs')).href)) as { prepare(): Promise<void> }
await prepare()
const folder = await mkdtemp(join(tmpdir(), 'razao-bench-'))
try {
  const first = await start(folder, npmStart)
  await stop(first.child)
  const again: number[] = []
  const empty: number[] = []
  for (let run = 0; run < shortened(3, 1); run++) {
    const second = await start(folder, npmStart)
    await stop(second.child)
    again.push(second.ms)
    const nothing = await start(folder, bareNode)
    running.delete(nothing.child)
    empty.push(nothing.ms)
  }
  const beside = { what: 'processo vazio', value: median(empty) / 1000 }
  const figures: Figure[] = [
    { budget: 'P10', what: 'script da entrada, em brotli', ours: scriptOf('index', 'first'), unit: 'kB', most: 180 },
    { budget: 'P10', what: 'script antes das linhas que o aparelho já viu', ours: scriptOf('index'), unit: 'kB', most: 180 },
    { budget: 'P10', what: 'script até as contas a pagar', ours: scriptOf('index', 'first', ...FIRST_LIST), unit: 'kB' },
    ...(await signInPoints(folder)),
    { budget: 'P11', what: 'primeira partida, com a demonstração', ours: first.ms / 1000, unit: 's', most: 60 },
    { budget: 'P11', what: 'segunda partida, até ficar pronto', ours: median(again) / 1000, beside, unit: 's', most: 3 },
  ]
  report('start', figures)
} finally {
  await rm(folder, { recursive: true, force: true })
}
