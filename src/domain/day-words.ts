// The names of months and weekdays in pt-BR, from the date-fns locale.
import { ptBR } from 'date-fns/locale/pt-BR'

const MONTHS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const

/** janeiro, fevereiro, março… */
export const MONTH_NAMES: readonly string[] = MONTHS.map(month => ptBR.localize.month(month, { width: 'wide' }))

/** jan, fev, mar… */
export const SHORT_MONTH_NAMES: readonly string[] = MONTHS.map(month => ptBR.localize.month(month, { width: 'abbreviated' }))

/** domingo, segunda, terça… */
export const WEEKDAY_NAMES: readonly string[] = DAYS.map(day => ptBR.localize.day(day, { width: 'abbreviated' }))

/** dom, seg, ter… sáb: the locale's own short names lose the accent. */
export const SHORT_WEEKDAY_NAMES: readonly string[] = WEEKDAY_NAMES.map(name => name.slice(0, 3))
