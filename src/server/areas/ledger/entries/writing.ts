// The rules every write of a bill or receivable passes: who may, in which status, in which open period; refused row by row.
import type { PaymentDetails } from '#contract/entry.ts'
import { ERRORS, type ErrorDetail, type ErrorId, errorText } from '#contract/errors.ts'
import { formatDay } from '#domain/days.ts'
import { receivableStatus } from '#domain/due.ts'
import type { BillStatus, ReceivableStatus, TitleKind } from '#domain/enums.ts'
import { LINE_REFUSED, readLine } from '#domain/payments/boleto.ts'
import { type ClosedRange, closedRangeOf, type PeriodOperation } from '#domain/periods.ts'
import {
  canMove,
  FIELDS_THAT_WITHDRAW_APPROVAL,
  FREE_FIELDS,
  initialBillStatus,
  isEditable,
  isFreelyEditable,
  type MoveFacts,
  settlementDate,
  statusAfterUndo,
} from '#domain/transitions.ts'
import { isConfirmed } from '#server/areas/people/auth/step-up.ts'
import { type Failure, fail, refuse } from '#server/base/fail.ts'
import type { Actor, Context } from '#server/kernel/context.ts'
import { approvalFacts } from './company-facts.ts'
import { type BeforeSettlement, closedRanges, type EntryChange, lockEntries, type StoredEntry } from './rows.ts'
import { isSettled } from './sql.ts'

export interface Blocked {
  id: string
  error_id: ErrorId
  message: string
}

/** Why one row may not be written: a catalogue id, its final text, and the field to blame when there is one. */
export interface Refusal {
  id: ErrorId
  reason: string
  field?: string
}

export const SETTLED_STATUS: Record<TitleKind, string> = { BILL: 'PAID', RECEIVABLE: 'RECEIVED' }

/** What the checks of one call share: read once, whatever the count of rows. */
export interface WriteFacts {
  ranges: readonly ClosedRange[]
  asksApproval: boolean
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
    asksApproval: company.requires_approval,
    approvalLimitCents: company.approval_limit_cents,
    onePerson: company.members <= 1,
    mayApprove: { BILL: ctx.rights.bills.includes('a'), RECEIVABLE: ctx.rights.receivables.includes('a') },
    codeConfirmed: isConfirmed(ctx, STEP_UP_MS),
  }
}

/** The status of a bill made now by this actor, not settled. */
export const newBillStatus = (facts: WriteFacts): BillStatus =>
  initialBillStatus({ company_asks_approval: facts.asksApproval, creator_may_approve: facts.mayApprove.BILL })

/** What a group of titles needs of its call to be conciliated: a request's context, or a job's own. */
export type Desk = Pick<Context, 'db' | 'companyId' | 'newId' | 'today' | 'now' | 'touch'> & { actor: Pick<Actor, 'user_id'> }

/** The rows, locked in id order; one of them unknown, of another company or deleted refuses the call. */
export async function mustLock(ctx: Pick<Context, 'db' | 'companyId'>, ids: readonly string[], kind?: TitleKind): Promise<StoredEntry[]> {
  const unique = [...new Set(ids)]
  const rows = await lockEntries(ctx.db, ctx.companyId, unique, kind)
  const missing = missingOf(
    unique,
    rows.filter(row => row.deleted_at === null),
  )
  if (missing.length > 0) throw rejection(missing, unique.length)
  return rows
}

/** The asked ids that were not found, as refused rows. */
export function missingOf(ids: readonly string[], found: readonly { id: string }[]): Blocked[] {
  const known = new Set(found.map(row => row.id))
  return ids.filter(id => !known.has(id)).map(id => ({ id, error_id: 'resource.not_found', message: ERRORS['resource.not_found'].message }))
}

/** One refused row of a call for one record is its own error; of many, the list of the refused. */
export function rejection(blocked: readonly (Blocked & { field?: string })[], asked: number): Failure {
  const only = blocked[0]
  if (asked === 1 && only) {
    const id = only.error_id
    return refuse(id, only.message, only.field === undefined ? {} : { details: [{ field: only.field, id, message: only.message }] })
  }
  const details: ErrorDetail[] = blocked.slice(0, 1000).map(row => ({ field: row.id, id: row.error_id, message: row.message }))
  return fail('bulk.rejected', { n: blocked.length }, { details })
}

export const asBlocked = (row: { id: string }, refusal: Refusal): Blocked & { field?: string } => ({
  id: row.id,
  error_id: refusal.id,
  message: refusal.reason,
  ...(refusal.field === undefined ? {} : { field: refusal.field }),
})

export const periodClosed = (day: string): Refusal => ({
  id: 'period.closed',
  reason: errorText('period.closed', { data: formatDay(day) }),
})

type Dated = Pick<StoredEntry, 'date' | 'due_date' | 'competence_date' | 'status'> & { issue_date?: string | null }

export function closedRefusal(
  operation: PeriodOperation,
  before: Dated | undefined,
  after: Dated | undefined,
  ranges: readonly ClosedRange[],
): Refusal | undefined {
  if (ranges.length === 0) return undefined
  const state = (row: Dated) => ({
    date: row.date,
    due_date: row.due_date,
    issue_date: row.issue_date ?? null,
    competence_date: row.competence_date,
    settled: isSettled(row.status),
  })
  const range = closedRangeOf(
    operation,
    { ...(before ? { before: state(before) } : {}), ...(after ? { after: state(after) } : {}) },
    ranges,
  )
  return range && periodClosed(range.end_date)
}

/** The closed range that keeps a row from becoming another, by what differs between the two: the triggers' rule, asked beforehand. */
export function closedChange(before: StoredEntry, after: StoredEntry, ranges: readonly ClosedRange[]): Refusal | undefined {
  if (ranges.length === 0) return undefined
  const was = isSettled(before.status)
  const is = isSettled(after.status)
  const operations: PeriodOperation[] = []
  if ((before.deleted_at === null) !== (after.deleted_at === null)) operations.push(after.deleted_at === null ? 'restore' : 'delete')
  if (before.has_children !== after.has_children) operations.push('split')
  if (before.amount_cents !== after.amount_cents) operations.push('change_amount')
  if (before.category_id !== after.category_id) operations.push('change_category')
  if (before.competence_date !== after.competence_date) operations.push('change_competence')
  if (before.date !== after.date) operations.push('change_date')
  if (before.bank_account_id !== after.bank_account_id) operations.push('change_bank_account')
  if (was && is && before.conciliation_id !== after.conciliation_id) operations.push('conciliate')
  for (const operation of operations) {
    const refusal = closedRefusal(operation, before, after, ranges)
    if (refusal) return refusal
  }
  if (was === is) return undefined
  return is ? closedRefusal('settle', undefined, after, ranges) : closedRefusal('undo_settlement', before, undefined, ranges)
}

export const statusOf = (row: StoredEntry, today: string): BillStatus | ReceivableStatus =>
  row.kind === 'BILL' ? (row.status as BillStatus) : receivableStatus(row.status as ReceivableStatus, row.due_date, today)

/** A settlement is locked by the day the money moves on, new or old; the day on which an open title was expected locks nothing. */
function closedMove(ctx: Context, row: StoredEntry, to: string, ranges: readonly ClosedRange[]): Refusal | undefined {
  if (to === SETTLED_STATUS[row.kind])
    return closedRefusal('settle', undefined, { ...row, date: settlementDate(row.date, ctx.today) }, ranges)
  return isSettled(row.status) ? closedRefusal('undo_settlement', row, undefined, ranges) : undefined
}

function moveFacts(ctx: Context, row: StoredEntry, facts: WriteFacts, live: ReadonlySet<string>): MoveFacts {
  return {
    conciliated: row.conciliation_id !== null,
    has_account: row.bank_account_id !== null,
    is_parent: row.has_children,
    actor_may_approve: facts.mayApprove[row.kind],
    actor_is_creator: row.created_by === null || row.created_by === ctx.actor.user_id,
    above_approval_limit: row.amount_cents > facts.approvalLimitCents,
    one_person_company: facts.onePerson,
    code_confirmed: facts.codeConfirmed,
    has_live_order: live.has(row.id),
  }
}

/** What a plain status move makes of each row, and which rows it may not touch. Rows already there are left alone. */
export function planMove(
  ctx: Context,
  rows: readonly StoredEntry[],
  to: string,
  reason: string | null,
  facts: WriteFacts,
  /** Bills with an order still on its way to the bank. */
  live: ReadonlySet<string>,
): { changes: EntryChange[]; blocked: Blocked[] } {
  const changes: EntryChange[] = []
  const blocked: Blocked[] = []
  for (const row of rows) {
    const from = statusOf(row, ctx.today)
    const refused = canMove(row.kind, from as BillStatus, to as BillStatus, moveFacts(ctx, row, facts, live))
    const refusal = refused ?? (from === to ? undefined : closedMove(ctx, row, to, facts.ranges))
    if (refusal) blocked.push(asBlocked(row, refusal))
    else if (from !== to) changes.push(moved(ctx, row, to, reason))
  }
  return { changes, blocked }
}

/** What a settlement of this row takes the place of. */
export const beforeSettlement = (row: StoredEntry): BeforeSettlement => ({
  status: row.status,
  date: row.date,
  amount_cents: row.amount_cents,
  bank_account_id: row.bank_account_id,
  applied_at: row.applied_at,
  status_before: row.status_before,
  paid_without_approval: row.paid_without_approval,
  before_settlement: row.before_settlement,
})

/** A settled row as it was before: what was kept of it, else open again on its due date. */
export function unsettled(row: StoredEntry): Omit<BeforeSettlement, 'amount_cents' | 'rest_id' | 'by_hand_id'> {
  const before = row.before_settlement
  if (before) {
    const { amount_cents: _amount, rest_id: _rest, by_hand_id: _byHand, ...columns } = before
    return columns
  }
  return {
    status: row.kind === 'BILL' ? statusAfterUndo(row.status_before as BillStatus | null) : 'PENDING',
    date: row.due_date,
    bank_account_id: row.bank_account_id,
    applied_at: null,
    status_before: null,
    paid_without_approval: false,
    before_settlement: null,
  }
}

export const MOVED_COLUMNS = [
  'status',
  'date',
  'bank_account_id',
  'applied_at',
  'status_before',
  'before_settlement',
  'approved_by',
  'reason',
  'paid_without_approval',
] as const

function moved(ctx: Context, row: StoredEntry, to: string, reason: string | null): EntryChange {
  const kept = {
    id: row.id,
    date: row.date,
    bank_account_id: row.bank_account_id,
    applied_at: row.applied_at,
    status_before: row.status_before,
    before_settlement: row.before_settlement,
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
      before_settlement: beforeSettlement(row),
    }
  }
  if (isSettled(row.status)) return { ...kept, ...unsettled(row) }
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

const differs = (a: unknown, b: unknown): boolean => (a ?? null) !== (b ?? null) && JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

const notEditable = (reason: string): Refusal => ({ id: 'conflict.not_editable', reason })

/** A line is judged when it changes: one stored before lines were judged may stay. */
function isLineKept(before: unknown, after: unknown): boolean {
  const lineOf = (details: unknown) => (details as PaymentDetails | null)?.boleto?.digitable_line
  const line = lineOf(after)
  return line === undefined || line === lineOf(before) || readLine(line) !== undefined
}

/** A slip pays one title: neither another of its series nor a copy has it. */
export function withoutSlip(details: unknown): Omit<PaymentDetails, 'boleto'> {
  const { boleto: _boleto, ...rest } = (details as PaymentDetails | null) ?? {}
  return rest
}

function refusalOfPatch(row: StoredEntry, after: StoredEntry, changed: readonly PatchColumn[], today: string): Refusal | undefined {
  const facts = { status: row.status as BillStatus, conciliated: row.conciliation_id !== null, deleted: row.deleted_at !== null }
  const free: readonly string[] = FREE_FIELDS
  if (!isEditable(facts) && !(changed.every(column => free.includes(column)) && isFreelyEditable(facts))) {
    return notEditable(
      row.status === 'WAITING_PAYMENT' ? 'O pagamento já foi enviado: aguarde a resposta.' : 'Desfaça a conciliação antes de alterar.',
    )
  }
  if (row.has_children && changed.includes('amount_cents')) return notEditable('Este lançamento foi desmembrado: altere as parcelas.')
  if (row.parent_id !== null && changed.includes('amount_cents'))
    return notEditable('Esta parcela é parte de um desmembramento: o valor dela fecha com o das outras.')
  if (changed.includes('payment_details') && !isLineKept(row.payment_details, after.payment_details))
    return { id: 'validation.failed', reason: LINE_REFUSED, field: 'payment_details.boleto.digitable_line' }
  if (row.transfer_id !== null && changed.some(column => column === 'amount_cents' || column === 'bank_account_id' || column === 'date'))
    return notEditable('Este lançamento é parte de uma transferência.')
  if (!isSettled(row.status)) return undefined
  if (after.bank_account_id === null)
    return { id: 'validation.failed', reason: 'Escolha a conta bancária do lançamento.', field: 'bank_account_id' }
  if (after.date > today) return { id: 'validation.failed', reason: 'A data da baixa não pode estar no futuro.', field: 'date' }
  return undefined
}

/** The row as the patch leaves it, or why it may not be patched. */
export function patched(
  row: StoredEntry,
  patch: EntryPatch,
  ranges: readonly ClosedRange[],
  today: string,
): { after: StoredEntry; refusal?: Refusal } {
  const after: StoredEntry = { ...row, ...patch }
  // An open entry is expected on its due date until somebody says otherwise: moving one moves the other.
  if (patch.due_date !== undefined && patch.date === undefined && !isSettled(row.status) && row.date === row.due_date)
    after.date = patch.due_date
  const changed = PATCH_COLUMNS.filter(column => differs(row[column], after[column]))
  if (changed.length === 0) return { after }
  // Inside a closed range nothing of an entry changes, as its `editable` says; nor may it be moved into one.
  const refusal =
    refusalOfPatch(row, after, changed, today) ?? closedRefusal('create', row, undefined, ranges) ?? closedChange(row, after, ranges)
  if (refusal) return { after, refusal }
  const withdraws: readonly string[] = FIELDS_THAT_WITHDRAW_APPROVAL
  if (row.status === 'APPROVED' && changed.some(column => withdraws.includes(column))) {
    after.status = 'PENDING'
    after.approved_by = null
  }
  return { after }
}
