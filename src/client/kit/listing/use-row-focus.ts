// Which row of a listing has the focus: by id, not by index, so that sorting and loading never move it to another record.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isFocusFree } from '../focus-keeper.ts'

interface RowFocusOptions {
  ids: readonly string[]
  scroller: RefObject<HTMLElement | null>
  reveal: (index: number) => void
  onFocusChange?: ((id: string | null) => void) | undefined
}

export interface RowFocus {
  id: string | null
  index: number
  /** moves the DOM focus too */
  focus: (id: string) => void
  focusIndex: (index: number) => void
  /** the row took the focus by itself (pointer, Tab) */
  took: (id: string) => void
  /** the focus went elsewhere, out of the listing */
  left: () => void
}

export function useRowFocus({ ids, scroller, reveal, onFocusChange }: RowFocusOptions): RowFocus {
  const [wanted, setWanted] = useState<string | null>(null)
  const pending = useRef(false)
  const within = useRef(false)
  const lastIndex = useRef(0)
  const known = wanted === null ? -1 : ids.indexOf(wanted)
  // a row that left hands the focus to the row in its place, clamped at the end
  const index = ids.length === 0 ? -1 : known >= 0 ? known : Math.min(lastIndex.current, ids.length - 1)
  const id = ids[index] ?? null

  useLayoutEffect(() => {
    // the focused row left the document, and the browser silently dropped the focus
    if (known < 0 && id !== null && within.current && isFocusFree()) {
      pending.current = true
      setWanted(id)
    }
    lastIndex.current = Math.max(0, index)
    if (!pending.current || id === null) return
    const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (element) {
      pending.current = false
      element.focus({ preventScroll: true })
    }
  })
  useEffect(() => onFocusChange?.(wanted === null ? null : id), [id, wanted, onFocusChange])

  const focusIndex = (next: number) => {
    const target = ids[Math.max(0, Math.min(next, ids.length - 1))]
    if (target !== undefined) focus(target)
  }
  const focus = (target: string) => {
    const at = ids.indexOf(target)
    if (at < 0) return
    reveal(at)
    pending.current = true
    setWanted(target)
    // already rendered: no render may follow, so take the focus now
    const element = scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)
    if (target === id && element) {
      pending.current = false
      element.focus({ preventScroll: true })
    }
  }
  const took = (target: string) => {
    within.current = true
    setWanted(target)
    // Told at once: a key pressed right after acts on this row, and not on the one before it.
    onFocusChange?.(target)
  }
  const left = () => {
    within.current = false
  }
  return { id, index, focus, focusIndex, took, left }
}
