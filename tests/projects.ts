// The suites of vitest: which files, in which environment, and beside which others.
import type { TestProjectInlineConfiguration } from 'vitest/config'

type Suite = NonNullable<TestProjectInlineConfiguration['test']>

/** Client tests that put a stand-in of their own in the place of a module, which must not reach the tests of other files. */
const replacing = ['data/{api,caches}', 'ledger/{ledger-screen,paste}', 'shell/use-realtime'].map(
  path => `tests/client/${path}.test.{ts,tsx}`,
)
const titles = 'tests/client/titles/*.test.{ts,tsx}'
const isFull = process.env.RAZAO_PROOFS !== undefined
/** Whole processes and clusters, minutes of them: only `npm run proofs` runs these. */
const growing = ['failover', 'pooler', 'processes', 'recovery', 'told'].map(name => `growth-${name}`)
/** Proofs that hold the server to a time, and so have the machine to themselves. */
const timed = [...(isFull ? ['files', 'load', 'tenant-isolation', ...growing] : []), 'neighbours', 'overload', 'sessions', 'stopping'].map(
  name => `tests/proofs/${name}.proof.ts`,
)

/** Reads what the rest of the server suite left: the statements that it ran. */
const statements = 'tests/server/statements.test.ts'

const suite = (name: string, test: Suite): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, environment: 'node', ...test },
})

const inWindow = (name: string, { setupFiles = [], ...test }: Suite & { setupFiles?: string[] }) =>
  suite(name, { environment: 'jsdom', setupFiles: ['tests/client/setup.ts', ...setupFiles], ...test })

const onDatabase = (name: string, test: Suite) => suite(name, { globalSetup: ['tests/kit/postgres.ts'], ...test })

const proving = (name: string, test: Suite) =>
  onDatabase(name, {
    execArgv: ['--expose-gc'],
    testTimeout: process.env.RAZAO_PROOFS === 'full' ? 3_600_000 : 120_000,
    ...test,
  })

export const projects = [
  suite('unit', { include: ['tests/{domain,contract,commands,house}/**/*.test.ts'] }),
  inWindow('client', { include: ['tests/client/**/*.test.{ts,tsx}'], exclude: [...replacing, titles] }),
  inWindow('client-titles', { include: [titles], setupFiles: ['tests/client/titles/without-grid.ts'] }),
  inWindow('client-replacing', { include: replacing, isolate: true }),
  onDatabase('server', { include: ['tests/server/**/*.test.ts'], exclude: [statements], setupFiles: ['tests/kit/statements/recorder.ts'] }),
  onDatabase('server-statements', { include: [statements], maxWorkers: 1, sequence: { groupOrder: 1 } }),
  proving('proofs', { include: ['tests/proofs/*.proof.ts'], exclude: [...timed, ...growing.map(name => `tests/proofs/${name}.proof.ts`)] }),
  proving('proofs-timed', { include: timed, maxWorkers: 1, sequence: { groupOrder: 1 } }),
]
