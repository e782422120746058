// Taxes as a list: which month, due when, how much with what lateness adds, and where each stands.

import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { FilterChip } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { useToday } from '#client/kit/today.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, usePeriod, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { taxName } from '#commands/taxes.ts'
import { type Tax, taxes } from '#contract/taxes.ts'
import { formatDay, formatMonth, monthOf } from '#domain/days.ts'
import { TAX_STATUS_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { TAX_KIND_LABELS } from '#domain/taxes/labels.ts'
import { DueBadge, TaxStatusBadge } from './tax-badges.tsx'
import { inTaxOrder, readTab, TAX_TABS, type TaxTab, taxDue } from './tax-words.ts'

const NONE: readonly never[] = []

const SLIP_WORDS = { PROCESSING: 'pedida…', DONE: 'emitida', REJECTED: 'recusada', FAILED: 'sem resposta' } as const

const columnsOf = (today: string): readonly RegisterColumn<Tax>[] => [
  {
    id: 'kind',
    title: 'Imposto',
    least: 180,
    sort: tax => TAX_KIND_LABELS[tax.kind],
    groupable: true,
    render: tax => (
      <>
        <span className={text.med}>{TAX_KIND_LABELS[tax.kind]}</span>
        {tax.additional_information ? <span className={text.m}> · {tax.additional_information}</span> : null}
      </>
    ),
  },
  {
    id: 'competence',
    title: 'Competência',
    width: 160,
    leaves: 3,
    sort: tax => tax.competence_date,
    groupable: tax => formatMonth(monthOf(tax.competence_date)),
    render: tax => formatMonth(monthOf(tax.competence_date)),
  },
  {
    id: 'due',
    title: 'Vencimento',
    width: 108,
    sort: tax => tax.due_date,
    render: tax => <span className={text.tabular}>{formatDay(tax.due_date)}</span>,
  },
  { id: 'near', title: 'Prazo', width: 148, leaves: 2, render: tax => <DueBadge tax={tax} today={today} /> },
  {
    id: 'slip',
    title: 'Guia',
    width: 112,
    leaves: 1,
    render: tax => (tax.slip ? SLIP_WORDS[tax.slip.status] : <span className={text.m}>—</span>),
  },
  {
    id: 'amount',
    title: 'Valor (R$)',
    width: 132,
    align: 'right',
    sort: tax => tax.total_cents,
    sums: formatAmount,
    render: tax => <span className={text.med}>{formatAmount(tax.total_cents)}</span>,
  },
  {
    id: 'status',
    title: 'Situação',
    width: 128,
    sort: tax => TAX_STATUS_LABELS[tax.status],
    groupable: true,
    render: tax => <TaxStatusBadge tax={tax} />,
  },
]

const textOf = (tax: Tax): string =>
  [taxName(tax), formatDay(tax.due_date), formatAmount(tax.total_cents), TAX_STATUS_LABELS[tax.status], tax.additional_information].join(
    ' ',
  )

function TaxCard({ tax, today }: { tax: Tax; today: string }) {
  const { words } = taxDue(tax, today)
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{TAX_KIND_LABELS[tax.kind]}</span>
      <span className={classNames(text.med, text.tabular)}>{formatCents(tax.total_cents)}</span>
      <span className={classNames(text.m, text.small)}>
        {formatMonth(monthOf(tax.competence_date))} · {words === '' ? formatDay(tax.due_date) : words}
      </span>
      <TaxStatusBadge tax={tax} />
    </div>
  )
}

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
  const columns = useMemo(() => columnsOf(today), [today])
  const due = all.filter(TAX_TABS['a-pagar'].holds).reduce((sum, tax) => sum + tax.total_cents, 0)
  const tabs = (Object.keys(TAX_TABS) as TaxTab[]).map(id => ({
    id,
    title: TAX_TABS[id].title,
    ...(reading.data ? { count: all.filter(TAX_TABS[id].holds).length } : {}),
  }))
  const shownSum = phone ? formatCents(due) : formatAmount(due)
  return (
    <>
      <ListingScreen
        label="Impostos"
        kind="tax"
        noun={['imposto', 'impostos']}
        rows={rows}
        reading={reading}
        columns={columns}
        rowName={taxName}
        textOf={textOf}
        card={tax => <TaxCard tax={tax} today={today} />}
        isMuted={TAX_TABS.pagos.holds}
        amountOf={tax => -tax.total_cents}
        sums={due > 0 ? { kind: 'A pagar', amount: shownSum } : undefined}
        filter={search.impostos ?? ''}
        onFilter={impostos => setSearch({ impostos })}
        placeholder="Filtrar por imposto, mês, valor, situação"
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
    </>
  )
}
