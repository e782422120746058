// The filter of a list: chips for what is understood, free text for the rest, and a sentence for what is not.
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { FilterChip } from '#client/kit/chip.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import { OptionsBelow } from '#client/kit/picker/combobox.tsx'
import { Listbox } from '#client/kit/picker/combobox-list.tsx'
import type { FilterToken } from '#domain/filter.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import { chipWords } from './chip-words.ts'
import type { ReadFilter } from './filter-criteria.ts'
import { useSuggestions } from './filter-suggestions.ts'
import type { NamesOf } from './known-names.ts'
import styles from './ledger.module.css'

interface FilterBarProps {
  text: string
  filter: ReadFilter
  fields: readonly FilterField[]
  namesOf?: NamesOf | undefined
  onText(text: string): void
  /** Enter in the field gives the focus back to the list. */
  onDone(): void
  input: RefObject<HTMLInputElement | null>
  end?: ReactNode
}

const DEBOUNCE_MS = 120

/** The text without what stands at this place of it. */
const without = (text: string, { start, end }: { start: number; end: number }) =>
  [text.slice(0, start).trim(), text.slice(end).trim()].filter(Boolean).join(' ')

/**
 * The text while it is typed: its own, with the address a moment behind. What the address says that was not typed here (a view, Esc) is
 * taken over.
 */
function useTyping(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState<string>()
  const sent = useRef<string[]>([])
  const tell = useRef(onText)
  tell.current = onText
  const send = (next: string) => {
    if (next === (sent.current.at(-1) ?? text)) return
    sent.current.push(next)
    tell.current(next)
  }
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const at = sent.current.indexOf(text)
    if (at >= 0) sent.current.splice(0, at + 1)
    else setTyped(before => (before === undefined ? undefined : text))
  }, [text])
  useEffect(() => {
    if (typed === undefined) return
    const timer = setTimeout(() => latest.current(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return {
    typed,
    type: setTyped,
    send,
    begin() {
      sent.current = []
      setTyped(text)
    },
    end() {
      if (typed !== undefined) send(typed)
      setTyped(undefined)
    },
  }
}

export function FilterBar({ text, filter, fields, namesOf, onText, onDone, input, end }: FilterBarProps) {
  const { typed, type, send, begin, end: leave } = useTyping(text, onText)
  const suggestions = useSuggestions({ text: typed, fields, namesOf, input, onText: type })
  const editing = typed !== undefined
  const isChip = (token: FilterToken) => token.op !== 'words' || token.negated
  const placeOf = (token: FilterToken) => token.source ?? { start: 0, end: 0 }
  const chips = editing ? [] : [...filter.tokens.filter(isChip), ...filter.unknown].sort((a, b) => placeOf(a).start - placeOf(b).start)
  // Bare words, and what is not understood: it stays where it can be corrected.
  const rest = [...filter.tokens.filter(token => !isChip(token)).map(token => token.source), ...filter.errors]
    .filter(part => part !== undefined)
    .sort((a, b) => a.start - b.start)
    .map(part => part.text)
  const bad = filter.errors.find(error => error.incomplete !== true)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const { open, active } = suggestions
    if (open && event.key === 'ArrowDown') suggestions.move(1)
    else if (open && event.key === 'ArrowUp') suggestions.move(-1)
    else if (event.key === 'ArrowDown' && event.altKey) suggestions.ask(input.current?.selectionStart ?? 0)
    else if (open && active >= 0 && (event.key === 'Enter' || event.key === 'Tab')) suggestions.pick()
    else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      if (typed !== undefined) send(typed)
      onDone()
    } else return
    event.preventDefault()
  }
  // One press shows what can be filtered by; the field keeps the focus, so that typing goes on from there.
  const offerFields = () => {
    input.current?.focus()
    const before = (typed ?? text).trimEnd()
    const next = before === '' ? '' : `${before} `
    type(next)
    suggestions.ask(next.length)
  }
  return (
    <search className={styles.filter}>
      <button
        type="button"
        className={styles.by}
        aria-label="Filtrar por…"
        title="Filtrar por…"
        onPointerDown={event => event.preventDefault()}
        onClick={offerFields}
      >
        <Icon name="funnel" size="s" />
      </button>
      {chips.map(token => {
        const { name, value } = chipWords(token, fields)
        const place = placeOf(token)
        const struck = filter.unknown.includes(token)
        return <FilterChip key={place.start} name={name} value={value} struck={struck} onRemove={() => onText(without(text, place))} />
      })}
      <Popover.Root open={suggestions.open} onOpenChange={open => open || suggestions.close()}>
        <Popover.Anchor asChild>
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-label="Filtrar a lista"
            aria-invalid={bad !== undefined}
            aria-autocomplete="list"
            aria-expanded={suggestions.open}
            aria-controls={suggestions.open ? suggestions.listId : undefined}
            aria-activedescendant={suggestions.open ? suggestions.activeId : undefined}
            placeholder={chips.length > 0 ? 'mais…' : 'Filtrar por qualquer coluna'}
            value={typed ?? rest.join(' ')}
            onFocus={begin}
            onBlur={leave}
            onChange={event => {
              type(event.target.value)
              suggestions.follow()
            }}
            onSelect={suggestions.follow}
            onKeyDown={onKeyDown}
            spellCheck={false}
            autoComplete="off"
          />
        </Popover.Anchor>
        <OptionsBelow anchor={input}>
          <Listbox model={suggestions} label="Valores para o filtro" empty="" />
        </OptionsBelow>
      </Popover.Root>
      {editing ? null : <Kbd chord="/" />}
      {bad ? (
        <span className={styles.bad} role="alert">
          <Icon name="circle-alert" size="s" />
          {bad.message}
        </span>
      ) : null}
      <span className={styles.end}>{end}</span>
    </search>
  )
}
