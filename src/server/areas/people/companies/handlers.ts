// Companies: who owns a new one, what one sees of it, and the invitations into it.
import type { Company, Invitation } from '#contract/companies.ts'
import type { contract } from '#contract/index.ts'
import { addDays } from '#domain/days.ts'
import { isValidCnpj } from '#domain/documents.ts'
import { DUE_WARNING_DAYS, lastOverdueDay } from '#domain/due.ts'
import { PRESET_LABELS } from '#domain/permissions.ts'
import { knownLegalFacts } from '#server/adapters/registry.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { lookedUp } from '#server/kernel/look-ups.ts'
import { confirmIfLooser } from './approval.ts'
import { answerInvitation, findInvitation, waitingInvitations } from './invitations.ts'
import { invoiceConnection } from './invoice-connection.ts'
import { answerOffice, waitingOffices } from './office-invitations.ts'
import { activationsOf, legalEntityOf, registered } from './registration.ts'
import { addMember, type CompanyRow, createCompany, findCompany, summarizeCompanies, updateCompany } from './rows.ts'

export const companyHandlers: Handlers<(typeof contract)['companies']> = {
  async valid(ctx, { params }) {
    const valid = await lookedUp(ctx, 'verify', async () => isValidCnpj(params.doc) || undefined)
    return { valid: valid ?? false }
  },

  async create(ctx, { body }) {
    const { kind, user_id, organization_id } = ctx.actor
    if (kind === 'COMPANY_MEMBER') throw fail('permission.denied')
    if (!isValidCnpj(body.document_number)) throw invalid('document_number', 'CNPJ é inválido')
    const facts = await knownLegalFacts(ctx.db, body.document_number)
    const name = body.name ?? facts?.name
    if (name === undefined) throw invalid('name', 'Informe a razão social')
    const managed = kind === 'ACCOUNT_MANAGER' || kind === 'ORGANIZATION_MANAGER'
    const company = await createCompany(ctx.db, {
      ...registered(facts, ctx.today),
      ...definedOf(body),
      name,
      document_number: body.document_number,
      id: ctx.newId(),
      organization_id: managed ? organization_id : null,
    })
    await addMember(ctx.db, { company_id: company.id, role_id: company.roles.OWNER, user_id })
    ctx.journalIn(company.id)
    ctx.label('Empresa criada')
    ctx.touch(company.id)
    rejoin(ctx)
    return read(ctx, company.id)
  },

  organization: ctx =>
    summarizeCompanies(ctx.db, ctx.companies, ctx.actor.user_id, PRESET_LABELS.ACCOUNTANT, {
      lastOverdue: lastOverdueDay(ctx.today),
      lastSoon: addDays(ctx.today, DUE_WARNING_DAYS),
    }),

  profile: ctx => read(ctx, ctx.companyId),

  async update(ctx, { body }) {
    const before = await mustFind(ctx, ctx.companyId)
    const { version, ...fields } = body
    if (version !== undefined && version !== before.version)
      throw fail('conflict.stale_version', {}, { current: await toCompany(ctx, before) })
    const after: CompanyRow = { ...before, ...definedOf(fields) }
    await confirmIfLooser(ctx, before, after)
    if (!(await updateCompany(ctx.db, after, ctx.now)))
      throw fail('conflict.stale_version', {}, { current: await read(ctx, ctx.companyId) })
    ctx.label('Dados da empresa alterados')
    ctx.touch(ctx.companyId)
    return read(ctx, ctx.companyId)
  },

  async permissions(ctx) {
    return { role_name: ctx.roleName, rights: { ...ctx.rights } }
  },

  async invitations(ctx) {
    const offices = await waitingOffices(ctx.db, ctx.actor.user_id, ctx.now)
    return [...offices, ...(await waitingInvitations(ctx.db, ctx.actor.user_id, ctx.companies, ctx.now))]
  },
  acceptInvitation: (ctx, { params }) => answer(ctx, params.id, 'ACTIVE'),
  rejectInvitation: (ctx, { params }) => answer(ctx, params.id, 'INACTIVE'),
}

async function answer(ctx: Context, id: string, status: 'ACTIVE' | 'INACTIVE'): Promise<Invitation> {
  const invitation = await findInvitation(ctx.db, ctx.actor.user_id, ctx.companies, id, ctx.now)
  if (!invitation) {
    const office = await answerOffice(ctx, id, status)
    if (!office) throw fail('resource.not_found')
    rejoin(ctx)
    return office
  }
  if (invitation.status !== 'WAITING_ACCEPT') throw answered()
  if (invitation.expired) throw fail('invitation.expired')
  if (!(await answerInvitation(ctx.db, invitation, ctx.actor.user_id, status))) throw answered()
  ctx.journalIn(invitation.company_id)
  ctx.label(status === 'ACTIVE' ? 'Convite aceito' : 'Convite recusado')
  ctx.touch(invitation.company_id)
  rejoin(ctx)
  return { ...invitation, status }
}

/** The actor's sockets come back with the rooms of the companies they have now. */
function rejoin(ctx: Context): void {
  ctx.afterCommit(() => ctx.services.realtime.dropUser(ctx.actor.user_id))
}

const answered = () => fail('conflict.invalid_transition', { motivo: 'Este convite já foi respondido.' })

async function mustFind(ctx: Context, id: string): Promise<CompanyRow> {
  const row = await findCompany(ctx.db, id)
  if (!row) throw fail('resource.not_found')
  return row
}

const read = async (ctx: Context, id: string): Promise<Company> => toCompany(ctx, await mustFind(ctx, id))

const definedOf = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }

async function toCompany(ctx: Context, row: CompanyRow): Promise<Company> {
  const facts = await knownLegalFacts(ctx.db, row.document_number)
  return {
    ...row,
    legal_entity: legalEntityOf(row, facts),
    company_activations: activationsOf(row, facts),
    invoice_connection_settings: await invoiceConnection(ctx.db, row.id),
  }
}
