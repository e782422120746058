// The life of an invoice: which status follows which, and until when the authority accepts a cancellation.
import type { InvoiceStatus } from '../enums.ts'
import { openTable } from '../open-table.ts'
import { INVOICE_KIND_LABELS, type InvoiceKind } from './codes.ts'

const MOVES = openTable<InvoiceStatus, readonly InvoiceStatus[]>(
  {
    PROCESSING: ['ISSUED', 'REJECTED'],
    // Corrected and sent again under the same number.
    REJECTED: ['PROCESSING'],
    ISSUED: ['CANCELLING'],
    // Back to issued when the cancellation is refused.
    CANCELLING: ['CANCELLED', 'ISSUED'],
    CANCELLED: [],
  },
  () => [],
)

export const canMoveInvoice = (from: InvoiceStatus, to: InvoiceStatus): boolean => MOVES[from].includes(to)

const HOUR_MS = 3_600_000

/** Counted from the authorisation; for services each city sets its own deadline. */
const CANCEL_WINDOW_MS: Record<InvoiceKind, number | undefined> = { PRODUCT: 24 * HOUR_MS, CONSUMER: HOUR_MS / 2, SERVICE: undefined }

const WINDOW_TEXT: Record<InvoiceKind, string> = { PRODUCT: '24 horas', CONSUMER: '30 minutos', SERVICE: '' }

/** Why an invoice may not be cancelled now, in pt-BR; undefined when it may. Instants in milliseconds. */
export function cancelRefusal(kind: InvoiceKind, status: InvoiceStatus, issuedAt: number | undefined, now: number): string | undefined {
  if (!canMoveInvoice(status, 'CANCELLING') || issuedAt === undefined) return 'Só uma nota emitida pode ser cancelada.'
  const window = CANCEL_WINDOW_MS[kind]
  if (window === undefined || now - issuedAt <= window) return undefined
  const instead = kind === 'PRODUCT' ? ' Emita uma nota de devolução.' : ''
  return `O prazo de cancelamento da ${INVOICE_KIND_LABELS[kind]} é de ${WINDOW_TEXT[kind]} e já passou.${instead}`
}

/** NF-e and NFC-e series of one's own system end at 889, DPS series at 49999; the others belong to the authorities. */
const HIGHEST_SERIES: Record<InvoiceKind, number> = { PRODUCT: 889, CONSUMER: 889, SERVICE: 49_999 }

/** Why a kind may not be issued under this series, in pt-BR; undefined when it may. */
export function seriesRefusal(kind: InvoiceKind, serie: string): string | undefined {
  const first = kind === 'SERVICE' ? 1 : 0
  if (Number(serie) >= first && Number(serie) <= HIGHEST_SERIES[kind]) return undefined
  return `A série da ${INVOICE_KIND_LABELS[kind]} vai de ${first} a ${HIGHEST_SERIES[kind]}.`
}

/** Correction letters of one note: how many, how long each may be, and until when. */
export const CORRECTION = { min: 15, max: 1000, most: 20, days: 30 } as const

/** What a letter may not change, in the law's terms. */
export const CORRECTION_LIMITS = [
  'O que determina o imposto: base de cálculo, alíquota, preço, quantidade e valor da operação',
  'Quem emite e quem recebe a mercadoria',
  'A data de emissão ou de saída',
] as const

/** Why a note may not be corrected by letter now, in pt-BR; undefined when it may. Instants in milliseconds. */
export function correctionRefusal(
  { kind, status, issued_at, letters }: { kind: InvoiceKind; status: InvoiceStatus; issued_at: number | undefined; letters: number },
  now: number,
): string | undefined {
  if (kind !== 'PRODUCT') return 'Só a NF-e aceita carta de correção.'
  if (status !== 'ISSUED' || issued_at === undefined) return 'Só uma nota emitida aceita carta de correção.'
  if (now - issued_at > CORRECTION.days * 24 * HOUR_MS) return `A carta de correção vai até ${CORRECTION.days} dias depois da autorização.`
  return letters >= CORRECTION.most ? `Uma nota aceita até ${CORRECTION.most} cartas de correção.` : undefined
}

export const JUSTIFICATION = { min: 15, max: 255 } as const

/** Since 04/05/2026 a consumer invoice to a CNPJ is forbidden. */
export const CONSUMER_INVOICE_REFUSAL = 'Para um comprador com CNPJ, emita NF-e (modelo 55) em vez de NFC-e.'
