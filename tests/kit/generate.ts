// Writes what is generated and kept in the repository: src/contract/ENDPOINTS.md and commands/KEYMAP.md. `--check` compares and writes nothing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCommands } from '#commands/index.ts'
import { keymapDocument } from '#commands/kit/keymap-doc.ts'
import { contract } from '#contract/index.ts'
import { endpointsDocument } from './endpoints-doc.ts'

const root = join(import.meta.dirname, '../..')

const documents: Record<string, () => string> = {
  'src/contract/ENDPOINTS.md': () => endpointsDocument(contract),
  'commands/KEYMAP.md': () => keymapDocument(allCommands),
}

const isCheck = process.argv.includes('--check')
for (const [path, make] of Object.entries(documents)) {
  const file = join(root, path)
  const text = make()
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (isCheck) {
    console.error(`${path} está desatualizado: rode npm run generate.`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    console.log(`${path} escrito.`)
  }
}
