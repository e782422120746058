// Brings the schema to this build's version in one transaction: if it is killed half-way, nothing has changed.
import { type Migration, Migrator } from 'kysely'
import type pg from 'pg'
import { openKysely } from './kysely.ts'
import { migrations as productMigrations } from './migrations/index.ts'
import { reasonOf, StartError } from './start-error.ts'

export interface MigrateOptions {
  /** The product's own unless a test brings others. */
  readonly migrations?: Record<string, Migration>
  /** The last migration to run; a backup is restored into the schema it was taken from. */
  readonly upTo?: string
}

/** Returns the names of the migrations that ran. Throws StartError when one fails or the database is from a newer build. */
export async function migrate(
  owner: pg.ClientConfig,
  { migrations = productMigrations, upTo }: MigrateOptions = {},
): Promise<readonly string[]> {
  const db = openKysely({ ...owner, max: 2 })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error, results = [] } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
    if (error) throw new StartError(explain(error, results.find(result => result.status === 'Error')?.migrationName), { cause: error })
    return results.filter(result => result.status === 'Success').map(result => result.migrationName)
  } finally {
    await db.destroy()
  }
}

function explain(error: unknown, failed: string | undefined): string {
  const reason = reasonOf(error)
  if (/previously executed migration .* is missing/.test(reason))
    return 'Este banco já foi usado por uma versão mais nova do Razão. Atualize o Razão para abri-lo. Nada foi alterado.'
  return `A atualização do banco${failed ? ` parou em ${failed}` : ' falhou'}: ${reason}. Nada foi alterado.`
}
