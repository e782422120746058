// Where the page is: company, period and the search text that stays between screens. The address is the only state.
import { rootRouteId, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import type { ScreenId, ScreenParam } from '#commands/screens.ts'
import type { Search, SearchName } from '#commands/search-text.ts'
import { addMonths, dayInSaoPaulo, endOfMonth, formatDay, formatMonth, isDay, monthOf, shortMonthName, startOfMonth } from '#domain/days.ts'
import { asAddress } from './address.ts'

/** The names an open form has in the address: its command, and the record it is about. */
export const NO_FORM = { form: undefined, em: undefined } as const

export const today = (): string => dayInSaoPaulo(Date.now())

export interface Period {
  /** What the address holds: 'yyyy-MM', 'tudo', or 'yyyy-MM-dd..yyyy-MM-dd'. */
  key: string
  label: string
  /** Of a month, where room is short: 'nov 2026'. */
  brief?: string
  start?: string
  end?: string
}

/** The period of `?periodo=`; the present month without one. */
export function readPeriod(key: string | undefined, day: string = today()): Period {
  if (key === 'tudo') return { key, label: 'todo o período' }
  const [start = '', end = ''] = (key ?? '').split('..')
  const isRange = isDay(start) && isDay(end) && start <= end
  const isMonth = isRange && start === startOfMonth(start) && end === endOfMonth(start)
  if (isRange && !isMonth) return { key: `${start}..${end}`, label: `${formatDay(start)} a ${formatDay(end)}`, start, end }
  const named = isMonth ? monthOf(start) : key
  const month = named !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(named) ? named : monthOf(day)
  const brief = `${shortMonthName(month)} ${month.slice(0, 4)}`
  return { key: month, label: formatMonth(month), brief, start: `${month}-01`, end: endOfMonth(`${month}-01`) }
}

export function monthAway(period: Period, months: number, day: string = today()): string {
  return monthOf(addMonths(startOfMonth(period.start ?? day), months))
}

export function useCompanyId(): string {
  return useRouteParam('companyId') ?? ''
}

/** A parameter of the address, where the open screen or one it stands over has it. */
export function useRouteParam(name: ScreenParam<ScreenId>): string | undefined {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return params[name]
}

/** The search text, as the root has read it. */
export const useScreenSearch = (): Search => useSearch({ from: rootRouteId })

export function usePeriod(): Period {
  return readPeriod(useScreenSearch().periodo)
}

/** Writes names of the search text, keeping the rest; undefined removes one. */
export function useSetSearch(): (change: Search) => void {
  const navigate = useNavigate()
  // Left out, a name would be kept by the root's middleware: only an explicit undefined takes it away.
  return change => {
    const given = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value === '' ? undefined : value]))
    void navigate(asAddress({ to: '.', replace: true, search: before => ({ ...before, ...given }) }))
  }
}

/** The filter of a list and its open view as the address holds them: `?bills=venc:hoje&visao=bills.4`. */
export interface ListAddress {
  filter: string
  /** The digit of a view of one's own. */
  view: number | undefined
  onFilter(text: string): void
  onView(digit: number | undefined, filter: string): void
}

/** `name` is the list's own in the address, so that no filter and no view follows into another list. */
export function useListAddress(name: SearchName): ListAddress {
  const { [name]: filter = '', visao } = useScreenSearch()
  const setSearch = useSetSearch()
  const latest = useRef(setSearch)
  latest.current = setSearch
  const [of, digit] = visao?.split('.') ?? []
  const view = of === name && digit ? Number(digit) : undefined
  return useMemo(
    () => ({
      filter,
      view,
      onFilter: text => latest.current({ [name]: text }),
      onView: (digit, text) => latest.current({ [name]: text, visao: digit === undefined ? undefined : `${name}.${digit}` }),
    }),
    [name, filter, view],
  )
}
