// `npm run audit` as a person types it: checks the audit trail of every company, and that what earlier copies knew of it still stands.
import { resolve } from 'node:path'
import { type Anchor, checkTrails } from '#server/db/trail.ts'
import { inspectBackup } from './backup.ts'
import { fetched, keyForReading, type Told, withSource } from './commands.ts'
import { tellTrails } from './telling.ts'

/** `audit [copia…]`: beside a running server or alone. Exit code 2 when something does not agree. */
export async function auditCommand({ args, keeping, log }: Told): Promise<void> {
  const known: (readonly Anchor[])[] = []
  for (const given of args.filter(arg => !arg.startsWith('-'))) {
    const { path, drop } = await fetched(keeping, given)
    try {
      known.push((await inspectBackup(resolve(path), keyForReading(keeping))).totals.anchors)
    } finally {
      await drop()
    }
  }
  const trails = await withSource(keeping, log, async from => {
    const results = known.length === 0 ? [await checkTrails(from)] : []
    for (const anchors of known) results.push(await checkTrails(from, anchors))
    return results
  })
  for (const found of trails) tellTrails(found, log)
  if (trails.some(({ faults }) => faults.length > 0)) return
  const beside = known.length === 0 ? '' : ` e contém o que ${known.length === 1 ? 'a cópia dada já sabia' : 'as cópias dadas já sabiam'}`
  log(`A trilha de auditoria confere${beside}.`)
}
