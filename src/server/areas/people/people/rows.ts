// The SQL of a company's people: members, former members and invitations.
import { type RawBuilder, sql } from 'kysely'
import type { InvitationStatus, UserKind } from '#domain/enums.ts'
import type { OwnerGrant, Preset, Rights } from '#domain/permissions.ts'
import { readRights } from '#domain/permissions.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { ownersOf } from '#server/kernel/access.ts'

/** Changes to who belongs to a company wait for each other, so that two owners cannot take each other's place at once. */
export async function lockPeople(db: Db, companyId: string): Promise<void> {
  await sql`select 1 from companies where id = ${companyId} for no key update`.execute(db)
}

export interface PersonRow {
  membership_id: string
  version: number
  user_id: string | null
  name: string | null
  email: string | null
  phone_number: string | null
  document_number: string | null
  kind: UserKind | null
  status: InvitationStatus
  role_id: string
  role_name: string
  preset: Preset | null
  rights: Rights
  owner_grants: OwnerGrant[]
  created_at: string
  accepted_at: string | null
  expires_at: string | null
}

/** A person invited more than once has several memberships; the one in force, else the newest, is theirs. */
const select = (companyId: string, where: RawBuilder<unknown>) => sql<PersonRow>`
  select distinct on (coalesce(m.user_id, m.id)) m.id as membership_id, m.version, m.user_id, coalesce(u.name, m.invited_name) as name,
    coalesce(u.email, m.invited_email) as email, coalesce(u.phone_number, m.invited_phone) as phone_number,
    coalesce(u.document_number, m.invited_document) as document_number, u.kind, m.status, m.role_id, r.name as role_name, r.preset,
    r.rights, m.owner_grants,
    m.created_at, m.accepted_at, m.expires_at
  from memberships m join roles r on r.company_id = m.company_id and r.id = m.role_id left join users u on u.id = m.user_id
  where m.company_id = ${companyId} and m.deleted_at is null and ${where}
  order by coalesce(m.user_id, m.id), m.status <> 'INACTIVE' desc, m.accepted_at is not null desc, m.created_at desc`

const withRights = (row: PersonRow): PersonRow => ({ ...row, rights: readRights(row.rights) })

export async function listPeople(db: Db, companyId: string): Promise<PersonRow[]> {
  const rows = await all(
    db,
    sql<PersonRow>`select * from (${select(companyId, sql`true`)}) p order by lower(p.name) nulls last, p.created_at`,
  )
  return rows.map(withRights)
}

/** By the person's id, or the invitation's own while nobody answered it. */
export async function findPerson(db: Db, companyId: string, id: string): Promise<PersonRow | undefined> {
  const row = await first(db, select(companyId, sql`(m.user_id = ${id} or (m.user_id is null and m.id = ${id}))`))
  return row && withRights(row)
}

export async function isMember(db: Db, companyId: string, document: string): Promise<boolean> {
  const row = await first(
    db,
    sql<{ found: boolean }>`select exists (select 1 from memberships m join users u on u.id = m.user_id
      where m.company_id = ${companyId} and m.status = 'ACTIVE' and u.document_number = ${document}) as found`,
  )
  return row?.found ?? false
}

const ranOut = (now: number) => sql`status = 'WAITING_ACCEPT' and expires_at <= ${new Date(now)}`

/** Ends the invitations of a document that ran out, so that a new one may take their place. */
export async function closeExpired(db: Db, companyId: string, document: string, now: number): Promise<void> {
  await sql`
    update memberships set status = 'INACTIVE'
    where company_id = ${companyId} and invited_document = ${document} and ${ranOut(now)}`.execute(db)
}

export async function hasExpired(db: Db, companyId: string, now: number): Promise<boolean> {
  return (await first(db, sql`select 1 from memberships where company_id = ${companyId} and ${ranOut(now)} limit 1`)) !== undefined
}

export async function closeAllExpired(db: Db, companyId: string, now: number): Promise<void> {
  await sql`update memberships set status = 'INACTIVE' where company_id = ${companyId} and ${ranOut(now)}`.execute(db)
}

/** False when somebody answered or changed it meanwhile. */
export async function changeMembership(
  db: Db,
  companyId: string,
  before: Pick<PersonRow, 'membership_id' | 'version'>,
  after: { status: InvitationStatus; role_id: string; owner_grants?: readonly OwnerGrant[] },
): Promise<boolean> {
  const row = await first(
    db,
    sql<{ id: string }>`update memberships set status = ${after.status}, role_id = ${after.role_id},
        owner_grants = ${after.owner_grants === undefined ? sql`owner_grants` : sql`${[...after.owner_grants]}::text[]`}
      where company_id = ${companyId} and id = ${before.membership_id} and version = ${before.version} returning id`,
  )
  return row !== undefined
}

/** Owners beside this membership who can act as such. */
export async function otherOwners(db: Db, companyId: string, membershipId: string): Promise<number> {
  const row = await first(
    db,
    sql<{ owners: number }>`select count(*)::int as owners from (${ownersOf(sql`${companyId}`)} and o.id <> ${membershipId}) others`,
  )
  return row?.owners ?? 0
}
