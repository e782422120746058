// What became of a payment just sent, for as long as it takes: on its way, unknown, paid, refused.

import type { ReactNode } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { Skeleton } from '#client/kit/states.tsx'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { PartyCode } from '#client/surfaces/party-code.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { targetOn } from '#commands/kit/command.ts'
import { type Payment, type PaymentOrder, paymentOrders } from '#contract/payments.ts'
import { describeDay } from '#domain/date-grammar.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { scheduledDay } from '#domain/payments/pay-day.ts'
import { EnvironmentBadge, PaymentBadge, payeeOf } from './looks.tsx'
import styles from './wallet.module.css'

/** What the state means for the person who waits. */
function stateNote(payment: Payment, order: PaymentOrder): ReactNode {
  if (payment.notice) return <Note kind="warning">{payment.notice.message}</Note>
  if (order.status === 'WAITING_APPROVAL')
    return <Note kind="info">Outra pessoa precisa aprovar este pagamento. Quem pode aprovar já foi avisado.</Note>
  const day = scheduledDay(order)
  if (day) return <Note kind="info">Agendado: sai às 7h de {describeDay(day)}.</Note>
  if (order.status === 'APPROVED') return <Note kind="info">Aprovado: falta quem pode pagar enviar ao banco.</Note>
  switch (payment.status) {
    case 'SETTLED':
      return <Note kind="ok">Pago{payment.settled_at ? ` em ${formatMoment(payment.settled_at)}` : ''}.</Note>
    case 'REJECTED':
      return <Note kind="danger">{payment.refusal?.message ?? 'O banco recusou o pagamento.'} Nada saiu da conta.</Note>
    case 'CANCELLED':
      return <Note kind="info">Cancelado antes de ir ao banco.</Note>
    default:
      return payment.scheduled_for ? (
        <Note kind="info">O banco paga em {formatDay(payment.scheduled_for)}, o próximo dia útil.</Note>
      ) : (
        <Note kind="info">Enviado ao banco. Esta página mostra a resposta assim que ela chegar.</Note>
      )
  }
}

interface PaymentOutcomeProps {
  sent: Payment
  /** 'Fazer outro Pix' */
  againLabel: string
  onAgain(): void
}

export function PaymentOutcome({ sent, againLabel, onAgain }: PaymentOutcomeProps) {
  const c = useCompanyId()
  const { company } = useWhereabouts()
  const order = useReading(paymentOrders.get, { params: { c, id: sent.payment_order_id } })
  const payment = order.data?.payments.find(one => one.id === sent.id) ?? sent
  return (
    <FormPage title={`${payment.kind === 'BOLETO' ? 'Boleto' : 'Pix'} de ${formatCents(payment.amount_cents)}`}>
      <div className={styles.outcome} role="status">
        <PaymentBadge payment={payment} />
        {order.data ? stateNote(payment, order.data) : <Skeleton rows={1} />}
        <dl className={facts.kv} data-part="facts">
          <Detail name="Quem recebe">{payeeOf(payment)}</Detail>
          <Detail name="Documento">{payment.payee?.document_number}</Detail>
          <Detail name="Banco">{payment.payee?.bank_name}</Detail>
          <PartyCode name="Código no banco" code={payment.end_to_end_id ?? payment.transaction_code} />
        </dl>
        <ActsOn.Provider value={targetOn('receipt', [payment], { company, from: 'focus' })}>
          <div className={styles.actions}>
            <Place at="receipt.empty" />
            <Button size="form" onClick={onAgain}>
              {againLabel}
            </Button>
          </div>
        </ActsOn.Provider>
        <EnvironmentBadge environment={order.data?.environment} />
      </div>
    </FormPage>
  )
}
