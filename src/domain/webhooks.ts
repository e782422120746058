// What other systems may be told of a company, and how patiently.

/** One kind of event: its record and what happened to it. */
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

export const WEBHOOK_EVENT_LABELS: Record<WebhookEvent, string> = {
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
}

/**
 * Seconds between one try of a delivery and the next: soon at first, then over three days. After the last the delivery has failed; the
 * schedule is the one that Standard Webhooks recommends.
 */
const TRY_AGAIN_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600] as const

/** Seconds from the failed try of this number (1, 2, …) to the next one; undefined when it was the last. */
export const secondsToNextTry = (tries: number): number | undefined => TRY_AGAIN_S[tries - 1]

const MOST_ASKED_S = 24 * 3600

/**
 * Seconds to wait that an address asks for by the `Retry-After` of its answer, in seconds or as a date of HTTP; a day at most, 0 where it
 * asks for none or nothing readable. `now` is in ms.
 */
export function secondsAsked(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  const seconds = /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) : Math.ceil((Date.parse(retryAfter) - now) / 1000)
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), MOST_ASKED_S)
}

/** How long an old secret still signs beside the new one. */
export const OLD_SECRET_MS = 24 * 3_600_000

/** How many addresses one company may tell. */
export const MOST_WEBHOOKS = 10
