// What the reminders of a morning say, and the screen with the filter that shows just that.
import { type Day, formatDay } from '#domain/days.ts'
import { type FilterToken, formatFilter } from '#domain/filter.ts'
import { BILL_FILTER_FIELDS, RECEIVABLE_FILTER_FIELDS } from '#domain/filter-fields.ts'
import { formatCents } from '#domain/money.ts'
import { inDaysWords } from '#domain/reminders.ts'
import { NOT_WAITING, type OpenTitles } from './due.ts'

const titles = (count: number, what: string) => (count === 1 ? `1 conta a ${what}` : `${count} contas a ${what}`)
const overdue = (count: number) => (count === 1 ? 'vencida' : 'vencidas')

export function billWords({ today_count, today_cents, overdue_count, overdue_cents }: OpenTitles): { title: string; body: string } {
  if (today_count === 0)
    return { title: `${titles(overdue_count, 'pagar')} ${overdue(overdue_count)}`, body: `${formatCents(overdue_cents)} ao todo.` }
  const others = overdue_count === 0 ? '' : ` E ${overdue_count} já ${overdue(overdue_count)}: ${formatCents(overdue_cents)}.`
  return {
    title: `${titles(today_count, 'pagar')} ${today_count === 1 ? 'vence' : 'vencem'} hoje`,
    body: `${formatCents(today_cents)} para pagar hoje.${others}`,
  }
}

export const receivableWords = ({ overdue_count, overdue_cents }: OpenTitles): { title: string; body: string } => ({
  title: `${titles(overdue_count, 'receber')} ${overdue(overdue_count)}`,
  body: `${formatCents(overdue_cents)} para cobrar.`,
})

export const endingWords = (what: string, left: number, ends_on: Day) =>
  left === 0 ? `${what} vence hoje.` : `${what} vence ${inDaysWords(left)}, em ${formatDay(ends_on)}.`

const listAddress = (companyId: string, area: 'bills' | 'receivables', filter: string) =>
  `/company/${companyId}/${area}?${new URLSearchParams({ periodo: 'tudo', [area]: filter })}`

/** Everything open that is due by the day, whatever its period. */
export function billsAddress(companyId: string, until: Day): string {
  const tokens: FilterToken[] = [
    { op: 'days', field: 'due_date', ranges: [{ max: until }], negated: false },
    { op: 'in', field: 'status', values: NOT_WAITING.BILL, negated: true },
  ]
  return listAddress(companyId, 'bills', formatFilter(tokens, BILL_FILTER_FIELDS))
}

export function receivablesAddress(companyId: string): string {
  const tokens: FilterToken[] = [{ op: 'in', field: 'status', values: ['OVERDUE'], negated: false }]
  return listAddress(companyId, 'receivables', formatFilter(tokens, RECEIVABLE_FILTER_FIELDS))
}
