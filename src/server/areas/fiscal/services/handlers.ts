// Services: what the company renders, each under an item of the national list.
import type { contract } from '#contract/index.ts'
import type { MunicipalService, Service } from '#contract/services.ts'
import { findServiceItem, HIGHEST_ISS_PERCENT, SERVICE_LIST, type ServiceItem } from '#domain/fiscal/service-list.ts'
import { fold } from '#domain/text.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { deleteService, findService, insertService, listServices, type ServiceRow, type StoredService, updateService } from './rows.ts'

export const serviceHandlers: Handlers<(typeof contract)['services']> = {
  async municipal(_, { query }) {
    const search = fold(query.search ?? '').trim()
    const digits = search.replace(/\D/g, '')
    const has = ({ code, description }: ServiceItem) =>
      fold(description).includes(search) || (digits !== '' && (code.startsWith(digits) || code.startsWith(`0${digits}`)))
    return SERVICE_LIST.filter(item => search === '' || has(item)).map(toMunicipal)
  },

  list: async (ctx, { query }) => (await listServices(ctx.db, ctx.companyId, query.search)).map(toService),
  get: (ctx, { params }) => mustFind(ctx, params.id),

  async create(ctx, { body }) {
    const id = ctx.newId()
    const row: ServiceRow = {
      name: body.name,
      amount_cents: body.amount_cents ?? 0,
      iss_withheld: body.iss_withheld ?? false,
      municipal_service_code: nationalCode(body.municipal_service_code),
      description: body.description ?? null,
      iss_rate: body.iss_rate ?? HIGHEST_ISS_PERCENT * 100,
      municipal_code: body.municipal_code ?? null,
      nbs: body.nbs ?? null,
    }
    await insertService(ctx.db, ctx.companyId, id, row)
    ctx.touch(id)
    ctx.label(`Serviço ${row.name} criado`)
    return mustFind(ctx, id)
  },

  async update(ctx, { params, body }) {
    const before = await mustFindRow(ctx, params.id)
    const { version, ...fields } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: toService(before) })
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<ServiceRow>
    const after = {
      ...before,
      ...given,
      municipal_service_code: nationalCode(given.municipal_service_code ?? before.municipal_service_code),
    }
    if (!(await updateService(ctx.db, ctx.companyId, params.id, before.version, after))) {
      throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, params.id) })
    }
    ctx.touch(params.id)
    ctx.label(`Serviço ${after.name} alterado`)
    return mustFind(ctx, params.id)
  },

  async delete(ctx, { params }) {
    const service = await mustFind(ctx, params.id)
    await deleteService(ctx.db, ctx.companyId, params.id)
    ctx.touch(params.id)
    ctx.label(`Serviço ${service.name} excluído`)
    return { ok: true as const }
  },
}

function nationalCode(text: string): string {
  const item = findServiceItem(text)
  if (!item) throw invalid('municipal_service_code', 'Serviço não encontrado na lista da LC 116')
  return item.code
}

/** The layout a service's invoice is written in: the national one, which every city takes since 2026. */
export const SERVICE_TEMPLATE = { template: 'NFSE_NACIONAL', version: '1.01' } as const

const toMunicipal = ({ code, description }: ServiceItem): MunicipalService => ({
  code,
  description,
  suggested_rate: HIGHEST_ISS_PERCENT,
  ...SERVICE_TEMPLATE,
})

export function municipalServiceOf(code: string): MunicipalService {
  return toMunicipal(findServiceItem(code) ?? { item: code, code, description: '' })
}

const toService = (row: StoredService): Service => ({ ...row, municipal_service: municipalServiceOf(row.municipal_service_code) })

async function mustFindRow(ctx: Context, id: string): Promise<StoredService> {
  const row = await findService(ctx.db, ctx.companyId, id)
  if (!row) throw fail('resource.not_found')
  return row
}

const mustFind = async (ctx: Context, id: string): Promise<Service> => toService(await mustFindRow(ctx, id))
