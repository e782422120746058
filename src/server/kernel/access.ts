// Who the caller is and what they may do: session, membership and rights, read in one query inside the request's transaction.

import { type RawBuilder, sql } from 'kysely'
import type { UserKind } from '#domain/enums.ts'
import {
  type Access,
  isFounding,
  NO_RIGHTS,
  type OwnerGrant,
  PRESET_LABELS,
  type Rights,
  readRights,
  rightsOf,
} from '#domain/permissions.ts'
import { fail } from '#server/base/fail.ts'
import { all, type Db, first, PREPARED } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import { rightsOfKey } from './api-keys.ts'
import type { Actor } from './context.ts'
import type { AccessClaims } from './tokens.ts'

interface SessionRow {
  id: string
  user_id: string
  kind: UserKind
  name: string | null
  organization_id: string | null
  stepped_up_at: string
  live: boolean
}

/** The live session behind a token, or a refusal that ends it. Scopes the transaction to its user and to the company that the call names. */
export async function readActor(db: Db, claims: AccessClaims, now: number, companyId?: string): Promise<Actor> {
  const row = await first(
    db,
    sql<SessionRow>`${PREPARED} select set_config('razao.user', ${claims.user_id}, true),
        set_config('razao.companies', ${companyId ?? ''}, true), s.id, u.id as user_id, u.kind, u.name, u.organization_id, s.stepped_up_at,
        s.revoked_at is null and s.expires_at > ${new Date(now)} and s.idle_expires_at > ${new Date(now)} as live
      from sessions s join users u on u.id = s.user_id where s.id = ${claims.session_id} and s.user_id = ${claims.user_id}`,
  )
  if (!row?.live) throw fail('auth.session_revoked')
  return {
    user_id: row.user_id,
    session_id: row.id,
    kind: row.kind,
    name: row.name,
    organization_id: row.organization_id,
    stepped_up_at: row.stepped_up_at,
  }
}

export interface Membership {
  company_id: string
  role_name: string
  rights: Rights
  /** Whether the actor may invite the company's first owner. */
  founding: boolean
}

interface MembershipRow {
  company_id: string
  role_name: string | null
  rights: Record<string, string> | null
  owner_grants: OwnerGrant[] | null
  member: boolean
  same_organization: boolean
  ownerless: boolean
}

/** Owners who can act as owners; someone of an office has an accountant's rights whatever their role. */
export const ownersOf = (companyId: RawBuilder<unknown>) => sql`select o.id from memberships o
  join roles p on p.company_id = o.company_id and p.id = o.role_id and p.preset = 'OWNER'
  join users w on w.id = o.user_id and w.kind in ('SOLO_USER', 'COMPANY_MEMBER')
  where o.company_id = ${companyId} and o.status = 'ACTIVE'`

/** What decides the rights of a person or of their API key. */
type Acting = Pick<Actor, 'user_id' | 'kind' | 'organization_id' | 'api_key'>

/** The companies the actor may act in, each with its rights; `companyId` narrows them to the transaction's company. Leaves the scope set to them. */
export async function readMemberships(db: Db, actor: Acting, companyId?: string): Promise<Membership[]> {
  // The tenant policy covers roles, so their company must be in scope while the membership is checked.
  if (companyId === undefined) await scope(db, { companies: await candidateCompanies(db, actor) })
  const rows = await all(
    db,
    sql<MembershipRow>`${PREPARED} select c.id as company_id, r.name as role_name, r.rights, m.owner_grants, m.id is not null as member,
        coalesce(c.organization_id = ${actor.organization_id}, false) as same_organization,
        case when ${actor.kind} in ('ACCOUNT_MANAGER',
        'ORGANIZATION_MANAGER') then not exists (${ownersOf(sql`c.id`)}) else false end as ownerless
      from companies c
      left join memberships m on m.company_id = c.id and m.user_id = ${actor.user_id} and m.status = 'ACTIVE'
      left join roles r on r.company_id = m.company_id and r.id = m.role_id
      where ${companyId === undefined ? sql`c.id = any ((select razao_companies())::uuid[])` : sql`c.id = ${companyId}`}
        and (m.id is not null or (${actor.kind} = 'ORGANIZATION_MANAGER' and c.organization_id = ${actor.organization_id}))
      order by c.name`,
  )
  return rows
    .map(row => {
      const access: Access = {
        kind: actor.kind,
        role: row.rights ? readRights(row.rights) : undefined,
        membership: row.member ? { status: 'ACTIVE', owner_grants: row.owner_grants ?? [] } : undefined,
        same_organization: row.same_organization,
        ownerless: row.ownerless,
      }
      return {
        company_id: row.company_id,
        role_name: row.role_name ?? PRESET_LABELS.ACCOUNTANT,
        rights: rightsOf(access),
        founding: isFounding(access),
      }
    })
    .filter(membership => membership.rights !== NO_RIGHTS)
    .flatMap(membership => {
      const rights = actor.api_key ? rightsOfKey(actor.api_key, membership.company_id, membership.rights) : membership.rights
      return rights ? [{ ...membership, rights }] : []
    })
}

async function candidateCompanies(db: Db, actor: Acting): Promise<string[]> {
  const rows = await all(
    db,
    sql<{ id: string }>`${PREPARED} select company_id as id from memberships where user_id = ${actor.user_id} and status = 'ACTIVE'
      union select id from companies where ${actor.kind} = 'ORGANIZATION_MANAGER' and organization_id = ${actor.organization_id}`,
  )
  return rows.map(row => row.id)
}
