// The filter of a list: chips for what is understood, free text for the rest, and a sentence for what is not.
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { FilterChip } from '#client/kit/chip.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import { type FilterToken, formatFilter } from '#domain/filter.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import type { ReadFilter } from './filter-criteria.ts'
import './ledger.css'

interface FilterBarProps {
  text: string
  filter: ReadFilter
  fields: readonly FilterField[]
  onText(text: string): void
  /** Enter in the field gives the focus back to the list. */
  onDone(): void
  input: RefObject<HTMLInputElement | null>
  end?: ReactNode
}

const DEBOUNCE_MS = 120

/** A chip's two halves: the field as typed, and what it must be. */
function halves(token: FilterToken, fields: readonly FilterField[]): { name: string; value: string } {
  const text = token.source?.text ?? formatFilter([token], fields)
  const cut = /^(-?[^:<>=]+)([:<>=]+)(.*)$/.exec(text)
  return cut ? { name: cut[1] ?? '', value: `${cut[2] === ':' ? '' : cut[2]}${cut[3]}` } : { name: '', value: text }
}

export function FilterBar({ text, filter, fields, onText, onDone, input, end }: FilterBarProps) {
  const [typed, setTyped] = useState<string>()
  // While the field has the focus the text is its own; the address follows a moment later.
  useEffect(() => {
    if (typed === undefined || typed === text) return
    const timer = setTimeout(() => onText(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, text, onText])
  const editing = typed !== undefined
  const isChip = (token: FilterToken) => token.op !== 'words' || token.negated
  const chips = editing ? [] : filter.tokens.filter(isChip)
  const bare = filter.tokens.filter(token => !isChip(token)).map(token => token.source?.text ?? '')
  const without = (token: FilterToken) =>
    onText(
      filter.tokens
        .filter(other => other !== token)
        .map(other => other.source?.text ?? formatFilter([other], fields))
        .join(' '),
    )
  const bad = filter.errors.find(error => error.incomplete !== true)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
    event.preventDefault()
    if (typed !== undefined) onText(typed)
    onDone()
  }
  return (
    <search className="filter">
      <Icon name="funnel" size="s" />
      {chips.map(token => {
        const { name, value } = halves(token, fields)
        return <FilterChip key={`${name}${value}`} name={name} value={value} onRemove={() => without(token)} />
      })}
      <input
        ref={input}
        type="text"
        aria-label="Filtrar a lista"
        aria-invalid={bad !== undefined}
        placeholder={chips.length > 0 ? 'mais…' : 'Filtrar por qualquer coluna'}
        value={typed ?? bare.join(' ')}
        onFocus={() => setTyped(text)}
        onBlur={() => {
          if (typed !== undefined && typed !== text) onText(typed)
          setTyped(undefined)
        }}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        spellCheck={false}
        autoComplete="off"
      />
      {editing ? null : <Kbd chord="/" />}
      {bad ? (
        <span className="bad" role="alert">
          <Icon name="circle-alert" size="s" />
          {bad.message}
        </span>
      ) : null}
      <span className="end">{end}</span>
    </search>
  )
}
