// What a person can do with the yearly statements: deliver one, rectify it, copy its receipt.
import { annualStatements } from '#contract/taxes.ts'
import { type AnyCommand, companyIn, defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'

const here: Clause = { area: 'annual_statements', company: true }

/** What the two steps keep in the address; a new statement begins without it. */
export const STATEMENT_DRAFT = { ano: undefined, empregado: undefined, baixa: undefined, retifica: undefined } as const

export const annualStatementCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'annual_statement.create',
    title: 'Nova declaração anual',
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['annual_statements.page', 'annual_statements.empty'],
    words: ['dasn', 'defis', 'entregar', 'faturamento'],
    when: here,
    calls: [annualStatements.create],
    run: async (_, target) => ({
      go: { to: pathTo('annual_statements.selection', { companyId: companyIn(target).id }), search: { ...STATEMENT_DRAFT } },
    }),
  }),
  defineCommand({
    id: 'annual_statement.rectify',
    title: 'Retificar declaração',
    short: 'retificar',
    icon: 'pencil',
    of: 'annual_statement',
    takes: 'one',
    keys: ['r'],
    places: ['annual_statements.toolbar', 'annual_statement.row', 'annual_statement.drawer'],
    words: ['corrigir', 'substituir'],
    when: here,
    calls: [annualStatements.create],
    refuse: ({ records: [statement] }) => (statement.status === 'PROCESSING' ? 'ainda em processamento' : undefined),
    run: async (_, target) => ({
      go: {
        to: pathTo('annual_statements.selection', { companyId: companyIn(target).id }),
        search: { ...STATEMENT_DRAFT, ano: String(target.records[0].year), retifica: 'sim' },
      },
    }),
  }),
  defineCommand({
    id: 'annual_statement.copy-receipt',
    title: 'Copiar o número do recibo',
    short: 'copiar recibo',
    icon: 'copy',
    of: 'annual_statement',
    takes: 'one',
    keys: ['c'],
    places: ['annual_statements.toolbar', 'annual_statement.row', 'annual_statement.drawer'],
    when: here,
    calls: [annualStatements.list],
    refuse: ({ records: [statement] }) => (statement.receipt_number === null ? 'ainda sem recibo' : undefined),
    async run(ports, { records: [statement] }) {
      await ports.clipboard.write(statement.receipt_number ?? '')
      return { say: `Recibo de ${statement.year} copiado` }
    },
  }),
]
