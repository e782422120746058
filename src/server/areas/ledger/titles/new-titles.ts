// Titles to be: made from what a person gave, or the parts of one that is split.
import type { contract } from '#contract/index.ts'
import type { TitleKind } from '#domain/enums.ts'
import { splitErrors } from '#domain/split.ts'
import { refusalOfDelete } from '#domain/transitions.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { checkRefs } from '../entries/refs.ts'
import { changeEntries, type NewEntry, type StoredEntry } from '../entries/rows.ts'
import { closedRefusal, newBillStatus, SETTLED_STATUS, writeFacts } from '../entries/writing.ts'

type BillHandlers = Handlers<(typeof contract)['bills']>
export type CreateBody = Parameters<BillHandlers['create']>[1]['body']

export async function newTitle(ctx: Context, kind: TitleKind, body: CreateBody): Promise<NewEntry> {
  const settled = body.status === SETTLED_STATUS[kind]
  const date = body.date ?? body.due_date
  if (settled && !body.bank_account_id) throw invalid('bank_account_id', 'Escolha a conta bancária')
  if (settled && date > ctx.today) throw invalid('date', 'A data da baixa não pode estar no futuro.')
  if (settled) ctx.need('conciliation', 'c')
  const { status: _, ...fields } = body
  return {
    ...(fields as Partial<NewEntry>),
    id: ctx.newId(),
    kind,
    status: settled ? SETTLED_STATUS[kind] : kind === 'BILL' ? newBillStatus(await writeFacts(ctx)) : 'PENDING',
    amount_cents: body.amount_cents,
    due_date: body.due_date,
    date,
    competence_date: body.competence_date ?? body.issue_date ?? body.due_date,
    sorting_index: body.sorting_index ?? 0,
    created_by: ctx.actor.user_id,
    ...(settled ? { applied_at: new Date(ctx.now).toISOString(), status_before: 'PENDING' } : {}),
  }
}

type Child = Parameters<BillHandlers['split']>[1]['body']['children'][number]

export async function splitChildren(ctx: Context, row: StoredEntry, children: readonly Child[]): Promise<NewEntry[]> {
  const facts = await writeFacts(ctx)
  const refusal =
    refusalOfDelete({ status: row.status as never, conciliated: row.conciliation_id !== null }) ??
    closedRefusal('split', row, undefined, facts.ranges)
  if (refusal) throw refuse(refusal.id, refusal.reason.replace('excluir', 'dividir'))
  if (row.has_children) throw fail('conflict.not_editable', { motivo: 'Este lançamento já foi desmembrado.' })
  if (row.transfer_id !== null) throw fail('conflict.not_editable', { motivo: 'Uma transferência não se divide.' })
  const errors = splitErrors(row, children)
  if (errors.length > 0) {
    const details = errors.map(({ field, message }) => ({ field, id: 'validation.failed' as const, message }))
    throw fail('validation.failed', { motivo: errors[0]?.message ?? '' }, { details })
  }
  await checkRefs(ctx, children)
  // A child is not split again: it leaves, and its pieces become its siblings.
  const parentId = row.parent_id ?? row.id
  if (row.parent_id === null) await changeEntries(ctx.db, ctx.companyId, ['has_children'], [{ id: row.id, has_children: true }])
  else {
    const gone = { id: row.id, deleted_at: new Date(ctx.now).toISOString(), has_children: true }
    await changeEntries(ctx.db, ctx.companyId, ['deleted_at', 'has_children'], [gone])
  }
  return children.map((child, index) => ({
    ...row,
    // What was approved was this payee's: a part that goes to somebody else is approved anew.
    ...(row.status === 'APPROVED' && child.contact_id !== undefined && child.contact_id !== row.contact_id
      ? { status: 'PENDING', approved_by: null }
      : {}),
    id: ctx.newId(),
    parent_id: parentId,
    has_children: false,
    amount_cents: child.amount_cents,
    due_date: child.due_date ?? row.due_date,
    date: child.due_date ?? row.date,
    competence_date: child.competence_date ?? row.competence_date,
    category_id: child.category_id === undefined ? row.category_id : child.category_id,
    contact_id: child.contact_id === undefined ? row.contact_id : child.contact_id,
    additional_information: child.additional_information ?? row.additional_information,
    sorting_index: row.sorting_index + index,
    split_by_conciliation_id: null,
  }))
}
