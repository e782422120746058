// The heads of a listing: names, order, edges to drag, and the checkbox of all rows.
// biome-ignore-all lint/a11y/useSemanticElements: rows in a window cannot be rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: the head of the marks takes no focus, its checkbox does
import type { Header } from '@tanstack/react-table'
import { classNames } from '../class-names.ts'
import { Checkbox } from '../form/checkbox.tsx'
import { Icon } from '../icon.tsx'
import text from '../look/text.module.css'
import type { ListingFeatures } from './columns.ts'
import listing from './listing.module.css'
import type { Heads } from './use-heads.ts'
import type { ListingTable } from './use-table.ts'

interface ListingHeadProps<Row extends object> {
  table: ListingTable<Row>
  heads: Heads
  /** of all records, those of folded groups too */
  ids: readonly string[]
  selection: ReadonlySet<string> | undefined
  onSelectionChange: ((selection: ReadonlySet<string>) => void) | undefined
}

export function ListingHead<Row extends object>({ table, heads, ids, selection, onSelectionChange }: ListingHeadProps<Row>) {
  const chosen = selection ? ids.filter(id => selection.has(id)).length : 0
  const all = chosen === ids.length ? true : chosen > 0 ? 'indeterminate' : false
  return (
    <div role="row" data-part="heads" className={classNames(listing.line, listing.heads)} aria-rowindex={1}>
      {selection ? (
        <div role="columnheader" className={listing.pick}>
          <Checkbox
            checked={all}
            label="Selecionar todas as linhas"
            tabIndex={-1}
            onChange={() => onSelectionChange?.(new Set(all === true ? [] : ids))}
          />
        </div>
      ) : null}
      {table.getHeaderGroups()[0]?.headers.map(header => (
        <Head key={header.id} header={header} heads={heads} isSortedByMany={table.state.sorting.length > 1} />
      ))}
    </div>
  )
}

interface HeadProps<Row extends object> {
  header: Header<ListingFeatures, Row, unknown>
  heads: Heads
  isSortedByMany: boolean
}

function Head<Row extends object>({ header, heads, isSortedByMany }: HeadProps<Row>) {
  const { column } = header
  const { id } = column
  const order = column.getIsSorted()
  const title = String(column.columnDef.header)
  return (
    <div
      role="columnheader"
      data-col={id}
      className={classNames(listing[column.columnDef.meta?.align ?? ''], column.getIsResizing() && listing.sizing)}
      aria-sort={order ? (order === 'desc' ? 'descending' : 'ascending') : undefined}
      tabIndex={heads.current === id ? 0 : -1}
      onFocus={() => heads.took(id)}
      onKeyDown={event => heads.onKey(event, id)}
    >
      {column.getCanSort() ? (
        <button type="button" tabIndex={-1} onClick={event => column.toggleSorting(undefined, event.shiftKey)}>
          <span className={text.cut}>{title}</span>
          {order ? <Icon name={order === 'desc' ? 'chevron-down' : 'chevron-up'} /> : null}
          {order && isSortedByMany ? <span className={listing.nth}>{column.getSortIndex() + 1}</span> : null}
        </button>
      ) : (
        title
      )}
      {/* By keyboard the head itself is made wider and narrower. */}
      <span
        className={listing.edge}
        data-edge={id}
        title="Arraste para mudar a largura; dois cliques ajustam ao conteúdo"
        aria-hidden="true"
        onMouseDown={header.getResizeHandler()}
        onTouchStart={header.getResizeHandler()}
        onDoubleClick={() => heads.fit(id)}
      />
    </div>
  )
}
