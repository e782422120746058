// The typed query builder over one pool.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

/** Opens a pool. An idle connection that breaks is told to `onLost` and replaced at the next use; `destroy()` closes the pool. */
export function openKysely<Tables = unknown>(config: pg.PoolConfig, onLost: (error: Error) => void = () => {}): Kysely<Tables> {
  const pool = new pg.Pool(config)
  pool.on('error', onLost)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
