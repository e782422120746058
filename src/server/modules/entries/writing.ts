// The rules every write of a bill or receivable passes: who may, in which status, in which open period; refused row by row.
import { ERRORS, type ErrorDetail, type ErrorId } from '#contract/errors.ts'
import { formatDay } from '#domain/days.ts'
import { receivableStatus } from '#domain/due.ts'
import type { BillStatus, ReceivableStatus, TitleKind } from '#domain/enums.ts'
import { type ClosedRange, closedRangeOf, type PeriodOperation } from '#domain/periods.ts'
import {
  canMove,
  FIELDS_THAT_WITHDRAW_APPROVAL,
  FREE_FIELDS,
  isEditable,
  isFreelyEditable,
  type MoveFacts,
  type Refusal,
  settlementDate,
  statusAfterUndo,
} from '#domain/transitions.ts'
import type { Context } from '../../kernel/context.ts'
import { type Failure, fail } from '../../kernel/fail.ts'
import { approvalFacts } from './company-facts.ts'
import { closedRanges, type EntryChange, lockEntries, type StoredEntry } from './rows.ts'
import { isSettled } from './sql.ts'

export interface Blocked {
  id: string
  error_id: string
  message: string
}

export const SETTLED_STATUS: Record<TitleKind, string> = { BILL: 'PAID', RECEIVABLE: 'RECEIVED' }

/** What the checks of one call share: read once, whatever the count of rows. */
export interface WriteFacts {
  ranges: readonly ClosedRange[]
  approvalLimitCents: number
  onePerson: boolean
  mayApprove: Record<TitleKind, boolean>
  codeConfirmed: boolean
}

const STEP_UP_MS = 15 * 60_000

export async function writeFacts(ctx: Context): Promise<WriteFacts> {
  const company = await approvalFacts(ctx.db, ctx.companyId)
  return {
    ranges: await closedRanges(ctx.db, ctx.companyId),
    approvalLimitCents: company.approval_limit_cents,
    onePerson: company.members <= 1,
    mayApprove: { BILL: ctx.rights.bills.includes('a'), RECEIVABLE: ctx.rights.receivables.includes('a') },
    codeConfirmed: ctx.now - Date.parse(ctx.actor.stepped_up_at) <= STEP_UP_MS,
  }
}

/** The rows, locked in id order; one of them unknown, of another company or deleted refuses the call. */
export async function mustLock(ctx: Context, ids: readonly string[], kind?: TitleKind): Promise<StoredEntry[]> {
  const unique = [...new Set(ids)]
  const rows = await lockEntries(ctx.db, ctx.companyId, unique, kind)
  const live = new Set(rows.filter(row => row.deleted_at === null).map(row => row.id))
  const missing = unique.filter(id => !live.has(id))
  if (missing.length > 0)
    throw rejection(
      missing.map(id => ({ id, error_id: 'resource.not_found', message: ERRORS['resource.not_found'].message })),
      unique.length,
    )
  return rows
}

/** One refused row of a call for one record is its own error; of many, the list of the refused. */
export function rejection(blocked: readonly Blocked[], asked: number): Failure {
  const only = blocked[0]
  if (asked === 1 && only) {
    const id = only.error_id as ErrorId
    return fail(
      id,
      { motivo: only.message, data: only.message, por: '' },
      { details: id === 'validation.failed' ? [{ field: 'bank_account_id', id, message: only.message }] : [] },
    )
  }
  const details: ErrorDetail[] = blocked.slice(0, 1000).map(row => ({ field: row.id, id: row.error_id, message: row.message }))
  return fail('bulk.rejected', { n: blocked.length }, { details })
}

const asBlocked = (row: StoredEntry, refusal: Refusal): Blocked => ({ id: row.id, error_id: refusal.id, message: refusal.reason })

export function closedRefusal(
  operation: PeriodOperation,
  before: StoredEntry | undefined,
  after: StoredEntry | undefined,
  ranges: readonly ClosedRange[],
): Refusal | undefined {
  if (ranges.length === 0) return undefined
  const state = (row: StoredEntry) => ({
    date: row.date,
    due_date: row.due_date,
    issue_date: row.issue_date,
    competence_date: row.competence_date,
    settled: isSettled(row.status),
  })
  const range = closedRangeOf(
    operation,
    { ...(before ? { before: state(before) } : {}), ...(after ? { after: state(after) } : {}) },
    ranges,
  )
  return range && { id: 'period.closed', reason: formatDay(range.end_date) }
}

export const statusOf = (row: StoredEntry, today: string): BillStatus | ReceivableStatus =>
  row.kind === 'BILL' ? (row.status as BillStatus) : receivableStatus(row.status as ReceivableStatus, row.due_date, today)

function moveFacts(ctx: Context, row: StoredEntry, to: string, facts: WriteFacts): MoveFacts {
  const settling = to === SETTLED_STATUS[row.kind]
  const date = settling ? settlementDate(row.date, ctx.today) : row.date
  const leaving = isSettled(row.status) && !settling
  return {
    conciliated: row.conciliation_id !== null,
    has_account: row.bank_account_id !== null,
    closed_period: closedRefusal(leaving ? 'undo_settlement' : 'settle', row, { ...row, date }, facts.ranges) !== undefined,
    is_parent: row.has_children,
    actor_may_approve: facts.mayApprove[row.kind],
    actor_is_creator: row.created_by === null || row.created_by === ctx.actor.user_id,
    above_approval_limit: row.amount_cents > facts.approvalLimitCents,
    one_person_company: facts.onePerson,
    code_confirmed: facts.codeConfirmed,
    has_live_order: false,
  }
}

/** What a plain status move makes of each row, and which rows it may not touch. Rows already there are left alone. */
export function planMove(
  ctx: Context,
  rows: readonly StoredEntry[],
  to: string,
  reason: string | null,
  facts: WriteFacts,
): { changes: EntryChange[]; blocked: Blocked[] } {
  const changes: EntryChange[] = []
  const blocked: Blocked[] = []
  for (const row of rows) {
    const from = statusOf(row, ctx.today)
    const refusal = canMove(row.kind, from as BillStatus, to as BillStatus, moveFacts(ctx, row, to, facts))
    if (refusal) blocked.push(asBlocked(row, refusal))
    else if (from !== to) changes.push(moved(ctx, row, to, reason))
  }
  return { changes, blocked }
}

export const MOVED_COLUMNS = ['status', 'date', 'applied_at', 'status_before', 'approved_by', 'reason', 'paid_without_approval'] as const

function moved(ctx: Context, row: StoredEntry, to: string, reason: string | null): EntryChange {
  const kept = {
    id: row.id,
    date: row.date,
    applied_at: row.applied_at,
    status_before: row.status_before,
    approved_by: row.approved_by,
    reason,
    paid_without_approval: row.paid_without_approval,
  }
  if (to === SETTLED_STATUS[row.kind]) {
    return {
      ...kept,
      status: to,
      date: settlementDate(row.date, ctx.today),
      applied_at: new Date(ctx.now).toISOString(),
      status_before: row.status,
    }
  }
  if (isSettled(row.status)) {
    const back = row.kind === 'BILL' ? statusAfterUndo(row.status_before as BillStatus | null) : 'PENDING'
    return { ...kept, status: back, applied_at: null, status_before: null, paid_without_approval: false }
  }
  const approves = to === 'APPROVED' || to === 'WAITING_PAYMENT'
  return { ...kept, status: to, approved_by: approves ? (row.approved_by ?? ctx.actor.user_id) : null }
}

export type EntryPatch = Partial<Pick<StoredEntry, PatchColumn>>
export const PATCH_COLUMNS = [
  'amount_cents',
  'due_date',
  'date',
  'competence_date',
  'issue_date',
  'bank_account_id',
  'category_id',
  'contact_id',
  'additional_information',
  'document_number',
  'payment_method',
  'payment_details',
  'sorting_index',
] as const
type PatchColumn = (typeof PATCH_COLUMNS)[number]

const OPERATION_OF: Partial<Record<PatchColumn, PeriodOperation>> = {
  amount_cents: 'change_amount',
  category_id: 'change_category',
  competence_date: 'change_competence',
  date: 'change_date',
  bank_account_id: 'change_bank_account',
}

const differs = (a: unknown, b: unknown): boolean => (a ?? null) !== (b ?? null) && JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

/** The row as the patch leaves it, or why it may not be patched. */
export function patched(row: StoredEntry, patch: EntryPatch, ranges: readonly ClosedRange[]): { after: StoredEntry; refusal?: Refusal } {
  const after: StoredEntry = { ...row, ...patch }
  // An open entry is expected on its due date until somebody says otherwise: moving one moves the other.
  if (patch.due_date !== undefined && patch.date === undefined && !isSettled(row.status) && row.date === row.due_date)
    after.date = patch.due_date
  const changed = PATCH_COLUMNS.filter(column => differs(row[column], after[column]))
  if (changed.length === 0) return { after }
  const facts = { status: row.status as BillStatus, conciliated: row.conciliation_id !== null, deleted: row.deleted_at !== null }
  const free: readonly string[] = FREE_FIELDS
  if (!isEditable(facts) && !(changed.every(column => free.includes(column)) && isFreelyEditable(facts))) {
    const why =
      row.status === 'WAITING_PAYMENT' ? 'O pagamento já foi enviado: aguarde a resposta.' : 'Desfaça a conciliação antes de alterar.'
    return { after, refusal: { id: 'conflict.invalid_transition', reason: why } }
  }
  if (row.has_children && changed.includes('amount_cents'))
    return { after, refusal: { id: 'conflict.invalid_transition', reason: 'Este lançamento foi desmembrado: altere as parcelas.' } }
  if (row.transfer_id !== null && changed.some(column => column === 'amount_cents' || column === 'bank_account_id')) {
    return { after, refusal: { id: 'conflict.invalid_transition', reason: 'Este lançamento é parte de uma transferência.' } }
  }
  for (const column of changed) {
    const operation = OPERATION_OF[column]
    const refusal = operation && closedRefusal(operation, row, after, ranges)
    if (refusal) return { after, refusal }
  }
  const withdraws: readonly string[] = FIELDS_THAT_WITHDRAW_APPROVAL
  if (row.status === 'APPROVED' && changed.some(column => withdraws.includes(column))) {
    after.status = 'PENDING'
    after.approved_by = null
  }
  return { after }
}
