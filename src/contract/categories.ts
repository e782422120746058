// Categories (plano de contas): a tree with budgets (SPEC.md, Categories).

import { z } from 'zod'
import { CATEGORY_KINDS } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, DayOut, Id, patchOf, ReportPeriod, Text } from './kit/fields.ts'

export const CategoryRef = z.object({ id: Id, name: z.string(), kind: z.enum(CATEGORY_KINDS) })

const Budget = z.object({
  id: Id,
  amount_cents: z.int(),
  initial_date: DayOut,
  end_date: DayOut,
  category_id: Id,
  version: z.int(),
})

export const Category = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(CATEGORY_KINDS),
  parent_category_id: Id.nullable(),
  company_id: Id,
  is_fixed: z.boolean(),
  is_non_operational_expense: z.boolean(),
  is_deductible: z.boolean(),
  is_increasing: z.boolean(),
  is_hidden_from_income_statement: z.boolean(),
  status: z.enum(['ACTIVE', 'INACTIVE']),
  budgets: z.array(Budget),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
  /** Nested children; the list returns roots, each with its tree. */
  get categories(): z.ZodOptional<z.ZodArray<typeof Category>> {
    return z.array(Category).optional()
  },
})
export type Category = z.infer<typeof Category>

export const CategoryFields = z.object({
  name: Text(120).min(1, 'Informe o nome'),
  kind: z.enum(CATEGORY_KINDS).optional(),
  parent_category_id: Id.nullish(),
  is_fixed: z.boolean().optional(),
  is_non_operational_expense: z.boolean().optional(),
  is_deductible: z.boolean().optional(),
  is_increasing: z.boolean().optional(),
  is_hidden_from_income_statement: z.boolean().optional(),
})

const CashAmounts = z.object({
  /** Settled, by cash date. */
  inflow_cents: z.int(),
  outflow_cents: z.int(),
  /** Inflow minus outflow. */
  balance_cents: z.int(),
  /** Expected in the interval and not settled yet. */
  open_inflow_cents: z.int(),
  open_outflow_cents: z.int(),
  entries_count: z.int(),
})

export const CategoryBalance = CashAmounts.extend({
  /** Null: entries without a category. */
  category_id: Id.nullable(),
  name: z.string(),
  get categories(): z.ZodArray<typeof CategoryBalance> {
    return z.array(CategoryBalance)
  },
})

const writes = ['categories', 'batches'] as const

export const categories = resource('categories', {
  initialSetup: endpoint('POST /v1/companies/{c}/categories/initial_setup', {
    summary: 'Cria o plano de contas padrão; recusado quando já há categorias.',
    returns: z.array(Category),
    creates: true,
    needs: 'categories:c',
    writes,
    fails: ['category.setup_done'],
  }),
  create: endpoint('POST /v1/companies/{c}/categories', {
    summary: 'Cria uma categoria; a filha herda tipo e marcas da mãe.',
    body: createOf(CategoryFields, Category),
    returns: Category,
    creates: true,
    needs: 'categories:c',
    writes,
    fails: ['validation.failed', 'conflict.already_exists'],
  }),
  list: endpoint('GET /v1/companies/{c}/categories', {
    summary: 'A árvore de categorias.',
    returns: z.array(Category),
    needs: 'categories:v',
    reads: ['categories'],
  }),
  balance: endpoint('GET /v1/companies/{c}/categories/balance', {
    summary: 'Entradas e saídas de caixa por categoria, no mês da data ou no intervalo; transferências não contam.',
    query: ReportPeriod,
    returns: z.object({ start_date: DayOut, end_date: DayOut, total: CashAmounts, balances: z.array(CategoryBalance) }),
    needs: 'categories:v',
    reads: ['categories', 'bills', 'receivables'],
    fails: ['validation.failed'],
  }),
  get: endpoint('GET /v1/companies/{c}/categories/{id}', {
    summary: 'Mostra uma categoria.',
    returns: Category,
    needs: 'categories:v',
    reads: ['categories'],
  }),
  update: endpoint('PATCH /v1/companies/{c}/categories/{id}', {
    summary: 'Altera uma categoria.',
    body: patchOf(CategoryFields, Category),
    returns: Category,
    needs: 'categories:u',
    writes: [...writes, 'bills', 'receivables'],
    fails: ['validation.failed', 'period.closed', 'conflict.stale_version'],
  }),
  inactivate: endpoint('PATCH /v1/companies/{c}/categories/{id}/inactive', {
    summary: 'Inativa a categoria e suas filhas.',
    returns: Category,
    needs: 'categories:u',
    writes,
  }),
  activate: endpoint('PATCH /v1/companies/{c}/categories/{id}/active', {
    summary: 'Reativa a categoria.',
    returns: Category,
    needs: 'categories:u',
    writes,
  }),
})
