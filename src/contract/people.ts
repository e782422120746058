// The people of a company, their roles and invitations, and the people of an organisation (SPEC.md, People and Organisations).
import { z } from 'zod'
import { INVITATION_STATUSES, USER_KINDS } from '#domain/enums.ts'
import { ACTIONS, OWNER_GRANTS, PRESETS, RESOURCES } from '#domain/permissions.ts'
import { Invitation } from './companies.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, DocumentNumber, Done, Id, OptionalText, Text } from './kit/fields.ts'

const Letters = z
  .string()
  .regex(new RegExp(`^[${ACTIONS.join('')}]*$`), 'Direitos inválidos')
  .max(ACTIONS.length, 'Direitos inválidos')

export const RoleRef = z.object({ id: Id, name: z.string() })

export const Role = RoleRef.extend({
  version: z.int(),
  /** The fixed role it is; null for the company's own roles. */
  preset: z.enum(PRESETS).nullable(),
  /** The granted letters per resource. */
  rights: z.record(z.string(), z.string()),
  /** Whether the caller may give it to someone. */
  may_give: z.boolean(),
})
export type Role = z.infer<typeof Role>

const RoleFields = z.object({
  name: Text(60).trim().min(1, 'Informe o nome do cargo'),
  /** By default the reader's rights, as far as the role's creator has them. */
  rights: z.partialRecord(z.enum(RESOURCES), Letters, { error: 'Direitos inválidos' }).optional(),
})

/** A line in the list of the company's people: a member, a former member, or an invitation. */
export const CompanyUser = z.object({
  /** The person's id; until it is accepted, the invitation's own. */
  id: Id,
  version: z.int(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  /** A CPF shows only its middle digits. */
  document_number: z.string().nullable(),
  kind: z.enum(USER_KINDS).nullable(),
  status: z.enum(INVITATION_STATUSES),
  role: RoleRef,
  created_at: z.string(),
  accepted_at: z.string().nullable(),
  /** When an open invitation expires. */
  expires_at: z.string().nullable(),
  /** What the caller may do with this line. */
  may_change: z.boolean(),
  /** What the owner granted someone of an office beyond the role, and whether the caller may change it. */
  owner_grants: z.array(z.enum(OWNER_GRANTS)),
  may_grant: z.boolean(),
})
export type CompanyUser = z.infer<typeof CompanyUser>

const InvitationFields = z.object({
  /** The document that the invitation is tied to: only the person who signs in with it can accept. */
  document_number: DocumentNumber,
  role_id: Id,
  name: OptionalText(200).optional(),
  /** Where to send it; without either, to the address of the person's existing account. */
  email: OptionalText(254).optional(),
  phone_number: OptionalText(20).optional(),
})
export type InvitationFields = z.output<typeof InvitationFields>
/** What the company's list asks: the name, too. */
export const CompanyInvitationFields = InvitationFields.extend({ name: Text(200).trim().min(1, 'Informe o nome') })

const MEMBERSHIP_TAGS = ['users', 'invitations', 'permissions', 'batches'] as const

export const users = resource('users', {
  list: endpoint('GET /v1/companies/{c}/users', {
    summary: 'As pessoas da empresa e os convites, com situação e cargo.',
    returns: z.array(CompanyUser),
    needs: 'users:v',
    reads: ['users'],
  }),
  create: endpoint('POST /v1/companies/{c}/users', {
    summary: 'Convida uma pessoa, com nome e contato, e responde a sua linha na lista.',
    body: createOf(CompanyInvitationFields, CompanyUser),
    returns: CompanyUser,
    creates: true,
    needs: 'users:c',
    writes: MEMBERSHIP_TAGS,
    fails: ['conflict.already_exists', 'permission.denied', 'auth.step_up_required', 'rate.limited', 'provider.unavailable'],
    irreversible: true,
  }),
  invite: endpoint('POST /v1/companies/{c}/invitations', {
    summary: 'Convida uma pessoa pelo documento; o convite vale por 7 dias e para uma só resposta.',
    body: createOf(InvitationFields, Invitation),
    returns: Invitation,
    creates: true,
    needs: 'users:c',
    writes: MEMBERSHIP_TAGS,
    fails: ['conflict.already_exists', 'permission.denied', 'auth.step_up_required', 'rate.limited', 'provider.unavailable'],
    irreversible: true,
  }),
  deactivate: endpoint('PATCH /v1/companies/{c}/users/{userId}/inactive', {
    summary: 'Tira o acesso de uma pessoa no mesmo instante, ou retira um convite.',
    returns: CompanyUser,
    needs: 'users:u',
    writes: MEMBERSHIP_TAGS,
    fails: ['invitation.last_owner', 'conflict.invalid_transition', 'permission.denied', 'auth.step_up_required'],
    irreversible: true,
  }),
  activate: endpoint('PATCH /v1/companies/{c}/users/{userId}/active', {
    summary: 'Devolve o acesso a quem já foi da empresa.',
    returns: CompanyUser,
    needs: 'users:u',
    writes: MEMBERSHIP_TAGS,
    fails: ['conflict.invalid_transition', 'permission.denied', 'auth.step_up_required'],
    irreversible: true,
  }),
  changeRole: endpoint('PATCH /v1/companies/{c}/users/{userId}/role/{roleId}', {
    summary: 'Troca o cargo de uma pessoa; vale a partir do próximo pedido dela.',
    returns: CompanyUser,
    needs: 'users:u',
    writes: MEMBERSHIP_TAGS,
    fails: ['invitation.last_owner', 'conflict.invalid_transition', 'permission.denied', 'auth.step_up_required'],
    irreversible: true,
  }),
  grant: endpoint('PATCH /v1/companies/{c}/users/{userId}/grants', {
    summary:
      'O proprietário diz o que alguém do escritório pode além do cargo: pagar, usar o certificado. A lista enviada substitui a anterior.',
    body: z.object({ owner_grants: z.array(z.enum(OWNER_GRANTS)).max(OWNER_GRANTS.length) }).strict(),
    returns: CompanyUser,
    needs: 'users:m',
    writes: MEMBERSHIP_TAGS,
    fails: ['permission.denied', 'auth.step_up_required'],
    irreversible: true,
    own: true,
  }),
})

export const roles = resource('roles', {
  list: endpoint('GET /v1/companies/{c}/roles', {
    summary: 'Os cargos da empresa: os fixos e os próprios.',
    returns: z.array(Role),
    needs: 'roles:v',
    reads: ['roles'],
  }),
  create: endpoint('POST /v1/companies/{c}/roles', {
    summary: 'Cria um cargo com parte dos direitos de quem o cria.',
    body: createOf(RoleFields, Role),
    returns: Role,
    creates: true,
    needs: 'roles:c',
    writes: ['roles', 'batches'],
    fails: ['conflict.already_exists', 'permission.denied'],
  }),
  delete: endpoint('DELETE /v1/companies/{c}/roles/{id}', {
    summary: 'Exclui um cargo próprio que ninguém tem.',
    returns: Done,
    needs: 'roles:d',
    writes: ['roles', 'batches'],
    fails: ['role.in_use', 'conflict.not_editable'],
    own: true,
  }),
})

/** Someone of the accounting office and their assigned companies, or an invitation into the office. */
export const OrganizationUser = z.object({
  /** The person's id; until it is accepted, the invitation's own. */
  id: Id,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  kind: z.enum(USER_KINDS),
  status: z.enum(['ACTIVE', 'WAITING_ACCEPT']),
  /** Companies among those the caller sees; a manager of the organisation also acts in all of them. */
  companies: z.array(z.object({ id: Id, name: z.string(), role_name: z.string() })),
})
export type OrganizationUser = z.infer<typeof OrganizationUser>

export const organizations = resource('organizations', {
  users: endpoint('GET /v1/organizations/users', {
    summary: 'As pessoas do escritório e as empresas que cada uma atende.',
    returns: z.array(OrganizationUser),
    tenant: 'none',
    reads: ['users'],
    fails: ['permission.denied'],
  }),
  invite: endpoint('POST /v1/organizations/users', {
    summary: 'O gestor convida um contador para o escritório; o convite vale por 7 dias e para uma só resposta.',
    body: createOf(InvitationFields.omit({ role_id: true }), OrganizationUser),
    returns: OrganizationUser,
    creates: true,
    tenant: 'none',
    writes: ['users', 'invitations'],
    fails: ['permission.denied', 'auth.step_up_required', 'conflict.already_exists', 'rate.limited'],
    own: true,
  }),
  remove: endpoint('DELETE /v1/organizations/users/{userId}', {
    summary: 'Tira do escritório quem não atende mais empresa nenhuma, ou retira um convite.',
    returns: Done,
    tenant: 'none',
    writes: ['users', 'invitations'],
    fails: ['permission.denied', 'conflict.not_editable'],
    own: true,
  }),
  assign: endpoint('PATCH /v1/organizations/companies/{c}/users/{userId}/active', {
    summary: 'O gestor dá a um contador do escritório o acesso a uma empresa.',
    returns: OrganizationUser,
    writes: MEMBERSHIP_TAGS,
    fails: ['permission.denied', 'auth.step_up_required', 'conflict.invalid_transition'],
    irreversible: true,
    own: true,
  }),
  unassign: endpoint('PATCH /v1/organizations/companies/{c}/users/{userId}/inactive', {
    summary: 'O gestor tira de um contador do escritório o acesso a uma empresa.',
    returns: OrganizationUser,
    writes: MEMBERSHIP_TAGS,
    fails: ['permission.denied', 'conflict.invalid_transition'],
    irreversible: true,
    own: true,
  }),
})
