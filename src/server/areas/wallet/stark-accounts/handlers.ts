// A company's account at Stark Bank: connected with a key pair of ours, given its project, tried, disconnected.

import type { DigitalAccount } from '#contract/digital-account.ts'
import type { contract } from '#contract/index.ts'
import type { StarkAccount } from '#contract/stark-accounts.ts'
import type { Day } from '#domain/days.ts'
import type { StarkEnvironment } from '#domain/payments/digital-banks.ts'
import { counted } from '#domain/text.ts'
import { readNotice } from '#server/adapters/stark/notices.ts'
import { makeKeyPair } from '#server/adapters/stark/signing.ts'
import { findAccountOf } from '#server/areas/banking/bank-accounts/digital.ts'
import { requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { readToken } from '#server/areas/platform/links/tokens.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { fail, refuse } from '#server/base/fail.ts'
import { scope } from '#server/db/scope.ts'
import { heard } from '#server/kernel/asking.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { insertDigitalAccount } from '../digital-account/rows.ts'
import { sealKey, starkOf } from '../digital-bank/bank.ts'
import { leaveNotices, stepsOf } from '../digital-bank/notices.ts'
import {
  deleteConnection,
  findConnection,
  insertConnection,
  reviveAccount,
  type StarkConnection,
  setProjectId,
  underWay,
} from '../digital-bank/rows.ts'
import { planStep, planSteps } from '../payments/plan-step.ts'

export const starkAccountHandlers: Handlers<(typeof contract)['starkAccounts']> = {
  async get(ctx) {
    const connection = await findConnection(ctx.db, ctx.companyId)
    return connection ? viewOf(connection) : null
  },

  async connect(ctx, { body }) {
    await requireStepUp(ctx)
    const { environment, branch_number, account_number, project_id = null } = body
    const { id, since } = (await reviveAccount(ctx.db, ctx.companyId, body)) ?? (await newAccount(ctx, environment))
    const { private_key, public_key } = makeKeyPair()
    const sealed = sealKey(ctx.services.secret, { company_id: ctx.companyId, digital_account_id: id }, private_key)
    await insertConnection(ctx.db, ctx.companyId, {
      ...sealed,
      digital_account_id: id,
      project_id,
      public_key,
      branch_number,
      account_number,
      since,
    })
    await planStep(ctx, 'digital_account', id)
    ctx.touch(id)
    ctx.label('Conta Stark Bank conectada')
    return mustHave(ctx)
  },

  async setProject(ctx, { body }) {
    await requireStepUp(ctx)
    const { digital_account_id } = await mustFind(ctx)
    await setProjectId(ctx.db, ctx.companyId, body.project_id)
    await lookNow(ctx, digital_account_id)
    return viewOf(await mustFind(ctx))
  },

  async test(ctx) {
    const connection = await mustFind(ctx)
    if (connection.project_id === null) throw refuse('conflict.invalid_transition', 'Informe antes o projeto do Stark Bank.')
    await lookNow(ctx, connection.digital_account_id)
    return viewOf(connection)
  },

  async notice(ctx, { params }) {
    const linked = readToken(ctx.services.secret, 'stark_notice', params.token, ctx.now)
    const { body = '', signature = '' } = ctx.caller.signed ?? {}
    if (!linked || signature === '') throw fail('permission.denied')
    const { company_id } = linked
    const { services } = ctx
    const isTheirs = ctx.askFirst(`stark notice ${signature}`, () =>
      heard(starkOf(services, company_id).then(bank => bank?.isNotice(body, signature) ?? false)),
    )
    const said = isTheirs ? readNotice(body) : undefined
    if (!said) throw fail('permission.denied')
    await scope(ctx.db, { companies: [company_id] })
    await planSteps(ctx, stepsOf(said, linked))
    return { ok: true as const }
  },

  async disconnect(ctx) {
    await requireStepUp(ctx)
    const { digital_account_id, notices_at } = await mustFind(ctx)
    const open = await underWay(ctx.db, ctx.companyId, ctx.today)
    if (open > 0)
      throw refuse(
        'conflict.not_editable',
        `Há ${counted(open, ['pagamento ou cobrança', 'pagamentos e cobranças'])} em andamento no banco: espere terminar ou cancele antes.`,
      )
    const { companyId: company_id, services } = ctx
    const leave = () => leaveNotices(services, { company_id, id: digital_account_id })
    if (notices_at !== null && !ctx.askFirst(`stark leaves ${digital_account_id}`, leave))
      await notify(ctx.db, {
        user_ids: [ctx.actor.user_id],
        company_id,
        type: 'DIGITAL_ACCOUNT',
        title: 'O endereço de avisos ficou no Stark Bank',
        body: 'O banco não respondeu ao desconectar. Os avisos dele são recusados aqui; para pararem, exclua o webhook do Razão no site do banco.',
        action: `/company/${company_id}/bank-accounts`,
      })
    await deleteConnection(ctx.db, ctx.companyId, digital_account_id)
    ctx.touch(digital_account_id)
    ctx.label('Conta Stark Bank desconectada')
    return { ok: true as const }
  },
}

async function newAccount(ctx: Context, environment: StarkEnvironment): Promise<{ id: string; since: Day }> {
  const id = ctx.newId()
  await insertDigitalAccount(ctx.db, ctx.companyId, { id, environment, created_by: ctx.actor.user_id })
  return { id, since: ctx.today }
}

const viewOf = ({ environment, project_id, public_key, status, answered_at }: StarkConnection): StarkAccount => ({
  environment,
  project_id,
  public_key,
  status,
  answered_at,
})

/** At once, and again from time to time if nothing was planned. */
async function lookNow(ctx: Context, id: string): Promise<void> {
  await planSteps(ctx, [{ company_id: ctx.companyId, subject: 'digital_account', id, once: true }])
  await planSteps(ctx, [{ company_id: ctx.companyId, subject: 'digital_account', id }], 60)
}

async function mustFind(ctx: Context): Promise<StarkConnection> {
  const connection = await findConnection(ctx.db, ctx.companyId)
  if (!connection) throw fail('resource.not_found')
  return connection
}

async function mustHave(ctx: Context): Promise<DigitalAccount> {
  const account = await findAccountOf(ctx.db, ctx.companyId)
  if (!account) throw fail('resource.not_found')
  return account
}
