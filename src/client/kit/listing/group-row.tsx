// The line of a group: what its rows share, how many they are, and the sums that its columns ask for.
// biome-ignore-all lint/a11y/useSemanticElements: rows in a window cannot be rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
import type { ReactNode } from 'react'
import { counted, formatCount } from '#domain/text.ts'
import { classNames } from '../class-names.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { Icon } from '../icon.tsx'
import text from '../look/text.module.css'
import type { ListingLine } from './columns.ts'
import listing from './listing.module.css'
import { drawn, type RowActions, type RowState, rowStyle } from './listing-row.tsx'

interface GroupRowProps<Row extends object> {
  line: ListingLine<Row>
  state: Pick<RowState, 'index' | 'start' | 'height' | 'isCurrent'> & { expanded: boolean; marked: boolean | 'indeterminate' | undefined }
  actions: Pick<RowActions, 'took' | 'toggle' | 'twist'>
  asCard: boolean
  measure?: ((element: HTMLElement | null) => void) | undefined
}

/** The words its rows share; a value without words looks as it does in their cells. */
function labelOf<Row extends object>(line: ListingLine<Row>): ReactNode {
  const cell = line.getAllCells().find(({ column }) => column.id === line.groupingColumnId)
  const [first] = line.subRows
  if (cell === undefined || first === undefined) return null
  const value = first.getGroupingValue(cell.column.id)
  if (typeof value === 'string' && value !== '') return value
  if (value === undefined || value === '') return 'Em branco'
  const own = first.getAllCells().find(({ column }) => column.id === cell.column.id)
  return own ? drawn(own) : null
}

export function GroupRow<Row extends object>({ line, state, actions, asCard, measure }: GroupRowProps<Row>) {
  const { id, subRows } = line
  const { index, expanded, marked } = state
  const cells = line.getVisibleCells()
  const firstSum = cells.findIndex(({ column }) => column.columnDef.meta?.sums)
  const sums = asCard || firstSum < 1 ? [] : cells.slice(firstSum)
  const spans = cells.length - sums.length + (marked === undefined ? 0 : 1)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listing hears the keys of its rows
    <div
      ref={measure}
      role="row"
      className={classNames(listing.line, listing.row, listing.group, asCard && listing.card)}
      style={rowStyle(state)}
      tabIndex={state.isCurrent ? 0 : -1}
      data-index={index}
      data-group={id}
      aria-rowindex={index + 2}
      aria-level={1}
      aria-expanded={expanded}
      onFocus={() => actions.took(id)}
      onClick={event => {
        if (!(event.target instanceof Element && event.target.closest('button'))) actions.twist(id)
      }}
    >
      <div role="gridcell" className={listing.name} aria-colspan={spans} style={{ gridColumn: asCard ? '1 / -1' : `span ${spans}` }}>
        {marked === undefined ? null : (
          <Checkbox checked={marked} label="Selecionar o grupo" tabIndex={-1} onChange={() => actions.toggle(id, false)} />
        )}
        <Icon name={expanded ? 'chevron-down' : 'chevron-right'} size="s" />
        <span className={classNames(text.med, text.cut)}>{labelOf(line)}</span>
        <span className={text.count} title={counted(subRows.length, ['linha', 'linhas'])}>
          {formatCount(subRows.length)}
        </span>
      </div>
      {sums.map(({ id: cellId, column }) => (
        <div key={cellId} role="gridcell" className={listing[column.columnDef.meta?.align ?? '']}>
          {column.columnDef.meta?.sums?.(line.getValue<number>(column.id))}
        </div>
      ))}
    </div>
  )
}
