// The categories a picker offers: those in use, as the tree they are.
import type { CategoryKind, CategoryStatus } from '#domain/enums.ts'
import { CATEGORY_KIND_LABELS } from '#domain/labels.ts'
import { compareText } from '#domain/text.ts'
import type { ComboItem } from './filter-items.ts'

export interface CategoryRecord {
  id: string
  name: string
  kind: CategoryKind
  status: CategoryStatus
  parent_category_id: string | null
  is_deductible?: boolean | undefined
  is_increasing?: boolean | undefined
}

/** Deductible categories count as CHARGE and DEBIT, increasing ones as CREDIT, whatever their own kind (SPEC.md, Fields). */
export function isCategoryAllowed(category: CategoryRecord, kinds: readonly CategoryKind[]): boolean {
  return (
    kinds.includes(category.kind) ||
    (category.is_deductible === true && (kinds.includes('CHARGE') || kinds.includes('DEBIT'))) ||
    (category.is_increasing === true && kinds.includes('CREDIT'))
  )
}

/** The tree in reading order, ACTIVE and allowed items only. A child whose parent is missing moves to the top level. */
export function categoryItems(categories: readonly CategoryRecord[], kinds?: readonly CategoryKind[]): ComboItem[] {
  const usable = categories.filter(category => category.status === 'ACTIVE' && (!kinds || isCategoryAllowed(category, kinds)))
  const known = new Set(usable.map(category => category.id))
  const parentOf = ({ parent_category_id }: CategoryRecord) =>
    parent_category_id !== null && known.has(parent_category_id) ? parent_category_id : null
  const items: ComboItem[] = []
  const walk = (parent: string | null, path: readonly string[]) => {
    const level = usable.filter(category => parentOf(category) === parent).sort((left, right) => compareText(left.name, right.name))
    for (const category of level) {
      const detail = path.length === 0 && (kinds?.length ?? 0) !== 1 ? CATEGORY_KIND_LABELS[category.kind] : undefined
      items.push({ id: category.id, label: category.name, depth: path.length, path, detail })
      walk(category.id, [...path, category.name])
    }
  }
  walk(null, [])
  return items
}
