// Splitting one entry into children whose sum is the parent, to the cent.
import { formatCents } from './money.ts'

export const MIN_SPLIT_CHILDREN = 2

export interface SplitError {
  /** Detail id inside `validation.failed`. */
  id: 'split.too_few' | 'split.amount_not_positive' | 'split.sum_mismatch' | 'split.grandchild'
  field: string
  message: string
}

/**
 * The problems of a split, empty when there are none: at least two children, each above zero, that sum to the parent.
 * A child is not split again: its pieces become siblings under the same parent, so callers pass the parent.
 */
export function splitErrors(
  parent: { amount_cents: number; is_child?: boolean },
  children: readonly { amount_cents: number }[],
): SplitError[] {
  const errors: SplitError[] = []
  if (parent.is_child) errors.push({ id: 'split.grandchild', field: 'parent', message: 'Uma parcela não pode ter parcelas.' })
  if (children.length < MIN_SPLIT_CHILDREN) {
    errors.push({ id: 'split.too_few', field: 'children', message: 'Divida em pelo menos duas parcelas.' })
  }
  children.forEach((child, index) => {
    if (Number.isSafeInteger(child.amount_cents) && child.amount_cents > 0) return
    errors.push({
      id: 'split.amount_not_positive',
      field: `children.${index}.amount_cents`,
      message: 'O valor da parcela deve ser maior que zero.',
    })
  })
  const sum = children.reduce((total, child) => total + child.amount_cents, 0)
  if (sum !== parent.amount_cents) {
    const rest = parent.amount_cents - sum
    const message = rest > 0 ? `Faltam ${formatCents(rest)} nas parcelas.` : `As parcelas passam ${formatCents(-rest)} do total.`
    errors.push({ id: 'split.sum_mismatch', field: 'children', message })
  }
  return errors
}
