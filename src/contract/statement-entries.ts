// Bank statement entries: facts that the bank reported. A person links, ignores, categorises or splits them, but never edits them.

import { z } from 'zod'
import { STATEMENT_ENTRY_KINDS, STATEMENT_ENTRY_STATUSES } from '#domain/enums.ts'
import { BankAccountRef } from './bank-accounts.ts'
import type { Columns } from './kit/columns.ts'
import { DayOut, Id } from './kit/fields.ts'

export const BankStatementEntry = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  date: DayOut,
  /** 'HH:mm' when the bank gave one. */
  time: z.string().nullable(),
  description: z.string(),
  /** Signed: credits positive, debits negative. */
  amount_cents: z.int(),
  bank_account_id: Id,
  bank_account: BankAccountRef.optional(),
  transaction_id: z.string().nullable(),
  item_id: z.string().nullable(),
  external_category_id: z.string().nullable(),
  external_category: z.string().nullable(),
  status: z.enum(STATEMENT_ENTRY_STATUSES),
  kind: z.enum(STATEMENT_ENTRY_KINDS),
  conciliation_id: Id.nullable(),
  category_id: Id.nullable(),
  contact_id: Id.nullable(),
})
export type BankStatementEntry = z.infer<typeof BankStatementEntry>

export const statementEntryColumns = {
  id: 'id',
  version: 'count',
  date: 'day',
  time: 'text',
  description: 'text',
  amount_cents: 'money',
  bank_account_id: 'ref',
  statement_id: 'ref',
  transaction_id: 'text',
  external_category: 'text',
  status: 'enum',
  kind: 'enum',
  conciliation_id: 'ref',
  category_id: 'ref',
  contact_id: 'ref',
  /** What a settled line is linked to, in words. */
  linked_to: 'text',
  /** The part still unexplained, in cents. */
  remaining_cents: 'money',
  deleted: 'flag',
} as const satisfies Columns
