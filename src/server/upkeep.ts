// What is done to the database and its files beside serving them: copies, moves, the check of the trail, keys, the demo.
import { counted } from '#domain/text.ts'
import { s3Files } from './adapters/s3-files.ts'
import { rotateSecrets } from './areas/rotation.ts'
import { auditCommand } from './backup/audit.ts'
import { backupCommand, type Keeping, moveCommand, restoreCommand, withSource } from './backup/commands.ts'
import { openDatabase } from './db/connect.ts'
import { bringToThisVersion } from './db/migrate.ts'
import { fill } from './demo/fill.ts'
import { readEnvironment, readKeeping } from './env.ts'
import { openFiles } from './outside.ts'

interface Asked {
  args: readonly string[]
  say(line: string): void
}

/** Every command of package.json that serves nothing. */
export const UPKEEP: Readonly<Record<string, (asked: Asked) => Promise<void>>> = {
  backup: keeping(backupCommand),
  restore: keeping(restoreCommand),
  move: keeping(moveCommand),
  audit: keeping(auditCommand),
  rotate,
  demo,
}

function keeping(command: typeof backupCommand) {
  return ({ args, say }: Asked) => command({ args, keeping: whatIsKept(), now: new Date(), log: say })
}

function whatIsKept(): Keeping {
  const { s3, ...settings } = readKeeping()
  return { ...settings, files: dir => openFiles({ s3 }, dir), s3Files: s3 && s3Files(s3) }
}

async function rotate({ say }: Asked): Promise<void> {
  const { secret } = readEnvironment()
  const { version, sealed, lost } = await withSource(whatIsKept(), say, from => rotateSecrets(from, secret))
  say(`${counted(sealed, ['segredo passado', 'segredos passados'])} para a chave de versão ${version}.`)
  if (lost.length === 0) return
  say(
    `ATENÇÃO: ${counted(lost.length, ['não abre', 'não abrem'])} com nenhuma das chaves dadas e ${lost.length === 1 ? 'ficou como estava' : 'ficaram como estavam'}: ${lost.join(', ')}.`,
  )
  process.exitCode = 2
}

async function demo({ args, say }: Asked): Promise<void> {
  const env = readEnvironment()
  const source: Readonly<Record<string, string | undefined>> = process.env
  const database = await openDatabase(source, say)
  try {
    await bringToThisVersion(database.ownerConfig, say)
    await fill(database.ownerConfig, { env, say, companies: numberAfter(args, '--companies'), entries: numberAfter(args, '--entries') })
  } finally {
    await database.close()
  }
}

function numberAfter(args: readonly string[], name: string): number | undefined {
  const at = args.indexOf(name)
  const value = at < 0 ? Number.NaN : Number(args[at + 1])
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}
