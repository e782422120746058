// The filter of a listing by words, and what stands at its right.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import ledger from '../ledger/ledger.module.css'
import type { AnyListing } from './props.ts'

interface FilterFieldProps extends Pick<AnyListing, 'filter' | 'onFilter' | 'placeholder'> {
  end: ReactNode
  input: RefObject<HTMLInputElement | null>
  onDone(): void
}

const DEBOUNCE_MS = 80

export function FilterField({ filter, onFilter, placeholder = 'Filtrar', end, input, onDone }: FilterFieldProps) {
  // While the field has the focus the text is its own; the address follows a moment later.
  const [typed, setTyped] = useState<string>()
  const tell = useRef(onFilter)
  tell.current = onFilter
  useEffect(() => {
    if (typed === undefined || typed === filter) return
    const timer = setTimeout(() => tell.current(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, filter])
  // Cleared from elsewhere (Esc, a button): the field follows.
  useEffect(() => {
    if (filter === '') setTyped(undefined)
  }, [filter])
  return (
    <search className={ledger.filter}>
      <Icon name="funnel" size="s" />
      <input
        ref={input}
        type="text"
        aria-label="Filtrar a lista"
        placeholder={placeholder}
        value={typed ?? filter}
        onChange={event => setTyped(event.target.value)}
        onBlur={() => {
          if (typed !== undefined && typed !== filter) onFilter(typed)
          setTyped(undefined)
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          if (typed !== undefined) onFilter(typed)
          onDone()
        }}
        spellCheck={false}
        autoComplete="off"
      />
      {typed === undefined ? <Kbd chord="/" /> : null}
      <span className={ledger.end}>{end}</span>
    </search>
  )
}
