// How a list looks at rest is kept on this device: its address shows it again before any code of the screen has run.
import { useEffect } from 'react'
import { keepPage } from '#client/data/kept-pages.ts'
import type { ColumnStore } from '#client/kit/grid/column-store.ts'
import { pause } from '#client/kit/idle.ts'
import { takeSnapshot } from '#client/kit/page-snapshot.ts'
import { sinceMidnightInSaoPaulo } from '#domain/days.ts'

const RESTED_MS = 1500
const DAY_MS = 24 * 60 * 60 * 1000

/** With rows marked, or away from its beginning, a list opens otherwise than it looks: nothing is kept of it then. */
export function useKeptLook(store: ColumnStore, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return
    let isLeft = false
    const keep = async (rested: number) => {
      await pause()
      if (isLeft) return
      const now = Date.now()
      const look = store.selectedCount === 0 ? takeSnapshot() : undefined
      void keepPage(look, now + DAY_MS - sinceMidnightInSaoPaulo(now))
      // Something waits, or stands over it: looked at again, ever more seldom. A change of the list has a timer of its own.
      const timer = rest
      if (look && (await look) === undefined && !isLeft && rest === timer) settle(2 * rested)
    }
    let rest: ReturnType<typeof setTimeout>
    const settle = (ms = RESTED_MS) => {
      clearTimeout(rest)
      rest = setTimeout(() => void keep(ms), ms)
    }
    settle()
    const stop = store.subscribe(() => settle())
    return () => {
      isLeft = true
      clearTimeout(rest)
      stop()
    }
  }, [store, isReady])
}
