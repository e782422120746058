// A figure that leads to its list: the address of the list with the filter that holds the same records.

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { asAddress } from '#client/surfaces/address.ts'
import { type CompanyScreen, pathTo, type RecordScreen, recordPath } from '#commands/screens.ts'
import type { Search } from '#commands/search-text.ts'
import { formatDay, monthOf } from '#domain/days.ts'

type Place = { search?: Search } & ({ screen: CompanyScreen } | { screen: RecordScreen; record: string })

const pathOf = (place: Place, c: string): string =>
  'record' in place ? recordPath(place.screen, c, place.record) : pathTo(place.screen, { companyId: c })

export function To({ c, place, children, className }: { c: string; place: Place; children: ReactNode; className?: string | undefined }) {
  return (
    <Link
      {...asAddress({ to: pathOf(place, c), search: before => ({ ...before, ...place.search }) })}
      {...(className ? { className } : {})}
    >
      {children}
    </Link>
  )
}

const SETTLED = { bills: 'pago', receivables: 'recebido' } as const
type Side = keyof typeof SETTLED
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
