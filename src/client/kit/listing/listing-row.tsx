// One row of a listing, as a line of cells or, on phones, as a card.
// biome-ignore-all lint/a11y/useSemanticElements: rows in a window cannot be rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
import type { Cell } from '@tanstack/react-table'
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { Icon } from '../icon.tsx'
import text from '../look/text.module.css'
import type { ListingFeatures, ListingLine } from './columns.ts'
import listing from './listing.module.css'

const INDENT_PX = 20

export interface RowState {
  index: number
  start: number
  height: number
  /** of a tree or of grouped rows, from 1 */
  level: number | undefined
  /** undefined: it cannot be expanded */
  expanded: boolean | undefined
  isTree: boolean
  /** undefined: rows cannot be selected here */
  selected: boolean | undefined
  isCurrent: boolean
  isOpen: boolean
  muted: boolean
  strong: boolean
  name: string
}

export interface RowActions {
  took: (id: string) => void
  open: (id: string) => void
  toggle: (id: string, extend: boolean) => void
  twist: (id: string) => void
  menu: ((id: string) => void) | undefined
}

interface ListingRowProps<Row extends object> {
  line: ListingLine<Row>
  state: RowState
  actions: RowActions
  card?: ((row: Row) => ReactNode) | undefined
  /** measures a card, whose height depends on its text */
  measure?: ((element: HTMLElement | null) => void) | undefined
}

/** What a column draws in its cell of a row. */
export function drawn<Row extends object>(cell: Cell<ListingFeatures, Row, unknown>): ReactNode {
  const { cell: draw } = cell.column.columnDef
  return typeof draw === 'function' ? draw(cell.getContext()) : null
}

export const rowStyle = ({ start, height }: Pick<RowState, 'start' | 'height'>): CSSProperties =>
  ({ transform: `translateY(${start}px)`, '--row-now': `${height}px` }) as CSSProperties

export function ListingRow<Row extends object>({ line, state, actions, card, measure }: ListingRowProps<Row>) {
  const { id, original, depth } = line
  const { index, expanded, selected } = state
  const box =
    selected === undefined ? null : (
      <Checkbox checked={selected} label={`Selecionar ${state.name}`} tabIndex={-1} onChange={() => actions.toggle(id, false)} />
    )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listing hears the keys of its rows
    <div
      ref={measure}
      role="row"
      className={classNames(
        listing.line,
        listing.row,
        listing.plain,
        card && listing.card,
        state.isOpen && listing.on,
        state.muted && text.m,
        state.strong && listing.strong,
      )}
      style={rowStyle(state)}
      tabIndex={state.isCurrent ? 0 : -1}
      data-index={index}
      data-id={id}
      data-open={state.isOpen || undefined}
      data-strong={state.strong || undefined}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-level={state.level}
      aria-expanded={expanded}
      onFocus={() => actions.took(id)}
      onClick={event => {
        if (event.target instanceof Element && event.target.closest('button, a, input')) return
        if (event.shiftKey || event.ctrlKey || event.metaKey) actions.toggle(id, event.shiftKey)
        else actions.open(id)
      }}
      onContextMenu={event => {
        // A link keeps the browser's own menu, from which it opens in a new tab.
        if (!actions.menu || (event.target instanceof Element && event.target.closest('a, input'))) return
        event.preventDefault()
        actions.menu(id)
      }}
    >
      {card ? (
        <div role="gridcell" className={listing.first}>
          {box}
          <div className={classNames(text.grow, listing.grow)}>{card(original)}</div>
        </div>
      ) : (
        <>
          {box ? (
            <div role="gridcell" className={listing.pick}>
              {box}
            </div>
          ) : null}
          {line.getVisibleCells().map((cell, at) => (
            <div
              key={cell.id}
              role="gridcell"
              data-col={cell.column.id}
              className={classNames(listing.cell, listing[cell.column.columnDef.meta?.align ?? ''])}
              style={state.isTree && at === 0 && depth > 0 ? { paddingLeft: `calc(var(--cell-x) + ${depth * INDENT_PX}px)` } : undefined}
            >
              {at === 0 && state.isTree ? <Twist id={id} name={state.name} expanded={expanded} onPress={actions.twist} /> : null}
              {drawn(cell)}
            </div>
          ))}
        </>
      )}
    </div>
  )
}

interface TwistProps {
  id: string
  name: string
  expanded: boolean | undefined
  onPress: (id: string) => void
}

function Twist({ id, name, expanded, onPress }: TwistProps) {
  if (expanded === undefined) return <span className={classNames(listing.twist, listing.none)} />
  return (
    <button
      type="button"
      className={listing.twist}
      tabIndex={-1}
      aria-label={`${expanded ? 'Recolher' : 'Abrir'} ${name}`}
      onClick={() => onPress(id)}
    >
      <Icon name="chevron-right" size="s" />
    </button>
  )
}
