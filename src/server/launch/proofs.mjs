// `npm run proofs [nomes]`: every promise (src/SPEC.md, Promises) at full length, with its figure; `npm test` runs the same ones shortened.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { prepare } from './prepare.mjs'
import { LaunchError, main, root, runVisibly, seconds } from './steps.mjs'

const report = join(root, 'test-results/proofs.jsonl')
const read = path => readFileSync(join(root, path), 'utf8')
const bin = path => join(root, 'node_modules', path)

/** Every file that prints the figure of a promise. */
function proofs() {
  const files = ['tests', 'e2e'].flatMap(folder => readdirSync(join(root, folder), { recursive: true }).map(path => `${folder}/${path}`))
  return files.filter(path => /\.(proof|test|spec)\.tsx?$/.test(path) && /\bpromise: '[A-Z]\d+'/.test(read(path)))
}

/** The promises of the table that say a file proves them. */
function proved() {
  const [, table = ''] = read('src/SPEC.md').split('| id | promise | proved by |\n')
  return (table.split('\n\n')[0] ?? '').split('\n').flatMap(line => /^\| ([A-Z]\d+) .*\| `[^|]*\|$/.exec(line)?.[1] ?? [])
}

async function run(files, env) {
  const journeys = files.filter(path => path.startsWith('e2e/'))
  const others = files.filter(path => !path.startsWith('e2e/'))
  const codes = []
  if (others.length > 0) codes.push(await runVisibly(process.execPath, [bin('vitest/vitest.mjs'), 'run', ...others], { env }))
  const playwright = [bin('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list']
  if (journeys.length > 0)
    codes.push(await runVisibly(process.execPath, [...playwright, ...journeys], { env: { ...env, CHROME_PATH: await findBrowser() } }))
  return codes.every(code => code === 0)
}

await main(async () => {
  await prepare()
  rmSync(report, { force: true })
  mkdirSync(dirname(report), { recursive: true })
  const started = performance.now()
  const names = process.argv.slice(2)
  const files = proofs().filter(path => names.length === 0 || names.some(name => path.includes(name)))
  if (files.length === 0) throw new LaunchError(`Nenhuma prova encontrada para ${names.join(', ')}.`)
  const env = { ...process.env, RAZAO_PROOFS: process.env.RAZAO_PROOFS ?? 'full', RAZAO_PROOFS_REPORT: report, RAZAO_BUILT: '1' }
  const isKept = await run(files, env)
  const figures = existsSync(report)
    ? readFileSync(report, 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    : []
  const width = Math.max(0, ...figures.map(figure => figure.what.length))
  console.log()
  for (const { promise, what, ours, floor } of figures.sort((a, b) => placeOf(a.promise) - placeOf(b.promise)))
    console.log(`  ${promise.padEnd(4)} ${what.padEnd(width)}  ${ours}  (piso: ${floor})`)
  console.log(`\n${figures.length} figuras em ${seconds(performance.now() - started)}.`)
  const silent = names.length > 0 ? [] : proved().filter(id => !figures.some(figure => figure.promise === id))
  if (silent.length > 0) throw new LaunchError(`Sem figura: ${silent.join(', ')}.`)
  if (!isKept) throw new LaunchError('Alguma promessa não se cumpriu.')
})

/** A1 before A2 before A10 before B1. */
function placeOf(promise) {
  return promise.charCodeAt(0) * 1_000 + Number(promise.slice(1))
}
