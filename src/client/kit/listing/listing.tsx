// Listing: flat or tree rows in a window, for trees, small registers, reports and reviews. It holds no data and no selection of its own.
// biome-ignore-all lint/a11y/useSemanticElements: rows in a window cannot be rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
import type { CSSProperties, FocusEvent, KeyboardEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Skeleton } from '../states.tsx'
import { columnTemplate } from './columns.ts'
import { ListingHead } from './listing-head.tsx'
import { onListingKey } from './listing-keys.ts'
import type { ListingProps } from './listing-props.ts'
import { ListingRow } from './listing-row.tsx'
import { useListing } from './use-listing.ts'
import './listing.css'

export function Listing<Row extends object>(props: ListingProps<Row>) {
  const { label, rows, columns, rowName, childrenOf, selection, onSelectionChange, openId, isMuted, isStrong, card, sums, loading } = props
  const { asCard, rowHeight, scroller, sort, setSort, shown, ids, lines, focus, handle, actions } = useListing(props)

  if (props.error) return <div className="listing">{props.error}</div>
  if (loading && rows.length === 0) {
    return (
      <div className="listing">
        <Skeleton />
      </div>
    )
  }
  if (shown.length === 0) return <div className="listing">{props.empty}</div>

  const isTree = childrenOf !== undefined
  const { template, least } = columnTemplate(columns, selection !== undefined)
  const grid = {
    role: isTree ? 'treegrid' : 'grid',
    'aria-label': `${label}, ${shown.length.toLocaleString('pt-BR')} ${shown.length === 1 ? 'linha' : 'linhas'}`,
    'aria-rowcount': shown.length + 1,
    'aria-colcount': columns.length + (selection ? 1 : 0),
    'aria-multiselectable': selection ? true : undefined,
    'aria-busy': loading || undefined,
    onBlur: (event: FocusEvent<HTMLElement>) => event.currentTarget.contains(event.relatedTarget) || focus.left(),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => onListingKey(event, handle, { selectable: selection !== undefined, isTree }),
  } as const
  const style = {
    '--cols': asCard ? 'minmax(0, 1fr)' : template,
    '--least': asCard ? '0' : `${least}px`,
    '--row-now': `${rowHeight}px`,
  } as CSSProperties
  return (
    <div className={classNames('listing', loading && 'busy')} style={style}>
      {loading ? <span className="bar" /> : null}
      <div className="scroll" ref={scroller}>
        <div {...grid}>
          {asCard ? null : (
            <ListingHead
              columns={columns}
              sort={sort}
              onSort={setSort}
              ids={ids}
              selection={selection}
              onSelectionChange={onSelectionChange}
            />
          )}
          <div className="sizer" role="rowgroup" style={{ height: lines.getTotalSize() }}>
            {lines.getVirtualItems().map(line => {
              const row = shown[line.index]
              if (!row) return null
              return (
                <ListingRow
                  key={row.id}
                  row={row.original}
                  columns={columns}
                  card={asCard ? card : undefined}
                  measure={asCard ? lines.measureElement : undefined}
                  actions={actions}
                  state={{
                    id: row.id,
                    index: line.index,
                    start: line.start,
                    height: rowHeight,
                    depth: row.depth,
                    expanded: isTree && row.subRows.length > 0 ? row.getIsExpanded() : undefined,
                    isTree,
                    selected: selection?.has(row.id),
                    isCurrent: line.index === focus.index,
                    isOpen: row.id === openId,
                    muted: isMuted?.(row.original) ?? false,
                    strong: isStrong?.(row.original) ?? false,
                    name: rowName(row.original),
                  }}
                />
              )
            })}
          </div>
          {sums ? (
            <div role="row" className={classNames('line sums', asCard && 'card')} aria-rowindex={shown.length + 2}>
              {selection && !asCard ? <div role="gridcell" /> : null}
              {columns
                .filter(column => !asCard || sums[column.id] !== undefined)
                .map(column => (
                  <div key={column.id} role="gridcell" className={column.align}>
                    {sums[column.id]}
                  </div>
                ))}
            </div>
          ) : null}
        </div>
      </div>
    </div>
  )
}
