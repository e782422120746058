// The typed query builder over one pool.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Db, PREPARED_MARK } from './query.ts'
import type { Database } from './schema.ts'

const names = new Map<string, string>()

/** How much longer than a statement may take its answer is waited for: a server that hangs or is unreachable never says so itself. */
const GRACE_MS = 5000

/**
 * Names the statements that begin with `PREPARED`, so that the server recognises them on the same connection, and gives up a connection
 * that does not answer.
 */
class Client extends pg.Client {
  readonly #deadlineMs: number | undefined

  constructor(config?: pg.ClientConfig) {
    super(config)
    this.#deadlineMs = typeof config?.statement_timeout === 'number' ? config.statement_timeout + GRACE_MS : undefined
  }

  override query(...args: unknown[]): never {
    const watched = this.#watched as (this: Client, args: unknown[]) => never
    return watched.call(this, args)
  }

  #watched(args: unknown[]): unknown {
    const sent = this.#send(args)
    if (this.#deadlineMs !== undefined && sent instanceof Promise) {
      const late = setTimeout(() => this.#giveUp(), this.#deadlineMs)
      const answered = () => clearTimeout(late)
      sent.then(answered, answered)
    }
    return sent
  }

  #giveUp(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(error: Error): void } } }
    connection.stream.destroy(new Error('Connection terminated: no answer'))
  }

  #send(args: unknown[]): unknown {
    const [text, values] = args
    const query = super.query as (...args: unknown[]) => unknown
    if (typeof text !== 'string' || !text.startsWith(PREPARED_MARK)) return query.apply(this, args)
    const name = names.get(text) ?? `razao_${names.size}`
    names.set(text, name)
    return query.call(this, { name, text, values })
  }
}

const pools = new WeakMap<object, pg.Pool>()

/** The pool that `openKysely` opened: how many of its connections are busy. */
export const poolOf = (db: object): pg.Pool | undefined => pools.get(db)

/** Opens a pool. `onLost` is told of a connection that breaks, idle or in use, and the next use replaces it; `destroy()` closes the pool. */
export function openKysely(config: pg.PoolConfig, onLost: (error: Error) => void = () => {}): Db {
  const pool = new pg.Pool({ ...config, Client })
  pool.on('error', onLost)
  // Nobody else listens to a connection that breaks between two queries of a transaction, and an unheard error ends the process.
  pool.on('connect', client => client.on('error', onLost))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}
