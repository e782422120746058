// Which rows are shown and where: sorted order, filter, groups, and each row's position. Rows move only when the view is rebuilt.
import { fold } from '#domain/text.ts'
import { isWordColumn } from './columns.ts'
import { type RowKey, sortRows } from './row-sort.ts'
import type { Rows, Touched } from './rows.ts'

export interface SortKey {
  field: string
  descending?: boolean
}
export interface Criteria {
  /** The compiled filter. It must read the store at call time, because arrays are replaced as rows arrive. */
  predicate?: ((row: number) => boolean) | undefined
  /** Words that must all appear, in any order, in the fields marked `search`; case and accents are ignored. */
  text?: string | undefined
}

/** A header row of the view. The view holds it as −1 − index. */
export interface Group {
  index: number
  /** The value that its rows share, as text; '' for the empty value. Stays the same across rebuilds. */
  key: string
  /** Any row of the group, to read the label from. */
  sample: number
  count: number
  /** The group's total of the sum field, in integer cents. */
  sum: number
  folded: boolean
  /** The header's position in the view. */
  at: number
}

const wordsOf = (criteria: Criteria): string[] =>
  fold(criteria.text ?? '')
    .split(/\s+/)
    .filter(Boolean)

export class RowView {
  /** Rows (≥ 0) and group headers (< 0) as shown; only the first viewN entries count. A rebuild replaces it and never writes into it. */
  view = new Int32Array(0)
  viewN = 0
  /** Rows that pass the filter in order, including folded groups. */
  order = new Int32Array(0)
  orderN = 0
  /** Row to position in the view; −1 when the row is not there. */
  pos = new Int32Array(0)
  /** Row to 1 when the filter shows it. */
  shown = new Uint8Array(0)
  /** Edited rows that no longer match but keep their place until reapplied. */
  readonly keep = new Set<number>()
  sortKeys: readonly SortKey[] = []
  criteria: Criteria = {}
  groupField: string | null = null
  groups: Group[] = []
  /** Whether an edit touched what the order was made from. */
  outdated = false
  private sorted = new Int32Array(0)
  private sortedN = 0
  private groupOf = new Int32Array(0)
  private readonly foldedKeys = new Set<string>()
  private wordTests: ((row: number) => boolean)[] = []

  constructor(
    private readonly rows: Rows,
    private readonly sumField: string | undefined,
  ) {}

  private fit(): void {
    const size = this.rows.size
    if (this.pos.length >= size) return
    const pos = new Int32Array(size).fill(-1)
    pos.set(this.pos)
    this.pos = pos
    const shown = new Uint8Array(size)
    shown.set(this.shown)
    this.shown = shown
    const groupOf = new Int32Array(size)
    groupOf.set(this.groupOf)
    this.groupOf = groupOf
  }

  /** Sorts every live row, filters and rebuilds. */
  resort(): void {
    this.fit()
    const { rows } = this
    const sorted = this.sorted.length >= rows.count ? this.sorted : new Int32Array(rows.size)
    let count = 0
    for (let row = 0; row < rows.count; row++) if (rows.alive[row] === 1) sorted[count++] = row
    this.sorted = sorted
    this.sortedN = count
    const keys = this.rowKeys()
    if (keys.length > 0) sortRows(sorted, count, keys)
    this.assignGroups(keys[0])
    this.outdated = false
    this.refilter()
  }

  private rowKeys(): RowKey[] {
    const keys = this.sortKeys.map(key => ({ field: key.field, descending: key.descending ?? false }))
    if (this.groupField !== null) {
      const field = this.groupField
      const at = keys.findIndex(key => key.field === field)
      const [own] = at >= 0 ? keys.splice(at, 1) : []
      keys.unshift({ field, descending: at === 0 ? own!.descending : false })
    }
    return keys.map(key => ({ values: this.rows.column(key.field).keys(this.rows.count), descending: key.descending }))
  }

  /** Fixes each row's group, so that an edited row stays under its old header until the next sort. */
  private assignGroups(key: RowKey | undefined): void {
    this.groups = []
    if (this.groupField === null || !key) return
    const column = this.rows.column(this.groupField)
    let last: number | undefined
    for (let at = 0; at < this.sortedN; at++) {
      const row = this.sorted[at]!
      const value = key.values[row]!
      if (last === undefined || (value !== last && !(Number.isNaN(value) && Number.isNaN(last)))) {
        const text = column.get(row)
        const name = text === null ? '' : String(text)
        this.groups.push({ index: this.groups.length, key: name, sample: row, count: 0, sum: 0, folded: this.foldedKeys.has(name), at: -1 })
        last = value
      }
      this.groupOf[row] = this.groups.length - 1
    }
  }

  /** Applies the criteria to every row again; kept rows stay. */
  refilter(): void {
    this.fit()
    const { rows, criteria, shown } = this
    const mask = this.textMask()
    const { predicate } = criteria
    for (let row = 0; row < rows.count; row++) {
      shown[row] = rows.alive[row] === 1 && (mask === undefined || mask[row] === 1) && (!predicate || predicate(row)) ? 1 : 0
    }
    for (const row of this.keep) {
      if (rows.alive[row] !== 1 || shown[row] === 1) this.keep.delete(row)
      else shown[row] = 1
    }
    this.build()
  }

  setCriteria(criteria: Criteria): void {
    this.criteria = criteria
    this.wordTests = this.testsOf(criteria)
  }

  /** Rows that other criteria would show. */
  count(criteria: Criteria): number {
    const { alive, count } = this.rows
    const tests = this.testsOf(criteria)
    if (criteria.predicate) tests.push(criteria.predicate)
    let found = 0
    for (let row = 0; row < count; row++) if (alive[row] === 1 && tests.every(test => test(row))) found++
    return found
  }

  private testsOf(criteria: Criteria): ((row: number) => boolean)[] {
    return wordsOf(criteria).map(word => this.contains(this.searchFields(), word))
  }

  searchFields(): string[] {
    return Object.keys(this.rows.fields).filter(field => this.rows.fields[field]?.search)
  }

  /** Row to 1 where every word appears; undefined without words. Each distinct text is examined once. */
  private textMask(): Uint8Array | undefined {
    const words = wordsOf(this.criteria)
    if (words.length === 0) return undefined
    const { count } = this.rows
    let mask: Uint8Array | undefined
    for (const word of words) {
      const found = new Uint8Array(count)
      for (const field of this.searchFields()) {
        const column = this.rows.column(field)
        if (!isWordColumn(column)) continue
        const codes = column.codes()
        const hits = column.vocabulary.hits(word)
        for (let row = 0; row < count; row++) if (hits[codes[row]!] === 1) found[row] = 1
      }
      if (mask) for (let row = 0; row < count; row++) mask[row]! &= found[row]!
      else mask = found
    }
    return mask
  }

  /** Tests one row for one folded part in any of the fields; hits are computed once, and again only when new words appear. */
  contains(fields: readonly string[], part: string): (row: number) => boolean {
    const wanted = fold(part)
    const places = fields.flatMap(field => {
      const column = this.rows.column(field)
      return isWordColumn(column) ? [{ column, hits: new Uint8Array(0) as Uint8Array, words: [] as string[] }] : []
    })
    return row => {
      for (const place of places) {
        const code = place.column.code(row)
        const { vocabulary } = place.column
        if (place.hits.length !== vocabulary.size || place.words !== vocabulary.words) {
          place.hits = vocabulary.hits(wanted)
          place.words = vocabulary.words
        }
        if (place.hits[code] === 1) return true
      }
      return false
    }
  }

  private passes(row: number): boolean {
    const { predicate } = this.criteria
    return this.wordTests.every(test => test(row)) && (!predicate || predicate(row))
  }

  /**
   * Takes in changed rows. Shown rows keep their place even when they no longer match; removed rows leave; new rows, and hidden
   * rows that now match, go where the sort puts them. Returns whether anything moved.
   */
  place(touched: Touched): boolean {
    this.fit()
    const moving: number[] = []
    let removed = false
    for (const row of touched.removed) {
      this.keep.delete(row)
      if (this.shown[row] === 1) removed = true
      this.shown[row] = 0
    }
    for (const row of touched.updated) {
      if (this.rows.alive[row] !== 1) continue
      const passes = this.passes(row)
      if (this.shown[row] === 1) {
        if (passes) this.keep.delete(row)
        else this.keep.add(row)
      } else if (passes) {
        this.shown[row] = 1
        moving.push(row)
      } else this.outdated = true
    }
    for (const row of touched.inserted) {
      if (this.rows.alive[row] !== 1) continue
      this.shown[row] = this.passes(row) ? 1 : 0
      moving.push(row)
    }
    if (!removed && moving.length === 0) return false
    // a header may have to appear, and beyond a point merging costs more than sorting
    if (moving.length > 0 && (this.groupField !== null || moving.length > Math.max(1000, this.sortedN / 8))) this.resort()
    else {
      this.merge(moving)
      this.build()
    }
    return true
  }

  private merge(touched: readonly number[]): void {
    const away = new Uint8Array(this.rows.count)
    // a delta may contain a row twice
    const moving = touched.filter(row => {
      const first = away[row] === 0
      away[row] = 1
      return first
    })
    const rest = new Int32Array(this.rows.size)
    let count = 0
    for (let at = 0; at < this.sortedN; at++) {
      const row = this.sorted[at]!
      if (away[row] === 0 && this.rows.alive[row] === 1) rest[count++] = row
    }
    if (moving.length === 0) {
      this.sorted = rest
      this.sortedN = count
      return
    }
    const columns = this.sortKeys.map(key => ({ column: this.rows.column(key.field), sign: key.descending ? -1 : 1 }))
    const compare = (a: number, b: number) => {
      for (const { column, sign } of columns) {
        const left = column.num(a)
        const right = column.num(b)
        if (left === right || (Number.isNaN(left) && Number.isNaN(right))) continue
        if (Number.isNaN(left)) return 1
        if (Number.isNaN(right)) return -1
        return (left - right) * sign
      }
      return a - b
    }
    moving.sort(compare)
    const sorted = new Int32Array(this.rows.size)
    let from = 0
    let out = 0
    for (const row of moving) {
      let low = from
      let high = count
      while (low < high) {
        const middle = (low + high) >> 1
        if (compare(rest[middle]!, row) <= 0) low = middle + 1
        else high = middle
      }
      sorted.set(rest.subarray(from, low), out)
      out += low - from
      from = low
      sorted[out++] = row
    }
    sorted.set(rest.subarray(from, count), out)
    this.sorted = sorted
    this.sortedN = out + count - from
  }

  /** Builds order, view and positions from the sorted rows and the filter's answer. */
  build(): void {
    const { sorted, shown } = this
    const order = new Int32Array(this.sortedN)
    let count = 0
    for (let at = 0; at < this.sortedN; at++) {
      const row = sorted[at]!
      if (shown[row] === 1) order[count++] = row
    }
    this.order = order
    this.orderN = count
    if (this.groupField === null) {
      this.view = order
      this.viewN = count
    } else this.buildGroups()
    this.pos.fill(-1)
    for (let at = 0; at < this.viewN; at++) {
      const row = this.view[at]!
      if (row >= 0) this.pos[row] = at
    }
  }

  private buildGroups(): void {
    const view = new Int32Array(this.orderN + this.groups.length)
    for (const group of this.groups) group.at = -1
    this.tally()
    let count = 0
    let current = -1
    for (let at = 0; at < this.orderN; at++) {
      const row = this.order[at]!
      const index = this.groupOf[row]!
      const group = this.groups[index]!
      if (index !== current) {
        current = index
        group.at = count
        group.sample = row
        view[count++] = -1 - index
      }
      if (!group.folded) view[count++] = row
    }
    this.view = view
    this.viewN = count
  }

  /** Counts and sums of the groups; computed again after an edit. */
  tally(): void {
    if (this.groupField === null) return
    for (const group of this.groups) {
      group.count = 0
      group.sum = 0
    }
    const amounts = this.sumField === undefined ? undefined : this.rows.column(this.sumField).keys(this.rows.count)
    for (let at = 0; at < this.orderN; at++) {
      const row = this.order[at]!
      const group = this.groups[this.groupOf[row]!]!
      group.count++
      const amount = amounts?.[row] ?? Number.NaN
      if (!Number.isNaN(amount)) group.sum += amount
    }
  }

  /** The group of a shown row in the present order. */
  groupOfRow(row: number): Group | undefined {
    return this.groupField === null ? undefined : this.groups[this.groupOf[row] ?? -1]
  }

  get foldedNow(): readonly string[] {
    return [...this.foldedKeys]
  }

  foldOnly(keys: readonly string[]): void {
    this.foldedKeys.clear()
    for (const key of keys) this.foldedKeys.add(key)
    for (const group of this.groups) group.folded = this.foldedKeys.has(group.key)
  }

  fold(group: Group, folded: boolean): void {
    group.folded = folded
    if (folded) this.foldedKeys.add(group.key)
    else this.foldedKeys.delete(group.key)
  }
}
