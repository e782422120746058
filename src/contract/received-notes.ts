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
  /** Whether another system of the company said it. */
  elsewhere: z.boolean(),
  created_at: z.string(),
})
export type NoteManifestation = z.infer<typeof NoteManifestation>

/** A correction letter that the issuer wrote of the note; each takes the place of those before it. */
export const NoteLetter = z.object({
  id: Id,
  sequence: z.int(),
  text: z.string(),
  registered_at: z.string(),
  protocol: z.string().nullable(),
  /** Whether who signed it is who issued the note, or the authority itself gave it. */
  verified: z.boolean(),
})
export type NoteLetter = z.infer<typeof NoteLetter>

export const ReceivedNote = InvoiceRecord.extend({
  /** Goods by item; of a service note, its description. */
  lines: z.array(z.object({ name: z.string(), ncm: z.string().nullable(), total_cents: z.int() })),
  payment: InvoicePayment,
  /** What is withheld of a service; 0 on goods. */
  withheld_cents: z.int(),
  /** Why it was accepted or refused, in the words of who decided. */
  decision_reason: z.string().nullable(),
  /** From the first to the last; the last that was not refused counts. */
  manifestations: z.array(NoteManifestation),
  /** From the first to the last. */
  letters: z.array(NoteLetter),
})
export type ReceivedNote = z.infer<typeof ReceivedNote>

/** What a file turned out to be; 'EVENT_KEPT', or a letter without a note, waits for one that has not come. `id` is the note's, or what waits. */
export const CapturedFile = z.object({ id: Id, what: z.enum(['NOTE', 'EVENT', 'EVENT_KEPT', 'LETTER']), note: ReceivedNote.nullable() })
export type CapturedFile = z.infer<typeof CapturedFile>
