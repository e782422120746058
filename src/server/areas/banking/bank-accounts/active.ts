// An account that may still take lines in: there, and not archived.
import { sql } from 'kysely'
import { fail, invalid } from '#server/base/fail.ts'
import { first } from '#server/db/query.ts'
import type { Context } from '#server/kernel/context.ts'

/** Throws `resource.not_found`, or `validation.failed` for an archived account. */
export async function mustBeActive({ db, companyId }: Context, accountId: string): Promise<void> {
  const account = await first(
    db,
    sql<{ status: string }>`select status from bank_accounts where company_id = ${companyId} and id = ${accountId} and deleted_at is null`,
  )
  if (account === undefined) throw fail('resource.not_found')
  if (account.status !== 'ACTIVE') throw invalid('bank_account_id', 'Esta conta está arquivada: escolha uma conta ativa')
}
