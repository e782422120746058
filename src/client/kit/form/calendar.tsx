// One month of days: arrows move by day and week, PgUp and PgDn by month, Enter chooses the day.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { SHORT_WEEKDAY_NAMES } from '#domain/day-words.ts'
import { addDays, addMonths, type Day, endOfMonth, formatDay, formatMonth, monthOf, startOfMonth, weekday } from '#domain/days.ts'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import styles from './choices.module.css'

const MOVES: Record<string, (day: Day) => Day> = {
  ArrowLeft: day => addDays(day, -1),
  ArrowRight: day => addDays(day, 1),
  ArrowUp: day => addDays(day, -7),
  ArrowDown: day => addDays(day, 7),
  PageUp: day => addMonths(day, -1),
  PageDown: day => addMonths(day, 1),
  Home: startOfMonth,
  End: endOfMonth,
}

function weeksOf(month: Day): Day[][] {
  const first = addDays(startOfMonth(month), -weekday(startOfMonth(month)))
  const weeks: Day[][] = []
  for (let sunday = first; sunday <= endOfMonth(month); sunday = addDays(sunday, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(sunday, at)))
  return weeks
}

interface CalendarProps {
  value: Day | null
  today: Day
  onPick: (day: Day) => void
}

export function Calendar({ value, today, onPick }: CalendarProps) {
  const [at, setAt] = useState<Day>(value ?? today)
  const table = useRef<HTMLTableElement>(null)
  const follow = useRef(true)

  useEffect(() => {
    if (follow.current) table.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])

  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    follow.current = true
    setAt(move(at))
  }
  const turn = (months: number) => {
    follow.current = false
    setAt(addMonths(at, months))
  }

  return (
    <div className={styles.calendar}>
      <header>
        <span className={styles.month} aria-live="polite">
          {formatMonth(monthOf(at))}
        </span>
        <IconButton icon="chevron-left" label="Mês anterior" onClick={() => turn(-1)} />
        <IconButton icon="chevron-right" label="Próximo mês" onClick={() => turn(1)} />
      </header>
      <table ref={table} aria-label={formatMonth(monthOf(at))} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {SHORT_WEEKDAY_NAMES.map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <td key={day}>
                  <button
                    type="button"
                    data-day={day}
                    className={classNames(monthOf(day) !== monthOf(at) && styles.other, day === today && styles.today)}
                    aria-pressed={day === value}
                    aria-label={formatDay(day)}
                    aria-current={day === today ? 'date' : undefined}
                    tabIndex={day === at ? 0 : -1}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
