// The SQL of invitations: memberships that wait for the person whose document they name, for seven days.
import { type RawBuilder, sql } from 'kysely'
import type { Invitation } from '#contract/companies.ts'
import { INVITATION_DAYS } from '#domain/memberships.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'

export interface InvitationRow extends Invitation {
  company_id: string
  expired: boolean
}

/** An invitation is the person's by id or by document; the policy of memberships says the same. */
const mine = (userId: string) =>
  sql`(m.user_id = ${userId} or m.invited_document = (select document_number from users where id = ${userId}))`

const expiresAt = sql`coalesce(m.expires_at, m.created_at + ${INVITATION_DAYS}::int * interval '1 day')`

const select = (userId: string, now: number, where: RawBuilder<unknown>) => sql<InvitationRow>`
  select m.id, m.company_id, coalesce(c.trade_name, c.name) as company_name, coalesce(r.name, '') as role_name, m.status, m.created_at,
    ${expiresAt} as expires_at, ${expiresAt} <= ${new Date(now)} as expired
  from memberships m join companies c on c.id = m.company_id left join roles r on r.company_id = m.company_id and r.id = m.role_id
  where ${mine(userId)} and ${where} order by m.created_at desc`

/** Opens the inviting companies to this transaction, whose roles the invitations name. */
async function scopeToInviting(db: Db, userId: string, visible: readonly string[]): Promise<void> {
  const rows = await all(
    db,
    sql<{ company_id: string }>`select distinct m.company_id from memberships m where ${mine(userId)} and m.status = 'WAITING_ACCEPT'`,
  )
  await scope(db, { companies: [...new Set([...visible, ...rows.map(row => row.company_id)])] })
}

export async function waitingInvitations(db: Db, userId: string, visible: readonly string[], now: number): Promise<InvitationRow[]> {
  await scopeToInviting(db, userId, visible)
  return all(db, select(userId, now, sql`m.status = 'WAITING_ACCEPT' and ${expiresAt} > ${new Date(now)}`))
}

export async function findInvitation(
  db: Db,
  userId: string,
  visible: readonly string[],
  id: string,
  now: number,
): Promise<InvitationRow | undefined> {
  await scopeToInviting(db, userId, visible)
  return first(db, select(userId, now, sql`m.id = ${id}`))
}

/** Single use: false when another answer came first. */
export async function answerInvitation(
  db: Db,
  invitation: Pick<InvitationRow, 'id' | 'company_id'>,
  userId: string,
  status: 'ACTIVE' | 'INACTIVE',
): Promise<boolean> {
  const row = await first(
    db,
    sql<{ id: string }>`
      update memberships set user_id = ${userId}, status = ${status}, accepted_at = case when ${status} = 'ACTIVE' then now() end
      where company_id = ${invitation.company_id} and id = ${invitation.id} and status = 'WAITING_ACCEPT' returning id`,
  )
  return row !== undefined
}
