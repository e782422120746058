// What a person can do with the yearly statements: deliver one, rectify it, copy its receipt.
import { z } from 'zod'
import { annualStatements } from '#contract/taxes.ts'
import { ANNUAL_STATEMENT_LABELS } from '#domain/taxes/annual-statements.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { form } from './kit/form.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'

const here: Clause = { area: 'annual_statements', company: true }

/** What the two steps keep in the address; a new statement begins without it. */
export const STATEMENT_DRAFT = { ano: undefined, empregado: undefined, baixa: undefined, retifica: undefined } as const

/** What the first step asks. */
export const StatementSelection = z.object({
  year: z.int(),
  had_employee: z.boolean(),
  /** The day the company closed, in its special situation. */
  closed_on: z.string().nullable(),
  rectifies: z.boolean(),
})
export type StatementSelection = z.output<typeof StatementSelection>

export const selectionSearch = ({ year, had_employee, closed_on, rectifies }: StatementSelection) => ({
  ano: String(year),
  empregado: had_employee ? 'sim' : undefined,
  baixa: closed_on ?? undefined,
  retifica: rectifies ? 'sim' : undefined,
})

export const annualStatementCommands = [
  defineCommand({
    id: 'annual_statement.create',
    title: 'Nova declaração anual',
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['annual_statements.page', 'annual_statements.empty'],
    words: ['dasn', 'defis', 'entregar', 'faturamento'],
    keysIn: 'annual_statements',
    when: IN_COMPANY,
    calls: [annualStatements.create],
    input: StatementSelection,
    asks: form('statement-selection', {
      title: 'Nova declaração anual',
      submit: 'Continuar',
      at: target => ({ to: pathTo('annual_statements.selection', { companyId: companyIn(target).id }), search: { ...STATEMENT_DRAFT } }),
    }),
    run: async (_, target, selection) => ({
      go: { to: pathTo('annual_statements.billing', { companyId: companyIn(target).id }), search: selectionSearch(selection) },
    }),
  }),
  defineCommand({
    id: 'annual_statement.deliver',
    title: 'Entregar declaração anual',
    icon: 'send',
    takes: 'none',
    when: IN_COMPANY,
    calls: [annualStatements.create],
    input: annualStatements.create.spec.body,
    asks: form('annual-statement', {
      title: 'Declaração anual',
      submit: 'Entregar declaração',
      at: target => pathTo('annual_statements.billing', { companyId: companyIn(target).id }),
    }),
    async run(ports, target, body) {
      const c = companyIn(target).id
      const { data } = await ports.call(annualStatements.create, { params: { c }, body })
      return {
        say: `${ANNUAL_STATEMENT_LABELS[data.kind]} de ${body.year} enviada à Receita`,
        go: { to: pathTo('annual_statements', { companyId: c }), search: { ...STATEMENT_DRAFT } },
      }
    },
  }),
  defineCommand({
    id: 'annual_statement.rectify',
    title: 'Retificar declaração',
    short: 'retificar',
    icon: 'pencil',
    of: 'annual_statement',
    takes: 'one',
    keys: ['r'],
    places: ['annual_statements.toolbar', 'annual_statement.drawer'],
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
    places: ['annual_statements.toolbar', 'annual_statement.drawer'],
    when: here,
    calls: [annualStatements.list],
    refuse: ({ records: [statement] }) => (statement.receipt_number === null ? 'ainda sem recibo' : undefined),
    async run(ports, { records: [statement] }) {
      await ports.clipboard.write(statement.receipt_number ?? '')
      return { say: `Recibo de ${statement.year} copiado` }
    },
  }),
]
