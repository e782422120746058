// The text inside a backup: a header line, blocks of COPY rows, each announced by a line, and a closing line with counts and digests.
import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { z } from 'zod'
import { CopyOut } from './copy-streams.ts'
import { RowDigest } from './row-digest.ts'
import { StartError } from './start-error.ts'
import {
  columnList,
  listMigrations,
  listSequences,
  listTables,
  qualified,
  sequenceState,
  type TableShape,
  tableShape,
} from './table-catalogue.ts'

const header = z.object({
  format: z.literal('razao-backup'),
  version: z.literal(1),
  made_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(tableShape),
  sequences: z.array(sequenceState),
})
export type BackupHeader = z.infer<typeof header>

const tableTotal = z.object({ name: z.string(), rows: z.number().int(), digest: z.string() })
/** `digest` comes from RowDigest and does not depend on row order. */
export type TableTotal = z.infer<typeof tableTotal>

const block = z.object({ table: z.string(), bytes: z.number().int().positive() })
const closing = z.object({ tables: z.array(tableTotal), sha256: z.string() })

/** Makes the text of values independent of the connection, so that both ends of a copy write the same bytes. */
export const plainSession = `
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '60s';
  SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL bytea_output = 'hex';
  SET LOCAL extra_float_digits = 3; SET LOCAL client_encoding = 'UTF8'; SET LOCAL row_security = off`

/** Reads the snapshot of the open transaction and fills `totals` on the way. */
export async function* writeContent(client: pg.Client, madeAt: string, totals: TableTotal[]): AsyncGenerator<Buffer> {
  const sha = createHash('sha256')
  const seen = (bytes: Buffer) => {
    sha.update(bytes)
    return bytes
  }
  const tables = await listTables(client)
  const head: BackupHeader = {
    format: 'razao-backup',
    version: 1,
    made_at: madeAt,
    migrations: await listMigrations(client),
    tables,
    sequences: await listSequences(client),
  }
  yield seen(line(head))
  for (const table of tables) {
    const digest = new RowDigest()
    for await (const rows of client.query(copyOf(client, table, digest))) {
      yield seen(line({ table: table.name, bytes: rows.length } satisfies z.infer<typeof block>))
      yield seen(rows)
    }
    totals.push({ name: table.name, rows: digest.rows, digest: digest.hex() })
  }
  yield line({ tables: totals, sha256: sha.digest('hex') } satisfies z.infer<typeof closing>)
}

/** Counts and digests a table as it is, to compare with a backup. */
export async function totalOf(client: pg.Client, table: TableShape): Promise<TableTotal> {
  const digest = new RowDigest()
  for await (const _ of client.query(copyOf(client, table, digest))) {
    // only the digest matters
  }
  return { name: table.name, rows: digest.rows, digest: digest.hex() }
}

// A SELECT inside, because COPY of a table alone omits the rows of its partitions.
function copyOf(client: pg.Client, table: TableShape, digest: RowDigest): CopyOut {
  return new CopyOut(`COPY (SELECT ${columnList(client, table)} FROM ${qualified(client, table.name)}) TO STDOUT`, row => digest.add(row))
}

/** Takes a backup's text apart: `header()` first, then `blocks()` to the end; then `totals()` holds the checked ones. */
export class ContentReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #sha: Hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)
  #totals: TableTotal[] | undefined

  constructor(source: Readable) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async header(): Promise<BackupHeader> {
    const first = await this.#line()
    this.#sha.update(first)
    return this.#parse(header, first)
  }

  /** Yields whole rows of one table at a time. Ends only when the file's own digest was right and nothing follows. */
  async *blocks(): AsyncGenerator<{ table: string; rows: Buffer }> {
    for (;;) {
      const text = await this.#line()
      const next = this.#parse(z.union([block, closing]), text)
      if ('sha256' in next) {
        if (this.#sha.digest('hex') !== next.sha256) throw damaged()
        if (await this.#more()) throw damaged()
        this.#totals = next.tables
        return
      }
      this.#sha.update(text)
      const rows = await this.#take(next.bytes)
      this.#sha.update(rows)
      yield { table: next.table, rows }
    }
  }

  totals(): readonly TableTotal[] {
    if (!this.#totals) throw new Error('the backup was not read to its end')
    return this.#totals
  }

  async #more(): Promise<boolean> {
    let next: IteratorResult<Buffer>
    try {
      next = await this.#chunks.next()
    } catch (error) {
      throw error instanceof StartError ? error : damaged(error)
    }
    if (next.done) return false
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value])
    return true
  }

  async #line(): Promise<Buffer> {
    let end = this.#rest.indexOf(10)
    while (end === -1) {
      if (!(await this.#more())) throw damaged()
      end = this.#rest.indexOf(10)
    }
    return this.#cut(end + 1)
  }

  async #take(bytes: number): Promise<Buffer> {
    while (this.#rest.length < bytes) if (!(await this.#more())) throw damaged()
    return this.#cut(bytes)
  }

  #cut(bytes: number): Buffer {
    const part = this.#rest.subarray(0, bytes)
    this.#rest = this.#rest.subarray(bytes)
    return part
  }

  #parse<T>(schema: z.ZodType<T>, text: Buffer): T {
    try {
      return schema.parse(JSON.parse(text.toString()))
    } catch (error) {
      throw damaged(error)
    }
  }
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

const damaged = (cause?: unknown): StartError =>
  new StartError('O arquivo da cópia está danificado ou incompleto. Nada foi alterado.', { cause })
