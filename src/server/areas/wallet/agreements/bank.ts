// The bank of an agreement, to collect or to pay by file: that of its account.
import { ofBank } from '#domain/collection/agreement.ts'
import { invalid } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { bankCodeOf } from './rows.ts'

/** Its COMPE code. `said` is the bank that the form asked for: the form's fields are that bank's own. */
export async function bankOfAccount(ctx: Context, accountId: string, said: string | undefined): Promise<string> {
  const bank = await bankCodeOf(ctx.db, ctx.companyId, accountId)
  if (!bank) throw invalid('bank_account_id', 'Escolha uma conta ativa')
  if (said !== undefined && said !== bank.code)
    throw invalid('bank_code', `A conta escolhida não é ${ofBank(said)}: troque o banco ou a conta.`)
  return bank.code
}
