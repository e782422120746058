// The life of a file of payments and of each payment in it, and what the bank's word makes of one.

import { labels } from '../open-table.ts'
export const PAYMENT_FILE_STATUSES = ['OPEN', 'GENERATED', 'SENT', 'ANSWERED'] as const
export type PaymentFileStatus = (typeof PAYMENT_FILE_STATUSES)[number]
export const PAYMENT_FILE_STATUS_LABELS = labels<PaymentFileStatus>({
  OPEN: 'Aberta',
  GENERATED: 'Arquivo pronto',
  SENT: 'Enviada',
  ANSWERED: 'Respondida',
})

export const FILE_PAYMENT_KINDS = ['PIX', 'TRANSFER', 'SLIP', 'COLLECTION', 'DARF'] as const
export type FilePaymentKind = (typeof FILE_PAYMENT_KINDS)[number]
export const FILE_PAYMENT_KIND_LABELS = labels<FilePaymentKind>({
  PIX: 'Pix',
  TRANSFER: 'Transferência',
  SLIP: 'Boleto',
  COLLECTION: 'Guia ou concessionária',
  DARF: 'DARF sem código de barras',
})

export const FILE_PAYMENT_STATUSES = ['WAITING', 'PROCESSING', 'PAID', 'REFUSED', 'CANCELLED', 'RETURNED', 'UNKNOWN'] as const
export type FilePaymentStatus = (typeof FILE_PAYMENT_STATUSES)[number]
export const FILE_PAYMENT_STATUS_LABELS = labels<FilePaymentStatus>({
  WAITING: 'À espera do banco',
  PROCESSING: 'Com o banco',
  PAID: 'Paga',
  REFUSED: 'Recusada pelo banco',
  CANCELLED: 'Cancelada no banco',
  RETURNED: 'Devolvida',
  UNKNOWN: 'A decidir',
})

/** What a return says of a payment. */
export type PaymentMeaning = Exclude<FilePaymentStatus, 'WAITING'>

/** The bank may still pay it: its bill is held. */
export const LIVE_FILE_PAYMENTS = ['WAITING', 'PROCESSING', 'UNKNOWN'] as const satisfies readonly FilePaymentStatus[]
export const isLive = (status: FilePaymentStatus): boolean => (LIVE_FILE_PAYMENTS as readonly string[]).includes(status)

/** Where the bank's word takes a payment; undefined where it stays. Money that moved is the last word until it comes back. */
export function paymentAfter(status: FilePaymentStatus, meaning: PaymentMeaning): FilePaymentStatus | undefined {
  if (status === meaning) return undefined
  if (status === 'RETURNED') return undefined
  if (status === 'PAID') return meaning === 'RETURNED' ? meaning : undefined
  // What the bank refused is not under way again, but it may turn out to have been paid.
  if (!isLive(status)) return meaning === 'PAID' ? meaning : undefined
  return meaning
}

/** A test file moves no money: what it says was paid is asked of a person. */
export const meaningInFile = (meaning: PaymentMeaning, isTest: boolean): PaymentMeaning =>
  isTest && (meaning === 'PAID' || meaning === 'RETURNED') ? 'UNKNOWN' : meaning
