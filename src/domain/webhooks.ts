// What other systems may be told of a company, and how patiently.

/** One kind of event: its record and what happened to it. */
import { labels } from './open-table.ts'
export const WEBHOOK_EVENTS = [
  'bill.created',
  'bill.updated',
  'bill.paid',
  'bill.deleted',
  'receivable.created',
  'receivable.updated',
  'receivable.received',
  'receivable.deleted',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'statement_entry.created',
  'statement_entry.conciliated',
  'invoice.issued',
  'invoice.rejected',
  'invoice.cancelled',
  'payment.settled',
  'payment.rejected',
  'charge.paid',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Sent by hand, to try an address. */
export const WEBHOOK_TEST = 'webhook.test'

export const WEBHOOK_EVENT_LABELS = labels<WebhookEvent>({
  'bill.created': 'Conta a pagar criada',
  'bill.updated': 'Conta a pagar alterada',
  'bill.paid': 'Conta a pagar paga',
  'bill.deleted': 'Conta a pagar excluída',
  'receivable.created': 'Conta a receber criada',
  'receivable.updated': 'Conta a receber alterada',
  'receivable.received': 'Conta a receber recebida',
  'receivable.deleted': 'Conta a receber excluída',
  'contact.created': 'Contato criado',
  'contact.updated': 'Contato alterado',
  'contact.deleted': 'Contato excluído',
  'statement_entry.created': 'Linha do extrato chegou',
  'statement_entry.conciliated': 'Linha do extrato conciliada',
  'invoice.issued': 'Nota emitida',
  'invoice.rejected': 'Nota rejeitada',
  'invoice.cancelled': 'Nota cancelada',
  'payment.settled': 'Pagamento efetivado',
  'payment.rejected': 'Pagamento recusado',
  'charge.paid': 'Cobrança paga',
})

/**
 * Seconds between one try of a delivery and the next: soon at first, then over three days. After the last the delivery has failed; the
 * schedule is the one that Standard Webhooks recommends.
 */
const TRY_AGAIN_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600] as const

/** Seconds from the failed try of this number (1, 2, …) to the next one; undefined when it was the last. */
export const secondsToNextTry = (tries: number): number | undefined => TRY_AGAIN_S[tries - 1]

/** However long an address asks to be left alone. */
export const MOST_ASKED_S = 24 * 3600

/** How long an old secret still signs beside the new one. */
export const OLD_SECRET_MS = 24 * 3_600_000

/** How many addresses one company may tell. */
export const MOST_WEBHOOKS = 10
