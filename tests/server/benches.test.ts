// Every bench in its smallest size: nothing is measured, but none can stop running unnoticed.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ended } from '#tests/bench/kit/one-by-one.ts'
import { launch } from '#tests/bench/kit/server.ts'
import { scratchFolder } from '#tests/kit/scratch-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const results = join(root, 'test-results/bench-smallest')
const benches = readdirSync(join(root, 'tests/bench'))
  .filter(name => name.endsWith('.bench.ts'))
  .map(name => name.replace('.bench.ts', ''))
/** A build in the process of these leaves it in the mood of production, in which the others would start nothing. */
const building = ['grid', 'palette']

interface Steps {
  capture(command: string, args: readonly string[], options: object): Promise<{ code: number; output: string }>
}

let output = ''
let server: Awaited<ReturnType<typeof launch>>
beforeAll(async () => {
  const steps = (await import(pathToFileURL(join(root, 'src/server/launch/steps.mjs')).href)) as Steps
  rmSync(results, { recursive: true, force: true })
  server = await launch(scratchFolder)
  const { url, folder, pid } = server
  const inTurn = [...benches.filter(name => !building.includes(name)), ...building]
  const told = await steps.capture(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', 'tests/bench/kit/one-by-one.ts', ...inTurn, '--smallest'],
    { env: { ...process.env, NODE_ENV: '', NODE_OPTIONS: '', RAZAO_BENCH_AT: JSON.stringify({ url, folder, pid }) } },
  )
  output = told.output
}, 600_000)
afterAll(() => server?.leave())

test.each(benches)('%s', name => {
  const ended = output.split('\n').flatMap(line => (line.startsWith('{"bench"') ? [JSON.parse(line) as Ended] : []))
  expect(
    ended.find(({ bench }) => bench === name),
    output,
  ).toMatchObject({ isWell: true })
  const { figures } = JSON.parse(readFileSync(join(results, `${name}.json`), 'utf8')) as {
    figures: { what: string; ours: number | null }[]
  }
  expect(figures).not.toEqual([])
  // What never ended has no number in JSON.
  expect(
    figures.filter(figure => figure.ours === null).map(figure => figure.what),
    output,
  ).toEqual([])
})
