// A sentence as the palette shows it: its words as chips with their meaning below, the guesses outlined, and the record it will create or the rows it will change.
import { Command } from 'cmdk'
import type { KeyboardEvent } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import { type Piece, pickOf, type Reading } from '#commands/kit/sentence.ts'
import { formatCents } from '#domain/money.ts'
import { fold } from '#domain/text.ts'
import palette from './palette.module.css'
import { GroupTitle, Marked } from './palette-parts.tsx'
import type { PaletteRow } from './palette-rows.ts'
import styles from './palette-sentence.module.css'
import type { Act } from './sentences.ts'

/** The words that were understood, tinted under what is typed. */
export function Understood({ query, act }: { query: string; act: Act }) {
  const { head, pieces } = act.sentence
  const ends = [{ start: 0, end: head }, ...pieces].filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start)
  let at = 0
  return (
    <span className={styles.under} aria-hidden="true" data-part="understood">
      {ends.map(({ start, end }) => {
        const gap = query.slice(at, start)
        at = end
        return (
          <span key={start}>
            {gap}
            <mark>{query.slice(start, end)}</mark>
          </span>
        )
      })}
    </span>
  )
}

const firstOf = ({ readings: [first] }: Piece): Reading | undefined => first

interface ChipsProps {
  readonly act: Act
  /** The piece that has the focus: its readings are listed. */
  onOpen(at: number | undefined): void
  onPick(piece: Piece, reading: Reading): void
  onLeave(): void
}

/** Tab walks them; digits pick another reading of the one that has the focus. */
export function Chips({ act, onOpen, onPick, onLeave }: ChipsProps) {
  const { pieces } = act.sentence
  if (pieces.length === 0 && act.guesses.length === 0) return null
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, piece: Piece, at: number) => {
    if (event.key === 'Tab') {
      const chips = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
      const next = chips[at + (event.shiftKey ? -1 : 1)]
      event.preventDefault()
      event.stopPropagation()
      if (next) next.focus()
      else onLeave()
      return
    }
    const reading = /^[1-9]$/.test(event.key) ? piece.readings[Number(event.key) - 1] : undefined
    if (reading !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      onPick(piece, reading)
      return
    }
    // What is typed belongs to the sentence.
    if (event.key === 'Escape' || event.key === 'Backspace' || (event.key.length === 1 && !event.ctrlKey && !event.metaKey)) onLeave()
  }
  return (
    <fieldset className={styles.chips} data-part="chips" aria-label="O que foi entendido">
      {pieces.map((piece, at) => {
        const first = firstOf(piece)
        if (first === undefined) return null
        return (
          <button
            key={`${piece.start} ${piece.text}`}
            type="button"
            className={classNames(styles.chip, styles.typed)}
            aria-label={`${piece.text}: ${first.part.title}, ${first.choice.label}${piece.readings.length > 1 ? `; ${piece.readings.length} leituras, dígitos escolhem` : ''}`}
            onFocus={() => onOpen(at)}
            onKeyDown={event => onKeyDown(event, piece, at)}
          >
            <span className={styles.word}>{piece.text}</span>
            <span className={styles.meaning}>{first.choice.label}</span>
          </button>
        )
      })}
      {act.guesses.map(({ part, choice, because }) => (
        <span key={part.name} className={classNames(styles.chip, styles.guess)} data-part="guess">
          <span className={styles.word}>{because}</span>
          <span className={styles.meaning}>{choice.label}</span>
        </span>
      ))}
    </fieldset>
  )
}

/** What it will do, as a card: the head says it, the record or the rows stand below. */
export function ActCard({ row, onPick }: { row: PaletteRow & { readonly act: Act }; onPick(row: PaletteRow): void }) {
  const { act } = row
  return (
    <Command.Item
      value={row.value}
      className={classNames(styles.card, act.refused !== undefined && styles.off)}
      data-refused={act.refused !== undefined || undefined}
      data-part="act"
      onSelect={() => onPick(row)}
    >
      <span className={styles.cardHead}>
        <span className={text.med} data-part="title">
          {act.title}
        </span>
        <Kbd chord="Enter" />
      </span>
      <span className={styles.cardBody}>
        <span className={styles.facts}>
          <span className={text.b}>{act.name}</span>
          <span className={styles.detail}>{act.refused ?? act.detail}</span>
        </span>
        {act.amount_cents === undefined ? null : <span className={styles.amount}>{formatCents(act.amount_cents)}</span>}
      </span>
    </Command.Item>
  )
}

interface ReadingsProps {
  readonly piece: Piece
  readonly digits: boolean
  onPick(piece: Piece, reading: Reading): void
}

/** 'refrig também pode ser': the other readings of the same words. */
export function Readings({ piece, digits, onPick }: ReadingsProps) {
  const others = piece.readings.slice(1, 9)
  return (
    <Command.Group value={`readings:${piece.text}`} heading={<GroupTitle title={`${piece.text} também pode ser`} />}>
      {others.map((reading, at) => (
        <Command.Item
          key={pickOf(reading)}
          value={`reading:${pickOf(reading)}`}
          className={palette.pr}
          onSelect={() => onPick(piece, reading)}
        >
          <Icon name={reading.choice.icon ?? 'tag'} />
          <span className={text.cut} data-part="title">
            <Marked text={reading.choice.label} query={piece.text} />
          </span>
          <span className={palette.val}>{reading.part.title.toLowerCase()}</span>
          {digits ? <Kbd chord={String(at + 2)} /> : null}
        </Command.Item>
      ))}
    </Command.Group>
  )
}

export const pickedWith = (picked: ReadonlyMap<string, string>, piece: Piece, reading: Reading): ReadonlyMap<string, string> =>
  new Map([...picked, [fold(piece.text), pickOf(reading)]])
