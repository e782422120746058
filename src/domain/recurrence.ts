// Occurrences of a recurring entry, always counted from the first date, so that a clamped month end never drifts.
import { addDays, addMonths, type Day, nextBusinessDay, previousBusinessDay } from './days.ts'
import type { BusinessDayAdjustment, FrequencyInterval } from './enums.ts'

/** `frequency_unit` is the number of occurrences, the first included. */
export const MIN_OCCURRENCES = 1
export const MAX_OCCURRENCES = 360

export const isOccurrenceCount = (count: number): boolean => Number.isInteger(count) && count >= MIN_OCCURRENCES && count <= MAX_OCCURRENCES

export interface Recurrence {
  initial_date: Day
  frequency_interval: FrequencyInterval
  frequency_unit: number
}

export interface Occurrence {
  /** 0 for the first one. */
  index: number
  /** The day by the calendar alone. */
  nominal_date: Day
  /** The day after the business-day adjustment. */
  date: Day
  /** Moved by the same step as the date, never adjusted; absent when the first has none. */
  competence_date?: Day
}

/** `day` moved by k steps of the interval from the first date: 31/01, 28 or 29/02, 31/03. */
export function occurrenceDay(day: Day, interval: FrequencyInterval, k: number): Day {
  switch (interval) {
    case 'WEEKLY':
      return addDays(day, 7 * k)
    case 'BIWEEKLY':
      return addDays(day, 14 * k)
    case 'MONTHLY':
      return addMonths(day, k)
    case 'ANNUALLY':
      return addMonths(day, 12 * k)
  }
}

function adjusted(day: Day, adjustment: BusinessDayAdjustment): Day {
  if (adjustment === 'NONE') return day
  return adjustment === 'NEXT' ? nextBusinessDay(day) : previousBusinessDay(day)
}

/** All occurrences, 1 to 360; throws RangeError on another count (callers check `isOccurrenceCount` first). */
export function occurrences(
  recurrence: Recurrence,
  options: { adjustment?: BusinessDayAdjustment; competence_date?: Day | null } = {},
): Occurrence[] {
  const { initial_date, frequency_interval, frequency_unit } = recurrence
  if (!isOccurrenceCount(frequency_unit)) throw new RangeError(`not a number of occurrences: ${frequency_unit}`)
  return Array.from({ length: frequency_unit }, (_, index) => {
    const nominal = occurrenceDay(initial_date, frequency_interval, index)
    const occurrence: Occurrence = { index, nominal_date: nominal, date: adjusted(nominal, options.adjustment ?? 'NONE') }
    if (options.competence_date) occurrence.competence_date = occurrenceDay(options.competence_date, frequency_interval, index)
    return occurrence
  })
}

/** What a series was made with. */
export interface Series {
  frequency_interval: FrequencyInterval
  business_day: BusinessDayAdjustment
  /** Each occurrence has its own competence month; false: all have the first one's. */
  competence_follows: boolean
}

export interface SeriesDays {
  due_date?: Day
  competence_date?: Day
}

/** The days of the occurrence `steps` after (or before, when negative) one that moves to `moved`: the whole rhythm moves, counted from there. */
export function followingDays(series: Series, steps: number, moved: SeriesDays): SeriesDays {
  const { due_date, competence_date } = moved
  const step = (day: Day) => occurrenceDay(day, series.frequency_interval, steps)
  return {
    ...(due_date === undefined ? {} : { due_date: adjusted(step(due_date), series.business_day) }),
    ...(competence_date === undefined ? {} : { competence_date: series.competence_follows ? step(competence_date) : competence_date }),
  }
}
