// The columns of a list as a person left them in this browser.
import { useState } from 'react'
import type { GridLayout } from '#client/kit/grid/grid-column.ts'

const LAYOUT = 'razao.layout.'

function read(area: string): GridLayout | undefined {
  try {
    const text = localStorage.getItem(LAYOUT + area)
    return text === null ? undefined : (JSON.parse(text) as GridLayout)
  } catch {
    return undefined
  }
}

export function useStoredLayout(area: string): { layout: GridLayout | undefined; onLayout(layout: GridLayout): void } {
  const [layout, setLayout] = useState(() => read(area))
  return {
    layout,
    onLayout(next) {
      setLayout(next)
      localStorage.setItem(LAYOUT + area, JSON.stringify(next))
    },
  }
}
