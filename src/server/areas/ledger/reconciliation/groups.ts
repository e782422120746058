// A settled group as it is read, from a title, a line or its own id.

import { sql } from 'kysely'
import type { Bill } from '#contract/bills.ts'
import type { BankStatementEntry } from '#contract/statement-entries.ts'
import { listAttachments } from '#server/areas/platform/attachments/rows.ts'
import { fail } from '#server/base/fail.ts'
import { all, type Db } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'
import { invoicesOfEntry, type LinkedInvoices } from '../booked-notes/rows.ts'
import { findGroup, type GroupHead, type GroupTitle, titlesOfGroup } from './rows.ts'

export interface Group extends GroupHead {
  bank_statement_entries: BankStatementEntry[]
  titles: GroupTitle[]
  /** What the bank reported and nothing explains yet. */
  remaining_cents: number
}

function linesOfGroup(db: Db, companyId: string, id: string): Promise<BankStatementEntry[]> {
  return all(
    db,
    sql<BankStatementEntry>`
      select * from statement_entries l where l.company_id = ${companyId} and l.conciliation_id = ${id} and l.deleted_at is null
      order by l.date, l.id`,
  )
}

export async function groupById(ctx: Context, id: string): Promise<Group> {
  const head = await findGroup(ctx.db, ctx.companyId, id)
  if (!head) throw fail('resource.not_found')
  const lines = await linesOfGroup(ctx.db, ctx.companyId, id)
  const titles = await titlesOfGroup(ctx.db, ctx.companyId, id)
  const moved = titles.reduce((total, title) => total + (title.kind === 'BILL' ? -title.amount_cents : title.amount_cents), 0)
  const reported = lines.reduce((total, line) => total + line.amount_cents, 0)
  return { ...head, bank_statement_entries: lines, titles, remaining_cents: lines.length === 0 ? 0 : reported - moved }
}

const NO_INVOICES: LinkedInvoices = { service_invoices: [], product_invoices: [] }

type Title = Pick<Bill, 'id' | 'conciliation_id' | 'attachments_count' | 'invoices_count'>

/** The group a title is settled by, or null. */
export const groupOf = async (ctx: Context, title: Pick<Title, 'conciliation_id'>): Promise<Group | null> =>
  title.conciliation_id === null ? null : groupById(ctx, title.conciliation_id)

/** What a title's own screen shows beside it; what the title says it has none of is not asked for. */
export async function besideTitle(ctx: Context, title: Title) {
  const group = await groupOf(ctx, title)
  return {
    bank_statement_entries: group?.bank_statement_entries ?? [],
    attachments: title.attachments_count === 0 ? [] : await listAttachments(ctx.db, ctx.companyId, { entry_id: title.id }),
    ...(title.invoices_count === 0 ? NO_INVOICES : await invoicesOfEntry(ctx.db, ctx.companyId, title.id)),
  }
}
