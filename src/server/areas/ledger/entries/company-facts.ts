// What approvals need to know of a company.
import { sql } from 'kysely'
import { type Db, first, PREPARED } from '#server/db/query.ts'

export interface ApprovalFacts {
  approval_limit_cents: number
  requires_approval: boolean
  members: number
}

export async function approvalFacts(db: Db, companyId: string): Promise<ApprovalFacts> {
  const row = await first(
    db,
    sql<ApprovalFacts>`${PREPARED} select c.approval_limit_cents, c.requires_approval,
        (select count(*)::int from memberships m where m.company_id = c.id and m.status = 'ACTIVE') as members
      from companies c where c.id = ${companyId}`,
  )
  if (!row) throw new Error('a company in scope has no row')
  return row
}
