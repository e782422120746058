// The selection: one byte per row, a count, and an anchor that is a record rather than a position.
import type { RowView } from './row-view.ts'
import type { Rows } from './rows.ts'

export class RowMarks {
  marked = new Uint8Array(0)
  count = 0
  /** The row from which a range is drawn; −1 without one. */
  anchor = -1
  /** The other end of the last range from this anchor, so that a shorter range releases what it took. */
  private reach = -1

  constructor(
    private readonly rows: Rows,
    private readonly view: RowView,
  ) {}

  fit(): void {
    if (this.marked.length >= this.rows.size) return
    const marked = new Uint8Array(this.rows.size)
    marked.set(this.marked)
    this.marked = marked
  }

  mark(row: number, on: boolean): void {
    this.fit()
    const value = on ? 1 : 0
    if (this.marked[row] === value) return
    this.marked[row] = value
    this.count += on ? 1 : -1
  }

  toggle(row: number): void {
    this.fit()
    this.mark(row, this.marked[row] !== 1)
    this.anchor = row
    this.reach = -1
  }

  /** Selects from the anchor to `row`; without an anchor in view, `row` becomes the anchor. */
  range(row: number): void {
    this.fit()
    const { pos } = this.view
    if (this.anchor < 0 || (pos[this.anchor] ?? -1) < 0) {
      this.anchor = row
      this.reach = -1
    }
    if (this.reach >= 0 && (pos[this.reach] ?? -1) >= 0) this.span(pos[this.anchor]!, pos[this.reach]!, false)
    this.span(pos[this.anchor]!, pos[row]!, true)
    this.reach = row
  }

  private span(from: number, to: number, on: boolean): void {
    for (let at = Math.min(from, to); at <= Math.max(from, to); at++) {
      const row = this.view.view[at]!
      if (row >= 0) this.mark(row, on)
    }
  }

  /** Every row that passes the filter, including folded groups; other rows keep their mark. */
  all(): void {
    this.fit()
    const { order, orderN } = this.view
    for (let at = 0; at < orderN; at++) this.mark(order[at]!, true)
    this.anchor = -1
  }

  invert(): void {
    this.fit()
    const { order, orderN } = this.view
    for (let at = 0; at < orderN; at++) this.mark(order[at]!, this.marked[order[at]!] !== 1)
    this.anchor = -1
  }

  clear(): void {
    this.marked.fill(0)
    this.count = 0
    this.anchor = -1
    this.reach = -1
  }

  /** Unmarks rows that the filter hides. */
  restrict(): void {
    for (let row = 0; row < this.marked.length; row++) if (this.marked[row] === 1 && this.view.shown[row] !== 1) this.mark(row, false)
  }

  /** Marked rows: those that pass the filter in its order, then the hidden ones. */
  rowsInOrder(): number[] {
    const found: number[] = []
    if (this.count === 0) return found
    const { order, orderN, shown } = this.view
    for (let at = 0; at < orderN; at++) if (this.marked[order[at]!] === 1) found.push(order[at]!)
    if (found.length < this.count) {
      for (let row = 0; row < this.marked.length; row++) if (this.marked[row] === 1 && shown[row] !== 1) found.push(row)
    }
    return found
  }

  hidden(): number {
    let seen = 0
    const { order, orderN } = this.view
    for (let at = 0; at < orderN; at++) if (this.marked[order[at]!] === 1) seen++
    return this.count - seen
  }
}
