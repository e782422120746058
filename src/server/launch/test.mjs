// `npm test [partes]`: prepares the checkout like `npm start`, then runs every suite in order, and closes with one plain line of sums.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { runCheck } from './check.mjs'
import { prepare } from './prepare.mjs'
import { main, root, runVisibly, seconds } from './steps.mjs'

const parts = {
  tipos: () => check('tipos'),
  estilo: () => check('estilo'),
  unit: () => vitest('unit'),
  server: () => vitest('server'),
  proofs: () => vitest('proofs'),
  client: () => vitest('client'),
  e2e: playwright,
}

const reports = mkdtempSync(join(tmpdir(), 'razao-testes-'))
const bin = path => join(root, 'node_modules', path)

/** A suite that fails to run counts as one failed test; so does a suite without tests. */
const broken = { passed: 0, failed: 1, skipped: 0 }

async function check(name) {
  const passed = await runCheck(name)
  return { passed: Number(passed), failed: Number(!passed), skipped: 0 }
}

async function vitest(project) {
  const report = join(reports, `${project}.json`)
  const args = [
    bin('vitest/vitest.mjs'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    // Proofs measure, so they have the machine to themselves.
    `--maxWorkers=${project === 'proofs' ? 1 : '100%'}`,
  ]
  const code = await runVisibly(process.execPath, args, { env: { ...process.env, CI: process.env.CI ?? '1' } })
  const found = readReport(report)
  if (!found) return broken
  // A file that does not even load has no test to fail.
  const unloaded = found.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length
  return honest(code, {
    passed: found.numPassedTests,
    failed: found.numFailedTests + unloaded,
    skipped: found.numPendingTests + found.numTodoTests,
  })
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
  return honest(code, { passed: expected + flaky, failed: unexpected, skipped })
}

const readReport = path => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

function honest(code, sums) {
  return sums.failed === 0 && (code !== 0 || sums.passed === 0) ? { ...sums, failed: 1 } : sums
}

await main(async () => {
  const wanted = process.argv.slice(2).filter(word => word in parts)
  const started = performance.now()
  const lines = []
  const sums = { passed: 0, failed: 0 }
  const run = async (name, work) => {
    const begun = performance.now()
    console.log(`\n— ${name}`)
    let result = broken
    try {
      result = await work()
    } catch (error) {
      console.error(error.message)
    }
    sums.passed += result.passed
    sums.failed += result.failed
    lines.push([name, result, performance.now() - begun])
    return result
  }
  try {
    const ready = await run('preparo', async () => {
      await prepare()
      return { passed: 0, failed: 0, skipped: 0 }
    })
    for (const [name, work] of Object.entries(parts)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue
      if (ready.failed > 0 && !existsSync(bin('vitest'))) break // without packages nothing can run
      await run(name, work)
    }
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  console.log()
  for (const [name, { passed, failed, skipped }, ms] of lines)
    console.log(
      `${failed === 0 ? '✓' : '✗'} ${name.padEnd(8)} ${passed} certos, ${failed} errados${skipped ? `, ${skipped} pulados` : ''} (${seconds(ms)})`,
    )
  console.log(`Tempo total: ${seconds(performance.now() - started)}`)
  console.log(`${sums.passed} passed, ${sums.failed} failed`)
  if (sums.failed > 0) process.exitCode = 1
})
