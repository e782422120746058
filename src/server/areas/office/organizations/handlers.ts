// An accounting office: its people, who joins and leaves it, and which of its companies each accountant serves.
import type { contract } from '#contract/index.ts'
import type { OrganizationUser } from '#contract/people.ts'
import { type Action, mayInOrganization, type OrganizationResource } from '#domain/permissions.ts'
import { requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { closeInvitation } from '#server/areas/people/companies/office-invitations.ts'
import { addMember } from '#server/areas/people/companies/rows.ts'
import { addressOf, countInvitation, invitationEnd, tell } from '#server/areas/people/people/inviting.ts'
import { changeMembership, findPerson, lockPeople } from '#server/areas/people/people/rows.ts'
import { fail, refuse } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import {
  accountantRole,
  findColleague,
  findWaiting,
  insertInvitation,
  isColleague,
  lastCommand,
  leaveOrganization,
  organizationName,
  organizationPeople,
} from './rows.ts'

export const organizationHandlers: Handlers<(typeof contract)['organizations']> = {
  async users(ctx) {
    if (!mayInOrganization(ctx.actor.kind, 'users', 'v')) throw denied()
    const { organization_id } = ctx.actor
    return organization_id === null ? [] : organizationPeople(ctx.db, organization_id, ctx.now)
  },

  async invite(ctx, { body }) {
    const organization = needOffice(ctx, 'users', 'c')
    const address = addressOf(body)
    await requireStepUp(ctx)
    await countInvitation(ctx, organization)
    if (await isColleague(ctx.db, organization, body.document_number))
      throw fail('conflict.already_exists', { motivo: 'Esta pessoa já é do escritório.' })
    const id = ctx.newId()
    const expires_at = invitationEnd(ctx.now)
    const { document_number, name = null } = body
    const invited_by = ctx.actor.user_id
    await insertInvitation(
      ctx.db,
      { id, organization_id: organization, document_number, name, ...address, invited_by, expires_at },
      ctx.now,
    )
    await tell(ctx, document_number, address, expires_at, `para o escritório ${await organizationName(ctx.db, organization)}`)
    ctx.touch(id)
    const invited = await findWaiting(ctx.db, organization, id, ctx.now)
    if (!invited) throw new Error('an invitation was not made')
    return invited
  },

  async remove(ctx, { params }) {
    const organization = needOffice(ctx, 'users', 'd')
    ctx.touch(params.userId)
    if (await findWaiting(ctx.db, organization, params.userId, ctx.now)) {
      await closeInvitation(ctx.db, params.userId, 'INACTIVE')
      return { ok: true as const }
    }
    const person = await mustFindAccountant(ctx, organization, params.userId)
    if (person.companies.length > 0)
      throw fail('conflict.not_editable', { motivo: 'Esta pessoa ainda atende empresas: tire antes o acesso a cada uma.' })
    await leaveOrganization(ctx.db, person.id, ctx.now)
    ctx.afterCommit(() => ctx.services.realtime.dropUser(person.id))
    return { ok: true as const }
  },

  async assign(ctx, { params }) {
    const organization = needOffice(ctx, 'assignments', 'c')
    const person = await mustFindAccountant(ctx, organization, params.userId)
    await lockPeople(ctx.db, ctx.companyId)
    const before = await findPerson(ctx.db, ctx.companyId, person.id)
    if (before?.status === 'ACTIVE') throw fail('conflict.invalid_transition', { motivo: 'Esta pessoa já atende a empresa.' })
    // Whom the company sent away comes back by the company alone.
    if (before && (await lastCommand(ctx.db, ctx.companyId, before.membership_id)) === 'users.deactivate')
      throw refuse('permission.denied', 'A empresa tirou o acesso desta pessoa: só ela o devolve.')
    await requireStepUp(ctx)
    if (before) await changeMembership(ctx.db, ctx.companyId, before, { status: 'ACTIVE', role_id: before.role_id })
    else {
      const role_id = await accountantRole(ctx.db, ctx.companyId)
      await addMember(ctx.db, { company_id: ctx.companyId, role_id, user_id: person.id, invited_by: ctx.actor.user_id })
    }
    return told(ctx, organization, person, 'Contador designado')
  },

  async unassign(ctx, { params }) {
    const organization = needOffice(ctx, 'assignments', 'd')
    const person = await mustFindAccountant(ctx, organization, params.userId)
    await lockPeople(ctx.db, ctx.companyId)
    const before = await findPerson(ctx.db, ctx.companyId, person.id)
    if (before?.status !== 'ACTIVE') throw fail('conflict.invalid_transition', { motivo: 'Esta pessoa não atende a empresa.' })
    await changeMembership(ctx.db, ctx.companyId, before, { status: 'INACTIVE', role_id: before.role_id, owner_grants: [] })
    return told(ctx, organization, person, 'Contador retirado')
  },
}

const denied = () => refuse('permission.denied', 'Só quem é de um escritório vê as pessoas dele.')

/** The actor's office, or a refusal: of another kind, without the right in it, or without one. */
function needOffice(ctx: Context, resource: OrganizationResource, action: Action): string {
  const { kind, organization_id } = ctx.actor
  if (!mayInOrganization(kind, resource, action) || organization_id === null)
    throw refuse('permission.denied', 'Só o gestor do escritório faz isto.')
  return organization_id
}

/** Managers of the office act in all of its companies and are assigned to none. */
async function mustFindAccountant(ctx: Context, organization: string, userId: string): Promise<OrganizationUser> {
  const person = await findColleague(ctx.db, organization, userId)
  if (!person) throw fail('resource.not_found')
  if (person.kind !== 'ACCOUNT_MANAGER') throw refuse('permission.denied', 'O gestor do escritório já atende todas as empresas.')
  return person
}

async function told(ctx: Context, organization: string, { id, name }: OrganizationUser, what: string): Promise<OrganizationUser> {
  ctx.touch(id)
  ctx.label(`${what}: ${name ?? 'contador'}`)
  ctx.afterCommit(() => ctx.services.realtime.dropUser(id))
  const person = await findColleague(ctx.db, organization, id)
  if (!person) throw fail('resource.not_found')
  return person
}
