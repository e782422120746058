// Browser journeys on the real product: the built server with its own database and demo data, Chromium, one sign-in per worker.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { serverIdentity } from '#tests/kit/loopback-authority.ts'
import { scratchPlace } from '#tests/kit/scratch-folder.ts'
import { ACQUIRER_KEYS } from '#tests/kit/stripe-server.ts'
import { browserEnvironment } from './another-day.ts'

const port = Number(process.env.E2E_PORT ?? 3219)
const dir = process.env.E2E_DIR ?? join(scratchPlace(), `razao-e2e-${process.getuid?.() ?? 0}-${process.ppid}`)

/** Of the bank that a journey plays: the product believes its certificate, and the journey finds its key by the environment. */
const bank = `${dir}-bank`
const bankRoots = join(bank, 'roots.pem')

/** Where journeys play Stark Bank and the acquirer of cards; nobody answers there otherwise. */
const starkPort = port + 1
const acquirerPort = port + 10
/** Of a second product, which knows the real parties alone: the first plays them itself, and a process has one aggregator and one authority. */
const connectedPort = port + 20

// Workers read this file too, and leave it alone.
if (process.env.TEST_WORKER_INDEX === undefined) {
  const identity = serverIdentity()
  mkdirSync(bank, { recursive: true })
  writeFileSync(bankRoots, identity.certificate)
  process.env.E2E_STARK_PORT = String(starkPort)
  process.env.E2E_ACQUIRER_PORT = String(acquirerPort)
  process.env.E2E_CONNECTED_PORT = String(connectedPort)
  process.env.E2E_BANK = join(bank, 'identity.json')
  writeFileSync(process.env.E2E_BANK, JSON.stringify(identity))
  process.on('exit', () => {
    rmSync(bank, { recursive: true, force: true })
    // The database of a run goes with it.
    if (process.env.E2E_DIR === undefined) rmSync(dir, { recursive: true, force: true })
  })
}

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // The journeys share one demo database: each works in a company of its own, in files that run side by side. A journey waits as often
  // as it works, so there is one more than the two processors we count on.
  workers: 3,
  fullyParallel: false,
  // `npm test` runs what failed once more, by itself, and tells it by name.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  outputDir: '../test-results/e2e',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1440, height: 900 },
    // An action that never can be done says so itself, before its journey's time is over.
    actionTimeout: 45_000,
    // Recording costs a third of the run; a failure leaves the page's outline anyway.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...browserEnvironment,
      ...(process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Pages of our origin share a process, as in a browser with many tabs: what one compiled the next one has.
        '--process-per-site',
      ],
    },
  },
  webServer: {
    command: 'node src/server/launch/start.mjs serve',
    cwd: '..',
    url: `http://localhost:${port}/ready`,
    timeout: 180_000,
    reuseExistingServer: process.env.E2E_REUSE === '1',
    // A journey is the other system that webhooks tell.
    env: {
      PORT: String(port),
      RAZAO_DIR: dir,
      RAZAO_LOG: 'error',
      RAZAO_WEBHOOKS: 'inside',
      RAZAO_PIX: 'inside',
      PIX_CA_FILE: bankRoots,
      STARK_URL: `http://127.0.0.1:${starkPort}`,
      STRIPE_URL: `http://127.0.0.1:${acquirerPort}`,
      ...ACQUIRER_KEYS,
    },
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
