// How wide an element is, drawn again when that changes: what is laid out by arithmetic follows its frame.
import { useLayoutEffect, useState } from 'react'

/** px between the edges of an element, without its scrollbar. */
export function useRoom(element: HTMLElement | null): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    if (!element || typeof ResizeObserver === 'undefined') return
    setRoom(element.clientWidth)
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return element ? room : 0
}
