// COPY as the benches use it: the fastest way rows get into the database and out of it, and so the floor of imports and lists.
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { CopyIn, CopyOut } from '#server/db/copy-streams.ts'

const ROWS_PER_WRITE = 1000

const escaped: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const cell = (value: unknown): string =>
  value === null || value === undefined ? '\\N' : String(value).replace(/[\\\t\n\r]/g, at => escaped[at] ?? at)

/** Rows as COPY reads them; made before the clock starts. */
export const copyLines = (rows: readonly (readonly unknown[])[]): string[] => rows.map(row => `${row.map(cell).join('\t')}\n`)

export async function copyIn(client: pg.Client, table: string, columns: string, lines: readonly string[]): Promise<void> {
  const stream = client.query(new CopyIn(`copy ${table} (${columns}) from stdin`))
  for (let at = 0; at < lines.length; at += ROWS_PER_WRITE)
    if (!stream.write(lines.slice(at, at + ROWS_PER_WRITE).join(''))) await new Promise<void>(done => stream.once('drain', done))
  stream.end()
  await finished(stream)
}

/** Reads every byte of a select and forgets it. */
export async function copyOut(client: pg.Client, select: string): Promise<void> {
  for await (const _block of client.query(new CopyOut(`copy (${select}) to stdout`)));
}
