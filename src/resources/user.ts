// The people of a company with their invitations, and its roles.
import { z } from 'zod'
import { CompanyInvitationFields, CompanyUser, Role } from '#contract/people.ts'
import { formatInstant } from '#domain/days.ts'
import { INVITATION_STATUS_LABELS, USER_KIND_LABELS } from '#domain/labels.ts'
import { RESOURCE_LABELS, RESOURCES } from '#domain/permissions.ts'
import { defineForm } from './kit/form.ts'
import { choice, document, email, instant, phone, ref, text, told } from './kit/kinds.ts'
import { defineList } from './kit/list.ts'

const nameOf = (user: CompanyUser): string => user.name ?? user.email ?? user.document_number ?? 'Sem nome'

/** 'convite até 27/11/2026', 'convite sem efeito', '03/02/2026'. */
function sinceOf({ status, accepted_at, expires_at, created_at }: CompanyUser): string {
  if (status === 'WAITING_ACCEPT') return expires_at === null ? 'convite enviado' : `convite até ${formatInstant(expires_at)}`
  if (accepted_at === null && status === 'INACTIVE') return 'convite sem efeito'
  return formatInstant(accepted_at ?? created_at)
}

export const user = defineList(CompanyUser, {
  nouns: ['pessoa', 'pessoas'],
  placeholder: 'Filtrar por nome, cargo, situação, e-mail',
  fields: {
    status: choice('Situação', INVITATION_STATUS_LABELS, {
      looks: {
        ACTIVE: { tone: 'ok', icon: 'circle-check' },
        WAITING_ACCEPT: { tone: 'info', icon: 'clock-3' },
        INACTIVE: { tone: 'quiet', icon: 'ban' },
      },
      column: { width: 176 },
      search: true,
    }),
    document_number: text('Documento', { search: true }),
    email: email('E-mail', { column: { least: 180, leaves: 2 }, search: true }),
    phone_number: phone('Telefone', { column: { width: 140, leaves: 1 }, search: true }),
    kind: choice<CompanyUser['kind']>('Tipo', USER_KIND_LABELS, { search: true }),
    created_at: instant('Convidado em'),
    accepted_at: instant<string | null>('Aceito em'),
  },
  told: {
    name: told('Nome', nameOf, { column: { least: 200 }, search: true }),
    role: told<CompanyUser>('Cargo', one => one.role.name, { column: { width: 168, groups: true }, search: true }),
    since: told('Desde', sinceOf, { column: { width: 176, leaves: 3 }, sort: one => one.accepted_at ?? one.created_at }),
  },
  columns: ['name', 'role', 'status', 'since', 'email', 'phone_number'],
  title: 'name',
  muted: ({ status }) => status === 'INACTIVE',
  drawer: { Dados: ['document_number', 'email', 'phone_number', 'kind', 'created_at', 'accepted_at'] },
  card: [['status'], ['role'], ['since']],
})

const Invited = CompanyUser.pick({ name: true, email: true, phone_number: true }).extend({
  document_number: z.string(),
  role_id: z.string(),
})

export const invitation = defineForm(Invited, CompanyInvitationFields, {
  fields: {
    document_number: document<string>('CPF ou CNPJ', {
      missing: 'Informe o CPF ou o CNPJ',
      help: 'É com ele que a pessoa entra para aceitar.',
    }),
    name: text('Nome'),
    role_id: ref<string>('Cargo', 'role', { missing: 'Escolha o cargo' }),
    email: email('E-mail', { oneOf: true }),
    phone_number: phone('Telefone', { oneOf: true }),
  },
  form: [['document_number'], ['name'], ['role_id'], ['email', 'phone_number']],
  wrong: ({ email, phone_number }) =>
    email || phone_number ? undefined : ['email', 'Informe o e-mail ou o telefone que recebe o convite'],
})

/** 'Contas a pagar, Contas a receber e mais 12': what a role reaches. */
function reachOf({ rights }: Role): string {
  const reached = RESOURCES.filter(resource => rights[resource])
  if (reached.length === RESOURCES.length) return 'Tudo'
  const first = reached.slice(0, 2).map(resource => RESOURCE_LABELS[resource])
  const more = reached.length - first.length
  return more > 0 ? `${first.join(', ')} e mais ${more}` : first.join(' e ')
}

export const role = defineList(Role, {
  nouns: ['cargo', 'cargos'],
  placeholder: 'Filtrar por cargo ou recurso',
  fields: { name: text('Cargo', { column: { least: 180 }, search: true }) },
  told: {
    kind: told<Role>('Tipo', ({ preset }) => (preset === null ? 'Da empresa' : 'Fixo'), {
      look: ({ preset }) => ({ tone: preset === null ? 'info' : 'muted' }),
      sort: ({ preset }) => preset ?? '',
      column: { width: 120 },
    }),
    reach: told('Alcança', reachOf, { column: { least: 240, leaves: 1 }, search: true }),
    give: told<Role>('Você pode dar', ({ may_give }) => (may_give ? 'sim' : 'não'), { column: { width: 140, leaves: 2 } }),
  },
  columns: ['name', 'kind', 'reach', 'give'],
  title: 'name',
  drawer: {},
  card: [['kind'], ['reach']],
})
