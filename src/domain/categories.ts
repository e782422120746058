// Categories: the default chart of accounts, DRE block and sign, what a selector offers, and the tree with its paths.
import type { CategoryKind, CategoryStatus, DifferenceKind, TitleKind } from './enums.ts'

export interface CategoryFlags {
  is_fixed: boolean
  is_deductible: boolean
  is_increasing: boolean
  is_non_operational_expense: boolean
  is_hidden_from_income_statement: boolean
}

/** Levels of the tree, roots among them. */
export const MAX_CATEGORY_DEPTH = 3

export interface DefaultCategory extends CategoryFlags {
  name: string
  /** Name of the root, null for a root. */
  parent: string | null
  kind: CategoryKind
}

/** root | kind | flags | leaves; a leaf inherits the flags unless it ends in its own '[flags]' ('-' = none). F fixed, D deductible, I increasing, N non-operational, H hidden. */
const CHART: readonly (readonly [root: string, kind: CategoryKind, flags: string, leaves: string])[] = [
  [
    'Receitas',
    'CREDIT',
    '',
    'Venda de produtos; Prestação de serviços; Assinaturas e mensalidades; Fretes cobrados; Outras receitas operacionais',
  ],
  [
    'Deduções da receita',
    'CREDIT',
    'D',
    'Simples Nacional (DAS); ISS; ICMS; PIS e COFINS; Devoluções e cancelamentos de vendas; Descontos concedidos',
  ],
  [
    'Custos',
    'CHARGE',
    '',
    'Compra de mercadorias; Matéria-prima e insumos; Serviços de terceiros ligados à venda; Fretes e embalagens; Comissões sobre vendas; Taxas de cartão e marketplace; Devolução de compras [I]',
  ],
  ['Despesas com pessoal', 'DEBIT', 'F', 'Salários; Pró-labore; INSS e FGTS; Férias e 13º salário; Benefícios'],
  [
    'Despesas administrativas',
    'DEBIT',
    'F',
    'Aluguel e condomínio; Água, energia e gás; Internet e telefone; Contabilidade; Software e assinaturas; Material de escritório e limpeza; Manutenção; Seguros; DAS-MEI; Taxas e licenças; Viagens e deslocamentos [-]',
  ],
  ['Despesas comerciais', 'DEBIT', '', 'Marketing e publicidade; Brindes e eventos; Descontos e reembolsos obtidos [I]'],
  ['Despesas não operacionais', 'DEBIT', 'N', 'Tarifas bancárias; Juros e multas pagos; IOF; IRPJ e CSLL'],
  ['Receitas não operacionais', 'CREDIT', 'N', 'Rendimentos de aplicações; Juros e multas recebidos; Venda de bens'],
  ['Entradas fora do resultado', 'CREDIT', 'H', 'Aporte de sócios; Empréstimos recebidos; Ajuste de saldo (entrada)'],
  [
    'Saídas fora do resultado',
    'DEBIT',
    'H',
    'Pagamento de principal de empréstimos; Distribuição de lucros; Compra de imobilizado; Ajuste de saldo (saída)',
  ],
]

const withFlags = (name: string, parent: string | null, kind: CategoryKind, flags: string): DefaultCategory => ({
  name,
  parent,
  kind,
  is_fixed: flags.includes('F'),
  is_deductible: flags.includes('D'),
  is_increasing: flags.includes('I'),
  is_non_operational_expense: flags.includes('N'),
  is_hidden_from_income_statement: flags.includes('H'),
})

/** The chart of initial_setup: 10 roots, each followed by its leaves, 51 in all. */
export const DEFAULT_CATEGORIES: readonly DefaultCategory[] = CHART.flatMap(([root, kind, flags, leaves]) => [
  withFlags(root, null, kind, flags),
  ...leaves.split('; ').map(leaf => {
    const own = /^(.*) \[(.*)\]$/.exec(leaf)
    return withFlags(own?.[1] ?? leaf, root, kind, own?.[2] ?? flags)
  }),
])

/** The default category that books a conciliation's difference, by what was settled; undefined for differences without a place of their own. */
export const DIFFERENCE_CATEGORY: Record<TitleKind, Partial<Record<DifferenceKind, string>>> = {
  BILL: {
    interest: 'Juros e multas pagos',
    fine: 'Juros e multas pagos',
    discount: 'Descontos e reembolsos obtidos',
    fee: 'Tarifas bancárias',
    withholding: 'Ajuste de saldo (entrada)',
  },
  RECEIVABLE: {
    interest: 'Juros e multas recebidos',
    fine: 'Juros e multas recebidos',
    discount: 'Descontos concedidos',
    fee: 'Taxas de cartão e marketplace',
    withholding: 'ISS',
  },
}
/** Where tax withheld from a supplier waits to be paid, when its bill has no category. */
export const WITHHELD_TAX_CATEGORY = 'Ajuste de saldo (saída)'

export const DIFFERENCE_CATEGORY_NAMES: readonly string[] = [
  ...new Set([...Object.values(DIFFERENCE_CATEGORY).flatMap(names => Object.values(names)), WITHHELD_TAX_CATEGORY]),
]

export type Classified = Pick<
  CategoryFlags,
  'is_deductible' | 'is_increasing' | 'is_non_operational_expense' | 'is_hidden_from_income_statement'
> & { kind: CategoryKind }

/** +1 when an amount in the category adds to the result, -1 when it subtracts. */
export const incomeStatementSign = (category: Classified): 1 | -1 =>
  category.is_increasing || (category.kind === 'CREDIT' && !category.is_deductible) ? 1 : -1

export const INCOME_STATEMENT_BLOCKS = ['gross_revenue', 'deductions', 'costs', 'operating_expenses', 'non_operational', 'hidden'] as const
export type IncomeStatementBlock = (typeof INCOME_STATEMENT_BLOCKS)[number]

/** The block of the DRE; 'hidden' is cash that is no result (loans, capital, assets). */
export function incomeStatementBlock(category: Classified): IncomeStatementBlock {
  if (category.is_hidden_from_income_statement) return 'hidden'
  if (category.is_non_operational_expense) return 'non_operational'
  if (category.kind === 'CREDIT') return category.is_deductible ? 'deductions' : 'gross_revenue'
  return category.kind === 'CHARGE' ? 'costs' : 'operating_expenses'
}

/** The kinds a category counts as in a selector (SPEC.md, Fields): deductible ones as CHARGE and DEBIT, increasing ones as CREDIT. */
export function kindsForSelector(category: Pick<Classified, 'kind' | 'is_deductible' | 'is_increasing'>): readonly CategoryKind[] {
  if (category.is_deductible) return ['CHARGE', 'DEBIT']
  return category.is_increasing ? ['CREDIT'] : [category.kind]
}

export const isOfKinds = (
  category: Pick<Classified, 'kind' | 'is_deductible' | 'is_increasing'>,
  allowedKinds: readonly CategoryKind[],
): boolean => kindsForSelector(category).some(kind => allowedKinds.includes(kind))

export interface CategoryNode {
  id: string
  name: string
  parent_category_id: string | null
  status: CategoryStatus
}

export type CategoryTree<C extends CategoryNode> = C & { categories: CategoryTree<C>[] }

/** Nested categories in the given order; one whose parent is missing, or that is caught in a cycle, becomes a root instead of disappearing. */
export function categoryTree<C extends CategoryNode>(categories: readonly C[]): CategoryTree<C>[] {
  const nodes = new Map<string, CategoryTree<C>>(categories.map(category => [category.id, { ...category, categories: [] }]))
  const roots: CategoryTree<C>[] = []
  for (const node of nodes.values()) {
    const parent = node.parent_category_id === null ? undefined : nodes.get(node.parent_category_id)
    if (parent && !closesCycle(node, nodes)) parent.categories.push(node)
    else roots.push(node)
  }
  return roots
}

function closesCycle(start: CategoryNode, nodes: ReadonlyMap<string, CategoryNode>): boolean {
  const seen = new Set<string>()
  for (let node: CategoryNode | undefined = start; node; ) {
    if (seen.has(node.id)) return node.id === start.id
    seen.add(node.id)
    node = node.parent_category_id === null ? undefined : nodes.get(node.parent_category_id)
  }
  return false
}

function lineage<C extends CategoryNode>(id: string, byId: ReadonlyMap<string, C>): C[] {
  const found: C[] = []
  for (let node = byId.get(id); node && !found.includes(node); ) {
    found.unshift(node)
    node = node.parent_category_id === null ? undefined : byId.get(node.parent_category_id)
  }
  return found
}

/** 'Despesas › Energia', '' for an unknown id. */
export const categoryPath = (id: string, byId: ReadonlyMap<string, CategoryNode>): string =>
  lineage(id, byId)
    .map(node => node.name)
    .join(' › ')

/** Whether selectors offer it: it and all its ancestors are ACTIVE. */
export function isSelectable(id: string, byId: ReadonlyMap<string, CategoryNode>): boolean {
  const nodes = lineage(id, byId)
  return nodes.length > 0 && nodes.every(node => node.status === 'ACTIVE')
}
