// The columns of a list as a person left them in this browser; of a listing, its order and group too.
import { useState } from 'react'
import type { GridLayout } from '#client/kit/grid/grid-column.ts'

const LAYOUT = 'razao.layout.'

function read<L extends GridLayout>(area: string): L | undefined {
  try {
    const text = localStorage.getItem(LAYOUT + area)
    return text === null ? undefined : (JSON.parse(text) as L)
  } catch {
    return undefined
  }
}

interface StoredLayout<L extends GridLayout> {
  layout: L | undefined
  onLayout(layout: L): void
}

export function useStoredLayout<L extends GridLayout = GridLayout>(area: string): StoredLayout<L> {
  const [kept, setKept] = useState(() => ({ area, layout: read<L>(area) }))
  const now = kept.area === area ? kept : { area, layout: read<L>(area) }
  if (now !== kept) setKept(now)
  return {
    layout: now.layout,
    onLayout(layout) {
      setKept({ area, layout })
      localStorage.setItem(LAYOUT + area, JSON.stringify(layout))
    },
  }
}
