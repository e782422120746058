// A grid without its looks: the focus is where a test puts it, the marks are the store's.
import { vi } from 'vitest'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import type { GridHandle } from '#client/kit/grid/grid-column.ts'

export interface FakeGrid extends GridHandle {
  at: { id: string; field: string } | undefined
}

export function fakeGrid(store: () => ColumnStore): FakeGrid {
  const grid: FakeGrid = {
    at: undefined,
    move: vi.fn(),
    page: vi.fn(),
    home: vi.fn(),
    end: vi.fn(),
    top: vi.fn(),
    bottom: vi.fn(),
    toggle: () => store().toggle(store().rowOf(grid.at?.id ?? '')),
    jump: vi.fn(),
    extend: vi.fn(),
    dropRange: () => false,
    fillFrom: () => false,
    clearCells: () => false,
    selectToHere: vi.fn(),
    selectAll: () => store().selectAll(),
    invert: () => store().invertSelection(),
    clearSelection: () => store().clearSelection(),
    startEdit: () => false,
    stopEdit: () => true,
    isEditing: () => false,
    open: vi.fn(),
    focus: vi.fn(() => true),
    focusedId: () => grid.at?.id,
    focusedColumn: () => grid.at?.field,
    targetIds: () => (store().selectedCount > 0 ? store().selectedIds() : grid.at ? [grid.at.id] : []),
    sortByFocused: vi.fn(),
    groupByFocused: vi.fn(),
    reapply: vi.fn(),
    copy: () => undefined,
  }
  return grid
}
