// One row of a listing: as a line of cells, or as a card on phones.
// biome-ignore-all lint/a11y/useSemanticElements: rows in a window cannot be rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { Icon } from '../icon.tsx'
import type { ListingColumn } from './columns.ts'

const INDENT_PX = 20

export interface RowState {
  id: string
  index: number
  start: number
  height: number
  depth: number
  /** undefined: it cannot be opened */
  expanded: boolean | undefined
  isTree: boolean
  /** undefined: rows are not selected here */
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

interface ListingRowProps<Row> {
  row: Row
  state: RowState
  actions: RowActions
  columns: readonly ListingColumn<Row>[]
  card?: ((row: Row) => ReactNode) | undefined
  /** measures a card, whose height its words decide */
  measure?: ((element: HTMLElement | null) => void) | undefined
}

export function ListingRow<Row>({ row, state, actions, columns, card, measure }: ListingRowProps<Row>) {
  const { id, index, expanded, selected, depth } = state
  const box =
    selected === undefined ? null : (
      <Checkbox checked={selected} label={`Selecionar ${state.name}`} tabIndex={-1} onChange={() => actions.toggle(id, false)} />
    )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listing hears the keys of its rows
    <div
      ref={measure}
      role="row"
      className={classNames('line row plain', card && 'card', state.isOpen && 'on', state.muted && 'm', state.strong && 'strong')}
      style={{ transform: `translateY(${state.start}px)`, '--row-now': `${state.height}px` } as CSSProperties}
      tabIndex={state.isCurrent ? 0 : -1}
      data-index={index}
      data-id={id}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-level={state.isTree ? depth + 1 : undefined}
      aria-expanded={expanded}
      onFocus={() => actions.took(id)}
      onClick={event => {
        if (event.target instanceof Element && event.target.closest('button, a, input')) return
        if (event.shiftKey || event.ctrlKey || event.metaKey) actions.toggle(id, event.shiftKey)
        else actions.open(id)
      }}
      onContextMenu={event => {
        // A link keeps the browser's own menu: it opens in a new tab from there.
        if (!actions.menu || (event.target instanceof Element && event.target.closest('a, input'))) return
        event.preventDefault()
        actions.menu(id)
      }}
    >
      {card ? (
        <div role="gridcell" className="first">
          {box}
          <div className="grow">{card(row)}</div>
        </div>
      ) : (
        <>
          {box ? (
            <div role="gridcell" className="pick">
              {box}
            </div>
          ) : null}
          {columns.map((column, at) => (
            <div
              key={column.id}
              role="gridcell"
              className={classNames('cell', column.align)}
              style={at === 0 && depth > 0 ? { paddingLeft: `calc(var(--cell-x) + ${depth * INDENT_PX}px)` } : undefined}
            >
              {at === 0 && state.isTree ? <Twist id={id} name={state.name} expanded={expanded} onPress={actions.twist} /> : null}
              {column.render(row)}
            </div>
          ))}
        </>
      )}
    </div>
  )
}

function Twist({
  id,
  name,
  expanded,
  onPress,
}: {
  id: string
  name: string
  expanded: boolean | undefined
  onPress: (id: string) => void
}) {
  if (expanded === undefined) return <span className="twist none" />
  return (
    <button
      type="button"
      className="twist"
      tabIndex={-1}
      aria-label={`${expanded ? 'Recolher' : 'Abrir'} ${name}`}
      onClick={() => onPress(id)}
    >
      <Icon name="chevron-right" size="s" />
    </button>
  )
}
