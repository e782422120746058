// What a hand-over holds: the settled entries as postings of the office's chart, what has no account there, and what was delivered before.
import type { Mapping } from '#contract/chart-accounts.ts'
import type { HandoverPreview } from '#contract/handovers.ts'
import { postingOf } from '#domain/accounting.ts'
import { type Compared, compared, type DeliveryState, type Posted } from '#domain/handover/changes.ts'
import { historyFrom, type MappingSubject } from '#domain/handover/mapping.ts'
import { listMappings } from '#server/areas/ledger/chart/rows.ts'
import type { Interval } from '#server/areas/reports/income-statement/rows.ts'
import { type AccountingEntry, accountingEntries } from '#server/areas/reports/reports/rows.ts'
import { tooManyRows } from '#server/base/fail.ts'
import type { InCompany } from '#server/kernel/context.ts'
import { deliveredLines } from './rows.ts'

const MAX_ROWS = 100_000

type Waiting = HandoverPreview['unmapped'][number]

export interface HandoverPlan extends Compared<Posted> {
  unmapped: Waiting[]
  left_out_count: number
  /** Something of these days was delivered before. */
  complement: boolean
}

export async function planHandover(ctx: InCompany, interval: Interval): Promise<HandoverPlan> {
  const { db, companyId } = ctx
  const entries = await accountingEntries(db, companyId, interval, MAX_ROWS + 1)
  if (entries.length > MAX_ROWS) throw tooManyRows()
  const mappings = mappingsBySubject(await listMappings(db, companyId))
  const postings: Posted[] = []
  const waiting = new Map<string, Waiting>()
  const left = new Set<string>()
  for (const entry of entries) {
    const found = posted(entry, mappings)
    if ('entry_id' in found) {
      postings.push(found)
      continue
    }
    left.add(entry.id)
    const key = found.subject_id ?? found.name
    const known = waiting.get(key) ?? { ...found, count: 0, amount_cents: 0 }
    waiting.set(key, { ...known, count: known.count + 1, amount_cents: known.amount_cents + entry.amount_cents })
  }
  const delivered = await deliveredLines(
    db,
    companyId,
    interval,
    postings.map(posting => posting.entry_id),
  )
  // Delivered, and now without an account: it waits for one, it is not gone.
  for (const id of left) delivered.delete(id)
  return {
    ...compared(postings, delivered),
    unmapped: [...waiting.values()].sort((a, b) => b.count - a.count),
    left_out_count: left.size,
    complement: [...delivered.values()].some(line => line.date >= interval.start_date && line.date <= interval.end_date),
  }
}

/** Of the entries that have accounts, what the office has of each. */
export async function deliveryStates(ctx: InCompany, interval: Interval): Promise<ReadonlyMap<string, DeliveryState>> {
  return (await planHandover(ctx, interval)).states
}

type BySubject = ReadonlyMap<string, Mapping>

const mappingsBySubject = (mappings: readonly Mapping[]): BySubject =>
  new Map(mappings.map(mapping => [mapping.category_id ?? mapping.bank_account_id ?? mapping.contact_id ?? '', mapping]))

type Lacking = Pick<Waiting, 'name' | 'subject_id'> & { subject: MappingSubject | null }

function posted(entry: AccountingEntry, mappings: BySubject): Posted | Lacking {
  const account = entry.bank_account_id === null ? undefined : mappings.get(entry.bank_account_id)
  if (!account) return lacking('ACCOUNT', entry.bank_account_id, entry.account ?? 'Sem conta bancária')
  const other = counterpartOf(entry, mappings)
  if (!other) {
    const name = entry.counterpart || (entry.is_transfer ? 'Transferência sem a outra conta' : 'Sem categoria')
    return entry.is_transfer ? lacking('ACCOUNT', entry.other_account_id, name) : lacking('CATEGORY', entry.category_ids[0] ?? null, name)
  }
  const [debit, credit] = entry.kind === 'BILL' ? [other, account] : [account, other]
  const spoken = { ...entry, counterpart: entry.counterpart || null }
  return {
    entry_id: entry.id,
    date: entry.date,
    debit: debit.chart_account_id,
    credit: credit.chart_account_id,
    amount_cents: entry.amount_cents,
    history_code: other.history_code ?? '',
    history: (other.history && historyFrom(other.history, spoken)) || postingOf(spoken).history,
    document: entry.document_number ?? '',
  }
}

const lacking = (subject: MappingSubject, id: string | null, name: string): Lacking => ({
  subject: id === null ? null : subject,
  subject_id: id,
  name,
})

/** A contact's own account goes before its category's, and a category's before that of one above it. */
function counterpartOf(entry: AccountingEntry, mappings: BySubject): Mapping | undefined {
  if (entry.is_transfer) return entry.other_account_id === null ? undefined : mappings.get(entry.other_account_id)
  const ids = entry.contact_id === null ? entry.category_ids : [entry.contact_id, ...entry.category_ids]
  return ids.map(id => mappings.get(id)).find(mapping => mapping !== undefined)
}
