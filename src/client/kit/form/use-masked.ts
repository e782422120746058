// Typing into a mask without losing the place: when the mask moves characters, the caret stays after the same ones.
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'

const isTyped = (character: string) => /[\p{L}\p{N}]/u.test(character)
const typedBefore = (text: string, at: number) => Array.from(text.slice(0, at)).filter(isTyped).length

function positionAfter(text: string, typed: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at += 1) {
    if (seen === typed) return at
    if (isTyped(text[at] ?? '')) seen += 1
  }
  return text.length
}

/** Returns the change handler of a masked input: `onText` gets the masked text, and the caret is restored after the render. */
export function useMasked(mask: (text: string) => string, onText: (masked: string) => void) {
  const pending = useRef<{ input: HTMLInputElement; typed: number } | null>(null)
  useLayoutEffect(() => {
    const caret = pending.current
    pending.current = null
    if (!caret || document.activeElement !== caret.input) return
    const at = positionAfter(caret.input.value, caret.typed)
    caret.input.setSelectionRange(at, at)
  })
  return (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.target
    const at = selectionStart ?? value.length
    // at the end, the caret stays at the end, after any literal that the mask adds
    if (at < value.length) pending.current = { input: event.target, typed: typedBefore(value, at) }
    onText(mask(value))
  }
}
