// The files that rows of the database name: every table with a `storage_key` names some, so a table of tomorrow is not forgotten.
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { z } from 'zod'
import { FileLost, type FileStore } from '#server/adapters/files.ts'
import { qualified, type TableShape } from '#server/db/table-catalogue.ts'

export const namedFile = z.object({
  storage_key: z.string(),
  sha256: z.string(),
  /** As people know it. */
  name: z.string(),
})
export type NamedFile = z.infer<typeof namedFile>

const FETCHED = 2000
const NAME_COLUMNS = ['name', 'file_name']

/** Each file once, in the order of their places; within the caller's transaction. */
export async function* filesNamed(client: pg.Client, tables: readonly TableShape[]): AsyncGenerator<NamedFile> {
  const naming = tables.filter(({ columns }) => columns.includes('storage_key'))
  if (naming.length === 0) return
  const each = naming.map(table => {
    const name = NAME_COLUMNS.find(column => table.columns.includes(column)) ?? 'storage_key'
    return `SELECT storage_key, sha256, ${name} AS name FROM ${qualified(client, table.name)}`
  })
  await client.query(
    `DECLARE named_files NO SCROLL CURSOR FOR
       SELECT storage_key, sha256, min(name) AS name FROM (${each.join(' UNION ALL ')}) f GROUP BY 1, 2 ORDER BY 1, 2`,
  )
  for (;;) {
    const { rows } = await client.query(`FETCH ${FETCHED} FROM named_files`)
    for (const row of rows) yield namedFile.parse(row)
    if (rows.length < FETCHED) break
  }
  await client.query('CLOSE named_files')
}

/** Keeps the list on disk: the contents are read when the transaction is over, however many there are. */
export async function spoolNames(client: pg.Client, tables: readonly TableShape[], path: string): Promise<void> {
  const list = createWriteStream(path, { mode: 0o600 })
  const failed = finished(list)
  failed.catch(() => {})
  for await (const named of filesNamed(client, tables))
    if (!list.write(`${JSON.stringify(named)}\n`)) await Promise.race([new Promise<void>(next => list.once('drain', () => next())), failed])
  list.end()
  await failed
}

export async function* spooled(path: string): AsyncGenerator<NamedFile> {
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    yield namedFile.parse(JSON.parse(text))
}

/** Undefined: the store does not have it, or has another content under its name. */
export async function contentOf(files: FileStore, { storage_key }: NamedFile): Promise<Buffer | undefined> {
  try {
    return Buffer.from(await files.get(storage_key))
  } catch (error) {
    if (error instanceof FileLost) return undefined
    throw error
  }
}
