// The agreements of a company with its banks to pay by file.
import type { contract } from '#contract/index.ts'
import type { PaymentAgreement } from '#contract/payment-files.ts'
import { asAgreed, payingAgreementProblem } from '#domain/payment-files/agreement.ts'
import { counted } from '#domain/text.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { bankOfAccount } from '../agreements/bank.ts'
import {
  deletePaymentAgreement,
  findPaymentAgreement,
  insertPaymentAgreement,
  listPaymentAgreements,
  livePayments,
  lockPaymentAgreement,
  type PaymentAgreementRow,
  updatePaymentAgreement,
} from './rows.ts'

/** What a return is told by is not changed under the payments it will answer. */
const IDENTITY = ['bank_account_id', 'branch', 'account', 'account_digit'] as const

/** What an agreement says where its form leaves a field out. */
const NEW = {
  branch_digit: '',
  account_digit: '',
  code: '',
  transmission_code: '',
  commitment_code: '',
  file_version: '',
  lot_version: '',
  first_file: 1,
  approved: false,
}

export const paymentAgreementHandlers: Handlers<(typeof contract)['paymentAgreements']> = {
  list: ctx => listPaymentAgreements(ctx.db, ctx.companyId),
  get: (ctx, { params }) => mustFind(ctx, params.id),

  async create(ctx, { body }) {
    const row = await checked(ctx, { ...NEW, ...given(body) } as PaymentAgreementRow, body.bank_code)
    const id = ctx.newId()
    await insertPaymentAgreement(ctx.db, ctx.companyId, id, row)
    ctx.touch(id)
    const made = await mustFind(ctx, id)
    ctx.label(`Convênio de pagamento ${made.name} criado`)
    return made
  },

  async update(ctx, { params, body }) {
    const before = await mustLockAgreement(ctx, params.id)
    const { version, ...fields } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const after = await checked(ctx, { ...before, ...given(fields) }, fields.bank_code)
    if (IDENTITY.some(field => after[field] !== before[field]) && (await livePayments(ctx.db, ctx.companyId, before.id)) > 0)
      throw refuse('conflict.not_editable', 'Há pagamentos em aberto neste convênio: a conta não muda. Crie outro convênio.')
    if (!(await updatePaymentAgreement(ctx.db, ctx.companyId, before.id, before.version, after)))
      throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, before.id) })
    ctx.touch(before.id)
    ctx.label(`Convênio de pagamento ${before.name} alterado`)
    return mustFind(ctx, before.id)
  },

  async delete(ctx, { params }) {
    const { id, name } = await mustLockAgreement(ctx, params.id)
    const open = await livePayments(ctx.db, ctx.companyId, id)
    if (open > 0) throw refuse('conflict.not_editable', `O convênio tem ${counted(open, ['pagamento', 'pagamentos'])} em aberto.`)
    await deletePaymentAgreement(ctx.db, ctx.companyId, id)
    ctx.touch(id)
    ctx.label(`Convênio de pagamento ${name} excluído`)
    return { ok: true as const }
  },
}

const given = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

async function checked(ctx: Context, row: PaymentAgreementRow, said: string | undefined): Promise<PaymentAgreementRow> {
  const whole = asAgreed({ ...row, bank_code: await bankOfAccount(ctx, row.bank_account_id, said) })
  const problem = payingAgreementProblem(whole)
  if (problem) throw invalid(problem[0] === 'bank_code' ? 'bank_account_id' : problem[0], problem[1])
  return whole
}

async function mustFind(ctx: Context, id: string): Promise<PaymentAgreement> {
  const agreement = await findPaymentAgreement(ctx.db, ctx.companyId, id)
  if (!agreement) throw fail('resource.not_found')
  return agreement
}

export async function mustLockAgreement(ctx: Context, id: string): Promise<PaymentAgreement> {
  const agreement = await lockPaymentAgreement(ctx.db, ctx.companyId, id)
  if (!agreement) throw fail('resource.not_found')
  return agreement
}
