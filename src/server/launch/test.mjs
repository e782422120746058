// `npm test [partes]`: prepares the checkout like `npm start`, then runs every part, and closes with one plain line of sums.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findBrowser } from './browser.mjs'
import { runCheck } from './check.mjs'
import { prepare } from './prepare.mjs'
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

/** Runs the suites together and answers the sums of each. */
async function vitest(names) {
  const report = join(reports, 'vitest.json')
  const args = [
    bin('vitest/vitest.mjs'),
    'run',
    ...names.map(name => `--project=${name}*`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    '--maxWorkers=100%',
  ]
  const code = await runVisibly(process.execPath, args, { env: { ...process.env, CI: process.env.CI ?? '1' } })
  const found = readReport(report)
  const sums = names.map(name => [name, found ? honest(0, sumsOf(suites[name], found.testResults)) : broken])
  // What fails outside every test, as an error nobody caught, is told by the exit code alone.
  const isTold = code === 0 || sums.some(([, { failed }]) => failed > 0)
  return isTold ? sums : [['vitest', broken], ...sums]
}

/** The sums of the files in these folders of tests; one that does not even load has no test to fail, and counts as one. */
function sumsOf(folders, files) {
  const own = files.filter(({ name }) => folders.some(folder => relative(root, name).startsWith(join('tests', folder, '/'))))
  const statuses = own.flatMap(file =>
    file.status === 'failed' && file.assertionResults.length === 0 ? ['failed'] : file.assertionResults.map(({ status }) => status),
  )
  const passed = statuses.filter(status => status === 'passed').length
  const failed = statuses.filter(status => status === 'failed').length
  return { passed, failed, skipped: statuses.length - passed - failed }
}

async function playwright() {
  const config = 'e2e/playwright.config.ts'
  if (!existsSync(join(root, config))) {
    console.log(`Falta ${config}.`)
    return broken
  }
  const env = { ...process.env, CHROME_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json') }
  console.log(`Chromium: ${env.CHROME_PATH}`)
  const code = await runVisibly(process.execPath, [bin('@playwright/test/cli.js'), 'test', '--config', config, '--reporter=list,json'], {
    env,
  })
  const found = readReport(env.PLAYWRIGHT_JSON_OUTPUT_NAME)
  if (!found) return broken
  const { expected, flaky, unexpected, skipped } = found.stats
  return honest(code, { passed: expected, failed: unexpected + flaky, skipped })
}

const readReport = path => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

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
  summarise(lines)
  console.log(`Tempo total: ${seconds(performance.now() - started)}`)
  const all = lines.flatMap(({ results }) => results.map(([, sums]) => sums))
  const total = kind => all.reduce((sum, each) => sum + each[kind], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  if (total('failed') > 0) process.exitCode = 1
})

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
