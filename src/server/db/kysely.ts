// The typed query builder over one pool.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { PREPARED_MARK } from './query.ts'

const names = new Map<string, string>()

/** Gives the statements that begin with `PREPARED` a name, by which the server knows them again on the same connection. */
class Client extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values] = args
    const query = super.query as (...args: unknown[]) => never
    if (typeof text !== 'string' || !text.startsWith(PREPARED_MARK)) return query.apply(this, args)
    const name = names.get(text) ?? `razao_${names.size}`
    names.set(text, name)
    return query.call(this, { name, text, values })
  }
}

const pools = new WeakMap<object, pg.Pool>()

/** The pool behind what `openKysely` gave: how many of its connections are busy. */
export const poolOf = (db: object): pg.Pool | undefined => pools.get(db)

/** Opens a pool. A connection that breaks, idle or in use, is told to `onLost` and replaced at the next use; `destroy()` closes the pool. */
export function openKysely<Tables = unknown>(config: pg.PoolConfig, onLost: (error: Error) => void = () => {}): Kysely<Tables> {
  const pool = new pg.Pool({ ...config, Client })
  pool.on('error', onLost)
  // One that breaks between two queries of a transaction has nobody else listening, and an unheard error ends the process.
  pool.on('connect', client => client.on('error', onLost))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}
