// The income statement as a sheet: blocks, subtotals and categories, of one period or month by month.
import type { IncomeStatement, IncomeStatementAnalytics, StatementLine } from '#contract/income-statement.ts'
import { INCOME_STATEMENT_BASIS_LABELS } from '#domain/labels.ts'
import type { Cell } from '#domain/sheets.ts'

interface Sheet {
  name: string
  header: string[]
  rows: Cell[][]
}

const INDENT = '    '
const percent = (value: number | null): Cell => (value === null ? null : { percent: value })

export function statementSheet({ start_date, end_date, basis, sections, outside }: IncomeStatement): Sheet {
  const lines = (all: readonly StatementLine[], depth: number): Cell[][] =>
    all.flatMap(line => [
      [{ text: INDENT.repeat(depth) + line.name }, { cents: line.amount_cents }, percent(line.percent), { count: line.entries_count }],
      ...lines(line.categories, depth + 1),
    ])
  return {
    name: `DRE ${INCOME_STATEMENT_BASIS_LABELS[basis].toLowerCase()} ${start_date} a ${end_date}`,
    header: ['Linha', 'Valor', '% da receita líquida', 'Lançamentos'],
    rows: [...sections, outside].flatMap(section => [
      [{ text: section.label }, { cents: section.amount_cents }, percent(section.percent), null],
      ...lines(section.lines, 1),
    ]),
  }
}

export function yearSheet({ start_date, end_date, basis, months, sections, categories }: IncomeStatementAnalytics): Sheet {
  const row = (name: string, amounts: readonly number[], sum: number): Cell[] => [
    { text: name },
    ...amounts.map(cents => ({ cents })),
    { cents: sum },
  ]
  return {
    name: `DRE ${INCOME_STATEMENT_BASIS_LABELS[basis].toLowerCase()} ${start_date} a ${end_date}`,
    header: ['Linha', ...months, 'Total'],
    rows: sections.flatMap(section => [
      row(section.label, section.amounts, section.amount_cents),
      ...categories.filter(line => line.block === section.id).map(line => row(INDENT + line.name, line.amounts, line.amount_cents)),
    ]),
  }
}
