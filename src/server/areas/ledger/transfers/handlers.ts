// Transfers between own accounts: one movement kept as a bill here and a receivable there, linked, settled together.
import type { contract } from '#contract/index.ts'
import { formatDay } from '#domain/days.ts'
import { transferPairs } from '#domain/matching/transfers.ts'
import { formatCents } from '#domain/money.ts'
import { accountLabel } from '#server/areas/banking/bank-accounts/handlers.ts'
import { type AccountName, accountNames } from '#server/areas/banking/bank-accounts/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { changeEntries, insertEntries, lockEntries, type NewEntry } from '../entries/rows.ts'
import { conciliateGroups } from '../reconciliation/conciliate.ts'
import type { GroupInput } from '../reconciliation/group-plan.ts'
import { lockLines, type StoredLine } from '../reconciliation/rows.ts'
import { deleteTransfer, findTransfers, insertTransfers, listTransfers, lockTransfer, type NewTransfer, unexplainedLines } from './rows.ts'

type TransferHandlers = Handlers<(typeof contract)['transfers']>
type TransferBody = Parameters<TransferHandlers['create']>[1]['body']

export const transferHandlers: TransferHandlers = {
  list: (ctx, { query }) => listTransfers(ctx.db, ctx.companyId, query),

  async equal(ctx, { query }) {
    const lines = await unexplainedLines(ctx.db, ctx.companyId)
    const byId = new Map(lines.map(line => [line.id, line]))
    const wanted = query.bank_statement_entry_id
    if (wanted !== undefined && !byId.has(wanted)) throw fail('resource.not_found')
    return transferPairs(lines)
      .filter(pair => wanted === undefined || pair.from_line_id === wanted || pair.to_line_id === wanted)
      .map(pair => ({
        from_entry_id: pair.from_line_id,
        to_entry_id: pair.to_line_id,
        from_bank_account_id: pair.from_bank_account_id,
        to_bank_account_id: pair.to_bank_account_id,
        amount_cents: pair.amount_cents,
        from_date: byId.get(pair.from_line_id)?.day ?? '',
        to_date: byId.get(pair.to_line_id)?.day ?? '',
        from_description: byId.get(pair.from_line_id)?.description ?? '',
        to_description: byId.get(pair.to_line_id)?.description ?? '',
      }))
  },

  async create(ctx, { body }) {
    const [transfer] = await createTransfers(ctx, [body])
    if (!transfer) throw new Error('a transfer was not created')
    return transfer
  },

  createMany: (ctx, { body }) => createTransfers(ctx, body.transfers),

  async delete(ctx, { params }) {
    const transfer = await lockTransfer(ctx.db, ctx.companyId, params.id)
    if (!transfer) throw fail('resource.not_found')
    const entries = await lockEntries(ctx.db, ctx.companyId, [transfer.bill_id, transfer.receivable_id])
    if (entries.some(entry => entry.deleted_at === null && entry.conciliation_id !== null)) {
      throw fail('conflict.invalid_transition', { motivo: 'Esta transferência está conciliada: desfaça a conciliação antes de excluir.' })
    }
    const deleted_at = new Date(ctx.now).toISOString()
    const live = entries.filter(entry => entry.deleted_at === null)
    await changeEntries(
      ctx.db,
      ctx.companyId,
      ['deleted_at'],
      live.map(entry => ({ id: entry.id, deleted_at })),
    )
    await deleteTransfer(ctx.db, ctx.companyId, params.id)
    ctx.touch(transfer.id, transfer.bill_id, transfer.receivable_id)
    ctx.label(`Transferência de ${formatCents(transfer.amount_cents)} de ${formatDay(transfer.date)} excluída`)
    return { ok: true as const }
  },
}

/** Creates them all, or none: few statements whatever the count. */
async function createTransfers(ctx: Context, bodies: readonly TransferBody[]) {
  const accounts = await usableAccounts(ctx, bodies)
  const lines = await linesOf(ctx, bodies)
  const transfers: NewTransfer[] = []
  const entries: NewEntry[] = []
  const groups: GroupInput[] = []
  for (const body of bodies) {
    const transfer: NewTransfer = {
      id: ctx.newId(),
      date: body.date,
      amount_cents: body.amount_cents,
      additional_information: body.additional_information ?? null,
      from_bank_account_id: body.from_bank_account_id,
      to_bank_account_id: body.to_bank_account_id,
      bill_id: ctx.newId(),
      receivable_id: ctx.newId(),
    }
    transfers.push(transfer)
    entries.push(...sidesOf(ctx, transfer, accounts))
    for (const id of body.bank_statement_entry_ids ?? []) groups.push(sideGroup(transfer, lines.get(id)))
  }
  await insertTransfers(ctx.db, ctx.companyId, transfers)
  await insertEntries(ctx.db, ctx.companyId, entries)
  if (groups.length > 0) await conciliateGroups(ctx, groups)
  const ids = transfers.map(transfer => transfer.id)
  ctx.touch(...ids, ...entries.map(entry => entry.id))
  const only = transfers[0]
  ctx.label(
    transfers.length === 1 && only
      ? `Transferência de ${formatCents(only.amount_cents)} criada`
      : `${transfers.length} transferências criadas`,
  )
  const created = new Map((await findTransfers(ctx.db, ctx.companyId, ids)).map(transfer => [transfer.id, transfer]))
  return ids.map(id => created.get(id)).filter(transfer => transfer !== undefined)
}

async function usableAccounts(ctx: Context, bodies: readonly TransferBody[]): Promise<Map<string, AccountName>> {
  const ids = [...new Set(bodies.flatMap(body => [body.from_bank_account_id, body.to_bank_account_id]))]
  const accounts = new Map((await accountNames(ctx.db, ctx.companyId, ids)).map(account => [account.id, account]))
  if (accounts.size !== ids.length) throw fail('resource.not_found')
  for (const body of bodies) {
    for (const field of ['from_bank_account_id', 'to_bank_account_id'] as const) {
      if (accounts.get(body[field])?.status !== 'ACTIVE') throw invalid(field, 'Esta conta está arquivada: escolha uma conta ativa')
    }
  }
  return accounts
}

async function linesOf(ctx: Context, bodies: readonly TransferBody[]): Promise<Map<string, StoredLine>> {
  const ids = [...new Set(bodies.flatMap(body => body.bank_statement_entry_ids ?? []))]
  if (ids.length === 0) return new Map()
  const lines = new Map((await lockLines(ctx.db, ctx.companyId, ids)).map(line => [line.id, line]))
  if (lines.size !== ids.length) throw fail('resource.not_found')
  return lines
}

/** The two entries: settled on their day, or open while that day has not come. */
function sidesOf(ctx: Context, transfer: NewTransfer, accounts: ReadonlyMap<string, AccountName>): NewEntry[] {
  const settled = transfer.date <= ctx.today
  const name = (id: string) => accountLabel(accounts.get(id) ?? { institution_name: '', account_number: null })
  const side = {
    amount_cents: transfer.amount_cents,
    date: transfer.date,
    due_date: transfer.date,
    competence_date: transfer.date,
    transfer_id: transfer.id,
    applied_at: settled ? new Date(ctx.now).toISOString() : null,
    status_before: settled ? 'PENDING' : null,
    created_by: ctx.actor.user_id,
  }
  return [
    {
      ...side,
      id: transfer.bill_id,
      kind: 'BILL',
      status: settled ? 'PAID' : 'PENDING',
      bank_account_id: transfer.from_bank_account_id,
      additional_information: transfer.additional_information ?? `Transferência para ${name(transfer.to_bank_account_id)}`,
    },
    {
      ...side,
      id: transfer.receivable_id,
      kind: 'RECEIVABLE',
      status: settled ? 'RECEIVED' : 'PENDING',
      bank_account_id: transfer.to_bank_account_id,
      additional_information: transfer.additional_information ?? `Transferência de ${name(transfer.from_bank_account_id)}`,
    },
  ]
}

/** Each line explains the entry of its own account, to the cent: a difference (a TED fee) is an entry of its own. */
function sideGroup(transfer: NewTransfer, line: StoredLine | undefined): GroupInput {
  if (!line) throw fail('resource.not_found')
  if (line.status === 'CONCILIATED' || line.conciliation_id !== null) throw fail('conciliation.already_done', { por: '' })
  const isOut = line.amount_cents < 0
  const account = isOut ? transfer.from_bank_account_id : transfer.to_bank_account_id
  if (line.bank_account_id !== account) {
    throw fail('conciliation.mismatch', {
      motivo: isOut ? 'A saída não é da conta de origem da transferência.' : 'A entrada não é da conta de destino da transferência.',
    })
  }
  if (Math.abs(line.amount_cents) !== transfer.amount_cents) {
    throw fail('conciliation.mismatch', {
      motivo: `A linha de ${formatCents(Math.abs(line.amount_cents))} não é do valor da transferência.`,
    })
  }
  return { title_ids: [isOut ? transfer.bill_id : transfer.receivable_id], line_ids: [line.id] }
}
