// Collection agreements: what a company and its bank agreed on for slips by file.
import type { Agreement } from '#contract/collection.ts'
import type { contract } from '#contract/index.ts'
import { agreementProblem, COLLECTION_BANKS } from '#domain/collection/agreement.ts'
import { counted } from '#domain/text.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { bankOfAccount } from './bank.ts'
import {
  type AgreementRow,
  deleteAgreement,
  findAgreement,
  insertAgreement,
  listAgreements,
  lockAgreement,
  openSlips,
  updateAgreement,
} from './rows.ts'

type AgreementHandlers = Handlers<(typeof contract)['agreements']>

/** What an agreement says where its form leaves a field out. */
const NEW: Omit<AgreementRow, 'bank_account_id' | 'bank_code' | 'layout' | 'branch' | 'account'> = {
  branch_digit: '',
  account_digit: '',
  code: '',
  wallet: '',
  variation: '',
  transmission_code: '',
  post: '',
  write_off_code: '',
  due_date_code: '',
  first_number: 1,
  first_file: 1,
  interest_rate: 0,
  fine_rate: 0,
  protest_days: null,
  write_off_days: null,
  approved: false,
}

/** What a file already holds is not changed below it: the numbers already given would be another bank's or account's. */
const IDENTITY = ['bank_account_id', 'code', 'wallet', 'branch', 'account', 'post', 'first_number'] as const

export const agreementHandlers: AgreementHandlers = {
  list: ctx => listAgreements(ctx.db, ctx.companyId),
  get: (ctx, { params }) => mustFind(ctx, params.id),

  async create(ctx, { body }) {
    const row = await checked(ctx, { ...NEW, ...given(body) } as AgreementRow, body.bank_code)
    const id = ctx.newId()
    await insertAgreement(ctx.db, ctx.companyId, id, row)
    ctx.touch(id)
    const made = await mustFind(ctx, id)
    ctx.label(`Convênio ${made.name} criado`)
    return made
  },

  async update(ctx, { params, body }) {
    const before = await mustLock(ctx, params.id)
    const { version, ...fields } = body
    if (version !== undefined && version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const after = await checked(ctx, { ...before, ...given(fields) }, fields.bank_code)
    if (IDENTITY.some(field => after[field] !== before[field]) && (await openSlips(ctx.db, ctx.companyId, before.id)) > 0)
      throw refuse(
        'conflict.not_editable',
        'Há boletos em aberto neste convênio: conta, carteira e códigos não mudam. Crie outro convênio.',
      )
    if (!(await updateAgreement(ctx.db, ctx.companyId, before.id, before.version, after)))
      throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, before.id) })
    ctx.touch(before.id)
    ctx.label(`Convênio ${before.name} alterado`)
    return mustFind(ctx, before.id)
  },

  async delete(ctx, { params }) {
    const { id, name } = await mustLock(ctx, params.id)
    const open = await openSlips(ctx.db, ctx.companyId, id)
    if (open > 0)
      throw refuse(
        'conflict.not_editable',
        `O convênio tem ${counted(open, ['boleto em aberto', 'boletos em aberto'])}: ${open === 1 ? 'baixe-o' : 'baixe-os'} antes.`,
      )
    await deleteAgreement(ctx.db, ctx.companyId, id)
    ctx.touch(id)
    ctx.label(`Convênio ${name} excluído`)
    return { ok: true as const }
  },
}

const given = <T extends object>(fields: T): Partial<AgreementRow> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

async function checked(ctx: Context, row: AgreementRow, said: string | undefined): Promise<AgreementRow> {
  const bank_code = await bankOfAccount(ctx, row.bank_account_id, said)
  const whole = { ...row, bank_code }
  const problem = agreementProblem(whole)
  if (problem) throw invalid(problem[0] === 'bank_code' ? 'bank_account_id' : problem[0], problem[1])
  const { name, numbersByBank } = COLLECTION_BANKS[bank_code] ?? {}
  for (const field of ['protest_days', 'write_off_days'] as const)
    if (numbersByBank && whole[field] !== null) throw invalid(field, `Deixe em branco: o ${name} não recebe isso por arquivo`)
  return whole
}

async function mustFind(ctx: Context, id: string): Promise<Agreement> {
  const agreement = await findAgreement(ctx.db, ctx.companyId, id)
  if (!agreement) throw fail('resource.not_found')
  return agreement
}

/** Whoever makes slips of it meanwhile comes before or after. */
async function mustLock(ctx: Context, id: string): Promise<Agreement> {
  const agreement = await lockAgreement(ctx.db, ctx.companyId, id)
  if (!agreement) throw fail('resource.not_found')
  return agreement
}
