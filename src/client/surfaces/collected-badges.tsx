// How a charge to a customer and a boleto registered by file look: the glyph, tone and word of where each stands.
import { Badge, looks } from '#client/kit/chip.tsx'
import type { Billing } from '#contract/billings.ts'
import type { BankSlip } from '#contract/collection.ts'
import { BANK_SLIP_STATUS_LABELS } from '#domain/collection/slip-states.ts'
import type { ChargeStatus } from '#domain/enums.ts'
import { CHARGE_STATUS_LABELS } from '#domain/labels.ts'

const CHARGE_LOOKS = looks<ChargeStatus>({
  PENDING: { tone: 'muted', icon: 'circle-dashed' },
  PROCESSING: { tone: 'info', icon: 'clock-3' },
  PAID: { tone: 'quiet', icon: 'check-check' },
  OVERDUE: { tone: 'danger', icon: 'triangle-alert' },
  EXPIRED: { tone: 'quiet', icon: 'circle-x' },
  CANCELLED: { tone: 'quiet', icon: 'ban' },
  REFUNDED: { tone: 'warning', icon: 'undo' },
  CHARGEBACK: { tone: 'danger', icon: 'circle-alert' },
})

export function ChargeBadge({ charge }: { charge: Pick<Billing, 'status' | 'needs_refund'> }) {
  if (charge.needs_refund)
    return (
      <Badge tone="danger" icon="triangle-alert">
        Devolver
      </Badge>
    )
  return <Badge {...CHARGE_LOOKS[charge.status]}>{CHARGE_STATUS_LABELS[charge.status]}</Badge>
}

const SLIP_LOOKS = looks<BankSlip['status']>({
  WAITING: { tone: 'info', icon: 'clock-3' },
  REGISTERED: { tone: 'ok', icon: 'circle-check' },
  REFUSED: { tone: 'danger', icon: 'triangle-alert' },
  PAID: { tone: 'quiet', icon: 'check-check' },
  WRITTEN_OFF: { tone: 'quiet', icon: 'ban' },
})

export const SlipBadge = ({ slip }: { slip: Pick<BankSlip, 'status'> }) => (
  <Badge {...SLIP_LOOKS[slip.status]}>{BANK_SLIP_STATUS_LABELS[slip.status]}</Badge>
)
