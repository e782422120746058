// A note that a supplier issued to the company, of any kind, as one record: what it says, how far it was verified, what became of it.
import { z } from 'zod'
import { InvoicePayment, InvoiceRecord } from './invoices.ts'
import { Id } from './kit/fields.ts'

export const ReceivedNote = InvoiceRecord.extend({
  /** Goods by item; of a service note, its description. */
  lines: z.array(z.object({ name: z.string(), ncm: z.string().nullable(), total_cents: z.number().int() })),
  payment: InvoicePayment,
  /** What is withheld of a service; 0 on goods. */
  withheld_cents: z.number().int(),
  /** Why it was accepted or refused, in the words of who decided. */
  decision_reason: z.string().nullable(),
})
export type ReceivedNote = z.infer<typeof ReceivedNote>

/** What a file turned out to be; 'EVENT_KEPT' waits for a note that has not come. `id` is the note's, or the waiting event's. */
export const CapturedFile = z.object({ id: Id, what: z.enum(['NOTE', 'EVENT', 'EVENT_KEPT']), note: ReceivedNote.nullable() })
export type CapturedFile = z.infer<typeof CapturedFile>
