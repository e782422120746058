// The income statement as rows: blocks with their categories and subtotals, of one period or month by month.
import type { IncomeStatement, IncomeStatementAnalytics, StatementLine } from '#contract/income-statement.ts'
import { TITLE_KINDS, type TitleKind } from '#domain/enums.ts'
import type { ReportRow } from './report-screen.tsx'

/** What opens the titles of a row; a subtotal has none of its own. */
export interface RowEntries {
  kinds: readonly TitleKind[]
  category_ids: readonly string[]
}

export interface StatementRow extends ReportRow {
  amount_cents: number
  percent: number | null
  entries_count: number | null
  entries?: RowEntries
  rows: readonly StatementRow[]
}

export interface MonthsRow extends ReportRow {
  amounts: readonly number[]
  amount_cents: number
  entries?: RowEntries
  /** Below a block. */
  inside: boolean
}

const lineRow =
  (section: string) =>
  (line: StatementLine): StatementRow => ({
    id: `${section}/${line.category_id ?? 'none'}`,
    name: line.name,
    amount_cents: line.amount_cents,
    percent: line.percent,
    entries_count: line.entries_count,
    entries: { kinds: line.kinds, category_ids: line.category_ids },
    rows: line.categories.map(lineRow(section)),
  })

export function statementRows({ sections, outside }: Pick<IncomeStatement, 'sections' | 'outside'>): StatementRow[] {
  const all = outside.lines.length > 0 ? [...sections, outside] : sections
  return all.map(section => ({
    id: section.id,
    name: section.label,
    strong: section.kind === 'subtotal',
    amount_cents: section.amount_cents,
    percent: section.percent,
    entries_count: section.kind === 'subtotal' ? null : section.lines.reduce((sum, line) => sum + line.entries_count, 0),
    rows: section.lines.map(lineRow(section.id)),
  }))
}

export function monthsRows({ sections, categories }: Pick<IncomeStatementAnalytics, 'sections' | 'categories'>): MonthsRow[] {
  return sections.flatMap(section => [
    {
      id: section.id,
      name: section.label,
      strong: true,
      amounts: section.amounts,
      amount_cents: section.amount_cents,
      inside: false,
    },
    ...categories
      .filter(line => line.block === section.id)
      .map(line => ({
        id: `${section.id}/${line.category_id ?? 'none'}`,
        name: line.name,
        amounts: line.amounts,
        amount_cents: line.amount_cents,
        entries: { kinds: TITLE_KINDS, category_ids: line.category_id === null ? [] : [line.category_id] },
        inside: true,
      })),
  ])
}
