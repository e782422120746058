// Changing somebody's place in a company: their access and role, from the next request on. Nobody changes their own.
import type { CompanyUser } from '#contract/people.ts'
import { maskCpfForLists } from '#domain/documents.ts'
import type { InvitationStatus } from '#domain/enums.ts'
import { type MembershipChange, membershipRefusal, standingOf, statusOf } from '#domain/memberships.ts'
import { mayManageRole, type Rights } from '#domain/permissions.ts'
import type { Context } from '../../kernel/context.ts'
import { Again, fail, refuse } from '../../kernel/fail.ts'
import { requireStepUp } from '../auth/step-up.ts'
import { mustFindRole } from './roles.ts'
import { changeMembership, findPerson, lockPeople, otherOwners, type PersonRow } from './rows.ts'

export function needManage(ctx: Context, rights: Rights): void {
  if (!mayManageRole(ctx.rights, rights)) throw refuse('permission.denied', 'Você só pode dar ou tirar cargos abaixo do seu.')
}

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
    may_change: row.user_id !== ctx.actor.user_id && standing !== 'LAPSED' && mayManageRole(ctx.rights, row.rights),
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
  needManage(ctx, row.rights)
  const refusal = membershipRefusal(standingOf(row, ctx.now), change)
  if (refusal !== undefined) throw fail('conflict.invalid_transition', { motivo: refusal })
  return row
}

export async function changeStatus(ctx: Context, id: string, status: 'ACTIVE' | 'INACTIVE'): Promise<CompanyUser> {
  const before = await openChange(ctx, id, status === 'ACTIVE' ? 'activate' : 'deactivate')
  if (status === 'INACTIVE') await keepAnOwner(ctx, before)
  if (status === 'ACTIVE' || before.preset === 'OWNER') await requireStepUp(ctx)
  return write(ctx, before, { status, role_id: before.role_id }, status === 'ACTIVE' ? 'Acesso devolvido' : 'Acesso retirado')
}

export async function changeRole(ctx: Context, id: string, roleId: string): Promise<CompanyUser> {
  const before = await openChange(ctx, id, 'change_role')
  const role = await mustFindRole(ctx, roleId)
  needManage(ctx, role.rights)
  if (role.id === before.role_id) return toCompanyUser(ctx, before)
  if (role.preset !== 'OWNER') await keepAnOwner(ctx, before)
  await requireStepUp(ctx)
  return write(ctx, before, { status: before.status, role_id: role.id }, `Cargo mudado para ${role.name}`)
}

/** For a change that takes an owner's place away. */
async function keepAnOwner(ctx: Context, before: PersonRow): Promise<void> {
  if (before.preset !== 'OWNER' || before.status !== 'ACTIVE') return
  if ((await otherOwners(ctx.db, ctx.companyId, before.membership_id)) === 0) throw fail('invitation.last_owner')
}

async function write(
  ctx: Context,
  before: PersonRow,
  after: { status: InvitationStatus; role_id: string },
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
