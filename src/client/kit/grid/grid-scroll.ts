// A scroll of records alone: the painted rows follow it by themselves, and ag, which would make empty rows in every frame, hears where it ended.
import type { GridApi } from 'ag-grid-community'
import type { ColumnStore } from './column-store.ts'
import { ROW_BUFFER } from './grid-options.ts'
import { type GridPaint, TALLEST_PX } from './grid-paint.ts'
import type { RowPainter } from './row-painter.ts'

/** Ends a scroll, in ms; ag's own scrolls end so too. */
const SILENCE = 100

/** What scrolling needs from the window. */
export interface ScrollHost {
  readonly host: HTMLElement
  readonly store: ColumnStore
  readonly paint: GridPaint
  readonly rows: RowPainter
  isEditing(): boolean
}

export class GridScroll {
  /** Whether the rows are where ag is not yet. */
  isAhead = false
  private heardAt = Number.NEGATIVE_INFINITY
  private timer = 0
  private top = 0
  private left = 0
  /** The only bar that ag shows: its viewport has none. */
  private bar: Element | null = null
  /** How much of the body is seen, in pixels. */
  private span = 0

  constructor(
    private readonly grid: ScrollHost,
    /** Not the window's, which catches up first. */
    private readonly api: () => GridApi,
  ) {}

  /** Comes before ag's listeners. */
  hear(event: Event): void {
    const { target } = event
    if (!(target instanceof HTMLElement)) return
    if (target.matches('.ag-grid-viewport')) this.follow(event, target)
    else if (target.matches('.ag-body-vertical-scroll-viewport')) this.hearBar(event, target)
  }

  /** It moves with the rows, which is no news, or a person drags it. */
  private hearBar(event: Event, bar: HTMLElement): void {
    if (this.isAhead && this.isAt(bar.scrollTop)) event.stopPropagation()
    else {
      this.catchUp()
      this.top = bar.scrollTop
    }
  }

  private follow(event: Event, { scrollTop, scrollLeft }: HTMLElement): void {
    const isSame = this.isAt(scrollTop) && scrollLeft === this.left
    const lasts = this.isAhead || event.timeStamp - this.heardAt < SILENCE
    const isPlain = scrollLeft === this.left && this.isPlain()
    this.heardAt = event.timeStamp
    this.left = scrollLeft
    if (isSame) return
    this.top = scrollTop
    if (!lasts || !isPlain) {
      if (this.isAhead) this.catchUp()
      return
    }
    event.stopPropagation()
    this.lead(scrollTop)
  }

  /** Whether rows are where their position says, and no row is ag's own. */
  private isPlain(): boolean {
    const { store, paint } = this.grid
    return store.groupField === null && !this.grid.isEditing() && store.viewN * paint.rowHeight < TALLEST_PX
  }

  private lead(top: number): void {
    const { store, paint, rows } = this.grid
    if (!this.isAhead) {
      const seen = this.api().getVerticalPixelRange()
      this.span = seen.bottom - seen.top
      this.bar = this.grid.host.querySelector('.ag-body-vertical-scroll-viewport')
      this.goAhead(true)
    }
    if (this.bar) this.bar.scrollTop = top
    const first = Math.max(0, Math.floor(top / paint.rowHeight) - ROW_BUFFER)
    const last = Math.min(store.viewN - 1, Math.floor((top + this.span) / paint.rowHeight) + ROW_BUFFER)
    rows.lead(first, last, paint.rowHeight)
    this.endLater()
  }

  /** A late frame is no end: its event is still to come where the rows have moved. */
  private endLater(): void {
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => {
      const top = this.grid.paint.viewport?.scrollTop ?? this.top
      if (this.isAt(top)) this.catchUp()
      else this.endLater()
    }, SILENCE)
  }

  /** Parts of a pixel are no move. */
  private isAt(top: number): boolean {
    return Math.abs(top - this.top) < 1
  }

  /** Tells ag where the scroll has come to: before anything is asked of it, and when the scroll ends. */
  catchUp(): void {
    if (!this.isAhead) return
    clearTimeout(this.timer)
    this.goAhead(false)
    this.grid.paint.viewport?.dispatchEvent(new Event('scroll'))
    this.grid.rows.meet()
  }

  private goAhead(isAhead: boolean): void {
    this.isAhead = isAhead
    this.grid.host.toggleAttribute('data-scrolling', isAhead)
  }
}
