// Writes the generated files of the repository: endpoints, keymap and the row types of the schema. `--check` compares and writes nothing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allCommands } from '#commands/index.ts'
import { keymapDocument } from '#commands/kit/keymap-doc.ts'
import { contract } from '#contract/index.ts'
import { withClient } from '#server/db/roles.ts'
import { openApi } from '#server/kernel/openapi.ts'
import { endpointsDocument } from './endpoints-doc.ts'
import { grown, promisedOf, readFrom, writtenAs } from './promised.ts'
import { schemaFile } from './schema/schema-file.ts'
import { startScratchServer } from './scratch-server.ts'

const root = join(import.meta.dirname, '../..')

/** What is new on the wire is promised with the next run; until then nobody leans on it, so a check does not ask for it. */
const PROMISED = 'tests/contract/promised.txt'

const documents: Record<string, () => string | Promise<string>> = {
  'src/contract/ENDPOINTS.md': () => endpointsDocument(contract),
  'commands/KEYMAP.md': () => keymapDocument(allCommands),
  [PROMISED]: promises,
  'src/server/db/schema.ts': schemaOfScratch,
}

/** Only ever added to: what is taken from the wire on purpose is taken from here by hand. */
function promises(): string {
  const file = join(root, PROMISED)
  const now = promisedOf(JSON.parse(JSON.stringify(openApi(contract))), contract)
  return writtenAs(existsSync(file) ? grown(readFrom(readFileSync(file, 'utf8')), now) : now)
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
    if (isCheck && path === PROMISED) continue
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
