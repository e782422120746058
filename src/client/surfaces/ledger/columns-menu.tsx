// Which columns a list shows, and the views a person saved, in one menu.

import { Button } from '#client/kit/button.tsx'
import { isHidden, withHidden } from '#client/kit/column-layout.ts'
import type { GridColumn, GridLayout } from '#client/kit/grid/grid-column.ts'
import { Menu, type MenuEntry } from '#client/kit/menu.tsx'
import type { Views } from './views.ts'

interface ColumnsMenuProps {
  columns: readonly GridColumn[]
  layout: GridLayout | undefined
  onLayout(layout: GridLayout): void
  views: Views
  open: boolean
  onOpen(open: boolean): void
}

export function ColumnsMenu({ columns, layout, onLayout, views, open, onOpen }: ColumnsMenuProps) {
  const own = views.views.filter(view => view.own)
  const entries: MenuEntry[] = [
    { caption: 'Colunas' },
    ...columns
      .filter(column => column.title !== '')
      .map(column => {
        const hidden = isHidden(column, layout)
        return {
          id: column.field,
          label: column.title,
          checked: !hidden,
          run: () => onLayout(withHidden(columns, layout, column.field, !hidden)),
        }
      }),
    ...(own.length > 0 ? (['separator', { caption: 'Remover visão' }] as const) : []),
    ...own.map(view => ({ id: `view-${view.digit}`, label: view.title, keys: String(view.digit), run: () => void views.remove(view) })),
  ]
  return (
    <Menu
      label="Colunas e visões"
      align="end"
      entries={entries}
      open={open}
      onOpenChange={onOpen}
      trigger={
        <Button variant="ghost" icon="columns-3">
          Colunas
        </Button>
      }
    />
  )
}
