// Payment orders of the office's companies: where each stands, what it pays, and separating payments into another one.

import { useMemo, useState } from 'react'
import { useCompanyNames } from '#client/data/names.ts'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note as Notice } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import textStyles from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { useOffice } from '#client/surfaces/office.ts'
import { OrderBadge } from '#client/surfaces/order-badge.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type PaymentOrder, paymentOrders } from '#contract/payments.ts'
import { formatInstant } from '#domain/days.ts'
import { documentKind, formatDocument, maskCpfForLists } from '#domain/documents.ts'
import { PAYMENT_ORDER_STATUSES, type PaymentOrderStatus } from '#domain/enums.ts'
import { PAYMENT_ORDER_STATUS_LABELS, PAYMENT_STATUS_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import styles from './office.module.css'

const NONE: readonly never[] = []
export type Order = PaymentOrder & { company_name: string; manages: boolean }

export const orderName = (order: Order): string => order.title ?? `Ordem de ${formatInstant(order.created_at)}`
export const payeeOf = (payment: PaymentOrder['payments'][number]): string =>
  payment.payee?.name ?? payment.description ?? keyWords(payment.pix_key) ?? payment.digitable_line ?? 'Sem nome'

/** A key that is a document has its marks, and a person's only its middle. */
function keyWords(key: string | null): string | undefined {
  if (key === null) return undefined
  const kind = documentKind(key)
  return kind === 'CPF' ? maskCpfForLists(key) : kind === 'CNPJ' ? formatDocument(key) : key
}

const columns: readonly RegisterColumn<Order>[] = [
  {
    id: 'created',
    title: 'Criada',
    width: 104,
    sort: order => order.created_at,
    render: order => <span className={textStyles.tabular}>{formatInstant(order.created_at)}</span>,
  },
  {
    id: 'company',
    title: 'Empresa',
    least: 180,
    sort: order => order.company_name,
    groupable: true,
    render: order => <span className={textStyles.med}>{order.company_name}</span>,
  },
  { id: 'title', title: 'Ordem', least: 180, sort: orderName, render: orderName },
  {
    id: 'by',
    title: 'Criada por',
    width: 160,
    leaves: 1,
    groupable: order => order.created_by_name ?? '',
    render: order => order.created_by_name ?? <span className={textStyles.m}>—</span>,
  },
  {
    id: 'payments',
    title: 'Pagos',
    width: 88,
    align: 'right',
    leaves: 2,
    sort: order => order.payments_count,
    render: order => <span className={textStyles.tabular}>{`${order.settled_count} de ${order.payments_count}`}</span>,
  },
  {
    id: 'total',
    title: 'Valor',
    width: 116,
    align: 'right',
    sort: order => order.total_cents,
    sums: formatAmount,
    render: order => <span className={textStyles.tabular}>{formatAmount(order.total_cents)}</span>,
  },
  {
    id: 'status',
    title: 'Situação',
    width: 184,
    sort: order => PAYMENT_ORDER_STATUS_LABELS[order.status],
    groupable: true,
    render: order => <OrderBadge status={order.status} />,
  },
]

const STATES: Readonly<Record<string, { title: string; of: readonly PaymentOrderStatus[] }>> = {
  abertas: { title: 'Em aberto', of: ['WAITING_APPROVAL', 'APPROVED', 'PROCESSING', 'PARTIALLY_COMPLETED', 'FAILED'] },
  aprovar: { title: 'Aguardando aprovação', of: ['WAITING_APPROVAL'] },
  encerradas: { title: 'Encerradas', of: ['COMPLETED', 'REJECTED', 'CANCELLED'] },
  todas: { title: 'Todas', of: PAYMENT_ORDER_STATUSES },
}

export function OfficeOrders() {
  const setSearch = useSetSearch()
  const { ordens: filter = '', situacao_ordem } = useScreenSearch()
  const state = situacao_ordem !== undefined && situacao_ordem in STATES ? situacao_ordem : 'abertas'
  const reading = useReading(paymentOrders.organization, { query: {} })
  const nameOf = useCompanyNames()
  const { mayOffice } = useOffice()
  const manages = mayOffice('payment_orders', 'x')
  const rows = useMemo<readonly Order[]>(() => {
    return (reading.data ?? NONE).map(order => ({ ...order, manages, company_name: nameOf(order.company_id) }))
  }, [reading.data, nameOf, manages])
  const shown = useMemo(() => rows.filter(order => STATES[state]?.of.includes(order.status)), [rows, state])
  const [openId, setOpenId] = useState<string>()
  const open = rows.find(order => order.id === openId)
  return (
    <ListingScreen
      label="Ordens de pagamento"
      kind="office_order"
      noun={['ordem', 'ordens']}
      rows={shown}
      reading={reading}
      columns={columns}
      rowName={orderName}
      textOf={order =>
        [order.company_name, orderName(order), order.created_by_name, formatAmount(order.total_cents), ...order.payments.map(payeeOf)].join(
          ' ',
        )
      }
      card={order => (
        <div className={listingScreen.registerCard}>
          <span className={listingScreen.name}>{order.company_name}</span>
          <span className={textStyles.tabular}>{formatAmount(order.total_cents)}</span>
          <span className={classNames(textStyles.m, textStyles.small)}>{orderName(order)}</span>
          <OrderBadge status={order.status} />
        </div>
      )}
      isMuted={order => STATES.encerradas?.of.includes(order.status) === true}
      selectable={false}
      amountOf={order => -order.total_cents}
      filter={filter}
      onFilter={text => setSearch({ ordens: text })}
      placeholder="Filtrar por empresa, título, quem recebe ou valor"
      toolbar="office-orders.toolbar"
      openId={openId}
      onOpen={order => setOpenId(order.id)}
      head={
        <Tabs
          label="Mostrar"
          value={state}
          onChange={id => setSearch({ situacao_ordem: id })}
          tabs={Object.entries(STATES).map(([id, { title, of }]) => ({
            id,
            title,
            count: rows.filter(order => of.includes(order.status)).length,
          }))}
        />
      }
      empty={
        rows.length === 0
          ? { title: 'Nenhuma ordem de pagamento', text: 'As ordens das empresas do escritório aparecem aqui.' }
          : { title: 'Nenhuma ordem nesta situação', text: 'As outras estão nas abas ao lado.' }
      }
    >
      {open ? <OrderDrawer key={open.id} order={open} onClose={() => setOpenId(undefined)} /> : null}
    </ListingScreen>
  )
}

function OrderDrawer({ order, onClose }: { order: Order; onClose(): void }) {
  return (
    <RecordDrawer
      id={order.id}
      list="organization.payment-orders"
      label={orderName(order)}
      where="Ordem de pagamento"
      onClose={onClose}
      footer={<Place at="office_order.drawer" />}
    >
      <section>
        <h2>{orderName(order)}</h2>
        <p className={textStyles.m}>{order.company_name}</p>
        <div className={drawer.amountLine}>
          <span className={textStyles.big}>{formatCents(order.total_cents)}</span>
          <span className={textStyles.grow} />
          <OrderBadge status={order.status} />
        </div>
        {order.reason ? <Notice kind="danger">{`Reprovada: ${order.reason}`}</Notice> : null}
      </section>
      <DrawerSection title="Dados">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Criada por">{order.created_by_name}</Detail>
          <Detail name="Criada em">{formatInstant(order.created_at)}</Detail>
          <Detail name="Aprovada por">{order.approved_by_name}</Detail>
          <Detail name="Enviada em">{order.sent_at ? formatInstant(order.sent_at) : null}</Detail>
          <Detail name="Ambiente">{order.environment === 'local' ? 'local: nada saiu desta máquina' : null}</Detail>
        </dl>
      </DrawerSection>
      <DrawerSection title={counted(order.payments.length, ['pagamento', 'pagamentos'])}>
        <ul className={styles.officeLines}>
          {order.payments.map(payment => (
            <li key={payment.id}>
              <span>
                {payeeOf(payment)}{' '}
                <span className={classNames(textStyles.m, textStyles.small)}>
                  {payment.refusal?.message ?? PAYMENT_STATUS_LABELS[payment.status]}
                </span>
              </span>
              <span className={textStyles.tabular}>{formatAmount(payment.amount_cents)}</span>
            </li>
          ))}
        </ul>
      </DrawerSection>
    </RecordDrawer>
  )
}
