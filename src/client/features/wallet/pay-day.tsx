// When bills are paid: today, or kept for a day to come, on which they leave by themselves.
import { useWatch } from 'react-hook-form'
import { DayField } from '#client/kit/form/day-field.tsx'
import { useToday } from '#client/kit/today.tsx'
import { describeDay } from '#domain/date-grammar.ts'
import { type Day, isDay } from '#domain/days.ts'

/** Whether the field holds a day to come; while it is typed it may hold none. */
export const isAhead = (typed: string, today: Day): boolean => isDay(typed) && typed > today

/** What a plan is asked with: the day to come that the field holds, if it holds one. */
export const plannedFor = (typed: string, today: Day): { pay_on?: Day } => (isAhead(typed, today) ? { pay_on: typed } : {})

export const payVerb = (ahead: boolean): string => (ahead ? 'Agendar' : 'Pagar')

export function PayDayField() {
  const today = useToday()
  const day: string = useWatch({ name: 'pay_on' }) ?? ''
  const help = isAhead(day, today) ? `Sai às 7h de ${describeDay(day)}. Até lá, pode ser cancelado.` : undefined
  return <DayField name="pay_on" label="Quando" help={help} />
}
