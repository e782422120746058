// A whole list of records as JSON: PostgreSQL gives columns, in slices, and each record is laid of their cells. None ever stands as an object.

import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { LIST_ROWS } from '#contract/kit/fields.ts'
import { all, type Db } from '#server/db/query.ts'
import { slicesOf } from '#server/db/slices.ts'
import type { InCompany } from '#server/kernel/context.ts'
import { REFERENCES, record, referred } from './rows.ts'
import { derivedStatus, type EntryFilter, matches, type SortField, sliceBy, sortBy } from './sql.ts'

/** Cut to the wire's format here: `to_char` would take a third of PostgreSQL's time. */
const INSTANTS = new Set(['applied_at', 'ignored_at', 'created_at', 'updated_at'])

/** Records side by side: the JSON array of each column. */
type Slice = Readonly<Record<string, string>>
/** The JSON of each cell, or of one where all are the same. */
type Cells = string | readonly string[]

/** Those fields of every record of a list, in its order; undefined beyond `LIST_ROWS` records. */
export async function recordsJson(
  { db, companyId, today }: InCompany,
  filter: EntryFilter,
  orderBy: SortField,
  fields: readonly string[],
): Promise<Buffer | undefined> {
  const more = sql`, ${derivedStatus(today)} as derived_status, ${sliceBy(orderBy)} as slice`
  const records = record(companyId, today, matches(filter, today), sql`slice, ${sortBy(orderBy)}, e.id`, more)
  const columns = fields.filter(field => !(field in REFERENCES)).map(columnOf)
  const query = sql`select count(*)::text as count, ${sql.join(columns)} from (${records}) t group by t.slice order by t.slice`
  const references = new References(db, companyId)
  const parts: Buffer[] = []
  let count = 0
  for await (const slices of slicesOf<Slice>(db, 'razao_records', query, rows => references.read(rows))) {
    for (const slice of slices) {
      const cells = fields.map(field => [field, field in REFERENCES ? references.cellsOf(field, slice) : cellsOf(field, slice)] as const)
      parts.push(Buffer.from(`${count === 0 ? '[' : ','}${laid(cells, Number(slice.count))}`))
      count += Number(slice.count)
      // The next slices come in, and others are served.
      await turn()
    }
    if (count > LIST_ROWS) return undefined
  }
  return Buffer.concat([...parts, Buffer.from(count === 0 ? '[]' : ']')])
}

function columnOf(field: string) {
  const column = field === 'status' ? sql`t.derived_status` : sql.ref(`t.${field}`)
  return sql`json_agg(${INSTANTS.has(field) ? sql`${column} at time zone 'UTC'` : column})::text as ${sql.ref(field)}`
}

function laid(fields: readonly (readonly [name: string, cells: Cells])[], count: number): string {
  const differing: { before: string; cells: readonly string[] }[] = []
  let before = ''
  for (const [name, cells] of fields) {
    before += `${before === '' && differing.length === 0 ? '{' : ','}"${name}":`
    if (typeof cells === 'string') before += cells
    else {
      differing.push({ before, cells })
      before = ''
    }
  }
  let text = ''
  for (let row = 0; row < count; row++) {
    if (row > 0) text += ','
    for (const { before, cells } of differing) text += `${before}${cells[row]}`
    text += `${before}}`
  }
  return text
}

function cellsOf(column: string, slice: Slice): Cells {
  const json = slice[column] ?? ''
  const end = json.indexOf(', ')
  const first = json.slice(1, end < 0 ? -1 : end)
  const wire = INSTANTS.has(column) ? instantOf : (cell: string) => cell
  if (json === `[${`${first}, `.repeat(Number(slice.count) - 1)}${first}]`) return wire(first)
  const cells = json.slice(1, -1).split(', ')
  // A comma within a cell makes more pieces than there are cells.
  return cells.length === Number(slice.count) ? cells.map(wire) : (JSON.parse(json) as unknown[]).map(value => wire(JSON.stringify(value)))
}

/** '"2026-03-11T15:00:00.1"' with the three decimals of the wire. */
function instantOf(cell: string): string {
  return cell === 'null' ? cell : `${cell.slice(0, 20)}.${cell.slice(21, -1).slice(0, 3).padEnd(3, '0')}Z"`
}

/** The JSON of what records refer to: thousands share a category, which is read once. */
class References {
  readonly #db: Db
  readonly #companyId: string
  readonly #known = new Map(Object.keys(REFERENCES).map(field => [field, new Map([['null', 'null']])]))

  constructor(db: Db, companyId: string) {
    this.#db = db
    this.#companyId = companyId
  }

  /** Reads what these records refer to and none before them did. */
  async read(slices: Slice[]): Promise<Slice[]> {
    const wanted = Object.entries(REFERENCES).flatMap(([field, reference]) => {
      const known = this.#known.get(field)
      const missing = new Set<string>()
      for (const slice of slices) for (const id of [cellsOf(reference.column, slice)].flat()) if (!known?.has(id)) missing.add(id)
      if (missing.size === 0) return []
      const ids = [...missing].map(id => id.slice(1, -1))
      return sql`select ${sql.lit(field)} as field, r.id, r.ref from ${referred(reference)} r
        where r.company_id = ${this.#companyId} and r.id = any (${ids}::uuid[])`
    })
    if (wanted.length === 0) return slices
    const rows = await all(this.#db, sql<{ field: string; id: string; ref: object }>`${sql.join(wanted, sql` union all `)}`)
    for (const { field, id, ref } of rows) this.#known.get(field)?.set(`"${id}"`, JSON.stringify(ref))
    return slices
  }

  cellsOf(field: string, slice: Slice): Cells {
    const known = this.#known.get(field)
    const ids = cellsOf(REFERENCES[field]?.column ?? '', slice)
    const written = (id: string) => known?.get(id) ?? 'null'
    return typeof ids === 'string' ? written(ids) : ids.map(written)
  }
}
