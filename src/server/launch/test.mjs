// `npm test [partes]`: prepares the checkout like `npm start`, then runs every part, and closes with one plain line of sums.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { runCheck } from './check.mjs'
import { prepare } from './prepare.mjs'
import { failedOf, playwrightResults, readReport, sumsOf, vitestResults, withSecondRun } from './results.mjs'
import { main, root, runVisibly, seconds } from './steps.mjs'

/** The suites of vitest: the folders of tests whose results are theirs. One run takes all that are wanted, so that no worker waits for a suite to end. */
const suites = {
  unit: ['domain', 'contract', 'commands', 'house'],
  server: ['server'],
  proofs: ['proofs'],
  client: ['client'],
}
const parts = ['tipos', 'estilo', ...Object.keys(suites), 'e2e']

const reports = mkdtempSync(join(tmpdir(), 'razao-testes-'))
const bin = path => join(root, 'node_modules', path)

/** A suite that fails to run counts as one failed test; so does a suite without tests. */
const broken = { passed: 0, failed: 1, skipped: 0 }

async function check(name) {
  const passed = await runCheck(name)
  return { passed: Number(passed), failed: Number(!passed), skipped: 0 }
}

/** More than these do not fail by chance. */
const mostAgain = 12

/** What failed for good, and what passed only when it ran again, alone: both are told by name at the end. */
const failures = []
const unstable = []

/**
 * Runs a suite; what fails runs once more when nothing else does, unless it is too much for chance. Answers the results of each test, or
 * undefined when there are none.
 */
async function runTwice(run, again) {
  const first = await run()
  if (first === undefined) return undefined
  const failed = failedOf(first.results)
  if (failed.length === 0) return first
  if (failed.length <= mostAgain) console.log(`\n— de novo, a sós: ${failed.length}`)
  const second = failed.length > mostAgain ? undefined : await again(failed)
  const whole = withSecondRun(first.results, second?.results ?? [])
  failures.push(...failedOf(whole.results))
  unstable.push(...whole.unstable)
  return { results: whole.results, code: second?.code ?? first.code }
}

/** Runs the suites together and answers the sums of each. */
async function vitest(names) {
  const report = join(reports, 'vitest.json')
  const run = async wanted => {
    rmSync(report, { force: true })
    const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await runVisibly(process.execPath, [bin('vitest/vitest.mjs'), 'run', ...wanted, ...reporting], {
      env: { ...process.env, CI: process.env.CI ?? '1', RAZAO_BUILT: '1' },
    })
    const found = readReport(report)
    return found && { results: vitestResults(found), code }
  }
  const ended = await runTwice(
    () => run([...names.map(name => `--project=${name}*`), '--maxWorkers=100%']),
    failed => run([...new Set(failed.map(({ file }) => file)), '--maxWorkers=1']),
  )
  if (ended === undefined) return names.map(name => [name, broken])
  const sums = names.map(name => {
    const own = ended.results.filter(({ file }) => suites[name].some(folder => file.startsWith(`tests/${folder}/`)))
    return [name, honest(0, sumsOf(own))]
  })
  // What fails outside every test, as an error nobody caught, is told by the exit code alone.
  const isTold = ended.code === 0 || sums.some(([, { failed }]) => failed > 0)
  return isTold ? sums : [['vitest', broken], ...sums]
}

async function playwright() {
  const config = 'e2e/playwright.config.ts'
  if (!existsSync(join(root, config))) {
    console.log(`Falta ${config}.`)
    return broken
  }
  const env = { ...process.env, CHROME_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json') }
  console.log(`Chromium: ${env.CHROME_PATH}`)
  const run = async (...wanted) => {
    rmSync(env.PLAYWRIGHT_JSON_OUTPUT_NAME, { force: true })
    const args = [bin('@playwright/test/cli.js'), 'test', '--config', config, '--reporter=list,json', ...wanted]
    const code = await runVisibly(process.execPath, args, { env })
    const found = readReport(env.PLAYWRIGHT_JSON_OUTPUT_NAME)
    return found && { results: playwrightResults(found), code }
  }
  const ended = await runTwice(run, () => run('--last-failed', '--workers=1'))
  return ended === undefined ? broken : honest(ended.code, sumsOf(ended.results))
}

function honest(code, sums) {
  return sums.failed === 0 && (code !== 0 || sums.passed === 0) ? { ...sums, failed: 1 } : sums
}

await main(async () => {
  const asked = process.argv.slice(2).filter(word => parts.includes(word))
  const wanted = asked.length > 0 ? parts.filter(name => asked.includes(name)) : parts
  const started = performance.now()
  const lines = []
  /** Does the work of one step; it answers the sums of each of the parts in it. */
  const run = async (names, work) => {
    const begun = performance.now()
    console.log(`\n— ${names.join(', ')}`)
    let results = names.map(name => [name, broken])
    try {
      results = await work()
    } catch (error) {
      console.error(error.message)
    }
    lines.push({ results, ms: performance.now() - begun })
    return results.every(([, { failed }]) => failed === 0)
  }
  const one = (name, work) => run([name], async () => [[name, await work()]])
  try {
    const isReady = await one('preparo', async () => {
      await prepare()
      return { passed: 0, failed: 0, skipped: 0 }
    })
    const isInstalled = isReady || existsSync(bin('vitest')) // without packages nothing can run
    const together = wanted.filter(name => name in suites)
    if (isInstalled) {
      for (const name of ['tipos', 'estilo']) if (wanted.includes(name)) await one(name, () => check(name))
      if (together.length > 0) await run(together, () => vitest(together))
      if (wanted.includes('e2e')) await one('e2e', playwright)
    }
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  for (const [title, told] of [
    ['Só certos na segunda vez', unstable],
    ['Errados', failures],
  ])
    tell(title, told)
  summarise(lines)
  console.log(`Tempo total: ${seconds(performance.now() - started)}`)
  const all = lines.flatMap(({ results }) => results.map(([, sums]) => sums))
  const total = kind => all.reduce((sum, each) => sum + each[kind], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  if (total('failed') > 0) process.exitCode = 1
})

/** The tests under a title, each with the beginning of why it failed. */
function tell(title, results) {
  if (results.length > 0) console.log(`\n${title}: ${results.length}`)
  for (const { file, name, why } of results) {
    console.log(`\n  ${file} › ${name}`)
    for (const line of why.split('\n').slice(0, 40)) console.log(`    ${line}`)
  }
}

/** One line per part; those that ran together have one time together. */
function summarise(lines) {
  console.log()
  for (const { results, ms } of lines)
    for (const [at, [name, { passed, failed, skipped }]] of results.entries()) {
      const time = at < results.length - 1 ? '' : ` (${results.length > 1 ? 'juntos ' : ''}${seconds(ms)})`
      const left = skipped ? `, ${skipped} pulados` : ''
      console.log(`${failed === 0 ? '✓' : '✗'} ${name.padEnd(8)} ${passed} certos, ${failed} errados${left}${time}`)
    }
}
