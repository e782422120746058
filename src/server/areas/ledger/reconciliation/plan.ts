// What conciliating one group does, decided before anything is written: sums that must agree, titles settled, rests split off.
import type { BillStatus, TitleKind } from '#domain/enums.ts'
import { differenceSign } from '#domain/matching/differences.ts'
import { formatCents } from '#domain/money.ts'
import { type ClosedRange, closedRangeFor } from '#domain/periods.ts'
import { paidWithoutApproval, settlementDate } from '#domain/transitions.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import type { EntryChange, NewEntry, StoredEntry } from '../entries/rows.ts'
import { isSettled } from '../entries/sql.ts'
import { beforeSettlement, closedChange, closedRefusal, periodClosed, SETTLED_STATUS } from '../entries/writing.ts'
import { complement } from './complement.ts'
import type { GroupInput, GroupPlan, PlanFacts, Settling } from './group-plan.ts'
import { refuseAllocations, refuseLines, refuseSums, refuseTitle } from './refusals.ts'
import type { StoredLine } from './rows.ts'

/** The columns a settlement sets, on every settled row alike. */
export const SETTLE_COLUMNS = [
  'status',
  'date',
  'amount_cents',
  'bank_account_id',
  'applied_at',
  'status_before',
  'before_settlement',
  'conciliation_id',
  'has_children',
  'split_by_conciliation_id',
  'paid_without_approval',
] as const

const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0)

export function planGroup(input: GroupInput, titles: readonly StoredEntry[], lines: readonly StoredLine[], facts: PlanFacts): GroupPlan {
  const kind = kindOf(titles)
  refuseLines(lines, kind, facts)
  const settledByHand = titles.length === 1 && lines.length > 0 ? facts.unproven.get(titles[0]?.conciliation_id ?? '') : undefined
  if (settledByHand) return proven(settledByHand, titles, lines, facts)
  const account = accountOf(input, titles, lines)
  const date = lines.length > 0 ? latest(lines) : manualDate(input, titles, facts)
  for (const title of titles) refuseTitle(title, account, date, lines.length > 0, facts)

  refuseAllocations(input, lines)
  const existing = lines.find(line => line.conciliation_id !== null)?.conciliation_id ?? null
  const available = Math.abs(sum(lines.map(line => line.amount_cents))) - Math.abs(existing ? (facts.explained.get(existing) ?? 0) : 0)
  const paid = paidParts(input, titles)
  const only = existing === null ? onlyTitle(input, titles, lines) : undefined
  if (only && available < only.amount_cents) paid.set(only.id, available)
  const differences = (input.differences ?? []).filter(difference => difference.kind !== 'open')
  const explained =
    sum([...paid.values()]) + sum(differences.map(difference => differenceSign(difference.kind, kind) * difference.amount_cents))
  if (lines.length > 0) refuseSums(explained, available, lines.length, input)

  const linked = lines.length > 0 || differences.length > 0 || [...titles].some(title => paid.get(title.id) !== title.amount_cents)
  const conciliation_id = linked ? (existing ?? facts.newId()) : null
  const settled: EntryChange[] = []
  const created: NewEntry[] = []
  for (const title of titles)
    settleTitle(title, paid.get(title.id) ?? title.amount_cents, { account, date, conciliation_id, facts, settled, created })
  for (const difference of differences) created.push(...complement(difference, kind, titles, { account, date, conciliation_id, facts }))
  const done = explained === available
  const plan: GroupPlan = {
    conciliation_id,
    extends: existing !== null,
    created,
    settled,
    lines: lines.map(line => ({ id: line.id, status: done ? 'CONCILIATED' : 'PENDING', conciliation_id })),
  }
  refuseClosed(plan, titles, lines, facts.ranges)
  return plan
}

/** Lines that prove what was settled by hand, charges and all: they join its group, which takes the bank's day and account. */
function proven(
  entries: readonly StoredEntry[],
  titles: readonly StoredEntry[],
  lines: readonly StoredLine[],
  facts: PlanFacts,
): GroupPlan {
  const [title] = titles as [StoredEntry]
  const moved = Math.abs(sum(entries.map(entry => (entry.kind === 'BILL' ? -entry.amount_cents : entry.amount_cents))))
  const available = Math.abs(sum(lines.map(line => line.amount_cents)))
  if (lines.some(line => line.conciliation_id !== null) || moved !== available)
    throw fail('conciliation.mismatch', {
      motivo: `A conta foi baixada à mão por ${formatCents(moved)}. Desfaça a baixa para conciliar outro valor.`,
    })
  const by_hand_id = title.conciliation_id as string
  const proof = { date: latest(lines), bank_account_id: lines[0]?.bank_account_id ?? null, applied_at: new Date(facts.now).toISOString() }
  const plan: GroupPlan = {
    conciliation_id: by_hand_id,
    extends: true,
    created: [],
    settled: entries.map(entry => ({ ...settledAs(entry), ...proof, before_settlement: { ...beforeSettlement(entry), by_hand_id } })),
    lines: lines.map(line => ({ id: line.id, status: 'CONCILIATED', conciliation_id: by_hand_id })),
  }
  refuseClosed(plan, entries, lines, facts.ranges)
  return plan
}

const settledAs = (entry: StoredEntry): EntryChange => ({
  id: entry.id,
  ...Object.fromEntries(SETTLE_COLUMNS.map(column => [column, entry[column]])),
})

/** The one open title that lines pay in part, when the caller says nothing of the rest. */
function onlyTitle(input: GroupInput, titles: readonly StoredEntry[], lines: readonly StoredLine[]): StoredEntry | undefined {
  const [title, another] = titles
  const isExplained = input.allocations?.length || input.differences?.length
  if (!input.leaves_rest || lines.length === 0 || isExplained || !title || another || isSettled(title.status)) return undefined
  return title
}

/** The triggers refuse the same; asked here, the answer names the group. */
function refuseClosed(plan: GroupPlan, titles: readonly StoredEntry[], lines: readonly StoredLine[], ranges: readonly ClosedRange[]): void {
  const line = lines.find(each => closedRangeFor(each.date, ranges))
  const before = new Map(titles.map(title => [title.id, title]))
  const refusals = [
    line && periodClosed(line.date),
    ...plan.settled.map(change =>
      closedChange(before.get(change.id) as StoredEntry, { ...(before.get(change.id) as StoredEntry), ...change }, ranges),
    ),
    ...plan.created.map(entry => closedRefusal('create', undefined, entry, ranges)),
  ]
  const refusal = refusals.find(each => each !== undefined)
  if (refusal) throw refuse(refusal.id, refusal.reason)
}

function kindOf(titles: readonly StoredEntry[]): TitleKind {
  const kind = titles[0]?.kind
  if (!kind) throw invalid('bill_ids', 'Escolha ao menos uma conta')
  if (titles.some(title => title.kind !== kind))
    throw fail('conciliation.mismatch', { motivo: 'Entradas e saídas não se conciliam juntas.' })
  return kind
}

function accountOf(input: GroupInput, titles: readonly StoredEntry[], lines: readonly StoredLine[]): string {
  const account =
    lines[0]?.bank_account_id ?? input.bank_account_id ?? titles.find(title => title.bank_account_id !== null)?.bank_account_id
  if (!account) throw invalid('bank_account_id', 'Escolha a conta bancária')
  return account
}

const latest = (lines: readonly StoredLine[]): string => lines.map(line => line.date).reduce((a, b) => (a > b ? a : b))

function manualDate(input: GroupInput, titles: readonly StoredEntry[], facts: PlanFacts): string {
  const date = input.date ?? settlementDate(titles[0]?.date, facts.today)
  if (date > facts.today) throw invalid('date', 'A data da baixa não pode estar no futuro.')
  return date
}

/** How much of each title this group pays: its allocations, the rest left open, or the whole. */
function paidParts(input: GroupInput, titles: readonly StoredEntry[]): Map<string, number> {
  const paid = new Map(titles.map(title => [title.id, title.amount_cents]))
  if (input.allocations?.length) {
    const allocated = new Map<string, number>()
    for (const allocation of input.allocations)
      allocated.set(allocation.title_id, (allocated.get(allocation.title_id) ?? 0) + allocation.amount_cents)
    for (const [id, cents] of allocated) {
      const whole = paid.get(id)
      if (whole === undefined) throw fail('conciliation.mismatch', { motivo: 'Uma alocação aponta para uma conta fora do grupo.' })
      if (cents <= 0 || cents > whole)
        throw fail('conciliation.mismatch', { motivo: `A alocação deve ficar entre R$ 0,01 e ${formatCents(whole)}.` })
      paid.set(id, cents)
    }
  }
  let open = sum((input.differences ?? []).filter(difference => difference.kind === 'open').map(difference => difference.amount_cents))
  for (const title of [...titles].reverse()) {
    const whole = paid.get(title.id) ?? 0
    const left = Math.min(open, whole - 1)
    if (left > 0) {
      paid.set(title.id, whole - left)
      open -= left
    }
  }
  if (open > 0) throw fail('conciliation.mismatch', { motivo: 'O valor em aberto passa o das contas.' })
  return paid
}

function settleTitle(
  title: StoredEntry,
  paid: number,
  { account, date, conciliation_id, facts, settled, created }: Settling & { settled: EntryChange[]; created: NewEntry[] },
): void {
  const status = SETTLED_STATUS[title.kind]
  const change = {
    id: title.id,
    status,
    date,
    amount_cents: paid,
    bank_account_id: account,
    applied_at: new Date(facts.now).toISOString(),
    status_before: title.status,
    before_settlement: beforeSettlement(title),
    conciliation_id,
    has_children: false,
    split_by_conciliation_id: title.split_by_conciliation_id,
    paid_without_approval: title.kind === 'BILL' && paidWithoutApproval(title.status as BillStatus),
  }
  const rest = title.amount_cents - paid
  if (rest === 0) {
    settled.push(change)
    return
  }
  if (title.transfer_id !== null) throw fail('conciliation.mismatch', { motivo: 'Uma transferência não se divide.' })
  const copy: NewEntry = {
    ...title,
    parent_id: title.parent_id ?? title.id,
    has_children: false,
    split_by_conciliation_id: conciliation_id,
    created_by: facts.userId,
  }
  const open: NewEntry = { ...copy, id: facts.newId(), amount_cents: rest, sorting_index: title.sorting_index + 1 }
  const before_settlement = { ...change.before_settlement, rest_id: open.id }
  if (title.parent_id !== null) {
    // A child is not split again: it keeps the paid part, and the rest becomes its sibling.
    settled.push({ ...change, before_settlement })
    created.push(open)
    return
  }
  settled.push({
    ...change,
    status: title.status,
    date: title.date,
    amount_cents: title.amount_cents,
    bank_account_id: title.bank_account_id,
    applied_at: title.applied_at,
    status_before: title.status_before,
    before_settlement: title.before_settlement,
    conciliation_id: null,
    has_children: true,
    paid_without_approval: title.paid_without_approval,
  })
  created.push(
    { ...copy, ...change, before_settlement, id: facts.newId(), parent_id: title.id, split_by_conciliation_id: conciliation_id },
    open,
  )
}
