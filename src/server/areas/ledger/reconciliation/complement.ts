// The settled entries that explain what a line and its titles differ by.
import { DIFFERENCE_CATEGORY, WITHHELD_TAX_CATEGORY } from '#domain/categories.ts'
import type { DifferenceKind, TitleKind } from '#domain/enums.ts'
import { DIFFERENCE_KIND_LABELS } from '#domain/labels.ts'
import { differenceSign } from '#domain/matching/differences.ts'
import { withheldTaxDueDate } from '#domain/taxes/withheld.ts'
import type { NewEntry, StoredEntry } from '../entries/rows.ts'
import { SETTLED_STATUS } from '../entries/writing.ts'
import type { Settling } from './group-plan.ts'

/**
 * The settled entries that explain a difference; a withholding on a supplier also leaves its tax to pay. The two are no result of their
 * own, for the bill is the whole expense: they share its category, where one takes back what the other adds, or stay outside the result.
 */
export function complement(
  difference: { kind: DifferenceKind; amount_cents: number; category_id?: string | null | undefined },
  kind: TitleKind,
  titles: readonly StoredEntry[],
  { account, date, conciliation_id, facts }: Settling,
): NewEntry[] {
  const main = titles[0] as StoredEntry
  const adds = differenceSign(difference.kind, kind) > 0
  const entryKind: TitleKind = adds === (kind === 'BILL') ? 'BILL' : 'RECEIVABLE'
  const isOwed = difference.kind === 'withholding' && kind === 'BILL'
  const given = difference.category_id ?? (isOwed ? main.category_id : null)
  const categoryNamed = (name: string | undefined) => given ?? facts.categories.get(name ?? '') ?? null
  const base: NewEntry = {
    id: facts.newId(),
    kind: entryKind,
    status: SETTLED_STATUS[entryKind],
    amount_cents: difference.amount_cents,
    date,
    due_date: date,
    competence_date: date,
    bank_account_id: account,
    category_id: categoryNamed(DIFFERENCE_CATEGORY[kind][difference.kind]),
    contact_id: main.contact_id,
    additional_information: `${DIFFERENCE_KIND_LABELS[difference.kind]}: ${main.additional_information ?? 'conciliação'}`,
    applied_at: new Date(facts.now).toISOString(),
    conciliation_id,
    difference_kind: difference.kind,
    created_by: facts.userId,
  }
  if (!isOwed) return [base]
  const due_date = withheldTaxDueDate(date)
  const owed: NewEntry = {
    ...base,
    id: facts.newId(),
    kind: 'BILL',
    status: 'PENDING',
    date: due_date,
    due_date,
    category_id: categoryNamed(WITHHELD_TAX_CATEGORY),
    applied_at: null,
    conciliation_id: null,
    split_by_conciliation_id: conciliation_id,
    additional_information: `Imposto retido a recolher: ${main.additional_information ?? ''}`.trim(),
  }
  return [base, owed]
}
