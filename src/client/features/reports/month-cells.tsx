// Months across: a cursor that goes from cell to cell with the arrows, and the cell it stands on in the focused row.
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import { useIntent } from '#client/surfaces/intents.ts'
import { formatAmount } from '#domain/money.ts'
import { shortMonth } from './report-period.ts'
import styles from './reports.module.css'

export interface MonthCursor {
  at: number
  set(at: number): void
  /** Of the first cell it stands on: the month of the period is in sight from the beginning. */
  reveal(cell: HTMLElement | null): void
}

const intoView = (cell: Element | null | undefined) => cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Answers the arrows; the listing's own answers (closing branches) are of no use among flat rows. */
export function useMonthCursor(count: number, start: number): MonthCursor {
  const [at, setAt] = useState(start)
  const go = (to: number) => setAt(Math.max(0, Math.min(count - 1, to)))
  useIntent('grid.left', () => go(at - 1))
  useIntent('grid.right', () => go(at + 1))
  useIntent('grid.home', () => go(0))
  useIntent('grid.end', () => go(count - 1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new cell is the reason
  useEffect(() => {
    intoView(document.querySelector('[role="row"]:focus [data-cursor]'))
  }, [at])
  const revealed = useRef(false)
  const reveal = useCallback((cell: HTMLElement | null) => {
    if (cell === null || revealed.current) return
    revealed.current = true
    // Once the columns have the width that the room gives them.
    requestAnimationFrame(() => intoView(cell))
  }, [])
  return { at, set: go, reveal }
}

interface MonthCellProps {
  name: string
  cursor: MonthCursor
  at: number
  muted?: boolean
  onPress(): void
  children: ReactNode
}

export function MonthCell({ name, cursor, at, muted, onPress, children }: MonthCellProps) {
  const on = cursor.at === at
  return (
    <button
      ref={on ? cursor.reveal : undefined}
      type="button"
      tabIndex={-1}
      className={classNames(styles.monthCell, on && styles.on, muted && text.m)}
      data-cursor={on || undefined}
      aria-label={name}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

interface Told {
  id: string
  name: string
  amounts: readonly number[]
}

/** One column per month; a press goes to the cell and opens it. */
export function monthColumns<Row extends Told>(
  months: readonly string[],
  cursor: MonthCursor,
  onPress: (row: Row, at: number) => void,
): ListingColumn<Row>[] {
  return months.map((month, at) => ({
    id: month,
    title: shortMonth(month),
    width: 104,
    across: true,
    align: 'right',
    render: row => {
      const amount = row.amounts[at] ?? 0
      const shown = formatAmount(amount)
      return (
        <MonthCell
          name={`${row.name}, ${shortMonth(month)}: ${shown}`}
          cursor={cursor}
          at={at}
          muted={amount === 0}
          onPress={() => {
            cursor.set(at)
            onPress(row, at)
          }}
        >
          {shown}
        </MonthCell>
      )
    },
  }))
}
