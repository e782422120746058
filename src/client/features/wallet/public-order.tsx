// The page of a payment order for whoever holds its link: how it stands and how much it is, never who receives.

import { useLayoutEffect } from 'react'
import { ApiError } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { pageBrand, setPageTitle } from '#client/kit/brand.ts'
import { classNames } from '#client/kit/class-names.ts'
import facts from '#client/kit/facts.module.css'
import { AuthLayout } from '#client/kit/layout/auth-layout.tsx'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { OrderBadge } from '#client/surfaces/order-badge.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useRouteParam, useScreenSearch } from '#client/surfaces/where.ts'
import type { Answer } from '#contract/kit/endpoint.ts'
import { type PaymentOrder, paymentOrders } from '#contract/payments.ts'
import { formatMoment } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { labels } from '#domain/open-table.ts'
import { EnvironmentBadge } from './looks.tsx'
import styles from './wallet.module.css'

type PublicOrder = Answer<typeof paymentOrders.page>

const WORDS = labels<PaymentOrder['status']>({
  WAITING_APPROVAL: 'Ainda espera aprovação: nada foi enviado ao banco.',
  APPROVED: 'Aprovada, ainda não enviada ao banco.',
  PROCESSING: 'No banco: os pagamentos são confirmados um a um.',
  COMPLETED: 'Todos os pagamentos foram confirmados pelo banco.',
  PARTIALLY_COMPLETED: 'Parte dos pagamentos foi confirmada; o restante o banco recusou.',
  FAILED: 'O banco recusou os pagamentos: nada foi pago.',
  REJECTED: 'Reprovada por quem devia aprovar: nada foi pago.',
  CANCELLED: 'Cancelada antes de ir ao banco: nada foi pago.',
})

export function PublicPaymentOrder() {
  const id = useRouteParam('paymentOrderId') ?? ''
  const { chave: key } = useScreenSearch()
  const order = useReading(paymentOrders.page, { params: { id }, query: { key } })
  useLayoutEffect(() => setPageTitle('Ordem de pagamento'), [])
  const missing = order.error instanceof ApiError && order.error.status === 404
  return (
    <AuthLayout brand={pageBrand()} title="Ordem de pagamento" lead={order.data?.company_name}>
      {order.isPending ? (
        <Skeleton rows={4} />
      ) : order.isError ? (
        <ErrorState
          title={missing ? 'Este link não abre nenhuma ordem' : 'Não foi possível abrir a ordem'}
          error={order.error}
          {...(missing
            ? { text: 'O endereço está incompleto, é antigo ou não é de uma ordem. Peça o link outra vez a quem o enviou.' }
            : {})}
          onRetry={() => void order.refetch()}
        />
      ) : (
        <OrderState order={order.data} />
      )}
    </AuthLayout>
  )
}

function OrderState({ order }: { order: PublicOrder }) {
  return (
    <div className={styles.outcome}>
      <div className={styles.walletAmount}>
        <span className={classNames(text.big, styles.big)}>{formatCents(order.total_cents)}</span>
        <OrderBadge status={order.status} />
      </div>
      <p>{WORDS[order.status]}</p>
      <dl className={facts.kv} data-part="facts">
        <Detail name="Confirmados">{`${order.settled_count} de ${order.payments_count}`}</Detail>
        <Detail name="Criada em">{formatMoment(order.created_at)}</Detail>
        <Detail name="Número">
          <span className={text.tabular}>{order.id.slice(0, 8)}</span>
        </Detail>
      </dl>
      <EnvironmentBadge environment={order.environment} />
    </div>
  )
}
