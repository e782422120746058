// The SQL of an accounting office: its people, the companies they serve, and the invitations into it.
import { type RawBuilder, sql } from 'kysely'
import type { OrganizationUser } from '#contract/people.ts'
import { all, type Db, first } from '#server/db/query.ts'

const people = (organizationId: string, where: RawBuilder<unknown>) => sql<OrganizationUser>`
  select u.id, u.name, u.email, u.phone_number, u.kind, 'ACTIVE' as status, coalesce(a.companies, '[]') as companies
  from users u
  left join lateral (
    select jsonb_agg(jsonb_build_object('id', c.id, 'name', coalesce(c.trade_name, c.name), 'role_name', r.name)
    order by coalesce(c.trade_name, c.name)) as companies
    from memberships m join companies c on c.id = m.company_id and c.organization_id = u.organization_id
    join roles r on r.company_id = m.company_id and r.id = m.role_id
    where m.user_id = u.id and m.status = 'ACTIVE') a on true
  where u.organization_id = ${organizationId} and ${where} order by lower(u.name) nulls last, u.id`

/** Somebody of the office with those of its companies that the transaction may see. */
export const findColleague = (db: Db, organizationId: string, userId: string): Promise<OrganizationUser | undefined> =>
  first(db, people(organizationId, sql`u.id = ${userId}`))

const waiting = (organizationId: string, now: number, where: RawBuilder<unknown>) => sql<OrganizationUser>`
  select id, name, email, phone_number, 'ACCOUNT_MANAGER' as kind, 'WAITING_ACCEPT' as status, '[]'::jsonb as companies
  from organization_invitations
  where organization_id = ${organizationId} and status = 'WAITING_ACCEPT' and expires_at > ${new Date(now)} and ${where}
  order by created_at`

/** The people of the office, and after them who was invited and has not answered. */
export async function organizationPeople(db: Db, organizationId: string, now: number): Promise<OrganizationUser[]> {
  return [...(await all(db, people(organizationId, sql`true`))), ...(await all(db, waiting(organizationId, now, sql`true`)))]
}

export const findWaiting = (db: Db, organizationId: string, id: string, now: number): Promise<OrganizationUser | undefined> =>
  first(db, waiting(organizationId, now, sql`id = ${id}`))

export interface NewInvitation {
  id: string
  organization_id: string
  document_number: string
  name: string | null
  email: string | null
  phone_number: string | null
  invited_by: string
  expires_at: Date
}

/** Takes the place of one that ran out. Throws a unique violation while another waits. */
export async function insertInvitation(db: Db, invitation: NewInvitation, now: number): Promise<void> {
  await sql`update organization_invitations set status = 'INACTIVE' where organization_id = ${invitation.organization_id}
    and document_number = ${invitation.document_number} and status = 'WAITING_ACCEPT' and expires_at <= ${new Date(now)}`.execute(db)
  const { id, organization_id, document_number, name, email, phone_number, invited_by, expires_at } = invitation
  await sql`
    insert into organization_invitations (id, organization_id, document_number, name, email, phone_number, invited_by, created_at,
      expires_at)
    values (${id}, ${organization_id}, ${document_number}, ${name}, ${email}, ${phone_number}, ${invited_by}, ${new Date(now)},
      ${expires_at})`.execute(db)
}

/** Whether somebody of the office has this document. */
export async function isColleague(db: Db, organizationId: string, document: string): Promise<boolean> {
  const row = await first(db, sql`select 1 from users where organization_id = ${organizationId} and document_number = ${document}`)
  return row !== undefined
}

export async function leaveOrganization(db: Db, userId: string, now: number): Promise<void> {
  await sql`update users set organization_id = null, updated_at = ${new Date(now)} where id = ${userId}`.execute(db)
}

export async function organizationName(db: Db, organizationId: string): Promise<string> {
  const row = await first(db, sql<{ name: string }>`select name from organizations where id = ${organizationId}`)
  return row?.name ?? ''
}

/** The company's own role of an accountant. */
export async function accountantRole(db: Db, companyId: string): Promise<string> {
  const row = await first(db, sql<{ id: string }>`select id from roles where company_id = ${companyId} and preset = 'ACCOUNTANT'`)
  if (!row) throw new Error('a company has no accountant role')
  return row.id
}

/** The command that wrote a membership last: who took an access away is told by it. */
export async function lastCommand(db: Db, companyId: string, membershipId: string): Promise<string | undefined> {
  const row = await first(
    db,
    sql<{ command: string }>`select b.command from batch_rows r join batches b on b.company_id = r.company_id and b.id = r.batch_id
      where r.company_id = ${companyId} and r.table_name = 'memberships' and r.row_id = ${membershipId} order by r.seq desc limit 1`,
  )
  return row?.command
}
