// Bank accounts: their facts, what the books say they hold at a day, and archiving, which keeps the history.
import type { BankAccount } from '#contract/bank-accounts.ts'
import type { contract } from '#contract/index.ts'
import { formatDay } from '#domain/days.ts'
import { fail } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { institutionName } from '../institutions/handlers.ts'
import {
  type AccountFields,
  archiveAccount,
  balancesAt,
  closedFrom,
  findAccount,
  insertAccount,
  listAccounts,
  updateAccount,
} from './rows.ts'

/** 'Itaú Unibanco S.A. 45871-3': how an account is named in the journal. */
export function accountLabel(account: { institution_name: string; account_number: string | null }): string {
  return [account.institution_name, account.account_number].filter(Boolean).join(' ')
}

export const bankAccountHandlers: Handlers<(typeof contract)['bankAccounts']> = {
  async create(ctx, { body }) {
    const id = ctx.newId()
    const account: AccountFields = {
      routing_number: body.routing_number,
      kind: body.kind,
      institution_name: nameOf(body.institution_name, body.routing_number),
      branch_number: body.branch_number ?? null,
      account_number: body.account_number ?? null,
      initial_balance_amount_cents: body.initial_balance_amount_cents ?? 0,
      date_initial_balance: body.date_initial_balance ?? null,
    }
    await insertAccount(ctx.db, ctx.companyId, id, account)
    ctx.touch(id)
    ctx.label(`Conta ${accountLabel(account)} criada`)
    return mustFind(ctx, id)
  },

  list: ctx => listAccounts(ctx.db, ctx.companyId, ctx.today),

  async balance(ctx, { query }) {
    const date = query.date ?? ctx.today
    const accounts = await balancesAt(ctx.db, ctx.companyId, date, query.bank_account_ids)
    if (query.bank_account_ids?.some(id => !accounts.some(account => account.bank_account_id === id))) throw fail('resource.not_found')
    return { date, total_cents: accounts.reduce((total, account) => total + account.balance_cents, 0), accounts }
  },

  get: (ctx, { params }) => mustFind(ctx, params.id),

  async update(ctx, { params, body }) {
    const before = await mustFind(ctx, params.id)
    if (body.version !== undefined && body.version !== before.version) throw fail('conflict.stale_version', {}, { current: before })
    const routing_number = body.routing_number ?? before.routing_number
    const after: AccountFields = {
      routing_number,
      kind: body.kind ?? before.kind,
      // Another bank brings its own name, unless the person wrote one.
      institution_name:
        body.institution_name !== undefined && body.institution_name !== before.institution_name
          ? nameOf(body.institution_name, routing_number)
          : routing_number === before.routing_number
            ? before.institution_name
            : nameOf(undefined, routing_number),
      branch_number: body.branch_number === undefined ? before.branch_number : body.branch_number,
      account_number: body.account_number === undefined ? before.account_number : body.account_number,
      initial_balance_amount_cents: body.initial_balance_amount_cents ?? before.initial_balance_amount_cents,
      date_initial_balance: body.date_initial_balance === undefined ? before.date_initial_balance : body.date_initial_balance,
    }
    await refuseClosedBalance(ctx, before, after)
    if (!(await updateAccount(ctx.db, ctx.companyId, params.id, before.version, after))) {
      throw fail('conflict.stale_version', {}, { current: await mustFind(ctx, params.id) })
    }
    ctx.touch(params.id)
    ctx.label(`Conta ${accountLabel(after)} alterada`)
    return mustFind(ctx, params.id)
  },

  async archive(ctx, { params }) {
    const account = await mustFind(ctx, params.id)
    await archiveAccount(ctx.db, ctx.companyId, params.id)
    ctx.touch(params.id)
    ctx.label(`Conta ${accountLabel(account)} arquivada`)
    return mustFind(ctx, params.id)
  },
}

async function mustFind(ctx: Context, id: string): Promise<BankAccount> {
  const account = await findAccount(ctx.db, ctx.companyId, ctx.today, id)
  if (!account) throw fail('resource.not_found')
  return account
}

const nameOf = (given: string | undefined, routingNumber: string): string =>
  given?.trim() || institutionName(routingNumber) || `Banco ${routingNumber}`

/** The opening balance is part of every later one: it stays as it is once a period after it is closed. */
async function refuseClosedBalance(ctx: Context, before: BankAccount, after: AccountFields): Promise<void> {
  if (
    before.initial_balance_amount_cents === after.initial_balance_amount_cents &&
    before.date_initial_balance === after.date_initial_balance
  )
    return
  const days = [before.date_initial_balance, after.date_initial_balance]
  const earliest = days.includes(null) ? null : (days.filter(day => day !== null).sort()[0] ?? null)
  const closed = await closedFrom(ctx.db, ctx.companyId, earliest)
  if (closed) throw fail('period.closed', { data: formatDay(closed.end_date) })
}
