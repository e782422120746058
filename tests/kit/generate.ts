// Writes the generated files of the repository: endpoints, keymap and the row types of the schema. `--check` compares and writes nothing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCommands } from '#commands/index.ts'
import { keymapDocument } from '#commands/kit/keymap-doc.ts'
import { contract } from '#contract/index.ts'
import { withClient } from '#server/db/roles.ts'
import { endpointsDocument } from './endpoints-doc.ts'
import { schemaFile } from './schema/schema-file.ts'
import { startScratchServer } from './scratch-server.ts'

const root = join(import.meta.dirname, '../..')

const documents: Record<string, () => string | Promise<string>> = {
  'src/contract/ENDPOINTS.md': () => endpointsDocument(contract),
  'commands/KEYMAP.md': () => keymapDocument(allCommands),
  'src/server/db/schema.ts': schemaOfScratch,
}

async function schemaOfScratch(): Promise<string> {
  const { owner, stop } = await startScratchServer()
  try {
    return await withClient(owner, schemaFile)
  } finally {
    await stop()
  }
}

async function main(): Promise<void> {
  const isCheck = process.argv.includes('--check')
  for (const [path, make] of Object.entries(documents)) {
    const file = join(root, path)
    const text = await make()
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    if (isCheck) {
      console.error(`${path} está desatualizado: rode npm run generate.`)
      process.exitCode = 1
    } else {
      writeFileSync(file, text)
      console.log(`${path} escrito.`)
    }
  }
}

await main()
