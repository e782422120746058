// A page without a list takes the focus that belongs to nobody, so that keys and the scroll answer at once.
import { type RefObject, useRef } from 'react'
import { useFocusHome } from '#client/kit/focus-keeper.ts'

export function usePageFocus<E extends HTMLElement>(): RefObject<E | null> {
  const page = useRef<E>(null)
  useFocusHome(() => page.current?.focus({ preventScroll: true }))
  return page
}
