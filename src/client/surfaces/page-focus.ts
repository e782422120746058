// A page without a list takes the focus that belongs to nobody, so that keys and the scroll answer at once.
import { type RefObject, useEffect, useRef } from 'react'

export function usePageFocus<E extends HTMLElement>(): RefObject<E | null> {
  const page = useRef<E>(null)
  useEffect(() => {
    if (document.activeElement === document.body) page.current?.focus({ preventScroll: true })
  }, [])
  return page
}
