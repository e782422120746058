// Budgets per category and interval, and plan against result (SPEC.md, Categories).

import { z } from 'zod'
import { Category } from './categories.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Cents, Day, DayOut, Id, ReportPeriod } from './kit/fields.ts'

const YEARS = /^20\d\d-/

/** A null amount removes the budget with that id, or of exactly that interval. */
const PlannedAmount = z
  .object({
    id: Id.optional(),
    amount_cents: Cents.refine(cents => cents >= 0, 'O orçamento não pode ser negativo').nullable(),
    initial_date: Day,
    end_date: Day,
    category_id: Id.optional(),
    version: z.int().optional(),
  })
  .strict()
  .refine(budget => budget.initial_date <= budget.end_date, { path: ['end_date'], message: 'O fim vem antes do início' })
  .refine(budget => YEARS.test(budget.initial_date) && YEARS.test(budget.end_date), {
    path: ['initial_date'],
    message: 'O orçamento vai de 2000 a 2099',
  })
export type PlannedAmount = z.output<typeof PlannedAmount>

const SetBudgets = z
  .object({ budgets: z.array(PlannedAmount).min(1, 'Informe um orçamento').max(120, 'Até 120 intervalos por vez') })
  .strict()

/** A single interval (`{amount_cents, initial_date, end_date}`) means the same as a list of one. */
const BudgetsBody = z.preprocess(
  body => (typeof body === 'object' && body !== null && !('budgets' in body) ? { budgets: [body] } : body),
  SetBudgets,
) as unknown as z.ZodType<z.output<typeof SetBudgets>, z.input<typeof SetBudgets> | z.input<typeof PlannedAmount>>

const Comparison = z.object({
  planned_cents: z.int(),
  realised_cents: z.int(),
  /** Realised minus planned. */
  deviation_cents: z.int(),
  /** Percent of the plan; null when nothing was planned. */
  deviation_percent: z.number().nullable(),
})

export const BudgetLine = Comparison.extend({
  /** Null: entries without a category. */
  category_id: Id.nullable(),
  name: z.string(),
  entries_count: z.int(),
  get categories(): z.ZodArray<typeof BudgetLine> {
    return z.array(BudgetLine)
  },
})

const BudgetReport = z.object({
  start_date: DayOut,
  end_date: DayOut,
  /** The chart with its children; amounts in the direction of each category, including its children. */
  lines: z.array(BudgetLine),
  /** Planned and realised result: income positive, expenses negative, without categories hidden from the income statement. */
  result: Comparison,
})
export type BudgetReport = z.infer<typeof BudgetReport>
export type BudgetLine = z.infer<typeof BudgetLine>

const reads = ['categories', 'bills', 'receivables'] as const

export const budgets = resource('budgets', {
  set: endpoint('PATCH /v1/companies/{c}/categories_budget/{id}', {
    summary: 'Planeja a categoria em um ou mais intervalos; valor nulo retira o orçamento do intervalo.',
    body: BudgetsBody,
    returns: Category,
    needs: 'categories:u',
    writes: ['categories', 'batches'],
    fails: ['validation.failed', 'conflict.already_exists', 'conflict.stale_version', 'resource.not_found'],
  }),
  list: endpoint('GET /v1/companies/{c}/categories_budget', {
    summary: 'Orçado e realizado por categoria, por competência, no mês da data ou no intervalo.',
    query: ReportPeriod,
    returns: BudgetReport,
    needs: 'categories:v',
    reads,
    fails: ['validation.failed'],
  }),
  download: endpoint('GET /v1/companies/{c}/categories_budget/download', {
    summary: 'Orçado e realizado em planilha XLSX, ou CSV.',
    query: ReportPeriod.extend({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    returns: z.unknown(),
    file: true,
    rate: 'export',
    needs: 'reports:x',
    fails: ['validation.failed'],
  }),
})
