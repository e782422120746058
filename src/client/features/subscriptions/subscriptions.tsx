// The product's own subscription: the plan that runs, what it holds, and its billings month by month.

import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge, looks } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type Subscription, subscriptions } from '#contract/subscriptions.ts'
import { formatDay, formatMonth, monthOf } from '#domain/days.ts'
import type { DisputeStatus, SubscriptionBillingStatus, SubscriptionStatus } from '#domain/enums.ts'
import {
  DISPUTE_STATUS_LABELS,
  PAYMENT_METHOD_LABELS,
  SUBSCRIPTION_BILLING_STATUS_LABELS,
  SUBSCRIPTION_STATUS_LABELS,
} from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { cardName, formatExpiry, isCardEnding } from '#domain/payments/cards.ts'

const NONE: readonly never[] = []

const STATUS_LOOKS = looks<SubscriptionStatus>({
  ACTIVE: { tone: 'ok', icon: 'circle-check' },
  PENDING: { tone: 'info', icon: 'clock-3' },
  PAUSED: { tone: 'warning', icon: 'circle-alert' },
  OVERDUE: { tone: 'danger', icon: 'triangle-alert' },
  CANCELLED: { tone: 'quiet', icon: 'ban' },
})
const BILLING_LOOKS = looks<SubscriptionBillingStatus>({
  PENDING: { tone: 'muted', icon: 'circle-dashed' },
  OVERDUE: { tone: 'danger', icon: 'triangle-alert' },
  PAID: { tone: 'quiet', icon: 'check-check' },
})

type BillingRow = Subscription['billings'][number] & { title: string; subscription_status: SubscriptionStatus }

/** The billings of all subscriptions, newest month first. */
export const billingRows = (all: readonly Subscription[]): readonly BillingRow[] =>
  all
    .flatMap(({ title, status, billings }) => billings.map(billing => ({ ...billing, title, subscription_status: status })))
    .sort((a, b) => b.competence_date.localeCompare(a.competence_date))

const BillingBadge = ({ billing }: { billing: BillingRow }) => {
  const { tone, icon } = BILLING_LOOKS[billing.status]
  return (
    <Badge tone={tone} icon={icon}>
      {SUBSCRIPTION_BILLING_STATUS_LABELS[billing.status]}
    </Badge>
  )
}

const DISPUTE_LOOKS = looks<DisputeStatus>({
  OPEN: { tone: 'warning', icon: 'circle-alert' },
  LOST: { tone: 'danger', icon: 'triangle-alert' },
  WON: { tone: 'quiet', icon: 'check-check' },
})

/** A state of the acquirer's that we do not know is shown as it came. */
function DisputeBadge({ dispute }: { dispute: NonNullable<BillingRow['dispute']> }) {
  const { status, unknown } = dispute
  if (status === null || unknown !== null) return <Badge tone="warning" icon="circle-alert">{`Contestação: ${unknown}`}</Badge>
  const { tone, icon } = DISPUTE_LOOKS[status]
  return (
    <Badge tone={tone} icon={icon}>
      {DISPUTE_STATUS_LABELS[status]}
    </Badge>
  )
}

const monthName = (billing: BillingRow): string => formatMonth(monthOf(billing.competence_date))

const columns: readonly RegisterColumn<BillingRow>[] = [
  {
    id: 'month',
    title: 'Mês',
    least: 160,
    sort: one => one.competence_date,
    render: one => <span className={text.med}>{monthName(one)}</span>,
  },
  { id: 'plan', title: 'Plano', least: 160, leaves: 1, sort: one => one.title, groupable: true, render: one => one.title },
  {
    id: 'due',
    title: 'Vencimento',
    width: 116,
    sort: one => one.due_date,
    render: one => <span className={text.tabular}>{formatDay(one.due_date)}</span>,
  },
  {
    id: 'method',
    title: 'Forma',
    width: 140,
    leaves: 2,
    render: one => (one.payment_method ? PAYMENT_METHOD_LABELS[one.payment_method] : <span className={text.m}>—</span>),
  },
  {
    id: 'amount',
    title: 'Valor (R$)',
    width: 116,
    align: 'right',
    sort: one => one.amount_cents,
    sums: formatAmount,
    render: one => formatAmount(one.amount_cents),
  },
  { id: 'status', title: 'Situação', width: 128, render: one => <BillingBadge billing={one} /> },
]

/** Only where a payment was contested. */
const disputeColumn: RegisterColumn<BillingRow> = {
  id: 'dispute',
  title: 'Contestação',
  width: 188,
  render: one => (one.dispute ? <DisputeBadge dispute={one.dispute} /> : null),
}
const columnsWithDispute = [...columns, disputeColumn]

function BillingCard({ billing }: { billing: BillingRow }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{monthName(billing)}</span>
      <span className={classNames(text.med, text.tabular)}>{formatCents(billing.amount_cents)}</span>
      <span className={classNames(text.m, text.small)}>
        {billing.title}, vence em {formatDay(billing.due_date)}
      </span>
      <BillingBadge billing={billing} />
      {billing.dispute ? (
        <span>
          <DisputeBadge dispute={billing.dispute} />
        </span>
      ) : null}
    </div>
  )
}

/** The card, or that it is paid by Pix. */
function PaidBy({ subscription: { card, payment_method } }: { subscription: Subscription }) {
  const today = useToday()
  if (!card) return PAYMENT_METHOD_LABELS[payment_method]
  const expiry = formatExpiry(card.expires_on)
  if (!isCardEnding(card, today)) return `${cardName(card)}, vence em ${expiry}`
  const expired = card.expires_on < today
  return (
    <>
      {cardName(card)}{' '}
      <Badge tone={expired ? 'danger' : 'warning'} icon={expired ? 'triangle-alert' : 'circle-alert'}>
        {`${expired ? 'Venceu' : 'Vence'} em ${expiry}`}
      </Badge>
    </>
  )
}

function RunningPlan({ subscription }: { subscription: Subscription }) {
  const { tone, icon } = STATUS_LOOKS[subscription.status]
  return (
    <ActsOnRecord kind="subscription" record={subscription}>
      <div className={summary.summary}>
        <span className={summary.who}>{subscription.title}</span>
        <Badge tone={tone} icon={icon}>
          {SUBSCRIPTION_STATUS_LABELS[subscription.status]}
        </Badge>
        <span className={summary.fact}>
          <span className={classNames(text.m, summary.m)}>Por mês</span>
          {formatCents(subscription.amount_cents)}
        </span>
        <span className={summary.fact}>
          <span className={classNames(text.m, summary.m)}>Forma</span>
          <PaidBy subscription={subscription} />
        </span>
        <span className={summary.fact}>
          <span className={classNames(text.m, summary.m)}>Último pagamento</span>
          {subscription.last_payment_date ? formatDay(subscription.last_payment_date) : 'nenhum'}
        </span>
        {subscription.status === 'CANCELLED' ? null : (
          <span className={summary.fact}>
            <span className={classNames(text.m, summary.m)}>Próxima cobrança</span>
            {formatDay(subscription.next_payment_date)}
          </span>
        )}
        <span className={summary.end}>
          <Place at="subscription.drawer" />
        </span>
      </div>
    </ActsOnRecord>
  )
}

export function SubscriptionsScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { assinatura: filter = '' } = useScreenSearch()
  const reading = useReading(subscriptions.list, { params: { c } })
  const all = reading.data ?? NONE
  const rows = useMemo(() => billingRows(all), [all])
  const running = all.find(one => one.status !== 'CANCELLED') ?? all[0]
  return (
    <div className={summary.stack}>
      {running ? <RunningPlan subscription={running} /> : null}
      <ListingScreen
        label="Mensalidades"
        kind="subscription_billing"
        noun={['mensalidade', 'mensalidades']}
        rows={rows}
        reading={reading}
        columns={rows.some(({ dispute }) => dispute) ? columnsWithDispute : columns}
        rowName={monthName}
        textOf={one => [monthName(one), one.title, formatDay(one.due_date), SUBSCRIPTION_BILLING_STATUS_LABELS[one.status]].join(' ')}
        card={one => <BillingCard billing={one} />}
        isMuted={one => one.status === 'PAID'}
        selectable={false}
        filter={filter}
        onFilter={assinatura => setSearch({ assinatura })}
        placeholder="Filtrar por mês, plano, situação"
        toolbar="subscription.toolbar"
        primary={<Place at="subscription.page" />}
        empty={{
          title: 'Nenhuma assinatura',
          text: 'Escolha um plano para esta empresa. Cartão cobra sozinho a cada mês; Pix gera um código por mês.',
          actions: <Place at="subscription.empty" />,
        }}
      />
    </div>
  )
}
