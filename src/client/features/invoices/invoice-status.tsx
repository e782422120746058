// The state of a note in its words and colours: never colour alone.

import { Badge, looks, NEW_LOOK, type Tone } from '#client/kit/chip.tsx'
import type { IconName } from '#client/kit/icon.tsx'
import type { FISCAL_EVENT_STATUSES } from '#contract/fiscal-events.ts'
import type { InvoiceStatus } from '#domain/enums.ts'
import { INVOICE_STATUS_LABELS } from '#domain/labels.ts'
import { openTable } from '#domain/open-table.ts'

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

const EVENT_LOOKS = openTable<FiscalEventStatus, { icon: IconName; tone: Tone; word: string }>(
  {
    PROCESSING: { icon: 'send', tone: 'info', word: 'Na autoridade' },
    REGISTERED: { icon: 'circle-check', tone: 'ok', word: 'Registrada' },
    REJECTED: { icon: 'circle-x', tone: 'danger', word: 'Recusada' },
  },
  word => ({ ...NEW_LOOK, word }),
)

/** Of a correction letter or of voided numbers. */
export function EventStatusBadge({ status }: { status: FiscalEventStatus }) {
  const { icon, tone, word } = EVENT_LOOKS[status]
  return (
    <Badge icon={icon} tone={tone}>
      {word}
    </Badge>
  )
}
