// A civil day as a date-fns date and back: midnight in UTC, so that no zone or daylight saving moves it.
import { UTCDateMini } from '@date-fns/utc/date/mini'
import { formatISO } from 'date-fns/formatISO'
import { isValid } from 'date-fns/isValid'
import type { Day } from './days.ts'

export type UtcDate = InstanceType<typeof UTCDateMini>

/** An instant, read on the clock of UTC. */
export const inUtc = (instant: Date | number | string): UtcDate => new UTCDateMini(instant)

export const dateOf = (day: Day): UtcDate => inUtc(day)

/** '' for a date that is none, as when a half-typed text was moved: it is no day, and sorts before all of them. */
export const dayOf = (date: UtcDate): Day => (isValid(date) ? formatISO(date, { representation: 'date' }) : '')
