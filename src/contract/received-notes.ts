// A note that a supplier issued to the company, of any kind, as one record: what it says, how far it was verified, what became of it.
import { z } from 'zod'
import { MANIFESTATIONS } from '#domain/fiscal/manifestations.ts'
import { FISCAL_EVENT_STATUSES } from './fiscal-events.ts'
import { InvoicePayment, InvoiceRecord } from './invoices.ts'
import { Id } from './kit/fields.ts'

/** What the company says of the note to its authority: being sent, registered, or refused in the authority's words. */
export const NoteManifestation = z.object({
  id: Id,
  kind: z.enum(MANIFESTATIONS),
  status: z.enum(FISCAL_EVENT_STATUSES),
  /** Why the deal was not done. */
  justification: z.string().nullable(),
  /** Null also where the event stood there before and its protocol was not repeated. */
  protocol: z.string().nullable(),
  registered_at: z.string().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  reason_code: z.string().nullable(),
  /** What came in the place of an answer at the last try: it is asked again. */
  silence: z.string().nullable(),
  created_at: z.string(),
})
export type NoteManifestation = z.infer<typeof NoteManifestation>

export const ReceivedNote = InvoiceRecord.extend({
  /** Goods by item; of a service note, its description. */
  lines: z.array(z.object({ name: z.string(), ncm: z.string().nullable(), total_cents: z.number().int() })),
  payment: InvoicePayment,
  /** What is withheld of a service; 0 on goods. */
  withheld_cents: z.number().int(),
  /** Why it was accepted or refused, in the words of who decided. */
  decision_reason: z.string().nullable(),
  /** From the first to the last; the last that was not refused counts. */
  manifestations: z.array(NoteManifestation),
})
export type ReceivedNote = z.infer<typeof ReceivedNote>

/** What a file turned out to be; 'EVENT_KEPT' waits for a note that has not come. `id` is the note's, or the waiting event's. */
export const CapturedFile = z.object({ id: Id, what: z.enum(['NOTE', 'EVENT', 'EVENT_KEPT']), note: ReceivedNote.nullable() })
export type CapturedFile = z.infer<typeof CapturedFile>
