// A big list as a table or as cards, whichever fits the screen. The table's code is fetched only where there is room for it.
import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react'
import { usePhone } from '../use-screen.ts'
import { CardList, type CardListProps } from './card-list.tsx'
import type { GridHandle } from './grid-column.ts'
import { loadedLedgerGrid, loadLedgerGrid } from './load-grid.ts'

const LedgerGrid = lazy(loadLedgerGrid)

export interface LedgerViewProps extends CardListProps {
  ref?: Ref<GridHandle> | undefined
  /** Shown while the table's code loads. */
  fallback?: ReactNode
}

export function LedgerView({ fallback = null, card, ref, ...props }: LedgerViewProps) {
  const phone = usePhone()
  // React holds back for 300 ms what had to be waited for, so code that is here already is not waited for.
  const [Grid] = useState(() => loadedLedgerGrid() ?? LedgerGrid)
  if (phone) return <CardList ref={ref} card={card} {...props} />
  return (
    <Suspense fallback={fallback}>
      <Grid ref={ref} {...props} />
    </Suspense>
  )
}
