// Receiving by Pix at the company's own bank: the agreement, its credentials, and the bank's notices, which only make us look.
import type { contract } from '#contract/index.ts'
import type { PixAgreement } from '#contract/pix-agreements.ts'
import { counted } from '#domain/text.ts'
import { requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { readToken } from '#server/areas/platform/links/tokens.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import { scope } from '#server/db/scope.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { planSteps } from '../payments/plan-step.ts'
import { LOOK_SECONDS } from './look.ts'
import {
  activeAccount,
  chargesToLook,
  deletePixAgreement,
  findPixAgreement,
  insertPixAgreement,
  keepCredentials,
  listPixAgreements,
  lockPixAgreement,
  openPixCharges,
  type PixAgreementRow,
  updatePixAgreement,
} from './rows.ts'
import { readIdentity, sealMeans } from './vault.ts'

const MAX_BYTES = 64 * 1024
/** What an open charge was made with. */
const IDENTITY = ['bank_account_id', 'environment', 'pix_key', 'base_url'] as const

export const pixAgreementHandlers: Handlers<(typeof contract)['pixAgreements']> = {
  list: ctx => listPixAgreements(ctx.db, ctx.companyId),
  get: (ctx, { params }) => mustFind(ctx, params.id),

  async create(ctx, { body }) {
    await check(ctx, body)
    const id = ctx.newId()
    await insertPixAgreement(ctx.db, ctx.companyId, id, body)
    ctx.touch(id)
    const made = await mustFind(ctx, id)
    ctx.label(`Pix no banco ${made.name} cadastrado`)
    return made
  },

  async update(ctx, { params, body }) {
    const before = await mustLock(ctx, params.id)
    const { version, ...given } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const after: PixAgreementRow = {
      bank_account_id: given.bank_account_id ?? before.bank_account_id,
      environment: given.environment ?? before.environment,
      pix_key: given.pix_key ?? before.pix_key,
      base_url: given.base_url ?? before.base_url,
      token_url: given.token_url ?? before.token_url,
    }
    await check(ctx, after)
    if (IDENTITY.some(field => after[field] !== before[field])) await refuseOpen(ctx, before, 'não muda de conta, chave nem endereço')
    if (!(await updatePixAgreement(ctx.db, ctx.companyId, before.id, before.version, after)))
      throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, before.id) })
    ctx.touch(before.id)
    ctx.label(`Pix no banco ${before.name} alterado`)
    return mustFind(ctx, before.id)
  },

  async delete(ctx, { params }) {
    const agreement = await mustLock(ctx, params.id)
    await refuseOpen(ctx, agreement, 'não é excluído')
    await deletePixAgreement(ctx.db, ctx.companyId, agreement.id)
    await lookNow(ctx, agreement.id)
    ctx.touch(agreement.id)
    ctx.label(`Pix no banco ${agreement.name} excluído`)
    return { ok: true as const }
  },

  async credentials(ctx, { params, form, file }) {
    await requireStepUp(ctx)
    if (file.bytes.length > MAX_BYTES) throw fail('request.too_large', { n: '64 KB' })
    const { id, base_url, token_url } = await mustFind(ctx, params.id)
    const { certificate_valid_to, ...identity } = await readIdentity(file.bytes, form.password, ctx.now)
    const place = { company_id: ctx.companyId, id, base_url, token_url }
    const sealed = sealMeans(ctx.services.secret, place, { client_secret: form.client_secret, ...identity })
    await keepCredentials(ctx.db, ctx.companyId, id, { ...sealed, client_id: form.client_id, base_url, token_url, certificate_valid_to })
    // The hourly look may be waiting already; this one is at once.
    await lookNow(ctx, id)
    await planSteps(ctx, [{ company_id: ctx.companyId, subject: 'pix_agreement', id }], LOOK_SECONDS)
    return mustFind(ctx, id)
  },

  async test(ctx, { params }) {
    const agreement = await mustFind(ctx, params.id)
    if (agreement.status === 'WAITING_CREDENTIALS')
      throw fail('conflict.invalid_transition', { motivo: 'Envie as credenciais do banco antes.' })
    await lookNow(ctx, agreement.id)
    return agreement
  },

  async notice(ctx, { params, body }) {
    const linked = readToken(ctx.services.secret, 'pix_notice', params.token, ctx.now)
    if (!linked) throw fail('permission.denied')
    const { company_id, id } = linked
    await scope(ctx.db, { companies: [company_id] })
    const txids = body.pix.flatMap(({ txid }) => txid ?? [])
    const charges = await chargesToLook(ctx.db, company_id, id, txids)
    await planSteps(
      ctx,
      charges.map(charge => ({ company_id, subject: 'charge', id: charge.id, once: true })),
    )
    return { ok: true as const }
  },
}

const lookNow = (ctx: Context, id: string): Promise<void> =>
  planSteps(ctx, [{ company_id: ctx.companyId, subject: 'pix_agreement', id, once: true }])

async function check(ctx: Context, { bank_account_id, base_url, token_url }: PixAgreementRow): Promise<void> {
  if (!(await activeAccount(ctx.db, ctx.companyId, bank_account_id))) throw invalid('bank_account_id', 'Escolha uma conta ativa')
  for (const [field, url] of Object.entries({ base_url, token_url })) {
    const refusal = ctx.services.outbound.pix.refusalOf(url)
    if (refusal) throw invalid(field, refusal)
  }
}

async function refuseOpen(ctx: Context, { id }: PixAgreement, what: string): Promise<void> {
  const open = await openPixCharges(ctx.db, ctx.companyId, id)
  if (open > 0)
    throw refuse('conflict.not_editable', `Com ${counted(open, ['cobrança em aberto', 'cobranças em aberto'])}, este cadastro ${what}.`)
}

async function mustLock(ctx: Context, id: string): Promise<PixAgreement> {
  const agreement = await lockPixAgreement(ctx.db, ctx.companyId, id, 'update')
  if (!agreement) throw fail('resource.not_found')
  return agreement
}

async function mustFind(ctx: Context, id: string): Promise<PixAgreement> {
  const agreement = await findPixAgreement(ctx.db, ctx.companyId, id)
  if (!agreement) throw fail('resource.not_found')
  return agreement
}
