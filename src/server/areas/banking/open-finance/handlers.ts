// Open finance as a person drives it: connect a bank, look, bring lines now, take the consent back. Jobs do the asking.
import type { contract } from '#contract/index.ts'
import type { Connection } from '#contract/open-finance.ts'
import { everydayName } from '#domain/banks.ts'
import { ASKS_FOR, connectionMessage, GIVE_UP_SECONDS, PHASE_OF } from '#domain/open-finance.ts'
import { ProviderUnavailable } from '#server/adapters/open-finance.ts'
import { findUser } from '#server/areas/people/auth/rows.ts'
import { readToken } from '#server/areas/platform/links/tokens.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { isFromAhead } from '#server/base/ids.ts'
import { scope } from '#server/db/scope.ts'
import type { SyncJob } from '#server/jobs/queue.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { mustBeActive } from '../bank-accounts/active.ts'
import { institutionName } from '../institutions/handlers.ts'
import {
  changeConnection,
  findConnection,
  findItem,
  findOfAccount,
  insertConnection,
  listConnections,
  type StoredConnection,
  unlinkAccounts,
} from './rows.ts'

export const openFinanceHandlers: Handlers<(typeof contract)['openFinance']> = {
  async token(ctx, { body }) {
    const { bank_account_id = null, code } = body
    if (bank_account_id !== null) await mustBeActive(ctx, bank_account_id)
    const holder_document = await authoriserOf(ctx, body.holder_document)
    const connection = await connectionOf(ctx, body, holder_document)
    if (code !== undefined && connection.status !== 'WAITING_USER_INPUT') {
      throw fail('provider.rejected', { motivo: 'O banco não está esperando um código.' })
    }
    await changeConnection(ctx.db, ctx.companyId, connection.id, {
      revoked_at: null,
      answer: code ?? null,
      ...(bank_account_id === null ? {} : { bank_account_id }),
      ...(body.holder_document === undefined ? {} : { holder_document }),
    })
    const run = await startSync(ctx, connection, { step: code === undefined ? 'begin' : 'poll', renew: true })
    return {
      ...run,
      accessToken: run.publicAccessToken,
      item_id: connection.item_id,
      connection_id: connection.id,
      provider: connection.provider,
    }
  },

  async provider({ services }) {
    const { provider } = services.openFinance
    return { provider, asks_holder: provider !== 'local' }
  },

  async notice(ctx, { params, body }) {
    const linked = readToken(ctx.services.secret, 'bank_notice', params.token, ctx.now)
    if (!linked) throw fail('permission.denied')
    const { company_id, id } = linked
    await scope(ctx.db, { companies: [company_id] })
    const connection = await findConnection(ctx.db, company_id, id)
    // One that a person took back, or that is being asked already, needs no look.
    if (!connection || connection.revoked_at !== null) return { ok: true as const }
    const { itemId } = body
    if (itemId !== undefined)
      ctx.askFirst(`adopt ${connection.item_id} ${itemId}`, () => heard(ctx.services.openFinance.adopt(connection, itemId)))
    if (!isRunning(connection, ctx.now)) await startSync(ctx, connection, { step: 'begin', renew: false, user_id: null })
    return { ok: true as const }
  },

  async connections(ctx) {
    return (await listConnections(ctx.db, ctx.companyId)).map(shown)
  },

  async connection(ctx, { params }) {
    return shown(await mustFind(ctx, params.id))
  },

  async sync(ctx, { params }) {
    const connection = await mustFind(ctx, params.id)
    if (connection.revoked_at !== null || PHASE_OF[connection.status] === 'person') {
      throw fail('provider.rejected', { motivo: messageOf(connection) })
    }
    if (isRunning(connection, ctx.now)) throw fail('idempotency.in_progress', {}, { retry_after: 5 })
    return startSync(ctx, connection, { step: 'begin', renew: false })
  },

  async disconnect(ctx, { params }) {
    const connection = await mustFind(ctx, params.id)
    const { id, item_id } = connection
    await changeConnection(ctx.db, ctx.companyId, id, { revoked_at: new Date(ctx.now).toISOString(), run_id: null, next_sync_at: null })
    await unlinkAccounts(ctx.db, ctx.companyId, id)
    ctx.touch(params.id)
    ctx.label(`Conexão com ${everydayName(connection)} encerrada`)
    const ref = { company_id: ctx.companyId, item_id }
    ctx.afterCommit(() => ctx.services.openFinance.revoke(ref))
    return { ok: true as const }
  },
}

/** The CPF of whoever authorises at the bank; the local aggregator asks for none, and so none is kept. */
async function authoriserOf(ctx: Context, given: string | undefined): Promise<string | null> {
  if (ctx.services.openFinance.provider === 'local') return null
  return given ?? (await findUser(ctx.db, ctx.actor.user_id))?.document_number ?? null
}

/** The connection of an item, made when it is new. */
async function connectionOf(
  ctx: Context,
  {
    item_id: itemId,
    routing_number: routingNumber,
    bank_account_id,
  }: { item_id?: string | undefined; routing_number?: string | undefined; bank_account_id?: string | undefined },
  holder_document: string | null,
): Promise<StoredConnection> {
  const known = itemId === undefined ? undefined : await findItem(ctx.db, ctx.companyId, itemId)
  if (known) return known
  if (itemId === undefined && routingNumber === undefined) throw invalid('routing_number', 'Escolha o banco')
  const provider = ctx.services.openFinance
  const item_id = itemId ?? `${provider.provider}-${routingNumber}-${ctx.newId()}`
  const ref = { company_id: ctx.companyId, item_id }
  const routing_number = routingNumber ?? ctx.askFirst(`institution of ${item_id}`, () => heard(provider.institutionOf(ref)))
  if (routing_number === undefined) throw invalid('item_id', 'O agregador não conhece esta conexão')
  const id = ctx.newId()
  await insertConnection(ctx.db, ctx.companyId, {
    id,
    item_id,
    provider: provider.provider,
    routing_number,
    institution_name: institutionName(routing_number) ?? `Banco ${routing_number}`,
    bank_account_id: bank_account_id ?? null,
    holder_document,
    created_by: ctx.actor.user_id,
  })
  return mustExist(ctx, id)
}

/** An answer of the aggregator; throws `provider.unavailable` when it is away. */
async function heard<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw fail('provider.unavailable')
    throw error
  }
}

async function startSync(
  ctx: Context,
  { id, company_id }: StoredConnection,
  job: Pick<SyncJob, 'step' | 'renew'> & Partial<Pick<SyncJob, 'user_id'>>,
) {
  const user_id = job.user_id === undefined ? ctx.actor.user_id : job.user_id
  const run = await ctx.services.queue.start(ctx.db, 'open_finance.sync', company_id, user_id ?? undefined, {
    ...job,
    connection_id: id,
    user_id,
    attempt: 0,
  })
  await changeConnection(ctx.db, company_id, id, {
    run_id: run.id,
    run_started_at: new Date(ctx.now).toISOString(),
    status: 'UPDATING',
    execution_status: job.step === 'begin' ? 'LOGIN_IN_PROGRESS' : 'LOGIN_MFA_IN_PROGRESS',
  })
  ctx.touch(id)
  ctx.afterCommit(() => ctx.services.queue.wake('open_finance.sync'))
  return run
}

/** A bank is being asked right now; one that never ended does not count. */
const isRunning = ({ status, run_started_at }: StoredConnection, now: number): boolean =>
  PHASE_OF[status] === 'working' &&
  run_started_at !== null &&
  now - Date.parse(run_started_at) < GIVE_UP_SECONDS * 1000 &&
  !isFromAhead(Date.parse(run_started_at), now)

async function mustFind(ctx: Context, accountId: string): Promise<StoredConnection> {
  const found = await findOfAccount(ctx.db, ctx.companyId, accountId)
  if (!found) throw fail('resource.not_found')
  return found
}

async function mustExist(ctx: Context, id: string): Promise<StoredConnection> {
  const found = await findConnection(ctx.db, ctx.companyId, id)
  if (!found) throw new Error('a connection was not created')
  return found
}

const messageOf = (connection: StoredConnection): string =>
  connection.revoked_at === null ? connectionMessage(connection) : 'Conexão encerrada: conecte o banco de novo.'

const shown = (connection: StoredConnection): Connection => ({
  ...connection,
  message: messageOf(connection),
  asks: connection.revoked_at === null ? (ASKS_FOR[connection.status] ?? null) : null,
})
