// Changing somebody's place in a company: their access and role, from the next request on. Nobody changes their own.
import type { CompanyUser } from '#contract/people.ts'
import { maskCpfForLists } from '#domain/documents.ts'
import type { InvitationStatus } from '#domain/enums.ts'
import { type MembershipChange, membershipRefusal, standingOf, statusOf } from '#domain/memberships.ts'
import { GRANTS_OF, isOwner, type OwnerGrant } from '#domain/permissions.ts'
import { Again, fail, invalid, refuse } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { requireStepUp } from '../auth/step-up.ts'
import { mayManage, needManage } from './managing.ts'
import { mustFindRole } from './roles.ts'
import { changeMembership, findPerson, lockPeople, otherOwners, type PersonRow } from './rows.ts'

export function toCompanyUser(ctx: Context, row: PersonRow): CompanyUser {
  const standing = standingOf(row, ctx.now)
  return {
    id: row.user_id ?? row.membership_id,
    version: row.version,
    name: row.name,
    email: row.email,
    phone_number: row.phone_number,
    document_number: row.document_number === null ? null : maskCpfForLists(row.document_number),
    kind: row.kind,
    status: statusOf(standing),
    role: { id: row.role_id, name: row.role_name },
    created_at: row.created_at,
    accepted_at: row.accepted_at,
    expires_at: standing === 'WAITING_ACCEPT' ? row.expires_at : null,
    may_change: row.user_id !== ctx.actor.user_id && standing !== 'LAPSED' && mayManage(ctx, row),
    owner_grants: row.owner_grants,
    may_grant: mayGrant(ctx, row),
  }
}

export async function readPerson(ctx: Context, id: string): Promise<CompanyUser> {
  const row = await findPerson(ctx.db, ctx.companyId, id)
  if (!row) throw fail('resource.not_found')
  return toCompanyUser(ctx, row)
}

/** Locks the company's people and gives the one to change, or refuses: own place, a role above the actor's, a change that may not follow. */
export async function openChange(ctx: Context, id: string, change: MembershipChange): Promise<PersonRow> {
  await lockPeople(ctx.db, ctx.companyId)
  const row = await findPerson(ctx.db, ctx.companyId, id)
  if (!row) throw fail('resource.not_found')
  if (row.user_id === ctx.actor.user_id) throw refuse('permission.denied', 'Ninguém muda o próprio acesso: peça a outra pessoa.')
  needManage(ctx, row)
  const refusal = membershipRefusal(standingOf(row, ctx.now), change)
  if (refusal !== undefined) throw fail('conflict.invalid_transition', { motivo: refusal })
  return row
}

export async function changeStatus(ctx: Context, id: string, status: 'ACTIVE' | 'INACTIVE'): Promise<CompanyUser> {
  const before = await openChange(ctx, id, status === 'ACTIVE' ? 'activate' : 'deactivate')
  if (status === 'INACTIVE') await keepAnOwner(ctx, before)
  if (status === 'ACTIVE' || before.preset === 'OWNER') await requireStepUp(ctx)
  // What an owner granted ends with the access, and does not come back with it.
  const after = { status, role_id: before.role_id, ...(status === 'INACTIVE' ? { owner_grants: [] } : {}) }
  return write(ctx, before, after, status === 'ACTIVE' ? 'Acesso devolvido' : 'Acesso retirado')
}

export async function changeRole(ctx: Context, id: string, roleId: string): Promise<CompanyUser> {
  const before = await openChange(ctx, id, 'change_role')
  const role = await mustFindRole(ctx, roleId)
  needManage(ctx, role)
  if (role.id === before.role_id) return toCompanyUser(ctx, before)
  if (role.preset !== 'OWNER') await keepAnOwner(ctx, before)
  await requireStepUp(ctx)
  return write(ctx, before, { status: before.status, role_id: role.id }, `Cargo mudado para ${role.name}`)
}

/** An owner decides alone what somebody of an office may do with money and certificate. */
const mayGrant = (ctx: Context, row: PersonRow): boolean =>
  isOwner(ctx.rights) && row.status === 'ACTIVE' && row.user_id !== ctx.actor.user_id && row.kind !== null && GRANTS_OF[row.kind].length > 0

export async function changeGrants(ctx: Context, id: string, asked: readonly OwnerGrant[]): Promise<CompanyUser> {
  await lockPeople(ctx.db, ctx.companyId)
  const before = await findPerson(ctx.db, ctx.companyId, id)
  if (!before) throw fail('resource.not_found')
  if (!mayGrant(ctx, before))
    throw refuse('permission.denied', 'Só o proprietário concede isto, e só a pessoas do escritório de contabilidade.')
  const owner_grants = [...new Set(asked)].sort()
  const none = owner_grants.find(grant => before.kind === null || !GRANTS_OF[before.kind].includes(grant))
  if (none !== undefined) throw invalid('owner_grants', 'Esta pessoa já tem este direito pelo cargo')
  const isMore = owner_grants.some(grant => !before.owner_grants.includes(grant))
  if (isMore) await requireStepUp(ctx)
  return write(ctx, before, { ...before, owner_grants }, isMore ? 'Direito concedido' : 'Direito retirado')
}

/** For a change that takes an owner's place away. */
async function keepAnOwner(ctx: Context, before: PersonRow): Promise<void> {
  if (before.preset !== 'OWNER' || before.status !== 'ACTIVE') return
  if ((await otherOwners(ctx.db, ctx.companyId, before.membership_id)) === 0) throw fail('invitation.last_owner')
}

async function write(
  ctx: Context,
  before: PersonRow,
  after: { status: InvitationStatus; role_id: string; owner_grants?: readonly OwnerGrant[] },
  what: string,
): Promise<CompanyUser> {
  // The invited person does not wait for our lock: an answer given meanwhile is read again.
  if (!(await changeMembership(ctx.db, ctx.companyId, before, after))) throw new Again()
  const id = before.user_id ?? before.membership_id
  ctx.touch(id)
  ctx.label(`${what}: ${before.name ?? 'convite'}`)
  const { user_id } = before
  if (user_id !== null) ctx.afterCommit(() => ctx.services.realtime.dropUser(user_id))
  return readPerson(ctx, id)
}
