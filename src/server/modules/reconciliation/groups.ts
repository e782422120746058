// A settled group as it is read, from a title, a line or its own id.

import { sql } from 'kysely'
import type { BankStatementEntry } from '#contract/statement-entries.ts'
import type { TitleKind } from '#domain/enums.ts'
import { all, type Db, first } from '../../db/query.ts'
import type { Context } from '../../kernel/context.ts'
import { fail } from '../../kernel/fail.ts'
import { listAttachments } from '../attachments/rows.ts'
import { invoicesOfEntry } from '../invoices/links.ts'
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
    sql<BankStatementEntry>`select * from statement_entries l where l.company_id = ${companyId} and l.conciliation_id = ${id} and l.deleted_at is null order by l.date, l.id`,
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

/** The group a title is settled by, or null; and what its detail screen shows beside it. */
export async function readGroup(ctx: Context, kind: TitleKind, titleId: string) {
  const title = await first(
    ctx.db,
    sql<{
      conciliation_id: string | null
    }>`select conciliation_id from entries where company_id = ${ctx.companyId} and id = ${titleId} and kind = ${kind} and deleted_at is null`,
  )
  if (!title) throw fail('resource.not_found')
  const group = title.conciliation_id === null ? null : await groupById(ctx, title.conciliation_id)
  const attachments = await listAttachments(ctx.db, ctx.companyId, { entry_id: titleId })
  return {
    group,
    detail: {
      bank_statement_entries: group?.bank_statement_entries ?? [],
      attachments,
      ...(await invoicesOfEntry(ctx.db, ctx.companyId, titleId)),
    },
  }
}
