// Charges to customers as a list: who owes what, until when, by which means, and where each stands.

import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { ChargeBadge } from '#client/surfaces/collected-badges.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Billing, billings } from '#contract/billings.ts'
import { formatDay } from '#domain/days.ts'
import { CHARGE_STATUS_LABELS, PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { isLive } from '#domain/payments/charges.ts'

const NONE: readonly never[] = []

export const chargeName = (charge: Billing): string => `${charge.payer?.name ?? 'Sem pagador'}, ${formatCents(charge.transaction_amount)}`

const columns: readonly RegisterColumn<Billing>[] = [
  {
    id: 'payer',
    title: 'Cliente',
    least: 180,
    sort: charge => charge.payer?.name ?? null,
    groupable: true,
    render: charge => (
      <>
        <span className={text.med}>{charge.payer?.name ?? 'Sem pagador'}</span>
        {charge.additional_information ? <span className={text.m}> · {charge.additional_information}</span> : null}
      </>
    ),
  },
  {
    id: 'method',
    title: 'Forma',
    width: 88,
    leaves: 2,
    sort: charge => charge.payment_method,
    groupable: charge => PAYMENT_METHOD_LABELS[charge.payment_method],
    render: charge => PAYMENT_METHOD_LABELS[charge.payment_method],
  },
  {
    id: 'created',
    title: 'Criada em',
    width: 108,
    leaves: 1,
    sort: charge => charge.created_at,
    render: charge => <span className={text.tabular}>{formatDay(charge.created_at.slice(0, 10))}</span>,
  },
  {
    id: 'due',
    title: 'Vencimento',
    width: 108,
    sort: charge => charge.due_date,
    render: charge => <span className={text.tabular}>{formatDay(charge.due_date)}</span>,
  },
  {
    id: 'amount',
    title: 'Valor (R$)',
    width: 124,
    align: 'right',
    sort: charge => charge.transaction_amount,
    sums: formatAmount,
    render: charge => <span className={text.med}>{formatAmount(charge.transaction_amount)}</span>,
  },
  {
    id: 'status',
    title: 'Situação',
    width: 132,
    sort: charge => CHARGE_STATUS_LABELS[charge.status],
    groupable: true,
    render: charge => <ChargeBadge charge={charge} />,
  },
]

const textOf = (charge: Billing): string =>
  [
    charge.payer?.name,
    charge.payer?.document_number,
    charge.payer?.email,
    charge.additional_information,
    formatAmount(charge.transaction_amount),
    formatDay(charge.due_date),
    PAYMENT_METHOD_LABELS[charge.payment_method],
    CHARGE_STATUS_LABELS[charge.status],
  ].join(' ')

function ChargeCard({ charge }: { charge: Billing }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{charge.payer?.name ?? 'Sem pagador'}</span>
      <span className={classNames(text.med, text.tabular)}>{formatCents(charge.transaction_amount)}</span>
      <span className={classNames(text.m, text.small)}>
        {PAYMENT_METHOD_LABELS[charge.payment_method]}, vence em {formatDay(charge.due_date)}
      </span>
      <ChargeBadge charge={charge} />
    </div>
  )
}

const TABS = [
  { id: '', title: 'Todas', holds: () => true },
  { id: 'abertas', title: 'Em aberto', holds: (charge: Billing) => isLive(charge.status) },
  { id: 'pagas', title: 'Pagas', holds: (charge: Billing) => charge.status === 'PAID' },
  { id: 'fora', title: 'Encerradas', holds: (charge: Billing) => !isLive(charge.status) && charge.status !== 'PAID' },
] as const

export function ChargesScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { cobrancas: filter = '', cobranca: tab = '' } = useScreenSearch()
  const openId = useRouteParam('billingId')
  const reading = useReading(billings.list, { query: { companyId: c } })
  const all = reading.data ?? NONE
  const { holds } = TABS.find(one => one.id === tab) ?? TABS[0]
  const rows = useMemo(() => all.filter(holds), [all, holds])
  const tabs = TABS.map(({ id, title, holds: belongs }) => ({ id, title, ...(reading.data ? { count: all.filter(belongs).length } : {}) }))
  return (
    <ListingScreen
      label="Cobranças"
      kind="charge"
      noun={['cobrança', 'cobranças']}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={chargeName}
      textOf={textOf}
      card={charge => <ChargeCard charge={charge} />}
      isMuted={charge => !isLive(charge.status) && !charge.needs_refund}
      amountOf={charge => charge.transaction_amount}
      filter={filter}
      onFilter={cobrancas => setSearch({ cobrancas })}
      placeholder="Filtrar por cliente, valor, situação"
      toolbar="billings.toolbar"
      openId={openId}
      addressOf={charge => pathTo('billings.detail', { companyId: c, billingId: charge.id })}
      head={<Tabs label="Situação das cobranças" tabs={tabs} value={tab} onChange={cobranca => setSearch({ cobranca })} />}
      primary={<Place at="billings.page" />}
      empty={{
        title: 'Nenhuma cobrança',
        text: 'Uma cobrança por Pix ou boleto chega ao cliente com valor e vencimento, e baixa a conta quando é paga.',
        actions: <Place at="billings.empty" />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}
