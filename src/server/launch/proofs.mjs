// `npm run proofs [nomes]`: every promise (src/SPEC.md, Promises) at full length, with its figure; `npm test` runs the same ones shortened.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prepare } from './prepare.mjs'
import { LaunchError, main, root, runVisibly, seconds } from './steps.mjs'

const report = join(root, 'test-results/proofs.jsonl')

await main(async () => {
  await prepare()
  rmSync(report, { force: true })
  mkdirSync(dirname(report), { recursive: true })
  const started = performance.now()
  const env = { ...process.env, RAZAO_PROOFS: 'full', RAZAO_PROOFS_REPORT: report }
  const code = await runVisibly(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=proofs*', ...process.argv.slice(2)],
    { env },
  )
  const figures = existsSync(report)
    ? readFileSync(report, 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    : []
  const width = Math.max(0, ...figures.map(figure => figure.what.length))
  console.log()
  for (const { promise, what, ours, floor } of figures.sort((a, b) => a.promise.localeCompare(b.promise)))
    console.log(`  ${promise.padEnd(4)} ${what.padEnd(width)}  ${ours}  (piso: ${floor})`)
  console.log(`\n${figures.length} figuras em ${seconds(performance.now() - started)}.`)
  if (code !== 0) throw new LaunchError('Alguma promessa não se cumpriu.')
})
