// Focus follows the record, not the row index: the remembered cell, and the loop that makes the browser agree.
import type { GridApi } from 'ag-grid-community'
import { giveFocus, isFocusFree } from '../focus-keeper.ts'
import type { ColumnStore } from './column-store.ts'

/** The cell that has, or will get back, the focus. Exactly one of `row` and `group` identifies it. */
export interface Place {
  at: number
  field: string
  row: number
  group: string | undefined
}

const TRIES = 5

export class GridFocus {
  place: Place | undefined
  private ticket = 0
  private wanted = false

  constructor(
    private readonly host: HTMLElement,
    private readonly api: () => GridApi,
    private readonly store: () => ColumnStore,
  ) {}

  /** Whether the browser's focus is in the grid's body, or waits on its frame. */
  get inBody(): boolean {
    const active = document.activeElement
    return active === this.host || (active instanceof Element && this.host.contains(active) && active.closest('.ag-row') !== null)
  }

  /** Whether the focus is in the body or on its way there. */
  get hasOrWants(): boolean {
    return this.wanted || this.inBody
  }

  remember(at: number, field: string): Place {
    const row = this.store().rowAt(at)
    this.place = { at, field, row, group: row < 0 ? this.store().groupAt(at)?.key : undefined }
    return this.place
  }

  /** The present position of the remembered record; the nearest position when it is gone; −1 in an empty view. */
  current(place: Place): number {
    const store = this.store()
    const group = place.group === undefined ? undefined : store.groups.find(known => known.key === place.group)
    const found = place.row >= 0 ? (store.pos[place.row] ?? -1) : (group?.at ?? -1)
    if (found >= 0) return found
    // a record folded away leaves the focus on its header
    const folded = place.row >= 0 ? store.groupOf(place.row) : undefined
    if (folded?.folded && folded.at >= 0) return folded.at
    return Math.min(place.at, store.viewN - 1)
  }

  element(at: number, field: string): HTMLElement | null {
    const row = this.host.querySelector<HTMLElement>(`.ag-row[row-index="${at}"]`)
    const isHeader = row !== null && this.store().rowAt(at) < 0
    return isHeader ? row : (row?.querySelector<HTMLElement>(`.ag-cell[col-id="${CSS.escape(field)}"]`) ?? null)
  }

  /** Focuses a cell, wherever it is. A newer call cancels an older one; the cell is remembered at once. */
  focus(at: number, field: string): void {
    const mine = this.claim()
    this.wanted = true
    this.remember(at, field)
    const wasFree = isFocusFree()
    this.preload(at, () => {
      if (wasFree && this.isElsewhere()) {
        this.wanted = false
        return
      }
      giveFocus(this.host, () => {
        if (mine === this.ticket && !this.api().isDestroyed()) this.settle(mine, at, field, TRIES)
      })
    })
  }

  private around(at: number): number[] {
    const page = Math.max(1, this.api().getLastDisplayedRowIndex() - this.api().getFirstDisplayedRowIndex())
    const last = this.store().viewN - 1
    return [at - page, at, at + page].map(end => Math.max(0, Math.min(last, end)))
  }

  /** Whether the rows around a position are loaded. Asking makes ag load missing ones. */
  loaded(at: number): boolean {
    return this.around(at).filter(end => this.api().getDisplayedRowAtIndex(end)?.data === undefined).length === 0
  }

  /** Acts once the rows around a position are loaded: at once if they are, else a task later, or ag would draw every row twice. */
  preload(at: number, act: () => void): void {
    if (this.loaded(at)) act()
    else
      setTimeout(() => {
        if (!this.api().isDestroyed()) act()
      })
  }

  /** Takes over from whatever was moving the focus, and with `wanted` its errand too; `holds` tells later whether anyone has taken over since. */
  claim(wanted = false): number {
    this.wanted = wanted
    return ++this.ticket
  }
  holds(ticket: number): boolean {
    return ticket === this.ticket
  }

  /** Someone else took the focus meanwhile, and keeps it. */
  private isElsewhere(): boolean {
    return !isFocusFree() && !this.inBody
  }

  private settle(mine: number, at: number, field: string, tries: number): void {
    const api = this.api()
    api.ensureColumnVisible(field)
    api.ensureIndexVisible(at)
    api.setFocusedCell(at, field)
    const target = this.element(at, field)
    if (target && document.activeElement !== target && !target.contains(document.activeElement)) target.focus({ preventScroll: true })
    if (target) this.wanted = false
    // not mounted yet: the frame holds the focus, because the body never may
    if (!target && isFocusFree()) this.host.focus({ preventScroll: true })
    if (tries === 0) {
      this.wanted = false
      return
    }
    requestAnimationFrame(() => {
      if (mine !== this.ticket || api.isDestroyed()) return
      const now = this.element(at, field)
      const active = document.activeElement
      if (now && (active === now || now.contains(active))) return
      if (this.isElsewhere()) {
        this.wanted = false
        return
      }
      this.settle(mine, at, field, tries - 1)
    })
  }

  /** Outlines the remembered cell while the focus is elsewhere, to show where it will return. */
  markKept(): void {
    for (const old of this.host.querySelectorAll('[data-kept]')) old.removeAttribute('data-kept')
    if (!this.place || this.inBody) return
    this.element(this.place.at, this.place.field)?.setAttribute('data-kept', '')
  }
}
