// The rows of a store: columns, ids and life. It knows no order, no filter and no selection.
import { type CellValue, type Column, columnOf, DerivedColumn, type Fields } from './columns.ts'

/** What the wire sends: one array per field. In a delta, `deleted` (boolean or 0/1) marks rows that left. */
export interface ColumnarRows {
  count: number
  columns: Readonly<Record<string, readonly unknown[]>>
}
export type GridRecord = Record<string, CellValue>

export interface Touched {
  inserted: number[]
  updated: number[]
  removed: number[]
}

/** A row keeps its number for ever; a deleted one stays as a dead number, so that undo and views need no renumbering. */
export class Rows {
  /** Rows ever held, including dead ones. */
  count = 0
  live = 0
  alive = new Uint8Array(0)
  ids: string[] = []
  private readonly columns: Record<string, Column> = {}
  private byId: Map<string, number> | undefined
  private capacity = 0

  constructor(readonly fields: Fields) {
    for (const [field, spec] of Object.entries(fields))
      this.columns[field] = spec.derived
        ? new DerivedColumn(
            spec,
            spec.derived.value(of => this.column(of)),
          )
        : columnOf(spec)
  }

  column(field: string): Column {
    const column = this.columns[field]
    if (!column) throw new Error(`a lista não tem o campo ${field}`)
    return column
  }
  has(field: string): boolean {
    return field in this.columns
  }
  get size(): number {
    return this.capacity
  }

  private reserve(count: number): void {
    if (count <= this.capacity) return
    this.capacity = this.capacity === 0 ? count : Math.max(count, Math.ceil(this.capacity * 1.5))
    const alive = new Uint8Array(this.capacity)
    alive.set(this.alive)
    this.alive = alive
    for (const column of Object.values(this.columns)) column.reserve(this.capacity)
  }

  /** Adds rows whose ids are new; returns the first new row number. */
  append(answer: ColumnarRows): number {
    const from = this.count
    this.reserve(from + answer.count)
    const ids = answer.columns.id as readonly string[]
    for (let at = 0; at < answer.count; at++) this.ids.push(ids[at]!)
    if (this.byId) for (let row = from; row < from + answer.count; row++) this.byId.set(this.ids[row]!, row)
    for (const [field, column] of Object.entries(this.columns)) {
      const cells = answer.columns[field]
      if (cells) column.fill(from, cells)
    }
    this.alive.fill(1, from, from + answer.count)
    this.count += answer.count
    this.live += answer.count
    return from
  }

  /** Builds the index of ids in slices, for idle time; otherwise the first look-up by id builds it at once. */
  *indexSteps(): Generator<void> {
    const made = new Map<string, number>()
    for (let row = 0; row < this.count; row++) {
      made.set(this.ids[row]!, row)
      if (row % 8192 === 8191) yield
      if (this.byId) return
    }
    this.byId = made
    // The engine keeps a copy of each key: held twice, an id would cost a third more.
    if (made.size === this.ids.length) this.ids = [...made.keys()]
  }

  /** The row of an id, or −1. Finds dead rows too, because a rollback revives them. */
  rowOf(id: string): number {
    if (!this.byId) {
      this.byId = new Map()
      for (let row = 0; row < this.count; row++) this.byId.set(this.ids[row]!, row)
    }
    return this.byId.get(id) ?? -1
  }

  /** Upserts and deletes by id. A delta may bring only some columns: the others keep their value, or stay empty in a new row. */
  patch(delta: ColumnarRows): Touched {
    const touched: Touched = { inserted: [], updated: [], removed: [] }
    const { id: ids = [], deleted, ...cells } = delta.columns
    const written = Object.entries(cells).flatMap(([field, values]) => {
      const column = this.columns[field]
      return column ? [{ column, values }] : []
    })
    // new rows are collected and filled column by column, since the rest of a streamed list is almost all new
    const fresh: number[] = []
    const gone = new Set<number>()
    const from = this.count
    for (let at = 0; at < delta.count; at++) {
      const id = String(ids[at])
      const row = this.rowOf(id)
      const left = deleted?.[at]
      if (left === true || left === 1) {
        if (row >= from) gone.add(row)
        else if (row >= 0 && this.alive[row] === 1) {
          this.kill(row)
          touched.removed.push(row)
        }
        continue
      }
      if (row < 0) {
        this.byId?.set(id, from + fresh.length)
        fresh.push(at)
        continue
      }
      // a delta may contain a row twice; the last one counts
      if (row >= from) {
        fresh[row - from] = at
        gone.delete(row)
      } else {
        for (const { column, values } of written) column.put(row, cellOf(values[at]))
        if (this.alive[row] === 1) touched.updated.push(row)
        else {
          this.revive(row)
          touched.inserted.push(row)
        }
      }
    }
    this.insert(fresh, ids, written)
    for (let row = from; row < this.count; row++) {
      if (gone.has(row)) continue
      this.revive(row)
      touched.inserted.push(row)
    }
    return touched
  }

  /** Adds rows from the places `fresh` of a delta, dead until revived. */
  private insert(
    fresh: readonly number[],
    ids: readonly unknown[],
    written: readonly { column: Column; values: readonly unknown[] }[],
  ): void {
    if (fresh.length === 0) return
    const from = this.count
    this.reserve(from + fresh.length)
    const names = fresh.map(at => String(ids[at]))
    for (const name of names) this.ids.push(name)
    this.columns.id?.fill(from, names)
    for (const { column, values } of written) {
      const cells = fresh.map(at => values[at])
      column.fill(from, cells)
    }
    this.count += fresh.length
  }
  kill(row: number): void {
    this.alive[row] = 0
    this.live--
  }
  revive(row: number): void {
    this.alive[row] = 1
    this.live++
  }

  record(row: number): GridRecord {
    const record: GridRecord = { id: this.ids[row]! }
    for (const [field, column] of Object.entries(this.columns)) if (field !== 'id') record[field] = column.get(row)
    return record
  }
}

function cellOf(cell: unknown): CellValue {
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : null
}
