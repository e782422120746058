// Every bench in its smallest size: nothing is measured, but none can stop running unnoticed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '#tests/bench/kit/server.ts'
import { scratchFolder } from '#tests/kit/scratch-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const benches = readdirSync(join(root, 'tests/bench')).filter(name => name.endsWith('.bench.ts'))

interface Steps {
  capture(command: string, args: readonly string[], options: object): Promise<{ code: number; output: string }>
}

let server: Awaited<ReturnType<typeof launch>>
let steps: Steps
beforeAll(async () => {
  steps = (await import(pathToFileURL(join(root, 'src/server/launch/steps.mjs')).href)) as Steps
  server = await launch(scratchFolder)
})
afterAll(() => server?.leave())

test.each(benches)('%s', { timeout: 300_000 }, async name => {
  const { url, folder, pid } = server
  const { code, output } = await steps.capture(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', join('tests/bench', name), '--smallest'],
    { env: { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', RAZAO_BENCH_AT: JSON.stringify({ url, folder, pid }) } },
  )
  expect(code, output).toBe(0)
  const result = join(root, 'test-results/bench-smallest', name.replace('.bench.ts', '.json'))
  const { figures } = JSON.parse(readFileSync(result, 'utf8')) as { figures: { what: string; ours: number | null }[] }
  expect(figures).not.toEqual([])
  // What never ended has no number in JSON.
  expect(
    figures.filter(figure => figure.ours === null).map(figure => figure.what),
    output,
  ).toEqual([])
})
