// How payments and keys look: glyph, tone and word of each state, and the line that says who answers here.

import { Badge, looks } from '#client/kit/chip.tsx'
import type { Payment } from '#contract/payments.ts'
import type { PaymentStatus, PixKeyStatus } from '#domain/enums.ts'
import { PAYMENT_STATUS_LABELS, PIX_KEY_STATUS_LABELS } from '#domain/labels.ts'
import type { BankEnvironment } from '#domain/payments/digital-banks.ts'

const PAYMENT_LOOKS = looks<PaymentStatus>({
  CREATED: { tone: 'muted', icon: 'circle-dashed' },
  QUEUED: { tone: 'info', icon: 'clock-3' },
  PROCESSING: { tone: 'info', icon: 'send' },
  SETTLED: { tone: 'quiet', icon: 'check-check' },
  REJECTED: { tone: 'danger', icon: 'circle-x' },
  CANCELLED: { tone: 'quiet', icon: 'ban' },
})

const KEY_LOOKS = looks<PixKeyStatus>({
  REGISTERING: { tone: 'info', icon: 'clock-3' },
  ACTIVE: { tone: 'ok', icon: 'circle-check' },
  CLAIMING: { tone: 'info', icon: 'arrow-left-right' },
  DELETING: { tone: 'muted', icon: 'clock-3' },
  DELETED: { tone: 'quiet', icon: 'ban' },
  REJECTED: { tone: 'danger', icon: 'circle-x' },
})

/** What the bank has not answered is a state of its own, and says so. */
export const PaymentBadge = ({ payment }: { payment: Pick<Payment, 'status' | 'notice'> }) =>
  payment.notice === null ? (
    <Badge {...PAYMENT_LOOKS[payment.status]}>{PAYMENT_STATUS_LABELS[payment.status]}</Badge>
  ) : (
    <Badge tone="warning" icon="circle-help">
      Sem resposta do banco
    </Badge>
  )

export const KeyBadge = ({ status }: { status: PixKeyStatus }) => <Badge {...KEY_LOOKS[status]}>{PIX_KEY_STATUS_LABELS[status]}</Badge>

const NO_MONEY: Partial<Record<BankEnvironment, string>> = { local: 'Ambiente local', 'stark-sandbox': 'Stark Bank, testes' }

/** No money moved here, and nobody should think so. */
export const EnvironmentBadge = ({ environment }: { environment: BankEnvironment | undefined }) => {
  const words = environment && NO_MONEY[environment]
  return words ? (
    <Badge tone="muted" icon="monitor">
      {words}
    </Badge>
  ) : null
}

/** To whom, in the words that are known so far: the holder the bank named, else the key or what was written. */
export const payeeOf = (payment: Payment): string =>
  payment.payee?.name ?? payment.description ?? payment.pix_key ?? (payment.kind === 'BOLETO' ? 'Boleto' : 'Pix')
