// The state of a note in its words and colours: never colour alone.

import { Badge, labelledLooks, looks } from '#client/kit/chip.tsx'
import type { FISCAL_EVENT_STATUSES } from '#contract/fiscal-events.ts'
import type { InvoiceStatus } from '#domain/enums.ts'
import { INVOICE_STATUS_LABELS } from '#domain/labels.ts'

const LOOKS = looks<InvoiceStatus>({
  ISSUED: { icon: 'circle-check', tone: 'ok' },
  CANCELLED: { icon: 'ban', tone: 'quiet' },
  PROCESSING: { icon: 'send', tone: 'info' },
  REJECTED: { icon: 'circle-x', tone: 'danger' },
  CANCELLING: { icon: 'clock-3', tone: 'warning' },
})

interface StatusOfNote {
  status: InvoiceStatus
  waiting_transmission: boolean
}

export const noteStatusText = ({ status, waiting_transmission }: StatusOfNote): string =>
  waiting_transmission ? 'Aguardando transmissão' : INVOICE_STATUS_LABELS[status]

export function NoteStatus({ invoice }: { invoice: StatusOfNote }) {
  const { icon, tone } = invoice.waiting_transmission ? { icon: 'clock-3' as const, tone: 'warning' as const } : LOOKS[invoice.status]
  return (
    <Badge tone={tone} icon={icon}>
      {noteStatusText(invoice)}
    </Badge>
  )
}

type FiscalEventStatus = (typeof FISCAL_EVENT_STATUSES)[number]

const EVENT_LOOKS = labelledLooks<FiscalEventStatus>({
  PROCESSING: { icon: 'send', tone: 'info', label: 'Na autoridade' },
  REGISTERED: { icon: 'circle-check', tone: 'ok', label: 'Registrada' },
  REJECTED: { icon: 'circle-x', tone: 'danger', label: 'Recusada' },
})

/** Of a correction letter or of voided numbers. */
export function EventStatusBadge({ status }: { status: FiscalEventStatus }) {
  const { icon, tone, label } = EVENT_LOOKS[status]
  return (
    <Badge icon={icon} tone={tone}>
      {label}
    </Badge>
  )
}
