// The typed query builder over one pool.
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Db, PREPARED_MARK } from './query.ts'
import type { Database } from './schema.ts'

/** The names of the prepared statements; no name is given twice. */
const names = new Map<string, string>()
let named = 0

/** A newer version's migration changed what a prepared statement answers: it is refused on each connection that prepared it before. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'

/** What holds for each transaction, where nothing said at a connection's start is sure to reach it: behind a pooler. */
export interface PerTransaction {
  readonly role: string | undefined
  readonly statement_timeout: number
  readonly lock_timeout: number
  readonly idle_in_transaction_session_timeout: number
}

/** A pool, and how its statements travel. */
export interface PoolConfig extends pg.PoolConfig {
  /** Said together with each BEGIN, in the same message; a statement alone then gets a transaction of its own. */
  readonly perTransaction?: PerTransaction
  /** False where a pooler between keeps no prepared statements. */
  readonly keepsPrepared?: boolean
}

const BEGIN = /^(begin|start transaction)\b/i
const END = /^(commit|rollback)$/i

/** The settings as one list of statements; names and numbers of our own only. */
export const settingsOf = ({ role, ...times }: PerTransaction): string =>
  [
    ...(role === undefined ? [] : [`set local role ${role}`]),
    ...Object.entries(times).map(([name, ms]) => `set local ${name} = ${ms}`),
  ].join('; ')

/** How much longer than a statement may take its answer is waited for: a server that hangs or is unreachable never says so itself. */
const GRACE_MS = 5000

/**
 * Names the statements that begin with `PREPARED`, so that the server recognises them on the same connection, says with each BEGIN what holds
 * for its transaction, and gives up a connection that does not answer.
 */
class Client extends pg.Client {
  readonly #deadlineMs: number | undefined
  /** Undefined: what was said at the connection's start holds. */
  readonly #settings: string | undefined
  readonly #keepsPrepared: boolean
  #inTransaction = false

  constructor(config?: pg.ClientConfig & PoolConfig) {
    super(config)
    const { perTransaction, keepsPrepared = true } = config ?? {}
    const longest = perTransaction?.statement_timeout ?? config?.statement_timeout
    this.#deadlineMs = typeof longest === 'number' ? longest + GRACE_MS : undefined
    this.#settings = perTransaction && settingsOf(perTransaction)
    this.#keepsPrepared = keepsPrepared
  }

  override query(...args: unknown[]): never {
    const routed = this.#routed as (this: Client, args: unknown[]) => never
    return routed.call(this, args)
  }

  #routed(args: unknown[]): unknown {
    const [text] = args
    const settings = this.#settings
    if (settings === undefined || typeof text !== 'string') return this.#watched(args)
    if (BEGIN.test(text)) return this.#begin(`${text}; ${settings}`)
    if (!this.#inTransaction) return this.#alone(`begin; ${settings}`, args)
    if (END.test(text)) this.#inTransaction = false
    return this.#watched(args)
  }

  /** One that fails half-way leaves no open transaction to the next user of the connection. */
  async #begin(text: string): Promise<unknown> {
    try {
      const begun = await this.#watched([text])
      this.#inTransaction = true
      return begun
    } catch (error) {
      await this.#rollBack()
      throw error
    }
  }

  async #alone(begin: string, args: unknown[]): Promise<unknown> {
    await this.#begin(begin)
    this.#inTransaction = false
    try {
      const answer = await this.#watched(args)
      await this.#watched(['commit'])
      return answer
    } catch (error) {
      await this.#rollBack()
      throw error
    }
  }

  async #rollBack(): Promise<void> {
    await Promise.resolve(this.#watched(['rollback'])).catch(() => {})
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
    if (!this.#keepsPrepared || typeof text !== 'string' || !text.startsWith(PREPARED_MARK)) return query.apply(this, args)
    if (!names.has(text)) named += 1
    const name = names.get(text) ?? `razao_${named}`
    names.set(text, name)
    const sent = query.call(this, { name, text, values })
    // All of them get new names at once: whoever runs the transaction again meets no other that is stale.
    if (sent instanceof Promise) sent.catch(error => isStalePlan(error) && names.get(text) === name && names.clear())
    return sent
  }
}

const pools = new WeakMap<object, pg.Pool>()

/** The pool that `openKysely` opened: how many of its connections are busy. */
export const poolOf = (db: object): pg.Pool | undefined => pools.get(db)

/** Opens a pool. `onLost` is told of a connection that breaks, idle or in use, and the next use replaces it; `destroy()` closes the pool. */
export function openKysely(config: PoolConfig, onLost: (error: Error) => void = () => {}): Db {
  const pool = new pg.Pool({ ...config, Client })
  pool.on('error', onLost)
  // Nobody else listens to a connection that breaks between two queries of a transaction, and an unheard error ends the process.
  pool.on('connect', client => client.on('error', onLost))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}
