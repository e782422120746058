// A whole list of records as JSON: PostgreSQL gives columns, in slices, and each record is laid of their cells. None ever stands as an object.

import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { LIST_ROWS } from '#contract/kit/fields.ts'
import { all, type Db } from '#server/db/query.ts'
import { slicesOf } from '#server/db/slices.ts'
import type { InCompany } from '#server/kernel/context.ts'
import { type Column, columnOf, cut, laid, numbered, picked } from './cells.ts'
import { REFERENCES, type Reference, record, referred } from './rows.ts'
import { derivedStatus, type EntryFilter, matches, type SortField, sliceBy, sortBy } from './sql.ts'

/** Cut to the wire's format here: `to_char` would take a third of PostgreSQL's time. */
const INSTANTS = new Set(['applied_at', 'ignored_at', 'created_at', 'updated_at'])
/** Records laid at a time, a few hundred kilobytes: the next are laid when these have left. */
const LAID = 256

/** Records side by side, as PostgreSQL gives them: the JSON array of each column. */
type Slice = { count: number } & Readonly<Record<string, string>>

/** Records side by side: a column for each field. */
interface Table {
  count: number
  columns: Map<string, Column>
}

/**
 * Those fields of every record of a list, in its order; a stream when they are many, and undefined beyond `LIST_ROWS` records. All is read
 * when it returns, so the transaction ends before the first byte leaves, and records are laid as fast as the caller takes them.
 */
export async function recordsJson(
  { db, companyId, today }: InCompany,
  filter: EntryFilter,
  orderBy: SortField,
  fields: readonly string[],
): Promise<Buffer | Readable | undefined> {
  const more = sql`, ${derivedStatus(today)} as derived_status, ${sliceBy(orderBy)} as slice`
  const records = record(companyId, today, matches(filter, today), sql`slice, ${sortBy(orderBy)}, e.id`, more)
  const stored = fields.filter(field => !(field in REFERENCES))
  const query = sql`select count(*)::int as count, ${sql.join(stored.map(arrayOf))} from (${records}) t group by t.slice order by t.slice`
  const references = new Map(Object.entries(REFERENCES).map(([field, reference]) => [field, new References(reference)]))
  const tables: Table[] = []
  let count = 0
  for await (const slices of slicesOf<Slice>(db, 'razao_records', query)) {
    const table = tableOf(slices, stored)
    for (const each of references.values()) each.meet(table)
    tables.push(table)
    count += table.count
    if (count > LIST_ROWS) return undefined
  }
  for (const each of references.values()) await each.read(db, companyId)
  const cellsOf = (field: string, table: Table) => references.get(field)?.columnOf(table) ?? table.columns.get(field) ?? 'null'
  const parts = partsOf(tables, table => fields.map(field => [field, cellsOf(field, table)]))
  return count > LAID ? Readable.from(parts, { objectMode: false }) : Buffer.concat([...parts])
}

function* partsOf(tables: readonly Table[], columnsOf: (table: Table) => [field: string, column: Column][]): Generator<Buffer> {
  yield Buffer.from('[')
  // No comma before the first.
  let skipped = 1
  for (const table of tables) {
    const columns = columnsOf(table)
    for (let row = 0; row < table.count; row += LAID) {
      yield laid(columns, row, Math.min(table.count, row + LAID)).subarray(skipped)
      skipped = 0
    }
  }
  yield Buffer.from(']')
}

function arrayOf(field: string) {
  const column = field === 'status' ? sql`t.derived_status` : sql.ref(`t.${field}`)
  return sql`json_agg(${INSTANTS.has(field) ? sql`${column} at time zone 'UTC'` : column})::text as ${sql.ref(field)}`
}

function tableOf(slices: readonly Slice[], fields: readonly string[]): Table {
  const count = slices.reduce((sum, slice) => sum + slice.count, 0)
  const column = (field: string) => {
    const json = slices.map(slice => slice[field]?.slice(1, -1)).join(', ')
    return columnOf(INSTANTS.has(field) ? onWire(json) : json, count)
  }
  return { count, columns: new Map(fields.map(field => [field, column(field)])) }
}

/** '"2026-03-11T15:00:00.1"' with the three decimals of the wire. */
const onWire = (instants: string): string =>
  instants.replace(/(?<=:\d\d)(?:\.(\d{1,3})\d*)?"/g, (_, decimals = '') => `.${decimals.padEnd(3, '0')}Z"`)

/** The JSON of what records refer to in one field: thousands share a category, which is read once. */
class References {
  readonly #reference: Reference
  readonly #ids = new Map([['null', 0]])
  readonly #numbers = new Map<Table, Uint32Array | number>()
  #json = cut('null', 1)

  constructor(reference: Reference) {
    this.#reference = reference
  }

  /** Takes up the ids in a table. */
  meet(table: Table): void {
    this.#numbers.set(table, numbered(table.columns.get(this.#reference.column) ?? 'null', this.#ids))
  }

  /** Reads what all of them name. */
  async read(db: Db, companyId: string): Promise<void> {
    const ids = [...this.#ids.keys()].slice(1).map(id => id.slice(1, -1))
    if (ids.length === 0) return
    const rows = await all(
      db,
      sql<{ id: string; ref: object }>`select r.id, r.ref from ${referred(this.#reference)} r
        where r.company_id = ${companyId} and r.id = any (${ids}::uuid[])`,
    )
    const json = Array.from(this.#ids, () => 'null')
    for (const { id, ref } of rows) json[this.#ids.get(`"${id}"`) ?? 0] = JSON.stringify(ref)
    this.#json = cut(json.join(', '), json.length)
  }

  columnOf(table: Table): Column {
    return picked(this.#json, this.#numbers.get(table) ?? 0)
  }
}
