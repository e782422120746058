// What a statement costs: keys that did something and lines they settled, by company and day, kept in this browser.
import { useEffect, useReducer, useState } from 'react'
import { useToday } from '#client/kit/today.tsx'
import { useIntent } from '#client/surfaces/intents.ts'
import { onStroke } from '#client/surfaces/strokes.ts'

export interface DayTally {
  readonly day: string
  readonly keys: number
  readonly lines: number
}

const KEPT_DAYS = 14
const nameOf = (companyId: string) => `razao.bench.${companyId}`

function readDays(companyId: string): readonly DayTally[] {
  try {
    return JSON.parse(localStorage.getItem(nameOf(companyId)) ?? '[]') as DayTally[]
  } catch {
    return []
  }
}

export class KeyTally {
  private days: readonly DayTally[]

  constructor(private readonly companyId: string) {
    this.days = readDays(companyId)
  }

  add(day: string, { keys = 0, lines = 0 }: Partial<Omit<DayTally, 'day'>>): void {
    const now = this.of(day)
    const today = { day, keys: now.keys + keys, lines: now.lines + lines }
    this.days = [...this.days.filter(one => one.day !== day), today].slice(-KEPT_DAYS)
    localStorage.setItem(nameOf(this.companyId), JSON.stringify(this.days))
  }

  of(day: string): DayTally {
    return this.days.find(one => one.day === day) ?? { day, keys: 0, lines: 0 }
  }

  /** Keys per line of each day that settled any, the oldest first. */
  get rates(): readonly number[] {
    return this.days.filter(({ lines }) => lines > 0).map(({ keys, lines }) => keys / lines)
  }
}

/** Counts for as long as the bench is on screen. */
export function useKeyTally(companyId: string): KeyTally {
  const today = useToday()
  const [tally, setTally] = useState(() => ({ companyId, own: new KeyTally(companyId) }))
  const now = tally.companyId === companyId ? tally : { companyId, own: new KeyTally(companyId) }
  if (now !== tally) setTally(now)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const { own } = now
  useEffect(
    () =>
      onStroke(() => {
        own.add(today, { keys: 1 })
        redraw()
      }),
    [own, today],
  )
  useIntent('lines.counted', lines => {
    own.add(today, { lines })
    redraw()
  })
  return own
}
