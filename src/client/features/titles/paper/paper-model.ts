// What the form of a bill read from a paper holds at first, and what it hands over.
import { z } from 'zod'
import type { Forms } from '#commands/kit/form.ts'
import { normalizeDocument } from '#domain/documents.ts'
import type { Slip } from '#domain/papers/read.ts'
import { billFields, needsAccount, SETTLED_WITHOUT_ACCOUNT } from '../title-model.ts'

export const PaperForm = billFields.extend({ pix_key: z.string().max(140) }).refine(needsAccount, SETTLED_WITHOUT_ACCOUNT)
export type PaperFields = z.input<typeof PaperForm>

interface Known {
  id: string
  document_number?: string | null | undefined
}

/** The contact that the paper's document belongs to. */
export function payeeOf<C extends Known>(slip: Slip, contacts: readonly C[]): C | undefined {
  const document = slip.payee_document?.value
  if (document === undefined) return undefined
  return contacts.find(contact => contact.document_number && normalizeDocument(contact.document_number) === document)
}

/** How it is paid, as far as its codes tell. */
const methodOf = ({ boleto, pix }: Slip): PaperFields['payment_method'] => (boleto ? 'BOLETO' : pix ? 'PIX' : null)

export const fieldsOf = (slip: Slip, contact_id: string | null): PaperFields => ({
  amount_cents: slip.amount_cents?.value ?? null,
  due_date: slip.due_date?.value ?? '',
  competence_date: slip.issue_date?.value ?? null,
  issue_date: slip.issue_date?.value ?? null,
  date: null,
  contact_id,
  additional_information: slip.description?.value ?? '',
  document_number: slip.document_number?.value.slice(0, 60) ?? '',
  digitable_line: slip.boleto?.value.digitable_line ?? '',
  pix_key: slip.pix?.value.pix_key ?? '',
  payment_method: methodOf(slip),
  category_id: null,
  bank_account_id: null,
  settled: false,
})

export const handedOver = (fields: z.output<typeof PaperForm>, file: File): Forms['bill-paper'] => ({ ...fields, file })
