// How an order of payments looks: the glyph, tone and word of its status, or the day it waits for.

import { Badge, NEW_LOOK, type Tone } from '#client/kit/chip.tsx'
import type { IconName } from '#client/kit/icon.tsx'
import { formatDay } from '#domain/days.ts'
import type { PaymentOrderStatus } from '#domain/enums.ts'
import { PAYMENT_ORDER_STATUS_LABELS } from '#domain/labels.ts'
import { openTable } from '#domain/open-table.ts'

const ORDER_LOOKS = openTable<PaymentOrderStatus, { tone: Tone; icon: IconName }>(
  {
    WAITING_APPROVAL: { tone: 'info', icon: 'clock-3' },
    APPROVED: { tone: 'ok', icon: 'circle-check' },
    PROCESSING: { tone: 'info', icon: 'send' },
    COMPLETED: { tone: 'quiet', icon: 'check-check' },
    PARTIALLY_COMPLETED: { tone: 'warning', icon: 'triangle-alert' },
    FAILED: { tone: 'danger', icon: 'circle-x' },
    REJECTED: { tone: 'danger', icon: 'circle-x' },
    CANCELLED: { tone: 'quiet', icon: 'ban' },
  },
  () => NEW_LOOK,
)

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
