// The one keeper of the focus: what takes it when nobody holds it, and what waits for it while a dialog stands over the page.
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'

interface Home {
  readonly key: number
  /** Gives the focus to something of the surface, or does nothing where there is nothing to focus yet. */
  readonly take: () => void
}

let homes: readonly Home[] = []
let nextKey = 0
let waiting: (() => void) | undefined

/** Nobody holds the focus: what held it has left the document, or the screen has just appeared. */
export function isFocusFree(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.id === 'main'
}

/** A dialog stands over it. */
const isUnderDialog = (element: Element | null): boolean => {
  const dialog = [...document.querySelectorAll('[data-part="scrim"]')].at(-1)
  return dialog !== undefined && !dialog.contains(element)
}

/** Gives a free focus to the newest surface that takes it. */
export function settleFocus(): void {
  if (isUnderDialog(null)) return
  for (const home of [...homes].reverse()) {
    if (!isFocusFree()) return
    home.take()
  }
}

/** Runs `give` at once or, while a dialog stands over `within`, when that dialog is gone. */
export function giveFocus(within: Element | null, give: () => void): void {
  if (isUnderDialog(within)) waiting = give
  else give()
}

/** What was to have the focus while the dialog stood has it now; false when nothing waited. */
export function giveWaiting(): boolean {
  const give = waiting
  waiting = undefined
  give?.()
  return give !== undefined
}

/**
 * Makes a surface a home of the focus for as long as it is mounted and ready: it is asked to take the focus when it becomes ready, when
 * `revision` changes, and when a surface over it is gone.
 */
export function useFocusHome(take: () => void, { ready = true, revision }: { ready?: boolean; revision?: unknown } = {}): void {
  const latest = useRef(take)
  // Numbers are drawn while rendering, parents before children; effects run the other way round.
  const key = useMemo(() => nextKey++, [])
  useLayoutEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (!ready) return
    homes = [...homes, { key, take: () => latest.current() }].sort((a, b) => a.key - b.key)
    return () => {
      homes = homes.filter(home => home.key !== key)
      queueMicrotask(settleFocus)
    }
  }, [key, ready])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is what may have freed the focus
  useEffect(() => {
    if (ready) settleFocus()
  }, [ready, revision])
}
