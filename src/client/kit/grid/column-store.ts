// One list's columnar store: rows as arrays, an order that changes only on request, marks, sums and undoable edits.
import { inSlices, pause } from '#client/kit/idle.ts'
import { cellText } from './cell-text.ts'
import { type CellValue, type Column, type Fields, isWordColumn, relabel } from './columns.ts'
import { RowMarks } from './row-marks.ts'
import { type Criteria, type Group, RowView, type SortKey } from './row-view.ts'
import { type ColumnarRows, type GridRecord, Rows, type Touched } from './rows.ts'

export type { CellValue, FieldSpec, Fields } from './columns.ts'
export type { Criteria, Group, SortKey } from './row-view.ts'
export type { ColumnarRows, GridRecord } from './rows.ts'

/** `view`: rows moved, came or left, and `before` is the previous view; `rows`: values changed; `marks`: the selection changed. */
export interface StoreChange {
  kind: 'view' | 'rows' | 'marks'
  before?: { view: Int32Array; viewN: number }
}
export type Scope = 'selection' | 'view' | 'all'

/** What rows held before an edit, and what the edit wrote. */
export interface Snapshot {
  readonly cells: readonly { row: number; field: string; before: CellValue; after: CellValue }[]
  readonly lives: readonly { row: number; before: 0 | 1 }[]
}

export interface StoreOptions {
  /** The money field that group headers add up. */
  sumField?: string
}

export class ColumnStore {
  private readonly rows: Rows
  private readonly layout: RowView
  private readonly marks: RowMarks
  private readonly listeners = new Set<(change: StoreChange) => void>()
  private holds = 0
  private waiting: { touched: Touched; sort: boolean; filter: boolean; build: boolean } | undefined
  private batches = 0
  private batched: StoreChange | undefined
  /** Grows with every change; a snapshot for useSyncExternalStore. */
  version = 0

  /** `answer` is adopted, not copied: its text arrays become the store's. */
  constructor(
    readonly fields: Fields,
    answer?: ColumnarRows,
    options: StoreOptions = {},
  ) {
    this.rows = new Rows(fields)
    this.layout = new RowView(this.rows, options.sumField)
    this.marks = new RowMarks(this.rows, this.layout)
    if (answer) this.rows.append(answer)
    this.layout.resort()
    this.marks.fit()
  }

  // ---- what the grid reads -------------------------------------------------------------------------------------------------

  /** Rows (≥ 0) and group headers (< 0) as shown; the first `viewN` entries. Do not keep it across a change. */
  get view(): Int32Array {
    return this.layout.view
  }
  get viewN(): number {
    return this.layout.viewN
  }
  /** Row to position in the view; −1 when the row is not there (hidden, folded away or deleted). */
  get pos(): Int32Array {
    return this.layout.pos
  }
  /** Rows that pass the filter, including folded groups. */
  get shownCount(): number {
    return this.layout.orderN
  }
  /** Live rows, regardless of the filter. */
  get total(): number {
    return this.rows.live
  }
  /** The row at a position; −1 for a group header and outside the view. */
  rowAt(position: number): number {
    return position >= 0 && position < this.layout.viewN ? Math.max(-1, this.layout.view[position]!) : -1
  }
  groupAt(position: number): Group | undefined {
    const entry = position >= 0 && position < this.layout.viewN ? this.layout.view[position]! : 0
    return entry < 0 ? this.layout.groups[-1 - entry] : undefined
  }
  id(row: number): string {
    return this.rows.ids[row]!
  }
  /** The row of a live id, or −1. */
  rowOf(id: string): number {
    const row = this.rows.rowOf(id)
    return row >= 0 && this.rows.alive[row] === 1 ? row : -1
  }
  get(row: number, field: string): CellValue {
    return field === 'id' ? this.rows.ids[row]! : this.rows.column(field).get(row)
  }
  /** The cell as a person reads it: '1.284,90', '05/11/2026', the contact's name; '' when empty. */
  text(row: number, field: string): string {
    return cellText(this.rows.column(field), row)
  }
  /** Cents, day number (days since 1970-01-01), 0/1, count, or rank of a word; NaN when empty. For compiled filters. */
  number(row: number, field: string): number {
    return this.rows.column(field).num(row)
  }
  /** The live column, for filters compiled to a loop. Its arrays are replaced as rows arrive, so read it at call time. */
  column(field: string): Column {
    return this.rows.column(field)
  }
  has(field: string): boolean {
    return this.rows.has(field)
  }
  record(row: number): GridRecord {
    return this.rows.record(row)
  }
  /** Records of the ids that the store holds, in the given order. */
  records(ids: readonly string[]): GridRecord[] {
    return ids.flatMap(id => {
      const row = this.rowOf(id)
      return row < 0 ? [] : [this.record(row)]
    })
  }

  // ---- rows come and go ----------------------------------------------------------------------------------------------------

  /** The rest of a streamed list: rows with new ids, which take their place in the sort order. */
  append(rest: ColumnarRows): void {
    const from = this.rows.append(rest)
    this.marks.fit()
    this.place({ inserted: Array.from({ length: rest.count }, (_, at) => from + at), updated: [], removed: [] })
  }

  /** A delta of the server: upserts by id, deletes by `deleted`. Shown rows keep their place (see `reapply`). */
  patch(delta: ColumnarRows): void {
    const touched = this.rows.patch(delta)
    this.marks.fit()
    for (const row of touched.removed) this.marks.mark(row, false)
    this.place(touched)
  }

  /** Edits the ids that the store holds, optimistically; the returned edit can be undone. */
  set(ids: readonly string[], values: Readonly<Record<string, CellValue>>): Snapshot {
    const cells: { row: number; field: string; before: CellValue; after: CellValue }[] = []
    const rows: number[] = []
    for (const id of ids) {
      const row = this.rowOf(id)
      if (row < 0) continue
      rows.push(row)
      for (const [field, value] of Object.entries(values)) {
        const column = this.rows.column(field)
        const before = column.get(row)
        column.put(row, value)
        cells.push({ row, field, before, after: column.get(row) })
      }
    }
    if (rows.length > 0) this.changed(rows, Object.keys(values))
    return { cells, lives: [] }
  }

  /** Deletes optimistically. */
  remove(ids: readonly string[]): Snapshot {
    const removed: number[] = []
    for (const id of ids) {
      const row = this.rowOf(id)
      if (row < 0) continue
      this.rows.kill(row)
      this.marks.mark(row, false)
      removed.push(row)
    }
    this.place({ inserted: [], updated: [], removed })
    return { cells: [], lives: removed.map(row => ({ row, before: 1 })) }
  }

  /** Drops every row but these. */
  keepOnly(ids: ReadonlySet<string>): void {
    const gone: string[] = []
    for (let row = 0; row < this.rows.count; row++) if (this.rows.alive[row] === 1 && !ids.has(this.id(row))) gone.push(this.id(row))
    if (gone.length > 0) this.remove(gone)
  }

  /** Undoes an optimistic edit. A cell that was written since keeps its newer value. */
  rollback(snapshot: Snapshot): void {
    const inserted: number[] = []
    for (const { row, before } of snapshot.lives) {
      if (this.rows.alive[row] === before) continue
      this.rows.revive(row)
      inserted.push(row)
    }
    if (inserted.length > 0) this.place({ inserted, updated: [], removed: [] })
    const rows = new Set<number>()
    const fields = new Set<string>()
    for (let at = snapshot.cells.length - 1; at >= 0; at--) {
      const { row, field, before, after } = snapshot.cells[at]!
      const column = this.rows.column(field)
      if (column.get(row) !== after) continue
      column.put(row, before)
      rows.add(row)
      fields.add(field)
    }
    if (rows.size > 0) this.changed([...rows], [...fields])
  }

  private changed(rows: number[], fields: readonly string[]): void {
    const { layout } = this
    const grouped = layout.groupField === null ? undefined : this.fields[layout.groupField]
    if (
      fields.some(
        field => grouped?.derived?.from.includes(field) || field === layout.groupField || layout.sortKeys.some(key => key.field === field),
      )
    )
      layout.outdated = true
    this.place({ inserted: [], updated: rows, removed: [] })
  }

  private place(touched: Touched): void {
    if (this.holds > 0) {
      const { touched: waiting } = this.wait()
      for (const kind of ['inserted', 'updated', 'removed'] as const) for (const row of touched[kind]) waiting[kind].push(row)
      this.emit({ kind: 'rows' })
      return
    }
    const before = this.before()
    const moved = this.layout.place(touched)
    if (!moved) this.layout.tally()
    this.emit(moved ? { kind: 'view', before } : { kind: 'rows' })
  }

  // ---- order and filter ----------------------------------------------------------------------------------------------------

  get sortKeys(): readonly SortKey[] {
    return this.layout.sortKeys
  }
  get criteria(): Criteria {
    return this.layout.criteria
  }
  get groupField(): string | null {
    return this.layout.groupField
  }
  get groups(): readonly Group[] {
    return this.layout.groups
  }

  sort(keys: readonly SortKey[]): void {
    this.layout.sortKeys = keys
    this.rebuild('sort')
  }
  /** New criteria drop rows that stayed only because they were edited. */
  filter(criteria: Criteria): void {
    this.layout.setCriteria(criteria)
    this.layout.keep.clear()
    this.rebuild('filter')
  }
  /** Rows that other criteria would show; nothing moves. */
  count(criteria: Criteria): number {
    return this.layout.count(criteria)
  }
  group(field: string | null): void {
    this.layout.groupField = field
    this.rebuild('sort')
  }
  fold(group: Group, folded = !group.folded): void {
    this.layout.fold(group, folded)
    this.rebuild('build')
  }
  foldAll(folded: boolean): void {
    for (const group of this.layout.groups) this.layout.fold(group, folded)
    this.rebuild('build')
  }
  /** The keys of groups that are folded whenever they have rows. */
  get foldedKeys(): readonly string[] {
    return this.layout.foldedNow
  }
  foldOnly(keys: readonly string[]): void {
    this.layout.foldOnly(keys)
    this.rebuild('build')
  }
  groupOf(row: number): Group | undefined {
    return this.layout.groupOfRow(row)
  }
  /** Sorts and filters again: edited rows move to their new place, or leave. */
  reapply(): void {
    this.layout.keep.clear()
    this.rebuild('sort')
  }
  /** Whether an edited row is somewhere it would not be after `reapply`. */
  get stale(): boolean {
    return this.layout.outdated || this.layout.keep.size > 0
  }
  /** Edited rows that stay although the filter no longer matches them. */
  get keptCount(): number {
    return this.layout.keep.size
  }
  isKept(row: number): boolean {
    return this.layout.keep.has(row)
  }
  /** A test for compiled filters: whether any of the fields contains `part`, ignoring case and accents. */
  contains(fields: readonly string[], part: string): (row: number) => boolean {
    return this.layout.contains(fields, part)
  }
  /** Labels of a ref or enum changed: sorting, searching and display read the names again. */
  relabel(field: string): void {
    relabel(this.rows.column(field))
    this.emit({ kind: 'rows' })
  }

  private rebuild(what: 'sort' | 'filter' | 'build'): void {
    if (this.holds > 0) {
      this.wait()[what] = true
      return
    }
    const before = this.before()
    if (what === 'sort') this.layout.resort()
    else if (what === 'filter') this.layout.refilter()
    else this.layout.build()
    this.emit({ kind: 'view', before })
  }

  private before(): { view: Int32Array; viewN: number } {
    return { view: this.layout.view, viewN: this.layout.viewN }
  }

  /** While held (an editor is open), values change at once and whatever moves rows waits. */
  hold(): void {
    this.holds++
  }
  release(): void {
    if (this.holds === 0 || --this.holds > 0 || !this.waiting) return
    const { touched, sort, filter, build } = this.waiting
    this.waiting = undefined
    const before = this.before()
    // filters first, which settles which of the touched rows are new to the view
    let moved = sort || filter || build
    if (filter) this.layout.refilter()
    if (this.layout.place(touched)) moved = true
    else this.layout.tally()
    if (sort) this.layout.resort()
    else if (build) this.layout.build()
    this.emit(moved ? { kind: 'view', before } : { kind: 'rows' })
  }

  private wait() {
    this.waiting ??= { touched: { inserted: [], updated: [], removed: [] }, sort: false, filter: false, build: false }
    return this.waiting
  }

  // ---- selection -----------------------------------------------------------------------------------------------------------

  get selectedCount(): number {
    return this.marks.count
  }
  /** Selected rows that the filter hides. */
  get hiddenSelectedCount(): number {
    return this.marks.count === 0 ? 0 : this.marks.hidden()
  }
  isSelected(row: number): boolean {
    return this.marks.marked[row] === 1
  }
  toggle(row: number): void {
    this.marks.toggle(row)
    this.emit({ kind: 'marks' })
  }
  /** Selects the given ids, in addition to the selection or instead of it. */
  select(ids: readonly string[], instead = false): void {
    if (instead) this.marks.clear()
    for (const id of ids) {
      const row = this.rowOf(id)
      if (row >= 0) this.marks.mark(row, true)
    }
    this.emit({ kind: 'marks' })
  }
  unselect(ids: readonly string[]): void {
    for (const id of ids) {
      const row = this.rows.rowOf(id)
      if (row >= 0) this.marks.mark(row, false)
    }
    this.emit({ kind: 'marks' })
  }
  /** From the anchor (the row last toggled, or where a range began) to this row. */
  selectTo(row: number): void {
    this.marks.range(row)
    this.emit({ kind: 'marks' })
  }
  /** Where ranges begin from now on. */
  anchorAt(row: number): void {
    this.marks.anchor = row
  }
  get anchor(): number {
    return this.marks.anchor
  }
  /** Every row that passes the filter; hidden rows stay selected only if they already were. */
  selectAll(): void {
    this.marks.all()
    this.emit({ kind: 'marks' })
  }
  invertSelection(): void {
    this.marks.invert()
    this.emit({ kind: 'marks' })
  }
  clearSelection(): void {
    this.marks.clear()
    this.emit({ kind: 'marks' })
  }
  /** "só visíveis": drops what the filter hides. */
  keepVisibleSelection(): void {
    this.marks.restrict()
    this.emit({ kind: 'marks' })
  }
  selectGroup(group: Group, on: boolean): void {
    const { order, orderN } = this.layout
    for (let at = 0; at < orderN; at++) if (this.layout.groupOfRow(order[at]!) === group) this.marks.mark(order[at]!, on)
    this.emit({ kind: 'marks' })
  }
  groupSelection(group: Group): 'none' | 'some' | 'all' {
    let marked = 0
    const { order, orderN } = this.layout
    for (let at = 0; at < orderN; at++) if (this.marks.marked[order[at]!] === 1 && this.layout.groupOfRow(order[at]!) === group) marked++
    return marked === 0 ? 'none' : marked === group.count ? 'all' : 'some'
  }
  /** Rows that pass the filter in its order, then the hidden ones. */
  selectedRows(): number[] {
    return this.marks.rowsInOrder()
  }
  selectedIds(): string[] {
    return this.selectedRows().map(row => this.rows.ids[row]!)
  }

  // ---- sums ----------------------------------------------------------------------------------------------------------------

  /** The sum of a money or count column in its own unit (integer cents), optionally only of rows that pass `where`. */
  sum(field: string, scope: Scope, where?: (row: number) => boolean): number {
    const values = this.rows.column(field).keys(this.rows.count)
    let sum = 0
    this.each(scope, row => {
      const value = values[row]!
      if (!Number.isNaN(value) && (!where || where(row))) sum += value
    })
    return sum
  }
  tally(scope: Scope, where: (row: number) => boolean): number {
    let count = 0
    this.each(scope, row => {
      if (where(row)) count++
    })
    return count
  }
  /** Visits the rows of a scope in no particular order. */
  each(scope: Scope, visit: (row: number) => void): void {
    if (scope === 'view') {
      const { order, orderN } = this.layout
      for (let at = 0; at < orderN; at++) visit(order[at]!)
      return
    }
    const flags = scope === 'selection' ? this.marks.marked : this.rows.alive
    for (let row = 0; row < this.rows.count; row++) if (flags[row] === 1) visit(row)
  }

  // ---- change --------------------------------------------------------------------------------------------------------------

  subscribe = (listener: (change: StoreChange) => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  getVersion = (): number => this.version

  /** Several changes, one notification. */
  batch(act: () => void): void {
    this.batches++
    try {
      act()
    } finally {
      this.batches--
      const change = this.batched
      if (this.batches === 0 && change) {
        this.batched = undefined
        this.emit(change)
      }
    }
  }

  private emit(change: StoreChange): void {
    this.marks.fit()
    this.version++
    if (this.batches > 0) {
      const { batched } = this
      // the view before the first move is the one on screen
      if (!batched || (change.kind === 'view' && batched.kind !== 'view') || batched.kind === 'marks') this.batched = change
      return
    }
    for (const listener of this.listeners) listener(change)
  }

  /** Indexes ids, folds and ranks text in idle slices, so that the first sort, search and edit find the work done. */
  async warm(fields: readonly string[]): Promise<void> {
    await inSlices(this.rows.indexSteps())
    for (const field of fields) {
      const column = this.rows.column(field)
      if (!isWordColumn(column)) continue
      await pause()
      column.codes()
      await pause()
      column.vocabulary.fold()
      await inSlices(column.vocabulary.rankSteps())
      column.vocabulary.settle()
    }
  }
}
