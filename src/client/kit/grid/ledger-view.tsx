// A big list as a table or as cards, whichever fits the screen. The table's code is fetched only where there is room for it.
import { lazy, type ReactNode, type Ref, Suspense, useSyncExternalStore } from 'react'
import { CardList, type CardListProps } from './card-list.tsx'
import type { GridHandle } from './grid-column.ts'

const PHONE = '(max-width: 767.98px)'
const LedgerGrid = lazy(loadLedgerGrid)

/** Fetches the table's code ahead: on hover or on a highlighted palette row. */
export function loadLedgerGrid() {
  return import('./ledger-grid.tsx').then(module => ({ default: module.LedgerGrid }))
}

function watchPhone(changed: () => void): () => void {
  const media = window.matchMedia(PHONE)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

export interface LedgerViewProps extends CardListProps {
  ref?: Ref<GridHandle> | undefined
  /** Shown while the table's code loads. */
  fallback?: ReactNode
}

export function LedgerView({ fallback = null, card, ref, ...props }: LedgerViewProps) {
  const phone = useSyncExternalStore(watchPhone, () => window.matchMedia(PHONE).matches)
  if (phone) return <CardList ref={ref} card={card} {...props} />
  return (
    <Suspense fallback={fallback}>
      <LedgerGrid ref={ref} {...props} />
    </Suspense>
  )
}
