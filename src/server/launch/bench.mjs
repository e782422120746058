// `npm run bench [names] [-- flags]`: runs the measurements of tests/bench (or of the folder in RAZAO_BENCH), each in a process of its own,
// and leaves figures (JSON) and growth curves (SVG) in test-results/bench.
//   names        parts of their names: bulk, grid, import, keys, list, load, memory, office, palette, phone, start, suggestions; all of them when none is given
//   --full       a ledger of a million rows too, after those of ten and a hundred thousand, and 30 s of load instead of 10
//   --smallest   a thousand rows and one round: only whether each still runs, as `npm test` asks; figures in test-results/bench-smallest
//   --rows=N     ledgers of N / 10 and N rows instead of 10,000 and 100,000
//   --lines=N    statements of N lines for keys, drawn by --seed=N
//   --profile    CPU profiles of the server in test-results/bench/profiles
// RAZAO_BENCH_SOURCE=1 measures the server from its sources; CHROME_PATH names the browser of grid and palette.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { LaunchError, main, root, runVisibly, seconds } from './steps.mjs'

const results = join(root, 'test-results', process.argv.includes('--smallest') ? 'bench-smallest' : 'bench')

await main(async () => {
  await prepare()
  const folder = join('tests', process.env.RAZAO_BENCH || 'bench')
  const wanted = process.argv.slice(2).filter(word => !word.startsWith('--'))
  const flags = process.argv.slice(2).filter(word => word.startsWith('--'))
  const files = existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .filter(name => name.endsWith('.bench.ts'))
        .sort()
    : []
  const chosen = files.filter(name => wanted.length === 0 || wanted.some(word => name.includes(word)))
  if (chosen.length === 0)
    throw new LaunchError(`Nenhuma medição encontrada em ${folder}${wanted.length ? ` para ${wanted.join(', ')}` : ''}.`)
  const failed = []
  const started = performance.now()
  for (const name of chosen) {
    const begun = performance.now()
    rmSync(resultOf(name), { force: true })
    console.log(`\n— ${name.replace('.bench.ts', '')}`)
    const code = await runVisibly(process.execPath, ['--expose-gc', '--import', 'tsx', join(folder, name), ...flags])
    console.log(`  ${code === 0 ? 'feito' : 'FALHOU'} em ${seconds(performance.now() - begun)}`)
    if (code !== 0) failed.push(name)
  }
  summarise(chosen, performance.now() - started)
  if (failed.length > 0) throw new LaunchError(`Falharam: ${failed.join(', ')}`)
})

function resultOf(name) {
  return join(results, `${name.replace('.bench.ts', '')}.json`)
}

// What is over its budget is said once more at the end; it is a measurement of this machine now, so it fails nothing.
function summarise(names, ms) {
  const figures = names.flatMap(name => (existsSync(resultOf(name)) ? JSON.parse(readFileSync(resultOf(name), 'utf8')).figures : []))
  const judged = figures.filter(figure => figure.kept !== null)
  const over = judged.filter(figure => !figure.kept)
  console.log(`\n${judged.length - over.length} de ${judged.length} medidas dentro do orçamento, em ${seconds(ms)}.`)
  for (const { budget, what } of over) console.log(`  acima: ${budget} ${what}`)
}
