// Payment orders: the list, and one order with every payment in its own state.

import { Outlet } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import choices from '#client/kit/form/choices.module.css'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { OrderBadge } from '#client/surfaces/order-badge.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { RegisterDrawer, useListed } from '#client/surfaces/register-drawer.tsx'
import { SiblingTabs } from '#client/surfaces/sibling-tabs.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Payment, type PaymentOrder, paymentOrders } from '#contract/payments.ts'
import { describeDay } from '#domain/date-grammar.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import { PAYMENT_KIND_LABELS, PAYMENT_ORDER_STATUS_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { scheduledDay } from '#domain/payments/pay-day.ts'
import { formatPixKey } from '#domain/payments/pix-key.ts'
import { counted, formatCount } from '#domain/text.ts'
import { EnvironmentBadge, PaymentBadge, payeeOf } from './looks.tsx'
import { PayeeCard } from './payee-card.tsx'
import styles from './wallet.module.css'

const NONE: readonly never[] = []

const titleOf = (order: PaymentOrder): string =>
  order.title ?? (order.payments.length === 1 && order.payments[0] ? payeeOf(order.payments[0]) : 'Ordem de pagamento')

const refusedCount = (order: PaymentOrder): number => order.payments.filter(payment => payment.status === 'REJECTED').length

/** '3 de 12 pagos, 1 recusado' */
function progressText(order: PaymentOrder): string {
  const refused = refusedCount(order)
  const paid = `${formatCount(order.settled_count)} de ${formatCount(order.payments_count)}`
  return refused === 0 ? paid : `${paid}, ${counted(refused, ['recusado', 'recusados'])}`
}

const columns: readonly RegisterColumn<PaymentOrder>[] = [
  {
    id: 'created_at',
    title: 'Criada em',
    width: 148,
    sort: order => order.created_at,
    render: order => <span className={text.tabular}>{formatMoment(order.created_at)}</span>,
  },
  { id: 'title', title: 'Ordem', least: 180, sort: titleOf, render: order => <span className={text.med}>{titleOf(order)}</span> },
  {
    id: 'by',
    title: 'Criada por',
    width: 168,
    leaves: 1,
    sort: order => order.created_by_name,
    groupable: true,
    render: order => order.created_by_name ?? <span className={text.m}>—</span>,
  },
  {
    id: 'progress',
    title: 'Pagos',
    width: 168,
    leaves: 2,
    render: order => <span className={refusedCount(order) > 0 ? text.dang : undefined}>{progressText(order)}</span>,
  },
  {
    id: 'status',
    title: 'Situação',
    width: 196,
    sort: order => PAYMENT_ORDER_STATUS_LABELS[order.status],
    groupable: true,
    render: order => <OrderBadge status={order.status} day={scheduledDay(order)} />,
  },
  {
    id: 'total',
    title: 'Total (R$)',
    width: 128,
    align: 'right',
    sort: order => order.total_cents,
    sums: formatAmount,
    render: order => <span className={text.med}>{formatAmount(order.total_cents)}</span>,
  },
]

export function PaymentOrdersScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { ordens: filter = '' } = useScreenSearch()
  const openId = useRouteParam('paymentOrderId')
  const reading = useReading(paymentOrders.list, { params: { c }, query: {} })
  const rows = reading.data ?? NONE
  const addressOf = (order: PaymentOrder) => pathTo('payments.detail', { companyId: c, paymentOrderId: order.id })
  const waiting = rows.filter(order => order.status === 'WAITING_APPROVAL')
  return (
    <ListingScreen
      label="Ordens de pagamento"
      kind="payment_order"
      noun={['ordem', 'ordens']}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={order => `${titleOf(order)}, ${formatCents(order.total_cents)}`}
      textOf={order =>
        [
          titleOf(order),
          order.created_by_name,
          PAYMENT_ORDER_STATUS_LABELS[order.status],
          formatAmount(order.total_cents),
          ...order.payments.map(payeeOf),
        ].join(' ')
      }
      amountOf={order => -order.total_cents}
      card={order => (
        <div className={listingScreen.registerCard}>
          <span className={listingScreen.name}>{titleOf(order)}</span>
          <span className={classNames(text.med, text.tabular)}>{formatCents(order.total_cents)}</span>
          <span className={classNames(text.m, text.small)}>{formatMoment(order.created_at)}</span>
          <OrderBadge status={order.status} day={scheduledDay(order)} />
        </div>
      )}
      isMuted={order => order.status === 'CANCELLED' || order.status === 'REJECTED'}
      filter={filter}
      onFilter={ordens => setSearch({ ordens })}
      placeholder="Filtrar por quem recebe, situação ou valor"
      toolbar="payments.toolbar"
      head={<SiblingTabs at="payments" />}
      sumsBelow={
        waiting.length > 0
          ? [{ label: 'Para aprovar', amount_cents: -waiting.reduce((sum, order) => sum + order.total_cents, 0) }]
          : undefined
      }
      openId={openId}
      onOpen={order => houseOptions().ports.go(addressOf(order))}
      addressOf={addressOf}
      bar={<EnvironmentBadge environment={rows[0]?.environment} />}
      primary={<Place at="payments.page" />}
      empty={{
        title: 'Nenhuma ordem de pagamento',
        text: 'Selecione contas a pagar e use Pagar selecionadas: uma lista para conferir, um código, e cada pagamento com a sua situação.',
        actions: <Place at="payments.empty" />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}

export function PaymentOrderDrawer() {
  const listed = useListed('paymentOrderId', useReading(paymentOrders.list, { params: { c: useCompanyId() }, query: {} }))
  return (
    <RegisterDrawer
      {...listed}
      list="payments"
      kind="payment_order"
      noun="Ordem de pagamento"
      nameOf={titleOf}
      missing="Esta ordem não existe mais"
      failed="Não foi possível abrir a ordem"
      footer={order => <OrderActions order={order} />}
      detail={order => <OrderDetail order={order} />}
    />
  )
}

/** What the order waits for comes first; the rest is in the row's menu. */
function OrderActions({ order }: { order: PaymentOrder }) {
  const main =
    order.status === 'WAITING_APPROVAL'
      ? 'payment_order.approve'
      : order.status === 'APPROVED'
        ? 'payment_order.send'
        : refusedCount(order) > 0
          ? 'payment_order.retry'
          : undefined
  return (
    <>
      {main ? <CommandButton id={main} variant="primary" short /> : null}
      {order.status === 'WAITING_APPROVAL' ? <CommandButton id="payment_order.reject" short /> : null}
      <CommandButton id="payment_order.link" variant="ghost" short />
      <span className={drawer.end}>
        {order.status === 'WAITING_APPROVAL' || order.status === 'APPROVED' ? (
          <CommandButton id="payment_order.cancel" variant="ghost" short />
        ) : null}
        <MoreActions at="payment_order.row" />
      </span>
    </>
  )
}

function OrderDetail({ order }: { order: PaymentOrder }) {
  const doubtful = order.payments.find(payment => payment.notice !== null)?.notice
  const day = scheduledDay(order)
  return (
    <>
      <section>
        <h2>{titleOf(order)}</h2>
        <div className={styles.walletAmount}>
          <span className={classNames(text.big, styles.big)}>{formatCents(order.total_cents)}</span>
          <OrderBadge status={order.status} day={scheduledDay(order)} />
        </div>
        {doubtful ? <Note kind="warning">{doubtful.message}</Note> : null}
        {day ? <Note kind="info">Sai sozinha às 7h de {describeDay(day)}. Até lá, pode ser enviada ou cancelada.</Note> : null}
        {order.reason ? <Note kind="danger">{order.reason}</Note> : null}
      </section>
      <DrawerSection title="Pagamentos" action={<span className={classNames(text.m, choices.m)}>{progressText(order)}</span>}>
        <ul className={styles.paymentList}>
          {order.payments.map(payment => (
            <PaymentItem key={payment.id} payment={payment} />
          ))}
        </ul>
      </DrawerSection>
      {isNotSent(order) ? <Payees order={order} /> : null}
      <DrawerSection title="Andamento" action={<EnvironmentBadge environment={order.environment} />}>
        <dl className={facts.kv} data-part="facts">
          <Detail name="Criada">{[formatMoment(order.created_at), order.created_by_name].filter(Boolean).join(', por ')}</Detail>
          <Detail name="Aprovada">
            {order.approved_at ? [formatMoment(order.approved_at), order.approved_by_name].filter(Boolean).join(', por ') : null}
          </Detail>
          <Detail name="Para o dia">{order.pay_on ? formatDay(order.pay_on) : null}</Detail>
          <Detail name="Enviada">{order.sent_at ? formatMoment(order.sent_at) : null}</Detail>
        </dl>
      </DrawerSection>
    </>
  )
}

/** Of an order not sent yet: whom the bank names now for each payment. */
function Payees({ order }: { order: PaymentOrder }) {
  const words = useReading(paymentOrders.payees, { params: { c: order.company_id, id: order.id } })
  if (words.isError) return <Note kind="warning">{words.error.message}</Note>
  return order.payments.map(payment => (
    <DrawerSection key={payment.id} title={order.payments.length > 1 ? payeeOf(payment) : 'Quem recebe'}>
      <PayeeCard
        word={words.data?.find(word => word.payment_id === payment.id)}
        amount_cents={payment.amount_cents}
        isSlip={payment.kind === 'BOLETO'}
      />
    </DrawerSection>
  ))
}

const isNotSent = ({ status }: PaymentOrder): boolean => status === 'WAITING_APPROVAL' || status === 'APPROVED'

function PaymentItem({ payment }: { payment: Payment }) {
  const { refusal, scheduled_for, status, pix_key, kind } = payment
  const scheduled = scheduled_for !== null && status !== 'SETTLED' && status !== 'REJECTED'
  return (
    <li>
      <span className={styles.name}>{payeeOf(payment)}</span>
      <span className={classNames(text.tabular, styles.tabular, text.med)}>{formatCents(payment.amount_cents)}</span>
      <span className={classNames(text.m, choices.m, text.small)}>
        {[PAYMENT_KIND_LABELS[kind], pix_key && formatPixKey(pix_key)].filter(Boolean).join(' · ')}
      </span>
      <PaymentBadge payment={payment} />
      {refusal ? <span className={classNames(styles.whyNot, text.dang, text.small)}>{refusal.message}</span> : null}
      {scheduled ? (
        <span className={classNames(styles.whyNot, text.m, choices.m, text.small)}>O banco paga em {formatDay(scheduled_for)}</span>
      ) : null}
    </li>
  )
}
