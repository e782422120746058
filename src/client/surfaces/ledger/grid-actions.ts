// The named moves of a grid ('grid.down', 'grid.toggle'): whichever list is on screen answers them through its handle.
import type { RefObject } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import type { GridHandle } from '#client/kit/grid/grid-column.ts'
import { showToast } from '#client/kit/toast.ts'
import { houseOptions } from '../house.ts'
import { useUiAction } from '../ui-actions.ts'

type Act = (grid: GridHandle) => void

const ACTS: Readonly<Record<string, Act>> = {
  'grid.down': grid => grid.move(0, 1),
  'grid.up': grid => grid.move(0, -1),
  'grid.left': grid => grid.move(-1, 0),
  'grid.right': grid => grid.move(1, 0),
  'grid.home': grid => grid.home(),
  'grid.end': grid => grid.end(),
  'grid.top': grid => grid.top(),
  'grid.bottom': grid => grid.bottom(),
  'grid.page-up': grid => grid.page(-1),
  'grid.page-down': grid => grid.page(1),
  'grid.toggle': grid => grid.toggle(),
  'grid.extend-down': grid => grid.extend(1),
  'grid.extend-up': grid => grid.extend(-1),
  'grid.select-here': grid => grid.selectToHere(),
  'grid.select-all': grid => grid.selectAll(),
  'grid.invert': grid => grid.invert(),
  'grid.open': grid => grid.open(),
  'grid.reapply': grid => {
    grid.reapply()
    grid.focus()
  },
  'grid.edit': grid => {
    if (!grid.startEdit()) showToast({ id: 'refused', title: 'Esta célula não se altera', variant: 'warning' })
  },
  'grid.sort': grid => grid.sortByFocused(),
  'grid.group': grid => grid.groupByFocused(),
}

/** Answers the moves while mounted. The names are a closed list, so the hooks run in the same order each time. */
export function useGridActions(grid: RefObject<GridHandle | null>, more: Readonly<Record<string, Act>>): void {
  for (const [name, act] of Object.entries(ACTS)) {
    // biome-ignore lint/correctness/useHookAtTopLevel: a constant list
    useUiAction(name, () => {
      const handle = grid.current
      if (handle) (more[name] ?? act)(handle)
    })
  }
  useUiAction('grid.copy', () => {
    const table = grid.current?.copy(true)
    if (table)
      houseOptions()
        .ports.clipboard.write(table.text, table.html)
        .then(
          () => announce('Copiado com títulos', 'polite'),
          () => showToast({ id: 'refused', title: 'O navegador não deixou copiar', variant: 'warning' }),
        )
  })
}
