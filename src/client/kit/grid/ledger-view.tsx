// A big list as a table or as cards, whichever fits the screen. The table's code is fetched only where there is room for it.
import { type ComponentType, lazy, type ReactNode, type Ref, Suspense, useEffect, useState } from 'react'
import { usePhone } from '../use-screen.ts'
import { CardList, type CardListProps } from './card-list.tsx'
import type { GridHandle, GridProps } from './grid-column.ts'
import { loadedLedgerGrid, loadLedgerGrid } from './load-grid.ts'

const LedgerGrid = lazy(loadLedgerGrid)

export interface LedgerViewProps extends CardListProps {
  ref?: Ref<GridHandle> | undefined
  /** Shown while the table's code loads. */
  fallback?: ReactNode
}

type TableProps = GridProps & { ref?: Ref<GridHandle> | undefined }

/** The table, made in a task of its own: the screen around it is drawn, and answers, before. */
function Table({ fallback, ...props }: TableProps & { fallback: ReactNode }) {
  const [Grid, setGrid] = useState<ComponentType<TableProps>>()
  useEffect(() => {
    // React holds back for 300 ms what had to be waited for, so code that is here already is not waited for.
    const timer = setTimeout(() => setGrid(() => loadedLedgerGrid() ?? LedgerGrid))
    return () => clearTimeout(timer)
  }, [])
  if (!Grid) return fallback
  return (
    <Suspense fallback={fallback}>
      <Grid {...props} />
    </Suspense>
  )
}

export function LedgerView({ fallback = null, card, ref, ...props }: LedgerViewProps) {
  const phone = usePhone()
  return phone ? <CardList ref={ref} card={card} {...props} /> : <Table ref={ref} fallback={fallback} {...props} />
}
