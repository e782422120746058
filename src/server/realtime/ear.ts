// The pool of the sockets' adapter, whose listening connection is tried: a pooler, a broken line or another database would let it go deaf silently.
import { sql } from 'kysely'
import pg from 'pg'
import { newId } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'

const CHANNEL = 'razao_ping'
const PATIENCE_MS = 700
const EVERY_MS = 50

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: Error | boolean) => void) => void

export class EarPool extends pg.Pool {
  readonly #heard = new Set<string>()

  constructor(config: pg.PoolConfig) {
    super(config)
    // An unheard error ends the process; the adapter opens another connection.
    this.on('error', () => {}).on('connect', client => client.on('error', () => {}))
  }

  /** Only the adapter asks for a connection to keep: the one it listens on. */
  override connect(): Promise<pg.PoolClient>
  override connect(done: Connected): void
  override connect(done?: Connected): Promise<pg.PoolClient> | undefined {
    if (!done) return this.#listening()
    super.connect(done)
    return undefined
  }

  async #listening(): Promise<pg.PoolClient> {
    const client = await super.connect()
    client.on('notification', ({ channel, payload }) => channel === CHANNEL && this.#heard.add(payload ?? ''))
    // The adapter takes another in its place and never gives this one back: four broken lines would leave it none.
    client.once('end', () => client.release(true))
    await client.query(`LISTEN ${CHANNEL}`)
    return client
  }

  /** Says it again until it is heard: at the start the adapter is still connecting. */
  async hears(db: Db): Promise<boolean> {
    // The adapter reads every payload as JSON, and leaves alone what names no namespace.
    const word = JSON.stringify({ ping: newId() })
    try {
      for (const end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
        await sql`select pg_notify(${CHANNEL}, ${word})`.execute(db)
        await new Promise(next => setTimeout(next, EVERY_MS))
        if (this.#heard.has(word)) return true
      }
      return false
    } catch {
      return false
    } finally {
      this.#heard.clear()
    }
  }
}
