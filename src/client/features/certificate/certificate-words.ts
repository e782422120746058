// What a certificate and an appointment say of themselves: how long it lasts, and how far it has come.

import { labelledLooks, type Tone } from '#client/kit/chip.tsx'
import type { APPOINTMENT_STATUSES, APPOINTMENT_TYPES, AppointmentProduct } from '#contract/certificate-appointments.ts'
import type { Certificate } from '#contract/certificates.ts'
import { type Day, dayInSaoPaulo, diffDays, formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { labels } from '#domain/open-table.ts'
import { CERTIFICATE_WARNINGS, inDaysWords, warningOf } from '#domain/reminders.ts'

type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number]
export type AppointmentType = (typeof APPOINTMENT_TYPES)[number]

export const TYPE_LABELS = labels<AppointmentType>({ remote: 'Por vídeo', in_person: 'Presencial' })

export const APPOINTMENT_LOOKS = labelledLooks<AppointmentStatus>({
  SCHEDULED: { label: 'Agendado', tone: 'info', icon: 'calendar' },
  WAITING_DOCUMENTS: { label: 'Aguardando documentos', tone: 'warning', icon: 'clock-3' },
  IN_VALIDATION: { label: 'Em validação', tone: 'info', icon: 'search' },
  APPROVED: { label: 'Aprovado', tone: 'ok', icon: 'circle-check' },
  ISSUED: { label: 'Emitido', tone: 'quiet', icon: 'badge-check' },
  MISSED: { label: 'Não compareceu', tone: 'danger', icon: 'circle-x' },
})

/** The steps of an appointment, in their order. */
export const APPOINTMENT_STEPS = [
  'SCHEDULED',
  'WAITING_DOCUMENTS',
  'IN_VALIDATION',
  'APPROVED',
  'ISSUED',
] as const satisfies AppointmentStatus[]

/** Warnings up to this many days are urgent. */
const URGENT_DAYS = 7

export interface Expiry {
  badge: string
  tone: Tone
  /** A sentence, from the first warning on. */
  warning: string | undefined
}

export function expiryOf({ valid_to, status }: Pick<Certificate, 'valid_to' | 'status'>, today: Day): Expiry {
  const end = dayInSaoPaulo(Date.parse(valid_to))
  if (status === 'EXPIRED')
    return { badge: 'Vencido', tone: 'danger', warning: `Venceu em ${formatDay(end)}. Envie outro para voltar a emitir notas.` }
  const left = diffDays(today, end)
  const warning = warningOf(end, today, CERTIFICATE_WARNINGS)
  if (warning === undefined) return { badge: `Válido por ${left} dias`, tone: 'ok', warning: undefined }
  return {
    badge: `Vence ${inDaysWords(left)}`,
    tone: warning <= URGENT_DAYS ? 'danger' : 'warning',
    warning: `Vence ${inDaysWords(left)}, em ${formatDay(end)}. Agende a emissão de outro: sem certificado não se emitem notas.`,
  }
}

type Product = Pick<typeof AppointmentProduct._zod.output, 'kind' | 'validity_months' | 'price_cents'>

/** 'Arquivo no computador, 12 meses, R$ 229,00' */
export const productWords = ({ kind, validity_months, price_cents }: Product): string =>
  [kind === 'A1' ? 'Arquivo no computador' : 'Na nuvem ou em cartão', `${validity_months} meses`, formatCents(price_cents)].join(', ')
