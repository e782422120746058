// The named moves of a grid ('grid.down', 'grid.toggle'): whichever list is on screen answers them through its handle.
import type { RefObject } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import type { GridHandle } from '#client/kit/grid/grid-column.ts'
import { showToast } from '#client/kit/toast.ts'
import type { GridMove } from '#commands/intents.ts'
import { houseOptions } from '../house.ts'
import { useIntent, useMoves } from '../intents.ts'

const ACTS: { readonly [Move in `grid.${GridMove}`]?: (grid: GridHandle) => void } = {
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
  'grid.jump-up': grid => grid.jump(0, -1),
  'grid.jump-down': grid => grid.jump(0, 1),
  'grid.jump-left': grid => grid.jump(-1, 0),
  'grid.jump-right': grid => grid.jump(1, 0),
  'grid.extend-down': grid => grid.extend(0, 1),
  'grid.extend-up': grid => grid.extend(0, -1),
  'grid.extend-left': grid => grid.extend(-1, 0),
  'grid.extend-right': grid => grid.extend(1, 0),
  'grid.extend-home': grid => grid.home(true),
  'grid.extend-end': grid => grid.end(true),
  'grid.extend-top': grid => grid.top(true),
  'grid.extend-bottom': grid => grid.bottom(true),
  'grid.extend-page-up': grid => grid.page(-1, true),
  'grid.extend-page-down': grid => grid.page(1, true),
  'grid.extend-jump-up': grid => grid.jump(0, -1, true),
  'grid.extend-jump-down': grid => grid.jump(0, 1, true),
  'grid.extend-jump-left': grid => grid.jump(-1, 0, true),
  'grid.extend-jump-right': grid => grid.jump(1, 0, true),
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
  'grid.fill-right': grid => {
    if (!grid.fillFrom('left')) showToast({ id: 'refused', title: 'Não há coluna à esquerda para repetir', variant: 'warning' })
  },
  'grid.clear': grid => void grid.clearCells(),
  'grid.sort': grid => grid.sortByFocused(),
  'grid.group': grid => grid.groupByFocused(),
}

/** Answers the moves while mounted. */
export function useGridActions(grid: RefObject<GridHandle | null>): void {
  useMoves(ACTS, act => {
    if (grid.current) act(grid.current)
  })
  useIntent('grid.copy', () => {
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
