// What a screen reader is told of the palette: how many rows there are once typing rests, and which of them is active.
import { useCommandState } from 'cmdk'
import { type RefObject, useEffect } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import { counted } from '#domain/text.ts'
import type { PaletteRow } from './palette-rows.ts'

const SAY_AFTER_MS = 500

/** `isTold`: what is typed is still being looked for, or is said otherwise. */
export function useSpokenResults(rows: readonly PaletteRow[], query: string, isTold: boolean): void {
  const typed = query.trim()
  const count = rows.length
  const first = rows[0]?.title
  const said = count === 0 ? `Nada para ${typed}` : `${counted(count, ['resultado', 'resultados'])}. ${first}`
  useEffect(() => {
    if (typed === '' || isTold) return
    const timer = setTimeout(() => announce(said), SAY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, said, isTold])
}

/** cmdk names the active row only when an arrow moved it, and keeps the old name when the rows change. Stands within its `Command`. */
export function ActiveDescendant({ input }: { input: RefObject<HTMLInputElement | null> }) {
  useCommandState(({ value }) => value)
  useEffect(() => {
    const active = input.current?.closest('[cmdk-root]')?.querySelector('[cmdk-item][aria-selected="true"]')
    if (active) input.current?.setAttribute('aria-activedescendant', active.id)
    else input.current?.removeAttribute('aria-activedescendant')
  })
  return null
}
