// The digital account: opened, its balance asked of the bank, its limits, and receipts.

import type { PaymentLimits } from '#contract/digital-account.ts'
import type { contract } from '#contract/index.ts'
import { dayInSaoPaulo } from '#domain/days.ts'
import { isValidCnpj, isValidCpf, normalizeDocument } from '#domain/documents.ts'
import { formatCents } from '#domain/money.ts'
import { changeLimit, limitAt } from '#domain/payments/limits.ts'
import { receiptName } from '#domain/payments/receipt-name.ts'
import { AccountState, Party } from '#server/adapters/payments.ts'
import { findAccountOf, mustHaveAccount, type StoredAccount } from '#server/areas/banking/bank-accounts/digital.ts'
import { requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import { lookUp } from '#server/kernel/asking.ts'
import { type Context, type Handlers, Later, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { bankToAsk } from '../digital-bank/bank.ts'
import { isDeviceKnown, limitsOf, paymentFacts, roomOf } from '../payments/guard.ts'
import { planStep } from '../payments/plan-step.ts'
import { shownParty } from '../payments/rows.ts'
import { receiptPdf } from './receipt.ts'
import { findMovement, insertDigitalAccount, saveLimit } from './rows.ts'

export const digitalAccountHandlers: Handlers<(typeof contract)['digitalAccounts']> = {
  async open(ctx) {
    const { can, environment } = ctx.services.payments
    if (!can.open_account)
      throw refuse('provider.unavailable', 'Nenhum banco abre contas aqui: conecte a conta que a empresa tem no Stark Bank.')
    const id = ctx.newId()
    await insertDigitalAccount(ctx.db, ctx.companyId, { id, environment, created_by: ctx.actor.user_id })
    await planStep(ctx, 'digital_account', id)
    ctx.touch(id)
    ctx.label('Conta digital pedida')
    return (await findAccountOf(ctx.db, ctx.companyId)) as StoredAccount
  },

  async get(ctx) {
    return (await findAccountOf(ctx.db, ctx.companyId)) ?? null
  },

  async fromDocument(ctx, { query }) {
    const document = normalizeDocument(query.document_number)
    if (!isValidCpf(document) && !isValidCnpj(document)) throw invalid('document_number', 'Documento inválido')
    const { services, companyId } = ctx
    return new Later(async () => {
      const bank = await bankToAsk(services, companyId)
      const holder = await lookUp(Party, bank.accountOf(document))
      if (!holder) throw fail('resource.not_found')
      return { ...shownParty(holder), environment: bank.environment }
    })
  },

  async balance(ctx) {
    const account = await mustHaveAccount(ctx.db, ctx.companyId)
    const { services, companyId } = ctx
    return new Later(async () => {
      const bank = await bankToAsk(services, companyId)
      const state = await lookUp(AccountState, bank.account(account.id))
      if (!state) throw fail('digital_account.not_open')
      return { balance_cents: state.balance_cents, environment: bank.environment }
    })
  },

  async receipt(ctx, { query }) {
    const movement = await findMovement(ctx.db, ctx.companies, query.transaction_code, query.type)
    if (!movement) throw fail('resource.not_found')
    await ctx.enter(movement.company_id, 'digital_account', 'v')
    const name = receiptName(movement.counterparty?.name, dayInSaoPaulo(Date.parse(movement.occurred_at)))
    return new Reply('file', await receiptPdf(movement), downloadHeaders(name, 'application/pdf'))
  },

  limits: ctx => readLimits(ctx),

  async setLimit(ctx, { body }) {
    const { tax_regime } = await paymentFacts(ctx.db, ctx.companyId)
    const before = (await limitsOf(ctx.db, ctx.companyId, tax_regime))[body.period]
    const after = changeLimit(before, body.amount_cents, ctx.now)
    if (after.next_from !== null) await requireStepUp(ctx)
    await saveLimit(ctx.db, ctx.companyId, ctx.newId(), body.period, after)
    const amount = body.amount_cents === null ? 'sem limite' : formatCents(body.amount_cents)
    ctx.label(`Limite ${body.period === 'NIGHT' ? 'noturno' : 'diurno'}: ${amount}${after.next_from === null ? '' : ' em 24 horas'}`)
    return readLimits(ctx)
  },
}

async function readLimits(ctx: Context): Promise<PaymentLimits> {
  const { tax_regime, step_up_limit_cents } = await paymentFacts(ctx.db, ctx.companyId)
  const limits = await limitsOf(ctx.db, ctx.companyId, tax_regime)
  const periods = (['DAY', 'NIGHT'] as const).map(period => {
    const limit = limits[period]
    const waiting = limit.next_from !== null && limit.next_from > ctx.now ? limit.next_from : null
    return {
      period,
      current_cents: limitAt(limit, ctx.now),
      next_cents: waiting === null ? null : limit.next_cents,
      next_from: waiting === null ? null : new Date(waiting).toISOString(),
    }
  })
  return { periods, step_up_limit_cents, available_now_cents: (await roomOf(ctx, await isDeviceKnown(ctx))).each_cents }
}
