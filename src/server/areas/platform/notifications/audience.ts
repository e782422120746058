// Whom a company's news is for: its active members, by what they may do in it. Who only sees it through the organisation has the queue.
import { sql } from 'kysely'
import type { UserKind } from '#domain/enums.ts'
import { type Action, may, type OwnerGrant, type Resource, type Rights, readRights, rightsOf } from '#domain/permissions.ts'
import { all, type Db } from '#server/db/query.ts'

export interface Member {
  user_id: string
  rights: Rights
}

interface MemberRow {
  user_id: string
  kind: UserKind
  rights: Record<string, string>
  owner_grants: OwnerGrant[]
  same_organization: boolean
}

/** The transaction must be scoped to the company. */
export async function activeMembers(db: Db, companyId: string): Promise<Member[]> {
  const rows = await all(
    db,
    sql<MemberRow>`
      select m.user_id, u.kind, r.rights, m.owner_grants, coalesce(c.organization_id = u.organization_id, false) as same_organization
      from memberships m
      join users u on u.id = m.user_id
      join companies c on c.id = m.company_id
      join roles r on r.company_id = m.company_id and r.id = m.role_id
      where m.company_id = ${companyId} and m.status = 'ACTIVE' and m.deleted_at is null order by m.user_id`,
  )
  return rows.map(({ user_id, kind, rights, owner_grants, same_organization }) => ({
    user_id,
    rights: rightsOf({ kind, role: readRights(rights), membership: { status: 'ACTIVE', owner_grants }, same_organization }),
  }))
}

export const whoMay = (members: readonly Member[], resource: Resource, action: Action): string[] =>
  members.filter(member => may(member.rights, resource, action)).map(member => member.user_id)
