// Associates and dependents: shares never above 100%, one CPF once, what is withheld told with each.
import type { Associate, Dependent } from '#contract/associates.ts'
import type { contract } from '#contract/index.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { lockWhole } from '#server/kernel/wholes.ts'
import * as rows from './rows.ts'

const WHOLE = 10_000

export const associateHandlers: Handlers<(typeof contract)['associates']> = {
  list: ctx => rows.listAssociates(ctx.db, ctx.companyId, ctx.today),
  get: (ctx, { params }) => mustFindAssociate(ctx, params.id),

  async create(ctx, { body }) {
    const id = ctx.newId()
    const associate = { ...NEW_ASSOCIATE, ...written(body), email: body.email || null } as rows.AssociateFields
    await checkAssociate(ctx, id, associate)
    await rows.insertAssociate(ctx.db, ctx.companyId, id, associate)
    ctx.touch(id)
    ctx.label(`Sócio ${associate.name} criado`)
    return mustFindAssociate(ctx, id)
  },

  async update(ctx, { params, body }) {
    const before = await mustFindAssociate(ctx, params.id)
    const { version, ...fields } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const after = { ...before, ...written(fields) }
    await checkAssociate(ctx, params.id, after)
    if (!(await rows.updateAssociate(ctx.db, ctx.companyId, params.id, before.version, { ...after, email: after.email || null })))
      throw fail('conflict.stale_version', {}, { current: await mustFindAssociate(ctx, params.id) })
    ctx.touch(params.id)
    ctx.label(`Sócio ${after.name} alterado`)
    return mustFindAssociate(ctx, params.id)
  },

  async delete(ctx, { params }) {
    const associate = await mustFindAssociate(ctx, params.id)
    await rows.deleteAssociate(ctx.db, ctx.companyId, params.id)
    ctx.touch(params.id)
    ctx.label(`Sócio ${associate.name} excluído`)
    return { ok: true }
  },
}

export const dependentHandlers: Handlers<(typeof contract)['dependents']> = {
  list: (ctx, { query }) => rows.listDependents(ctx.db, ctx.companyId, ctx.today, query.associate_id),
  get: (ctx, { params }) => mustFindDependent(ctx, params.id),

  async create(ctx, { body }) {
    const id = ctx.newId()
    const dependent = { ...NEW_DEPENDENT, ...written(body) } as rows.DependentFields
    await checkDependent(ctx, dependent)
    await rows.insertDependent(ctx.db, ctx.companyId, id, dependent)
    ctx.touch(id)
    ctx.label(`Dependente ${dependent.name} criado`)
    return mustFindDependent(ctx, id)
  },

  async update(ctx, { params, body }) {
    const before = await mustFindDependent(ctx, params.id)
    const { version, ...fields } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const after = { ...before, ...written(fields) }
    await checkDependent(ctx, after)
    if (!(await rows.updateDependent(ctx.db, ctx.companyId, params.id, before.version, after)))
      throw fail('conflict.stale_version', {}, { current: await mustFindDependent(ctx, params.id) })
    ctx.touch(params.id)
    ctx.label(`Dependente ${after.name} alterado`)
    return mustFindDependent(ctx, params.id)
  },

  async delete(ctx, { params }) {
    const dependent = await mustFindDependent(ctx, params.id)
    await rows.deleteDependent(ctx.db, ctx.companyId, params.id)
    ctx.touch(params.id)
    ctx.label(`Dependente ${dependent.name} excluído`)
    return { ok: true }
  },
}

const NEW_ASSOCIATE = {
  birth_date: null,
  email: null,
  phone_number: null,
  is_administrator: false,
  share_basis_points: 0,
  pro_labore_amount_cents: 0,
  joined_on: null,
}

const NEW_DEPENDENT = { document_number: null, is_student: false, is_disabled: false }

/** What a body really said. */
const written = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }

async function mustFindAssociate(ctx: Context, id: string): Promise<Associate> {
  const associate = await rows.findAssociate(ctx.db, ctx.companyId, ctx.today, id)
  if (!associate) throw fail('resource.not_found')
  return associate
}

async function mustFindDependent(ctx: Context, id: string): Promise<Dependent> {
  const dependent = await rows.findDependent(ctx.db, ctx.companyId, ctx.today, id)
  if (!dependent) throw fail('resource.not_found')
  return dependent
}

async function checkAssociate(ctx: Context, id: string, associate: rows.AssociateFields): Promise<void> {
  if (associate.birth_date !== null && associate.birth_date > ctx.today)
    throw invalid('birth_date', 'O nascimento não pode estar no futuro.')
  await lockWhole(ctx.db, ctx.companyId, 'associates')
  const others = await rows.sharesOfOthers(ctx.db, ctx.companyId, id)
  if (others + associate.share_basis_points > WHOLE)
    throw invalid('share_basis_points', `As participações somam mais de 100%: restam ${percent(WHOLE - others)}.`)
}

const percent = (basisPoints: number) => `${(basisPoints / 100).toLocaleString('pt-BR', { maximumFractionDigits: 2 })}%`

async function checkDependent(ctx: Context, dependent: rows.DependentFields): Promise<void> {
  if (dependent.birth_date > ctx.today) throw invalid('birth_date', 'O nascimento não pode estar no futuro.')
  if (!(await rows.holdAssociate(ctx.db, ctx.companyId, dependent.associate_id))) throw invalid('associate_id', 'Sócio não encontrado')
}
