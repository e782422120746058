// The entry of every command of package.json. Its imports are few: the server's packages are read while the database opens.
import { DatabaseError } from 'pg'
import { builtClient } from './built-client.ts'
import { openDatabase } from './db/connect.ts'
import { reasonOf, StartError } from './db/start-error.ts'
import { BadEnvironment, readEnvironment } from './env.ts'
import { isOutOfReach } from './kernel/database-errors.ts'
import { openTelemetry } from './telemetry.ts'

const say = (line: string) => console.log(line)
const source: Readonly<Record<string, string | undefined>> = process.env

/** Errors end in a pt-BR sentence and exit code 1. */
export async function run(command: string, args: readonly string[]): Promise<void> {
  try {
    if (command === 'serve') return await open()
    const { UPKEEP } = await import('./upkeep.ts')
    const work = UPKEEP[command]
    if (!work) throw new StartError(`Não há o comando ${command}. Há ${['serve', ...Object.keys(UPKEEP)].join(', ')}.`)
    await work({ args, say })
  } catch (error) {
    const told = toldOf(error)
    if (told === undefined) throw error
    console.error(told)
    process.exitCode = 1
  }
}

async function open(): Promise<void> {
  const started = performance.now()
  const parent = process.ppid
  const env = readEnvironment()
  const client = builtClient(import.meta.url)
  const telemetry = await openTelemetry(source, client.version)
  const [database, { serve }] = await Promise.all([openDatabase(source, say), import('./serve.ts')])
  await serve({ env, database, telemetry, client, entry: import.meta.url, parent, started, say })
}

/** What a person reads of an error at the start; undefined: it is ours, and its stack is needed. */
function toldOf(error: unknown): string | undefined {
  if (error instanceof StartError || error instanceof BadEnvironment) return error.message
  if (error instanceof DatabaseError || isOutOfReach(error))
    return `O banco de dados recusou o início: ${reasonOf(error)}. Nada foi alterado.`
  return undefined
}
