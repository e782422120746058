// `npm run audit` as a person types it: checks the audit trail of every company, that what earlier copies knew of it still stands, what must
// hold in the books, and that every file they name is there as it was put.
import { resolve } from 'node:path'
import type pg from 'pg'
import type { FileStore } from '#server/adapters/files.ts'
import { checkBooks } from '#server/db/invariants.ts'
import { withClient } from '#server/db/roles.ts'
import { listTables } from '#server/db/table-catalogue.ts'
import { type Anchor, checkTrails } from '#server/db/trail.ts'
import { inspectBackup } from './backup.ts'
import { fetched, keyForReading, type Told, withSource } from './commands.ts'
import { contentOf, filesNamed, type NamedFile } from './named-files.ts'
import { tellBooks, tellLost, tellTrails } from './telling.ts'

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
  const { trails, books, lost } = await withSource(keeping, log, async from => {
    const results = known.length === 0 ? [await checkTrails(from)] : []
    for (const anchors of known) results.push(await checkTrails(from, anchors))
    return { trails: results, books: await checkBooks(from), lost: await lostFiles(from, keeping.files(keeping.dir)) }
  })
  for (const found of trails) tellTrails(found, log)
  tellBooks(books, log)
  tellLost(lost, log)
  if (trails.some(({ faults }) => faults.length > 0)) return
  const beside = known.length === 0 ? '' : ` e contém o que ${known.length === 1 ? 'a cópia dada já sabia' : 'as cópias dadas já sabiam'}`
  log(`A trilha de auditoria confere${beside}.`)
}

/** The files that the books name and the store does not have as they were put. */
export async function lostFiles(from: pg.ClientConfig, files: FileStore): Promise<NamedFile[]> {
  const lost: NamedFile[] = []
  await withClient(from, async client => {
    await client.query('BEGIN')
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
      SELECT set_config('razao.companies', coalesce(string_agg(id::text, ','), ''), true) FROM companies`)
    for await (const named of filesNamed(client, await listTables(client))) if (!(await contentOf(files, named))) lost.push(named)
    await client.query('ROLLBACK')
  })
  return lost
}
