// Receivables (contas a receber): the record and its calls (SPEC.md, Receivables).

import { z } from 'zod'
import { RECEIVABLE_STATUSES } from '#domain/enums.ts'
import {
  bulkPatchOf,
  ConciliationParts,
  EntryFields,
  EntryRecord,
  newTitle,
  OCCURRENCE_FIELDS,
  RecurringFields,
  titleChange,
} from './entry.ts'
import { createOf, Id, Ids, OptionalText, patchOf } from './kit/fields.ts'
import { titleRows } from './title-rows.ts'

export const Receivable = EntryRecord.extend({
  status: z.enum(RECEIVABLE_STATUSES),
  payment_order: z.object({ id: Id }).nullable(),
  parent_receivable_id: Id.nullable(),
})
export type Receivable = z.infer<typeof Receivable>

/** A receivable may be created as already received. */
const creatable = EntryFields.extend({ status: z.enum(RECEIVABLE_STATUSES).optional() })

export const receivables = titleRows('receivables', 'contas a receber', {
  record: Receivable,
  create: newTitle(createOf(creatable, Receivable)),
  createRecurring: newTitle(createOf(creatable.extend(RecurringFields.shape), Receivable)),
  createFromInvoice: titleChange(createOf(creatable.partial(), Receivable)),
  update: titleChange(patchOf(EntryFields, Receivable)),
  updateSeries: titleChange(patchOf(EntryFields.omit(OCCURRENCE_FIELDS), Receivable)),
  updateMany: bulkPatchOf(EntryFields),
  move: z.object({ ids: Ids, status: z.enum(RECEIVABLE_STATUSES), reason: OptionalText(500).optional() }).strict(),
  conciliation: ConciliationParts.extend({ receivable_ids: Ids }).strict(),
})
