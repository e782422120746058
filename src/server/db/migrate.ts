// Brings the schema to this build's version in one transaction: if it is killed half-way, nothing has changed.
import { setTimeout as wait } from 'node:timers/promises'
import { type Migration, Migrator, sql } from 'kysely'
import pg from 'pg'
import { elapsed } from '#server/base/elapsed.ts'
import { openKysely } from './kysely.ts'
import { migrations as productMigrations } from './migrations/index.ts'
import { reasonOf, StartError } from './start-error.ts'

export interface MigrateOptions {
  /** The product's own unless a test brings others. */
  readonly migrations?: Record<string, Migration>
  /** The last migration to run; a backup is restored into the schema it was taken from. */
  readonly upTo?: string
  /** How long it tries while others hold the tables. */
  readonly patienceMs?: number
}

/** Whoever waits for a table holds up every request behind it: a migration gives way, and tries again with a little more patience. */
const LOCK_MS = 500
/** Past the second after which PostgreSQL ends one of a circle, and within what a request waits. */
const MOST_LOCK_MS = 2000
const GAVE_WAY = new Set(['55P03', '40P01'])
const PATIENCE_MS = 120_000
const AGAIN_MS = 300

/** Returns the names of the migrations that ran. Throws StartError when one fails or the database is from a newer build. */
export async function migrate(
  owner: pg.ClientConfig,
  { migrations = productMigrations, upTo, patienceMs = PATIENCE_MS }: MigrateOptions = {},
): Promise<readonly string[]> {
  const db = openKysely({ ...owner, max: 2 })
  try {
    for (let [lockMs, end] = [LOCK_MS, performance.now() + patienceMs]; ; lockMs = Math.min(MOST_LOCK_MS, lockMs * 1.5)) {
      const asked = Object.fromEntries(Object.entries(migrations).map(givingWay(Math.round(lockMs))))
      const migrator = new Migrator({ db, provider: { getMigrations: async () => asked } })
      const { error, results = [] } = upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
      if (error === undefined) return results.filter(result => result.status === 'Success').map(result => result.migrationName)
      if (!gaveWay(error) || performance.now() > end)
        throw new StartError(explain(error, results.find(result => result.status === 'Error')?.migrationName), { cause: error })
      await wait(AGAIN_MS * (1 + Math.random()))
    }
  } finally {
    await db.destroy()
  }
}

/** The same by this build's own migrations, and how long they took is said. */
export async function bringToThisVersion(owner: pg.ClientConfig, say: (line: string) => void): Promise<void> {
  const started = performance.now()
  const ran = await migrate(owner)
  if (ran.length > 0) say(`Banco preparado em ${elapsed(started)}.`)
}

/** The processes that migrate wait for each other without it: only the tables are taken so. */
const givingWay =
  (lockMs: number) =>
  ([name, { up, down }]: [string, Migration]): [string, Migration] => [
    name,
    {
      ...(down && { down }),
      async up(db) {
        await sql`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`.execute(db)
        await up(db)
      },
    },
  ]

const gaveWay = (error: unknown): boolean => error instanceof pg.DatabaseError && GAVE_WAY.has(error.code ?? '')

function explain(error: unknown, failed: string | undefined): string {
  const reason = reasonOf(error)
  if (/previously executed migration .* is missing/.test(reason))
    return 'Este banco já foi usado por uma versão mais nova do Razão. Atualize o Razão para abri-lo. Nada foi alterado.'
  if (gaveWay(error))
    return `A atualização do banco${failed ? ` parou em ${failed}` : ' falhou'}: outra conexão segura as tabelas (uma cópia ou consulta longa). Nada foi alterado; tente de novo quando ela terminar.`
  return `A atualização do banco${failed ? ` parou em ${failed}` : ' falhou'}: ${reason}. Nada foi alterado.`
}
