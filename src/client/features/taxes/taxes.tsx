// Taxes as a list: which month, due when, how much with what lateness adds, and where each stands.

import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge, FilterChip } from '#client/kit/chip.tsx'
import { Tabs } from '#client/kit/tabs.tsx'
import { useToday } from '#client/kit/today.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { totalsOf } from '#client/surfaces/resource/columns.tsx'
import { listed } from '#client/surfaces/resource/list.tsx'
import { useCompanyId, usePeriod, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { taxes } from '#contract/taxes.ts'
import { wholeAmounts } from '#domain/money.ts'
import { tax as described, lateWords } from '#resources/tax.ts'
import { inTaxOrder, readTab, TAX_TABS, type TaxTab, taxDue } from './tax-words.ts'

const NONE: readonly never[] = []

/** How near it is depends on the day. */
const listFor = (today: string) =>
  listed(described, {
    cells: {
      near: tax => {
        const { level, words } = taxDue(tax, today)
        if (level === 'plain') return null
        return (
          <Badge tone={level} icon={level === 'danger' ? 'triangle-alert' : 'clock-3'}>
            {words}
          </Badge>
        )
      },
      when: tax => {
        const { words } = taxDue(tax, today)
        const late = lateWords(tax)
        if (late !== '') return `${described.showOf(tax, 'month')} · ${words}, com ${wholeAmounts(late)}`
        return words === '' ? described.showOf(tax, 'when') : `${described.showOf(tax, 'month')} · ${words}`
      },
    },
  })

/** The period only counts once somebody chose one: without it every tax is here. */
function useChosenPeriod() {
  const { periodo } = useScreenSearch()
  const period = usePeriod()
  return periodo === undefined || periodo === 'tudo' ? undefined : period
}

export function TaxesScreen() {
  const c = useCompanyId()
  const today = useToday()
  const phone = usePhone()
  const setSearch = useSetSearch()
  const search = useScreenSearch()
  const openId = useRouteParam('taxId')
  const period = useChosenPeriod()
  const tab = readTab(search.imposto)
  const reading = useReading(taxes.list, { params: { c }, query: { start_date: period?.start, end_date: period?.end } })
  const all = useMemo(() => inTaxOrder(reading.data ?? NONE), [reading.data])
  const rows = useMemo(() => all.filter(TAX_TABS[tab].holds), [all, tab])
  const list = useMemo(() => listFor(today), [today])
  const owed = all.filter(TAX_TABS['a-pagar'].holds)
  const tabs = (Object.keys(TAX_TABS) as TaxTab[]).map(id => ({
    id,
    title: TAX_TABS[id].title,
    ...(reading.data ? { count: all.filter(TAX_TABS[id].holds).length } : {}),
  }))
  return (
    <ListingScreen
      {...list}
      label="Impostos"
      kind="tax"
      rows={rows}
      reading={reading}
      amountOf={tax => -tax.total_cents}
      sums={owed.length > 0 ? totalsOf(described, owed, phone, 'A pagar') : undefined}
      filter={search.impostos ?? ''}
      onFilter={impostos => setSearch({ impostos })}
      toolbar="taxes.toolbar"
      openId={openId}
      addressOf={tax => pathTo('taxes.detail', { companyId: c, taxId: tax.id })}
      head={<Tabs label="Situação dos impostos" tabs={tabs} value={tab} onChange={imposto => setSearch({ imposto })} />}
      primary={<Place at="taxes.page" />}
      bar={
        <>
          {period ? <FilterChip name="vencem em" value={period.label} onRemove={() => setSearch({ periodo: undefined })} /> : null}
          <Place at="taxes.bar" />
        </>
      }
      empty={{
        title: tab === '' ? 'Nenhum imposto' : `Nenhum imposto em ${TAX_TABS[tab].title.toLowerCase()}`,
        text:
          tab === ''
            ? 'O DAS do MEI e do Simples é calculado pelos livros, com a conta à mostra. Outras guias entram com valor e vencimento.'
            : undefined,
        actions: <Place at="taxes.empty" />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}
