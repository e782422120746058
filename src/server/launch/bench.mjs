// `npm run bench [nomes]`: runs the measurements of tests/bench (or of the folder in RAZAO_BENCH), each in a process of its own.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './prepare.mjs'
import { LaunchError, main, root, runVisibly, seconds } from './steps.mjs'

await main(async () => {
  await prepare()
  const folder = join('tests', process.env.RAZAO_BENCH || 'bench')
  const wanted = process.argv.slice(2)
  const files = existsSync(join(root, folder))
    ? readdirSync(join(root, folder))
        .filter(name => name.endsWith('.bench.ts'))
        .sort()
    : []
  const chosen = files.filter(name => wanted.length === 0 || wanted.some(word => name.includes(word)))
  if (chosen.length === 0)
    throw new LaunchError(`Nenhuma medição encontrada em ${folder}${wanted.length ? ` para ${wanted.join(', ')}` : ''}.`)
  const failed = []
  for (const name of chosen) {
    const started = performance.now()
    console.log(`\n— ${name.replace('.bench.ts', '')}`)
    const code = await runVisibly(process.execPath, ['--expose-gc', '--import', 'tsx', join(folder, name)])
    console.log(`  ${code === 0 ? 'feito' : 'FALHOU'} em ${seconds(performance.now() - started)}`)
    if (code !== 0) failed.push(name)
  }
  if (failed.length > 0) throw new LaunchError(`Falharam: ${failed.join(', ')}`)
})
