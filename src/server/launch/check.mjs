// `npm run check`: types, lint with import rules, dead code, generated files.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareInstall } from './prepare.mjs'
import { capture, LaunchError, main, root, seconds } from './steps.mjs'

const program =
  (path, ...args) =>
  () =>
    capture(process.execPath, [join(root, 'node_modules', path), ...args])

/** Each answers {code, output}. */
export const checks = {
  tipos: program('typescript/bin/tsc', '--noEmit'),
  estilo: program('@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'),
  'código morto': program('knip/bin/knip.js', '--no-progress'),
  gerados: checkGenerated,
}

/** Prints one line per check and what a failed one said; resolves with whether it passed. */
export async function runCheck(name) {
  const started = performance.now()
  const { code, output } = await checks[name]()
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(performance.now() - started)})`)
  if (code !== 0) console.log(output.trimEnd())
  return code === 0
}

// Generates again and compares every file of the checkout: no list of generated files to keep.
async function checkGenerated() {
  const generator = 'tests/kit/generate.ts'
  if (!existsSync(join(root, generator))) return { code: 1, output: `Falta ${generator}.` }
  const before = contents()
  const made = await capture(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), generator])
  if (made.code !== 0) return made
  const changed = [...contents()].filter(([path, hash]) => before.get(path) !== hash).map(([path]) => path)
  if (changed.length === 0) return { code: 0, output: '' }
  return { code: 1, output: `Arquivos gerados estavam desatualizados e foram refeitos; confira e registre:\n${changed.join('\n')}` }
}

function contents() {
  const files = new Map()
  for (const path of filesUnder(''))
    files.set(
      path,
      createHash('sha1')
        .update(readFileSync(join(root, path)))
        .digest('hex'),
    )
  return files
}

function* filesUnder(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist', 'test-results', 'playwright-report'].includes(entry.name) && !entry.name.startsWith('.'))
        yield* filesUnder(path)
    } else if (entry.isFile()) yield path
  }
}

if (process.argv[1] && import.meta.filename === process.argv[1])
  await main(async () => {
    const started = performance.now()
    await prepareInstall()
    // The generator writes files that the others read, so it goes last; the others share the processors.
    const early = await Promise.all(['tipos', 'estilo', 'código morto'].map(runCheck))
    const passed = [...early, await runCheck('gerados')].every(Boolean)
    if (!passed) throw new LaunchError(`Há o que corrigir (${seconds(performance.now() - started)}).`)
    console.log(`Tudo certo (${seconds(performance.now() - started)}).`)
  })
