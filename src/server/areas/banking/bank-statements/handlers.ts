// Bank statements: what the banks reported, listed whole or as what changed, and lines a person writes down.
import type { contract } from '#contract/index.ts'
import { LIST_ROWS } from '#contract/kit/fields.ts'
import { STATEMENT_ENTRY_STATUSES } from '#domain/enums.ts'
import { memoPattern } from '#domain/matching/memo.ts'
import { counted } from '#domain/text.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { deltaStart } from '#server/kernel/columnar.ts'
import type { Handlers } from '#server/kernel/context.ts'
import { identityKey } from '#server/parsers/statement-reader.ts'
import { findAccountOf } from '../bank-accounts/digital.ts'
import { accountNames } from '../bank-accounts/rows.ts'
import { startImport } from '../imports/handlers.ts'
import { lockAccounts } from '../imports/taking-rows.ts'
import { columnarLines, findStatement, insertLines, insertStatement, listLines, listStatements, ownerOf, takenId } from './rows.ts'

export const bankStatementHandlers: Handlers<(typeof contract)['bankStatements']> = {
  async digitalAccount(ctx, { query }) {
    const account = await findAccountOf(ctx.db, ctx.companyId)
    if (!account?.bank_account_id) return []
    return listLines(ctx.db, ctx.companyId, { of: { bank_account_id: account.bank_account_id }, ...query }, LIST_ROWS + 1)
  },

  async list(ctx, { query }) {
    const ids = new Set(query.bank_account_ids)
    if (ids.size > 0 && (await accountNames(ctx.db, ctx.companyId, [...ids])).length !== ids.size) throw fail('resource.not_found')
    return listStatements(ctx.db, ctx.companyId, query.bank_account_ids)
  },

  async entries(ctx, { params, query }) {
    const of = await ownerOf(ctx.db, ctx.companyId, params.id)
    if (!of) throw fail('resource.not_found')
    const filter = { of, start_date: query.start_date, end_date: query.end_date, statuses: readStatuses(query.status) }
    if (ctx.columnar) return columnarLines(ctx.db, ctx.companyId, filter, await deltaStart(ctx.db, query.since))
    return listLines(ctx.db, ctx.companyId, filter, LIST_ROWS + 1)
  },

  upload: (ctx, { file, form, query }) => startImport(ctx, file, form, query.preview ?? false),

  async create(ctx, { body }) {
    const { bank_account_id } = body
    // The same lock as an import: the two never add the same movement side by side.
    const status = (await lockAccounts(ctx.db, ctx.companyId, [bank_account_id])).get(bank_account_id)
    if (status === undefined) throw fail('resource.not_found')
    if (status !== 'ACTIVE') throw invalid('bank_account_id', 'Esta conta está arquivada: escolha uma conta ativa')
    const rows = body.entries.map(({ date, description, amount_cents, transaction_id }) => ({
      id: ctx.newId(),
      date,
      description,
      amount_cents,
      transaction_id: transaction_id ?? null,
      identity_key: identityKey({ day: date, amount_cents, memo: description }),
      memo_pattern: memoPattern(description),
    }))
    const taken = await takenId(ctx.db, ctx.companyId, bank_account_id, rows)
    if (taken) throw fail('conflict.already_exists', { motivo: `O lançamento ${taken.transaction_id} já está no extrato.` })
    const days = rows.map(row => row.date).sort()
    const id = ctx.newId()
    await insertStatement(ctx.db, ctx.companyId, {
      id,
      bank_account_id,
      source: 'MANUAL',
      start_date: days[0] ?? ctx.today,
      end_date: days.at(-1) ?? ctx.today,
    })
    await insertLines(ctx.db, ctx.companyId, { bank_account_id, statement_id: id }, rows)
    ctx.touch(id, ...rows.map(row => row.id))
    ctx.label(counted(rows.length, ['lançamento de extrato registrado', 'lançamentos de extrato registrados']))
    const created = await findStatement(ctx.db, ctx.companyId, id)
    if (!created) throw new Error('a statement was not created')
    return created
  },
}

/** Statuses joined by ';'. */
function readStatuses(text: string | undefined): string[] | undefined {
  const statuses = text?.split(';').filter(Boolean)
  const known: readonly string[] = STATEMENT_ENTRY_STATUSES
  if (statuses?.some(status => !known.includes(status))) throw invalid('status', 'Situação não aceita')
  return statuses
}
