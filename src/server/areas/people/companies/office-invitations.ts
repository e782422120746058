// Invitations into an office: tied to a document, answered once within seven days by an accountant without an office.
import { sql } from 'kysely'
import type { Invitation } from '#contract/companies.ts'
import { fail } from '#server/base/fail.ts'
import { all, type Db, first } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'

/** What the invitation makes of who accepts it. */
const ROLE = 'Contador do escritório'

interface OfficeInvitation extends Invitation {
  organization_id: string
  expired: boolean
}

const mine = (userId: string, now: number) => sql`
  select i.id, i.organization_id, null::uuid as company_id, o.name as company_name, ${ROLE} as role_name, i.status, i.created_at,
    i.expires_at,
    i.expires_at <= ${new Date(now)} as expired
  from organization_invitations i join organizations o on o.id = i.organization_id
  where i.document_number = (select document_number from users where id = ${userId})`

export const waitingOffices = (db: Db, userId: string, now: number): Promise<Invitation[]> =>
  all(
    db,
    sql<OfficeInvitation>`
      ${mine(userId, now)} and i.status = 'WAITING_ACCEPT' and i.expires_at > ${new Date(now)} order by i.created_at desc`,
  )

/** Undefined when there is none of that id for this person. */
export async function answerOffice(ctx: Context, id: string, status: 'ACTIVE' | 'INACTIVE'): Promise<Invitation | undefined> {
  const found = await first(ctx.db, sql<OfficeInvitation>`${mine(ctx.actor.user_id, ctx.now)} and i.id = ${id}`)
  if (!found) return undefined
  const { organization_id, expired, ...invitation } = found
  if (invitation.status === 'WAITING_ACCEPT' && expired) throw fail('invitation.expired')
  if (!(await closeInvitation(ctx.db, id, status))) throw fail('conflict.invalid_transition', { motivo: 'Este convite já foi respondido.' })
  if (status === 'ACTIVE' && !(await joinOrganization(ctx.db, ctx.actor.user_id, organization_id, ctx.now)))
    throw fail('conflict.invalid_transition', { motivo: 'Só um contador sem escritório entra em um.' })
  return { ...invitation, status }
}

/** False when it was answered or withdrawn before. */
export async function closeInvitation(db: Db, id: string, status: 'ACTIVE' | 'INACTIVE'): Promise<boolean> {
  const row = await first(
    db,
    sql<{ id: string }>`update organization_invitations set status = ${status} where id = ${id} and status = 'WAITING_ACCEPT' returning id`,
  )
  return row !== undefined
}

/** False for whoever is no accountant without an office. */
async function joinOrganization(db: Db, userId: string, organizationId: string, now: number): Promise<boolean> {
  const row = await first(
    db,
    sql<{ id: string }>`update users set organization_id = ${organizationId}, updated_at = ${new Date(now)}
      where id = ${userId} and kind = 'ACCOUNT_MANAGER' and organization_id is null returning id`,
  )
  return row !== undefined
}
