// The heads of a listing: names, sort order, and the checkbox of all rows.
// biome-ignore-all lint/a11y/useSemanticElements: rows in a window cannot be rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
import { Checkbox } from '../form/checkbox.tsx'
import { Icon } from '../icon.tsx'
import type { ListingColumn } from './columns.ts'
import type { ListingSort } from './listing-props.ts'

interface ListingHeadProps<Row> {
  columns: readonly ListingColumn<Row>[]
  sort: ListingSort | null
  onSort: (sort: ListingSort | null) => void
  ids: readonly string[]
  selection: ReadonlySet<string> | undefined
  onSelectionChange: ((selection: ReadonlySet<string>) => void) | undefined
}

/** Ascending, descending, then the order of the data again. */
function nextSort(sort: ListingSort | null, id: string): ListingSort | null {
  if (sort?.id !== id) return { id, desc: false }
  return sort.desc ? null : { id, desc: true }
}

export function ListingHead<Row>({ columns, sort, onSort, ids, selection, onSelectionChange }: ListingHeadProps<Row>) {
  const chosen = selection ? ids.filter(id => selection.has(id)).length : 0
  const all = chosen === ids.length ? true : chosen > 0 ? 'indeterminate' : false
  return (
    <div role="row" className="line heads" aria-rowindex={1}>
      {selection ? (
        <div role="columnheader" className="pick">
          <Checkbox
            checked={all}
            label="Selecionar todas as linhas"
            tabIndex={-1}
            onChange={() => onSelectionChange?.(new Set(all === true ? [] : ids))}
          />
        </div>
      ) : null}
      {columns.map(column => {
        const order = sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : undefined
        return (
          <div key={column.id} role="columnheader" className={column.align} aria-sort={order}>
            {column.sort ? (
              <button type="button" tabIndex={-1} onClick={() => onSort(nextSort(sort, column.id))}>
                {column.title}
                {order ? <Icon name={order === 'descending' ? 'chevron-down' : 'chevron-up'} /> : null}
              </button>
            ) : (
              column.title
            )}
          </div>
        )
      })}
    </div>
  )
}
