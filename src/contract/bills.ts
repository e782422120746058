// Bills (contas a pagar): the record and its calls (SPEC.md, Bills).

import { z } from 'zod'
import { BILL_STATUSES } from '#domain/enums.ts'
import {
  bulkPatchOf,
  ConciliationParts,
  EntryFields,
  EntryRecord,
  NewPaymentDetails,
  newTitle,
  OCCURRENCE_FIELDS,
  PaymentDetails,
  RecurringFields,
  titleChange,
} from './entry.ts'
import { createOf, Id, Ids, OptionalText, patchOf } from './kit/fields.ts'
import { titleRows } from './title-rows.ts'

export const Bill = EntryRecord.extend({
  status: z.enum(BILL_STATUSES),
  payment_details: PaymentDetails.nullable(),
  parent_bill_id: Id.nullable(),
  /** The tax it pays. */
  tax_id: Id.nullable().optional(),
})
export type Bill = z.infer<typeof Bill>

const writable = EntryFields.extend({ payment_details: PaymentDetails.nullish() })
/** A bill may be created as already settled. */
const creatable = writable.extend({ payment_details: NewPaymentDetails, status: z.enum(BILL_STATUSES).optional() })

export const bills = titleRows('bills', 'contas a pagar', {
  record: Bill,
  create: newTitle(createOf(creatable, Bill)),
  createRecurring: newTitle(createOf(creatable.extend(RecurringFields.shape), Bill)),
  createFromInvoice: titleChange(createOf(creatable.partial(), Bill)),
  update: titleChange(patchOf(writable, Bill)),
  updateSeries: titleChange(patchOf(writable.omit(OCCURRENCE_FIELDS), Bill)),
  updateMany: bulkPatchOf(writable),
  move: z.object({ ids: Ids, status: z.enum(BILL_STATUSES), reason: OptionalText(500).optional() }).strict(),
  conciliation: ConciliationParts.extend({ bill_ids: Ids }).strict(),
})
