// How an order of payments looks: the glyph, tone and word of its status, or the day it waits for.

import { Badge, looks } from '#client/kit/chip.tsx'
import { formatDay } from '#domain/days.ts'
import type { PaymentOrderStatus } from '#domain/enums.ts'
import { PAYMENT_ORDER_STATUS_LABELS } from '#domain/labels.ts'

const ORDER_LOOKS = looks<PaymentOrderStatus>({
  WAITING_APPROVAL: { tone: 'info', icon: 'clock-3' },
  APPROVED: { tone: 'ok', icon: 'circle-check' },
  PROCESSING: { tone: 'info', icon: 'send' },
  COMPLETED: { tone: 'quiet', icon: 'check-check' },
  PARTIALLY_COMPLETED: { tone: 'warning', icon: 'triangle-alert' },
  FAILED: { tone: 'danger', icon: 'circle-x' },
  REJECTED: { tone: 'danger', icon: 'circle-x' },
  CANCELLED: { tone: 'quiet', icon: 'ban' },
})

interface OrderBadgeProps {
  status: PaymentOrderStatus
  /** The one it waits for, of `scheduledDay`. */
  day?: string | undefined
}

export const OrderBadge = ({ status, day }: OrderBadgeProps) =>
  day === undefined ? (
    <Badge {...ORDER_LOOKS[status]}>{PAYMENT_ORDER_STATUS_LABELS[status]}</Badge>
  ) : (
    <Badge tone="info" icon="calendar-days">
      Agendada {formatDay(day)}
    </Badge>
  )
