// Letters beside entries and buttons: an office always sees them, everybody else from the first key to the next move of the mouse.
import { useEffect } from 'react'

const root = document.documentElement
const show = (shown: boolean) => {
  root.dataset.keyCaps = shown ? 'shown' : 'hidden'
}

export function useQuietKeyCaps(quiet: boolean): void {
  useEffect(() => {
    show(!quiet)
    if (!quiet) return
    const onMove = ({ pointerType, movementX, movementY }: PointerEvent) => {
      if (pointerType === 'mouse' && movementX ** 2 + movementY ** 2 > 4) show(false)
    }
    window.addEventListener('pointermove', onMove, { passive: true })
    return () => window.removeEventListener('pointermove', onMove)
  }, [quiet])
}

/** A stroke that is not plain typing: the person works by keys. */
export function showKeyCaps(stroke: string, inTextField: boolean): void {
  const isTyping = inTextField ? !/^(up|down|mod\+)/.test(stroke) : stroke === 'tab'
  if (!isTyping && root.dataset.keyCaps === 'hidden') show(true)
}
