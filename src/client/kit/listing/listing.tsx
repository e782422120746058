// Listing: flat, grouped or tree rows in a window, for trees, small registers, reports and reviews. It holds no data and no selection of its own.
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Skeleton } from '../states.tsx'
import { PICK_PX } from './arrangement.ts'
import styles from './listing.module.css'
import { ListingGrid } from './listing-grid.tsx'
import type { ListingProps } from './listing-props.ts'
import { type ListingBehind, useListing } from './use-listing.ts'

/** The grid template that all lines share, and the width below which the listing scrolls sideways. */
function templateOf<Row extends object>({ table, arrangement, asCard, rowHeight }: ListingBehind<Row>, selectable: boolean) {
  const own = new Set(arrangement.columns.filter(column => column.width !== undefined).map(column => column.field))
  const columns = table.getVisibleLeafColumns().map(column => {
    const { id, columnDef } = column
    const grows = columnDef.meta?.grows === true && !own.has(id)
    const least = grows ? (columnDef.size ?? 0) : column.getSize()
    return { least, track: grows ? `minmax(${least}px, 1fr)` : `${least}px` }
  })
  const pick = selectable ? PICK_PX : 0
  const tracks = [...(selectable ? [`${pick}px`] : []), ...columns.map(({ track }) => track)]
  return {
    '--cols': asCard ? 'minmax(0, 1fr)' : tracks.join(' '),
    '--least': asCard ? '0' : `${columns.reduce((sum, { least }) => sum + least, pick)}px`,
    '--row-now': `${rowHeight}px`,
  } as CSSProperties
}

export function Listing<Row extends object>(props: ListingProps<Row>) {
  const behind = useListing(props)
  const { loading } = props
  let inside: ReactNode = <ListingGrid {...props} behind={behind} />
  if (props.error) inside = props.error
  else if (loading && props.rows.length === 0) inside = <Skeleton />
  else if (behind.shown.length === 0) inside = props.empty
  const isBusy = loading && props.rows.length > 0
  return (
    <div
      className={classNames(styles.listing, isBusy && styles.busy)}
      data-part="listing"
      ref={behind.root}
      style={templateOf(behind, props.selection !== undefined)}
    >
      {isBusy ? <span className={styles.bar} /> : null}
      {inside}
    </div>
  )
}
