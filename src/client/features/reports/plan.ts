// Writing months of a category's plan from a cell or a key: the command of its form, with everything said already.
import { currentContext, useWhereabouts } from '#client/surfaces/context.ts'
import { houseCommand } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { targetOn } from '#commands/kit/command.ts'
import type { PlanInput } from '#commands/reports.ts'
import type { Category } from '#contract/categories.ts'

export function plan(category: Category, input: PlanInput): void {
  const target = targetOn('category', [category], { company: useWhereabouts.getState().company, from: 'focus' })
  void runCommand(houseCommand('category.budget'), {
    source: 'line',
    answers: input as never,
    context: { ...currentContext('page'), target },
  })
}
