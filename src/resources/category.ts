// A category of the chart of accounts: what it is called, what it does in the result, and where it stands.
import { Category, CategoryFields } from '#contract/categories.ts'
import { type IncomeStatementBlock, incomeStatementBlock } from '#domain/categories.ts'
import { CATEGORY_KIND_LABELS, CATEGORY_STATUS_LABELS } from '#domain/labels.ts'
import { counted } from '#domain/text.ts'
import { defineForm } from './kit/form.ts'
import { choice, flag, ref, text, told } from './kit/kinds.ts'
import { defineList } from './kit/list.ts'

const BLOCKS: Record<IncomeStatementBlock, string> = {
  gross_revenue: 'Receita bruta',
  deductions: 'Deduções da receita',
  costs: 'Custos',
  operating_expenses: 'Despesas operacionais',
  non_operational: 'Resultado não operacional',
  hidden: 'fora do DRE',
}

const marks = {
  is_fixed: flag('Fixa', { yes: 'Fixa', help: 'Repete-se todo mês, venda ou não venda' }),
  is_non_operational_expense: flag('Não operacional', {
    yes: 'Não operacional',
    help: 'Fora da atividade da empresa: juros, tarifas, venda de bens',
  }),
  is_deductible: flag('Dedutível', { yes: 'Dedutível', help: 'Diminui a receita: impostos sobre venda, devoluções' }),
  is_increasing: flag('Aumentativa', { yes: 'Aumentativa', help: 'Soma onde o tipo diminuiria: devolução de compra' }),
  is_hidden_from_income_statement: flag('Fora do DRE', {
    yes: 'Fora do DRE',
    help: 'Movimenta o caixa e não o resultado: aportes, empréstimos',
  }),
}
export type Mark = keyof typeof marks
export const MARKS = Object.keys(marks) as Mark[]

/** 'Fixa, Fora do DRE' */
export const marksOf = (category: Pick<Category, Mark>): string =>
  MARKS.flatMap(mark => (category[mark] ? marks[mark].label : [])).join(', ')

const fields = {
  name: text('Nome', { column: { least: 260 }, search: true }),
  // One that stands in another is of its kind.
  kind: choice('Tipo', CATEGORY_KIND_LABELS, {
    start: 'DEBIT',
    radio: true,
    looks: { DEBIT: { tone: 'muted' }, CHARGE: { tone: 'muted' }, CREDIT: { tone: 'info' } },
    when: ['parent_category_id', 'empty'],
    column: { width: 112 },
    search: true,
  }),
  parent_category_id: ref('Dentro de', 'category'),
  ...marks,
  status: choice('Situação', CATEGORY_STATUS_LABELS, {
    looks: { INACTIVE: { tone: 'quiet', icon: 'ban' } },
    column: { width: 112, leaves: 2 },
  }),
}

export const category = defineList(Category, {
  nouns: ['categoria', 'categorias'],
  placeholder: 'Filtrar por nome, tipo ou marca',
  fields,
  told: {
    marks: told('Marcas', marksOf, { column: { least: 200, leaves: 1 }, search: true }),
    standing: told<Category>('Situação', ({ status }) => (status === 'ACTIVE' ? '' : CATEGORY_STATUS_LABELS[status])),
    inside: told<Category>('Dentro dela', ({ categories = [] }) =>
      categories.length === 0 ? '' : counted(categories.length, ['categoria', 'categorias']),
    ),
    block: told<Category>('No DRE', one => BLOCKS[incomeStatementBlock(one)]),
  },
  columns: ['name', 'kind', 'marks', 'status'],
  title: 'name',
  muted: ({ status }) => status === 'INACTIVE',
  drawer: { Dados: ['kind', 'block', 'marks', 'inside', 'status'] },
  card: [['kind'], ['marks', 'standing']],
})

export const categoryForm = defineForm(Category, CategoryFields, {
  fields,
  form: [['name'], ['parent_category_id'], ['kind'], 'Marcas', ...MARKS.map(mark => [mark] as const)],
  title: 'name',
  wrong: ({ is_deductible, is_increasing }) =>
    is_deductible && is_increasing ? ['is_increasing', 'Uma categoria não pode deduzir e somar'] : undefined,
})
