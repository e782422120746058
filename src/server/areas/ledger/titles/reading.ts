// A title as its own calls answer it, and what its kind is called.
import type { Bill } from '#contract/bills.ts'
import type { TitleKind } from '#domain/enums.ts'
import { fail } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { readEntry } from '../entries/rows.ts'

export const NOUNS: Record<TitleKind, { one: string; many: string; ids: string }> = {
  BILL: { one: 'conta a pagar', many: 'contas', ids: 'bill_ids' },
  RECEIVABLE: { one: 'conta a receber', many: 'contas', ids: 'receivable_ids' },
}

export async function mustFindTitle(ctx: Context, kind: TitleKind, id: string): Promise<Bill> {
  const found = await readEntry<Bill>(ctx.db, ctx.companyId, ctx.today, id, kind)
  if (!found) throw fail('resource.not_found')
  return found
}
