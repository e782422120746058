// Writing months of a category's plan, as one step to undo.
import { call } from '#client/data/api.ts'
import { settleWrite, writeFailed } from '#client/surfaces/form-outcome.ts'
import { budgets } from '#contract/budgets.ts'
import type { Category } from '#contract/categories.ts'
import { type PlannedMonth, planMonths } from '#domain/budgets.ts'

type Planned = Pick<Category, 'id' | 'company_id' | 'name' | 'budgets'>

/** What `planMonths` asks, sent; undefined when nothing changes. */
export async function writePlan(category: Planned, months: readonly PlannedMonth[]): Promise<string | undefined> {
  const changes = planMonths(category.budgets, months)
  if (changes.length === 0) return undefined
  const { batch_id } = await call(budgets.set, { params: { c: category.company_id, id: category.id }, body: { budgets: changes } })
  return batch_id
}

/** The same from a cell or a key: said when it was many months or did not work. */
export async function plan(category: Planned, months: readonly PlannedMonth[], say: string, quiet: boolean): Promise<void> {
  try {
    const batch_id = await writePlan(category, months)
    if (batch_id !== undefined) settleWrite({ say, batch_id, focus: category.id, quiet })
  } catch (error) {
    writeFailed(error)
  }
}
