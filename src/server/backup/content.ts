// The text inside a backup: a header line, blocks of COPY rows and then whole files, each announced by a line, and a closing line with the
// counts and digests of all of it.
import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { z } from 'zod'
import type { FileStore } from '#server/adapters/files.ts'
import { CopyOut } from '#server/db/copy-streams.ts'
import { StartError } from '#server/db/start-error.ts'
import {
  columnList,
  listMigrations,
  listSequences,
  listTables,
  qualified,
  sequenceState,
  type TableShape,
  tableShape,
} from '#server/db/table-catalogue.ts'
import { type Anchor, anchorsOf, LINKS } from '#server/db/trail.ts'
import { contentOf, type NamedFile, namedFile, spooled, spoolNames } from './named-files.ts'
import { RowDigest } from './row-digest.ts'

const header = z.object({
  format: z.literal('razao-backup'),
  /** Version 1 had no files. */
  version: z.union([z.literal(1), z.literal(2)]),
  made_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(tableShape),
  sequences: z.array(sequenceState),
  /** Tells the secret of the product that was copied from any other, without giving it away. */
  secret_check: z.string().optional(),
})
export type BackupHeader = z.infer<typeof header>

const tableTotal = z.object({ name: z.string(), rows: z.int(), digest: z.string() })
/** `digest` comes from RowDigest and does not depend on row order. */
export type TableTotal = z.infer<typeof tableTotal>

/** `digest` is of the names and contents of all files, in any order. */
const filesTotal = z.object({ count: z.int(), bytes: z.int(), digest: z.string(), missing: z.array(namedFile) })
export type FilesTotal = z.infer<typeof filesTotal>
export const noFiles: FilesTotal = { count: 0, bytes: 0, digest: new RowDigest().hex(), missing: [] }

/** The manifest: every table with its count and digest, and the files with theirs. */
export interface Totals {
  tables: readonly TableTotal[]
  files: FilesTotal
  anchors: readonly Anchor[]
}

const block = z.object({ table: z.string(), bytes: z.int().positive() })
const fileBlock = z.object({ file: z.string(), sha256: z.string(), bytes: z.int().nonnegative() })
/** Where each company's chain of batches stood. */
const anchor = z.object({ company_id: z.string(), seq: z.int(), link: z.string() })
const closing = z.object({
  tables: z.array(tableTotal),
  files: filesTotal.default(noFiles),
  anchors: z.array(anchor).readonly().default([]),
  sha256: z.string(),
})

export type Block = { kind: 'rows'; table: string; rows: Buffer } | { kind: 'file'; storage_key: string; sha256: string; content: Buffer }

/** Makes the text of values independent of the connection, so that both ends of a copy write the same bytes. */
export const plainSession = `
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '60s';
  SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL bytea_output = 'hex';
  SET LOCAL extra_float_digits = 3; SET LOCAL client_encoding = 'UTF8'; SET LOCAL row_security = off`

export interface ContentOptions {
  client: pg.Client
  madeAt: string
  files: FileStore
  /** Where the names of the files are kept while their contents are read. */
  scratch: string
  secretCheck?: string | undefined
  /** Filled on the way. */
  totals: { tables: TableTotal[]; files: FilesTotal; anchors: readonly Anchor[] }
}

/**
 * Reads the snapshot of the open transaction and ends it, then the files that the snapshot names: a file is never removed nor changed, so
 * they are of the same moment.
 */
export async function* writeContent({ client, madeAt, files, scratch, secretCheck, totals }: ContentOptions): AsyncGenerator<Buffer> {
  const sha = createHash('sha256')
  const seen = (bytes: Buffer) => {
    sha.update(bytes)
    return bytes
  }
  const tables = await listTables(client)
  const head: BackupHeader = {
    format: 'razao-backup',
    version: 2,
    made_at: madeAt,
    migrations: await listMigrations(client),
    tables,
    sequences: await listSequences(client),
    ...(secretCheck === undefined ? {} : { secret_check: secretCheck }),
  }
  yield seen(line(head))
  for (const table of tables) {
    const digest = new RowDigest()
    for await (const rows of client.query(copyOf(client, table, digest))) {
      yield seen(line({ table: table.name, bytes: rows.length } satisfies z.infer<typeof block>))
      yield seen(rows)
    }
    totals.tables.push({ name: table.name, rows: digest.rows, digest: digest.hex() })
  }
  await spoolNames(client, tables, scratch)
  if (tables.some(table => table.name === LINKS)) totals.anchors = await anchorsOf(client)
  await client.query('ROLLBACK')
  const tally = new FilesTally()
  for await (const named of spooled(scratch)) {
    const content = await contentOf(files, named)
    if (!content) {
      tally.missing.push(named)
      continue
    }
    tally.add(named.storage_key, named.sha256, content.length)
    yield seen(line({ file: named.storage_key, sha256: named.sha256, bytes: content.length } satisfies z.infer<typeof fileBlock>))
    yield seen(content)
  }
  totals.files = tally.total()
  yield line({ ...totals, sha256: sha.digest('hex') } satisfies z.infer<typeof closing>)
}

/** Counts and digests files as they pass. */
class FilesTally {
  readonly missing: NamedFile[] = []
  readonly #digest = new RowDigest()
  #bytes = 0

  add(storageKey: string, sha256: string, bytes: number): void {
    this.#digest.add(Buffer.from(`${storageKey}\t${sha256}\t${bytes}`))
    this.#bytes += bytes
  }

  total(): FilesTotal {
    return { count: this.#digest.rows, bytes: this.#bytes, digest: this.#digest.hex(), missing: this.missing }
  }
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
  #totals: Totals | undefined

  constructor(source: Readable) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async header(): Promise<BackupHeader> {
    const first = await this.#line()
    this.#sha.update(first)
    return this.#parse(header, first)
  }

  /** Yields whole rows of one table or one file at a time. Ends only when the file's own digest was right and nothing follows. */
  async *blocks(): AsyncGenerator<Block> {
    const tally = new FilesTally()
    for (;;) {
      const text = await this.#line()
      const next = this.#parse(z.union([block, fileBlock, closing]), text)
      if ('tables' in next) {
        const { sha256, ...totals } = next
        const { count, bytes, digest } = tally.total()
        if (this.#sha.digest('hex') !== sha256) throw damaged()
        if (totals.files.count !== count || totals.files.bytes !== bytes || totals.files.digest !== digest) throw damaged()
        if (await this.#more()) throw damaged()
        this.#totals = totals
        return
      }
      this.#sha.update(text)
      if ('file' in next) {
        const content = await this.#whole(next.bytes)
        if (createHash('sha256').update(content).digest('hex') !== next.sha256) throw damaged()
        tally.add(next.file, next.sha256, next.bytes)
        yield { kind: 'file', storage_key: next.file, sha256: next.sha256, content }
        continue
      }
      const rows = await this.#take(next.bytes)
      this.#sha.update(rows)
      yield { kind: 'rows', table: next.table, rows }
    }
  }

  totals(): Totals {
    if (!this.#totals) throw new Error('the backup was not read to its end')
    return this.#totals
  }

  /** A file arrives in many pieces, joined once. */
  async #whole(bytes: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw damaged()
      const piece = this.#cut(Math.min(left, this.#rest.length))
      this.#sha.update(piece)
      pieces.push(piece)
      left -= piece.length
    }
    return Buffer.concat(pieces, bytes)
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
