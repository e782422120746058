// A figure that leads to its list: the address of the list with the filter that holds the same records.

import { Link } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { asAddress } from '#client/surfaces/address.ts'
import { type CompanyScreen, pathTo, type RecordScreen, recordPath } from '#commands/screens.ts'
import type { Search } from '#commands/search-text.ts'
import { addDays, type Day, formatDay, monthOf } from '#domain/days.ts'
import type { TitleKind } from '#domain/enums.ts'
import { quote } from '#domain/filter.ts'

export type Place = { search?: Search } & ({ screen: CompanyScreen } | { screen: RecordScreen; record: string })

const pathOf = (place: Place, c: string): string =>
  'record' in place ? recordPath(place.screen, c, place.record) : pathTo(place.screen, { companyId: c })

/** For what goes there without being a link: a key. */
export const addressOf = (place: Place, c: string): { to: string; search: Search } => ({ to: pathOf(place, c), search: place.search ?? {} })

interface ToProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> {
  c: string
  place: Place
}

export const To = ({ c, place, ...rest }: ToProps) => (
  <Link {...asAddress({ to: pathOf(place, c), search: before => ({ ...before, ...place.search }) })} {...rest} />
)

const SETTLED = { bills: 'pago', receivables: 'recebido' } as const
export type Side = keyof typeof SETTLED
/** A reproved bill is owed to nobody. */
const open = (side: Side): string => (side === 'bills' ? `-status:${SETTLED.bills},reprovado` : `-status:${SETTLED.receivables}`)

export const openInMonth = (side: Side, start_date: string): Place => ({
  screen: side,
  search: { [side]: open(side), periodo: monthOf(start_date) },
})

export const overdue = (side: Side): Place => ({
  screen: side,
  search: { [side]: side === 'bills' ? 'venc:vencida -status:reprovado' : 'venc:vencida', periodo: 'tudo' },
})

export const dueSoon = (side: Side, from: string, to: string): Place => ({
  screen: side,
  search: { [side]: `venc:${formatDay(from)}..${formatDay(to)} ${open(side)}`, periodo: 'tudo' },
})

const band = ({ from, to }: { from: Day | null; to: Day }): string => `${from === null ? '' : formatDay(from)}..${formatDay(to)}`

/** Open titles due in a band of days: what is late by so much. */
export const openBetween = (side: Side, days: { from: Day | null; to: Day }): Place => ({
  screen: side,
  search: { [side]: `venc:${band(days)} ${open(side)}`, periodo: 'tudo' },
})

/** What both sides expect in a band of days. */
export const openEntries = (days: { from: Day | null; to: Day }): Place => ({
  screen: 'entries',
  search: { fluxo: `venc:${band(days)} -status:pago,recebido,reprovado`, periodo: 'tudo' },
})

/** What moved on a day that is over, or is expected on one to come: tomorrow with all that is late. */
export const movedOn = (day: Day, today: Day): Place =>
  day <= today
    ? { screen: 'entries', search: { fluxo: 'status:pago,recebido', periodo: `${day}..${day}` } }
    : openEntries({ from: day === addDays(today, 1) ? null : day, to: day })

/** What was paid in a category, or without one. */
export const paidIn = (name: string | null, { start_date, end_date }: { start_date: Day; end_date: Day }): Place => ({
  screen: 'entries',
  search: {
    fluxo: `tipo:saída status:pago ${name === null ? 'sem:categoria' : `cat=${quote(name)}`}`,
    periodo: `${start_date}..${end_date}`,
  },
})

export const paidBetween = ({ start_date, end_date }: { start_date: Day; end_date: Day }): Place => ({
  screen: 'entries',
  search: { fluxo: 'tipo:saída status:pago', periodo: `${start_date}..${end_date}` },
})

/** The form that marks a title as paid or received. */
export const settleOf = (kind: TitleKind, id: string): Place => ({
  screen: kind === 'BILL' ? 'bills.detail-conciliation' : 'receivables.detail-conciliation',
  record: id,
  search: { periodo: 'tudo' },
})

export const titleOf = (kind: TitleKind, id: string): Place => ({
  screen: kind === 'BILL' ? 'bills.detail' : 'receivables.detail',
  record: id,
  search: { periodo: 'tudo' },
})
