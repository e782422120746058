// The income statement (DRE; SPEC.md, Categories) by competence or cash: blocks, subtotals, twelve months; each line says where its entries are.

import { z } from 'zod'
import { INCOME_STATEMENT_BLOCKS } from '#domain/categories.ts'
import { INCOME_STATEMENT_BASES, TITLE_KINDS } from '#domain/enums.ts'
import { SECTIONS } from '#domain/income-statement.ts'
import { EXPORT_FORMATS } from './exports.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { DayOut, Id, ReportPeriod } from './kit/fields.ts'

const Basis = z.enum(INCOME_STATEMENT_BASES).default('competence')
const SectionId = z.enum(SECTIONS.map(section => section.id))
const BlockId = z.enum(INCOME_STATEMENT_BLOCKS)

export const StatementLine = z.object({
  /** Null: entries without a category. */
  category_id: Id.nullable(),
  name: z.string(),
  /** Effect on the result, including children: revenue positive, costs negative. */
  amount_cents: z.int(),
  /** Percent of net revenue; null when there is none. */
  percent: z.number().nullable(),
  entries_count: z.int(),
  /** The lists that hold its entries; query them with `entries_query` and `category_ids` joined by ';' (or `without_category`). */
  kinds: z.array(z.enum(TITLE_KINDS)),
  category_ids: z.array(Id),
  get categories(): z.ZodArray<typeof StatementLine> {
    return z.array(StatementLine)
  },
})
export type StatementLine = z.infer<typeof StatementLine>

const sectionOf = (id: z.ZodType<string>) =>
  z.object({
    id,
    label: z.string(),
    kind: z.enum(['block', 'subtotal']),
    amount_cents: z.int(),
    percent: z.number().nullable(),
    lines: z.array(StatementLine),
  })

/** The part of a list's query that all lines share; `status` by the kind of list, null where every status counts. */
const EntriesQuery = z.object({
  date_type: z.enum(['competence_date', 'date']),
  start_date: DayOut,
  end_date: DayOut,
  transfers: z.literal(false),
  skip_parent_entries: z.literal(true),
  status: z.object({ BILL: z.string(), RECEIVABLE: z.string().nullable() }),
})

export type EntriesQuery = z.infer<typeof EntriesQuery>

const IncomeStatement = z.object({
  start_date: DayOut,
  end_date: DayOut,
  basis: z.enum(INCOME_STATEMENT_BASES),
  sections: z.array(sectionOf(SectionId)),
  /** Cash that is no result (loans, capital, assets); in no subtotal. */
  outside: sectionOf(z.literal('hidden')),
  indicators: z.object({
    contribution_margin_cents: z.int(),
    contribution_margin_percent: z.number().nullable(),
    fixed_costs_cents: z.int(),
    break_even_cents: z.int().nullable(),
  }),
  entries_query: EntriesQuery,
})
export type IncomeStatement = z.infer<typeof IncomeStatement>

const Analytics = z.object({
  start_date: DayOut,
  end_date: DayOut,
  basis: z.enum(INCOME_STATEMENT_BASES),
  /** 'yyyy-MM', oldest first: the month of the date and the eleven before it. */
  months: z.array(z.string()),
  sections: z.array(
    z.object({
      id: SectionId,
      label: z.string(),
      kind: z.enum(['block', 'subtotal']),
      /** One per month. */
      amounts: z.array(z.int()),
      amount_cents: z.int(),
      /** Percent of net revenue, one per month. */
      percents: z.array(z.number().nullable()),
    }),
  ),
  /** Each category's own entries, without its children; categories without entries are left out. */
  categories: z.array(
    z.object({
      category_id: Id.nullable(),
      name: z.string(),
      block: BlockId,
      amounts: z.array(z.int()),
      amount_cents: z.int(),
    }),
  ),
  /** Covers all the months; to query one of them, use its own days. */
  entries_query: EntriesQuery,
})
export type IncomeStatementAnalytics = z.infer<typeof Analytics>

const reads = ['categories', 'bills', 'receivables'] as const

export const incomeStatement = resource('incomeStatement', {
  get: endpoint('GET /v1/companies/{c}/categories_income_statement', {
    summary: 'A DRE do mês da data ou do intervalo, com blocos, subtotais e linhas por categoria.',
    query: ReportPeriod.extend({ basis: Basis }),
    returns: IncomeStatement,
    needs: 'reports:v',
    reads,
    fails: ['validation.failed'],
  }),
  analytics: endpoint('GET /v1/companies/{c}/categories_income_statement/analytics', {
    summary: 'A DRE de doze meses, até o mês da data: blocos, subtotais e categorias mês a mês.',
    query: ReportPeriod.pick({ date: true }).extend({ basis: Basis }),
    returns: Analytics,
    needs: 'reports:v',
    reads,
  }),
  download: endpoint('GET /v1/companies/{c}/categories_income_statement/download', {
    summary: 'A DRE em planilha XLSX, ou CSV: de um período, ou dos doze meses até a data.',
    query: ReportPeriod.extend({
      basis: Basis,
      view: z.enum(['period', 'months']).default('period'),
      format: z.enum(EXPORT_FORMATS).default('xlsx'),
    }),
    returns: z.unknown(),
    file: true,
    rate: 'export',
    needs: 'reports:x',
    own: true,
    fails: ['validation.failed'],
  }),
})
