// The window of a listing: which of its lines are in the document, and where they are.
import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

const CARD_PX = 88
const HEADS_PX = 32

interface LinesOptions {
  ids: readonly string[]
  scroller: RefObject<HTMLElement | null>
  asCard: boolean
  rowHeight: number
  hasSums: boolean
}

interface Lines {
  lines: Virtualizer<HTMLElement, Element>
  /** the line at this index stays in the document however far it is scrolled away */
  held: RefObject<number>
}

export function useLines({ ids, scroller, asCard, rowHeight, hasSums }: LinesOptions): Lines {
  const held = useRef(-1)
  const getItemKey = useCallback((index: number) => ids[index] ?? index, [ids])
  const lines = useVirtualizer<HTMLElement, Element>({
    count: ids.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: () => (asCard ? CARD_PX : rowHeight),
    overscan: 8,
    rangeExtractor: range => {
      const indexes = defaultRangeExtractor(range)
      const { current } = held
      if (current < 0 || current >= range.count || indexes.includes(current)) return indexes
      return current < range.startIndex ? [current, ...indexes] : [...indexes, current]
    },
    // the heads are in the flow above the rows, so what they cover at the top is missing at the end
    scrollPaddingEnd: (asCard ? 0 : HEADS_PX) + (hasSums ? rowHeight : 0),
  })
  // the density changed, so sizes measured with the old height are void
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are the reason, not an input
  useLayoutEffect(() => lines.measure(), [rowHeight, asCard])
  return { lines, held }
}
