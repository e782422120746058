// The way into one note, whose id alone names its company.
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import type { Action } from '#domain/permissions.ts'
import { fail } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { findInvoice, type StoredInvoice } from './rows.ts'

/** Finds the note among the actor's companies and adopts its company. */
export async function enterInvoice(ctx: Context, id: string, kinds: readonly InvoiceKind[], action: Action): Promise<StoredInvoice> {
  const invoice = await findInvoice(ctx.db, ctx.companies, id)
  if (!invoice || !kinds.includes(invoice.kind)) throw fail('resource.not_found')
  await ctx.enter(invoice.company_id, 'invoices', action)
  return invoice
}
