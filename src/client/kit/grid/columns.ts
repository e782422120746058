// The columns of a store: one array per field, each knowing how its cells travel, sort and read.
import type { ColumnKind } from '#contract/kit/columns.ts'
import { dayOfSerial, serialOf } from '#domain/day-serial.ts'
import { Vocabulary } from './vocabulary.ts'

export type CellValue = string | number | boolean | null
/** `time` is an instant in ISO form; the other kinds are those of the wire (contract/kit/columns). */
export type FieldKind = ColumnKind | 'time'

export interface FieldSpec {
  kind: FieldKind
  /** The word a person reads for an enum's value or a ref's id: "Pago", the contact's name. */
  label?: (value: string) => string
  /** Values in the order in which they sort; without it labels sort alphabetically. */
  order?: readonly string[]
  /** Whether the bare words of the quick search look here. */
  search?: boolean
  /** The value told by other fields of the row; `order` names all there are. */
  derived?: { from: readonly string[]; value(column: (field: string) => Column): (row: number) => string }
}
export type Fields = Readonly<Record<string, FieldSpec>>

export interface Column {
  readonly kind: FieldKind
  reserve(capacity: number): void
  /** Writes cells from row `from` on, as they came over the wire. */
  fill(from: number, cells: readonly unknown[]): void
  get(row: number): CellValue
  put(row: number, value: CellValue): void
  /** The cell as an integer that sorts (cents, day number, rank); NaN when empty. */
  num(row: number): number
  /** `num` of rows 0 to count − 1. */
  keys(count: number): Float64Array
}

/** A column whose cells are words of a vocabulary and can be searched. */
export interface WordColumn extends Column {
  readonly vocabulary: Vocabulary
  code(row: number): number
  /** Code of each row; the array is replaced when the store grows. */
  codes(): Int32Array
}

export function isWordColumn(column: Column): column is WordColumn {
  return 'vocabulary' in column
}

/** An empty day in an Int32Array. */
const NO_DAY = -2147483648

abstract class KeyedColumn {
  abstract num(row: number): number
  keys(count: number): Float64Array {
    const keys = new Float64Array(count)
    for (let row = 0; row < count; row++) keys[row] = this.num(row)
    return keys
  }
}

function grown<A extends Float64Array | Int32Array | Uint8Array>(old: A, next: A): A {
  next.set(old as never)
  return next
}

/** Cents, counts and instants: Float64 is exact to 2^53, where Int32 would end at 21 million reais. */
class NumberColumn extends KeyedColumn implements Column {
  private data = new Float64Array(0)
  constructor(readonly kind: 'money' | 'count' | 'time') {
    super()
  }
  reserve(capacity: number): void {
    const from = this.data.length
    this.data = grown(this.data, new Float64Array(capacity)).fill(Number.NaN, from)
  }
  fill(from: number, cells: readonly unknown[]): void {
    for (let at = 0; at < cells.length; at++) this.data[from + at] = this.read(cells[at])
  }
  private read(cell: unknown): number {
    if (typeof cell === 'number') return cell
    return this.kind === 'time' && typeof cell === 'string' ? Date.parse(cell) : Number.NaN
  }
  get(row: number): CellValue {
    const value = this.data[row]!
    if (Number.isNaN(value)) return null
    return this.kind === 'time' ? new Date(value).toISOString() : value
  }
  put(row: number, value: CellValue): void {
    this.data[row] = this.read(value)
  }
  num(row: number): number {
    return this.data[row]!
  }
  override keys(count: number): Float64Array {
    return this.data.subarray(0, count)
  }
}

class DayColumn extends KeyedColumn implements Column {
  readonly kind = 'day'
  private data = new Int32Array(0)
  reserve(capacity: number): void {
    const from = this.data.length
    this.data = grown(this.data, new Int32Array(capacity)).fill(NO_DAY, from)
  }
  fill(from: number, cells: readonly unknown[]): void {
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]
      this.data[from + at] = typeof cell === 'string' ? serialOf(cell) : NO_DAY
    }
  }
  get(row: number): CellValue {
    const value = this.data[row]!
    return value === NO_DAY ? null : dayOfSerial(value)
  }
  put(row: number, value: CellValue): void {
    this.data[row] = typeof value === 'string' && value !== '' ? serialOf(value) : NO_DAY
  }
  num(row: number): number {
    const value = this.data[row]!
    return value === NO_DAY ? Number.NaN : value
  }
}

class FlagColumn extends KeyedColumn implements Column {
  readonly kind = 'flag'
  private data = new Uint8Array(0)
  reserve(capacity: number): void {
    const from = this.data.length
    this.data = grown(this.data, new Uint8Array(capacity)).fill(2, from)
  }
  fill(from: number, cells: readonly unknown[]): void {
    for (let at = 0; at < cells.length; at++) this.data[from + at] = flagCode(cells[at])
  }
  get(row: number): CellValue {
    const value = this.data[row]!
    return value === 2 ? null : value === 1
  }
  put(row: number, value: CellValue): void {
    this.data[row] = flagCode(value)
  }
  num(row: number): number {
    const value = this.data[row]!
    return value === 2 ? Number.NaN : value
  }
}

function flagCode(cell: unknown): number {
  return typeof cell === 'boolean' ? (cell ? 1 : 0) : 2
}

/** Few values, many rows: statuses, contacts, categories, accounts. Rows hold codes; the labels are the vocabulary. */
class CodedColumn extends KeyedColumn implements WordColumn {
  readonly vocabulary = new Vocabulary()
  private values: (string | null)[] = [null]
  private index = new Map<string, number>()
  private data = new Int32Array(0)
  private orderRank: Int32Array | undefined
  constructor(
    readonly kind: 'enum' | 'ref',
    private readonly spec: FieldSpec,
  ) {
    super()
    for (const value of spec.order ?? []) this.codeOf(value)
  }
  private codeOf(cell: unknown): number {
    if (typeof cell !== 'string' || cell === '') return 0
    const known = this.index.get(cell)
    if (known !== undefined) return known
    const code = this.values.push(cell) - 1
    this.index.set(cell, code)
    // pushed, not added: two values may share a label and still be two codes
    this.vocabulary.words.push(this.label(cell))
    this.orderRank = undefined
    return code
  }
  private label(value: string): string {
    return this.spec.label?.(value) ?? value
  }
  /** Asks for every label again: a lookup was loaded or a name changed. */
  relabel(): void {
    this.vocabulary.replace(this.values.map(value => (value === null ? '' : this.label(value))))
  }
  reserve(capacity: number): void {
    this.data = grown(this.data, new Int32Array(capacity))
  }
  fill(from: number, cells: readonly unknown[]): void {
    for (let at = 0; at < cells.length; at++) this.data[from + at] = this.codeOf(cells[at])
  }
  get(row: number): CellValue {
    return this.values[this.data[row]!] ?? null
  }
  put(row: number, value: CellValue): void {
    this.data[row] = this.codeOf(value)
  }
  code(row: number): number {
    return this.data[row]!
  }
  codes(): Int32Array {
    return this.data
  }
  private ranks(): Int32Array {
    const { order } = this.spec
    if (!order) return this.vocabulary.ranks()
    // a value the order does not name comes after those it names
    this.orderRank ??= Int32Array.from(this.values, value => (value === null ? 0 : order.indexOf(value) + 1 || order.length + 1))
    return this.orderRank
  }
  num(row: number): number {
    const code = this.data[row]!
    return code === 0 ? Number.NaN : this.ranks()[code]!
  }
  override keys(count: number): Float64Array {
    const ranks = this.ranks()
    const keys = new Float64Array(count)
    for (let row = 0; row < count; row++) {
      const code = this.data[row]!
      keys[row] = code === 0 ? Number.NaN : ranks[code]!
    }
    return keys
  }
}

/** Nothing of its own: each cell is told by other cells of the row. */
export class DerivedColumn extends KeyedColumn implements WordColumn {
  readonly kind = 'enum'
  readonly vocabulary = new Vocabulary()
  private readonly order: readonly string[]
  constructor(
    { order = [], label = value => value }: FieldSpec,
    readonly get: (row: number) => string,
  ) {
    super()
    this.order = order
    this.vocabulary.words.push(...order.map(label))
  }
  reserve(): void {}
  fill(): void {}
  put(): void {}
  code(row: number): number {
    return this.order.indexOf(this.get(row)) + 1
  }
  /** Never searched: there is nothing to keep ready. */
  codes(): Int32Array {
    return new Int32Array(0)
  }
  num(row: number): number {
    return this.code(row)
  }
}

/** Free text. The strings stay as they came until the first sort or search asks for a vocabulary, which then holds each of them once. */
class TextColumn extends KeyedColumn implements WordColumn {
  readonly vocabulary = new Vocabulary()
  /** Of the rows before `coded` the code, of the others the string itself. */
  private data: Int32Array | undefined
  private coded = 0
  /** Rows whose text is empty, not none: code 0 is both. */
  private readonly blank = new Set<number>()
  private cells: (string | null)[] = []
  private capacity = 0
  constructor(readonly kind: 'text' | 'id') {
    super()
  }
  reserve(capacity: number): void {
    this.capacity = capacity
    if (this.data) this.data = grown(this.data, new Int32Array(capacity))
  }
  fill(from: number, cells: readonly unknown[]): void {
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]
      this.cells[from - this.coded + at] = typeof cell === 'string' ? cell : null
    }
  }
  get(row: number): CellValue {
    if (row >= this.coded) return this.cells[row - this.coded] ?? null
    const code = this.data![row]!
    return code === 0 && !this.blank.has(row) ? null : this.vocabulary.words[code]!
  }
  put(row: number, value: CellValue): void {
    const text = value === null ? null : String(value)
    if (row < this.coded) this.encode(row, text)
    else this.cells[row - this.coded] = text
  }
  codes(): Int32Array {
    this.data ??= new Int32Array(this.capacity)
    for (const cell of this.cells) this.encode(this.coded++, cell ?? null)
    this.cells = []
    return this.data
  }
  private encode(row: number, text: string | null): void {
    this.data![row] = this.vocabulary.add(text ?? '')
    if (text === '') this.blank.add(row)
    else this.blank.delete(row)
  }
  code(row: number): number {
    return this.codes()[row]!
  }
  num(row: number): number {
    const code = this.code(row)
    return code === 0 ? Number.NaN : this.vocabulary.ranks()[code]!
  }
  override keys(count: number): Float64Array {
    const codes = this.codes()
    const ranks = this.vocabulary.ranks()
    const keys = new Float64Array(count)
    for (let row = 0; row < count; row++) {
      const code = codes[row]!
      keys[row] = code === 0 ? Number.NaN : ranks[code]!
    }
    return keys
  }
}

export function columnOf(spec: FieldSpec): Column {
  switch (spec.kind) {
    case 'money':
    case 'count':
    case 'time':
      return new NumberColumn(spec.kind)
    case 'day':
      return new DayColumn()
    case 'flag':
      return new FlagColumn()
    case 'enum':
    case 'ref':
      return new CodedColumn(spec.kind, spec)
    default:
      return new TextColumn(spec.kind)
  }
}

export function relabel(column: Column): void {
  if (column instanceof CodedColumn) column.relabel()
}
