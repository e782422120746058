// The lines of a listing: heads, the visible rows and groups, and a last line of sums.
// biome-ignore-all lint/a11y/useSemanticElements: rows in a window cannot be rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
import type { VirtualItem } from '@tanstack/react-virtual'
import type { FocusEvent, KeyboardEvent } from 'react'
import { counted } from '#domain/text.ts'
import { classNames } from '../class-names.ts'
import type { ListingLine } from './columns.ts'
import { GroupRow } from './group-row.tsx'
import listing from './listing.module.css'
import { ListingHead } from './listing-head.tsx'
import { onListingKey } from './listing-keys.ts'
import type { ListingProps } from './listing-props.ts'
import { ListingRow } from './listing-row.tsx'
import type { ListingBehind } from './use-listing.ts'

interface WithBehind<Row extends object> extends ListingProps<Row> {
  behind: ListingBehind<Row>
}

export function ListingGrid<Row extends object>(props: WithBehind<Row>) {
  const { label, childrenOf, selection, loading, sums, behind } = props
  const { table, group, shown, records, lines, heads, focus, handle, asCard } = behind
  const hasLevels = childrenOf !== undefined || group !== null
  const grid = {
    role: hasLevels ? 'treegrid' : 'grid',
    'aria-label': `${label}, ${counted(records.length, ['linha', 'linhas'])}`,
    'aria-rowcount': shown.length + 1,
    'aria-colcount': table.getVisibleLeafColumns().length + (selection ? 1 : 0),
    'aria-multiselectable': selection ? true : undefined,
    'aria-busy': loading || undefined,
    onBlur: (event: FocusEvent<HTMLElement>) => event.currentTarget.contains(event.relatedTarget) || focus.left(),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onListingKey(event, handle, { selectable: selection !== undefined, hasLevels }),
  } as const
  return (
    <div className={listing.scroll} data-part="scroll" ref={behind.onScroller}>
      <div {...grid}>
        {asCard ? null : (
          <ListingHead table={table} heads={heads} ids={records} selection={selection} onSelectionChange={props.onSelectionChange} />
        )}
        <div className={listing.sizer} role="rowgroup" style={{ height: lines.getTotalSize() }}>
          {lines.getVirtualItems().map(place => {
            const line = shown[place.index]
            return line ? <Line key={line.id} {...props} line={line} place={place} /> : null
          })}
        </div>
        {sums ? <Sums {...props} sums={sums} /> : null}
      </div>
    </div>
  )
}

function markOf(rows: readonly { id: string }[], selection: ReadonlySet<string>): boolean | 'indeterminate' {
  const count = rows.filter(row => selection.has(row.id)).length
  return count > 0 && count < rows.length ? 'indeterminate' : count > 0
}

function Line<Row extends object>(props: WithBehind<Row> & { line: ListingLine<Row>; place: VirtualItem }) {
  const { behind, selection, line, place } = props
  const { asCard, rowHeight, group, focus, lines, actions } = behind
  const { id, original, subRows } = line
  const at = { index: place.index, start: place.start, height: rowHeight, isCurrent: place.index === focus.index }
  if (line.getIsGrouped()) {
    const state = { ...at, expanded: line.getIsExpanded(), marked: selection && markOf(subRows, selection) }
    return <GroupRow line={line} asCard={asCard} measure={asCard ? lines.measureElement : undefined} actions={actions} state={state} />
  }
  const isTree = props.childrenOf !== undefined
  return (
    <ListingRow
      line={line}
      card={asCard ? props.card : undefined}
      measure={asCard ? lines.measureElement : undefined}
      actions={actions}
      state={{
        ...at,
        level: isTree || group !== null ? line.depth + 1 : undefined,
        expanded: isTree && subRows.length > 0 ? line.getIsExpanded() : undefined,
        isTree,
        selected: selection?.has(id),
        isOpen: id === props.openId,
        muted: props.isMuted?.(original) ?? false,
        strong: props.isStrong?.(original) ?? false,
        name: props.rowName(original),
      }}
    />
  )
}

function Sums<Row extends object>({ behind, selection, sums }: WithBehind<Row> & { sums: NonNullable<ListingProps<Row>['sums']> }) {
  const { table, asCard, shown } = behind
  return (
    <div role="row" className={classNames(listing.line, listing.sums, asCard && listing.card)} aria-rowindex={shown.length + 2}>
      {selection && !asCard ? <div role="gridcell" /> : null}
      {table
        .getVisibleLeafColumns()
        .filter(({ id }) => !asCard || sums[id] !== undefined)
        .map(({ id, columnDef }) => (
          <div key={id} role="gridcell" className={listing[columnDef.meta?.align ?? '']}>
            {sums[id]}
          </div>
        ))}
    </div>
  )
}
