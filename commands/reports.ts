// What a person can do in reports: another view of the figures, planning, closing the month, and taking a file along.
import { z } from 'zod'
import { budgets } from '#contract/budgets.ts'
import { cashFlowReport } from '#contract/cash-flow-report.ts'
import type { Category } from '#contract/categories.ts'
import { entries } from '#contract/entries.ts'
import { incomeStatement } from '#contract/income-statement.ts'
import { ledgerReport } from '#contract/ledger-report.ts'
import { monthClose } from '#contract/month-close.ts'
import { planMonths } from '#domain/budgets.ts'
import { formatDay } from '#domain/days.ts'
import { type AnyCommand, type AnyTarget, companyIn, defineCommand } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { BareIntent } from './kit/intents.ts'
import type { Ports } from './kit/ports.ts'
import { uiMove } from './kit/ui-move.ts'
import type { Screen } from './kit/when.ts'
import { pathTo } from './screens.ts'

const FILES = {
  incomeStatement: incomeStatement.download,
  cashFlow: cashFlowReport.download,
  budget: budgets.download,
  ledger: ledgerReport.download,
  accounting: monthClose.download,
} as const

/** What the screen shows, as the download must be asked for it. */
export interface ReportFile {
  of: keyof typeof FILES
  /** Without ending: 'DRE de novembro de 2026'. */
  name: string
  query: Readonly<Record<string, unknown>>
}

/** The month the close screen shows. */
export interface MonthOnScreen {
  start_date: string
  end_date: string
  /** Of the range that closed it. */
  range_id: string | undefined
  /** Checks that still count something. */
  waiting: readonly string[]
}

async function download(ports: Ports, target: AnyTarget, format: 'csv' | 'xlsx'): Promise<void> {
  const file = ports.ui.read('report.file')
  if (file === undefined) return
  // The five rows take the same parameters and differ in their query, which the screen of each gives.
  const row = FILES[file.of] as typeof ledgerReport.download
  const { data } = await ports.call(row, { params: { c: companyIn(target).id }, query: { ...file.query, format } })
  ports.ui.do('file.save', { file: data, name: `${file.name}.${format}` })
}

const WITH_FILE: readonly Screen[] = ['reports.income-statement', 'reports.cash-flow', 'reports.budget', 'reports.ledger', 'reports.close']

/** Months of a category's plan; what is said of them, and whether the change is seen where it was made. */
const PlanInput = z.object({
  months: z.array(z.object({ month: z.string(), amount_cents: z.int().nullable() })),
  say: z.string(),
  quiet: z.boolean().optional(),
})
export type PlanInput = z.infer<typeof PlanInput>

const downloading = <const Id extends string>(id: Id, format: 'csv' | 'xlsx', keys: readonly string[]) =>
  defineCommand({
    id,
    title: `Baixar em ${format.toUpperCase()}`,
    short: format.toUpperCase(),
    icon: 'download',
    takes: 'none',
    keys,
    words: ['exportar', 'planilha', 'excel'],
    when: { screen: WITH_FILE, company: true },
    calls: Object.values(FILES),
    run: (ports, target) => download(ports, target, format),
  })

const moving = <const Id extends BareIntent>(id: Id, title: string, more: Partial<AnyCommand>) => uiMove(id, title, id, more)

export const reportCommands = [
  downloading('report.download', 'xlsx', ['d']),
  downloading('report.download-csv', 'csv', ['shift+w']),
  moving('report.print', 'Imprimir relatório', {
    short: 'imprimir',
    icon: 'printer',
    keys: ['p'],
    words: ['papel', 'pdf'],
    when: { area: 'reports', company: true },
  }),
  moving('report.basis', 'Alternar competência e caixa', {
    short: 'regime',
    icon: 'repeat',
    keys: ['b'],
    words: ['regime'],
    when: { screen: 'reports.income-statement', company: true },
  }),
  moving('report.months', 'Alternar período e doze meses', {
    short: 'doze meses',
    icon: 'calendar-range',
    keys: ['m'],
    words: ['mês a mês', 'ano'],
    when: { screen: ['reports.income-statement', 'reports.budget'], company: true },
  }),
  moving('report.subject', 'Razão por conta, categoria ou contato', {
    short: 'razão por',
    icon: 'repeat',
    keys: ['b'],
    when: { screen: 'reports.ledger', company: true },
  }),
  moving('ladder.next-break', 'Ir ao próximo dia com diferença nova', {
    short: 'próxima diferença',
    icon: 'triangle-alert',
    keys: ['n'],
    words: ['primeira diferença', 'quebra'],
    when: { screen: 'reports.balance', company: true },
  }),
  defineCommand({
    id: 'budget.copy-across',
    title: 'Copiar orçamento para os meses seguintes',
    short: 'copiar adiante',
    icon: 'copy',
    takes: 'none',
    keys: ['c'],
    places: ['budget.toolbar'],
    words: ['repetir', 'preencher', 'até dezembro'],
    when: { screen: 'reports.budget', layer: 'grid', company: true },
    calls: [budgets.set],
    run: async ports => {
      ports.ui.do('budget.copy-across')
    },
  }),
  defineCommand({
    id: 'budget.clear',
    title: 'Retirar orçamento do mês',
    short: 'retirar',
    icon: 'trash',
    destroys: true,
    takes: 'none',
    keys: ['delete', 'backspace'],
    words: ['apagar', 'limpar'],
    places: ['budget.toolbar'],
    when: { screen: 'reports.budget', layer: 'grid', company: true },
    calls: [budgets.set],
    run: async ports => {
      ports.ui.do('budget.clear')
    },
  }),
  defineCommand({
    id: 'category.budget',
    title: 'Planejar orçamento',
    short: 'orçamento',
    icon: 'target',
    of: 'category',
    takes: 'one',
    keys: ['o'],
    keysIn: 'categories',
    places: ['categories.toolbar'],
    words: ['orçar', 'meta', 'planejar'],
    when: [
      { area: 'categories', company: true },
      { screen: 'reports.budget', company: true },
    ],
    calls: [budgets.set],
    input: PlanInput,
    asks: form('budget', {
      title: target => `Orçamento de ${(target.records[0] as Category | undefined)?.name ?? ''}`,
      submit: 'Salvar orçamento',
      at: target => pathTo('categories.budget', { companyId: companyIn(target).id, categoryId: target.ids[0] ?? '' }),
    }),
    async run(ports, target, { months, say, quiet }) {
      const [category] = target.records
      const changes = planMonths(category.budgets, months)
      if (changes.length === 0) return undefined
      const { batch_id } = await ports.call(budgets.set, {
        params: { c: companyIn(target).id, id: category.id },
        body: { budgets: changes },
      })
      const undo = batch_id === undefined ? [] : [batch_id]
      return quiet === true ? { label: say, undo, focus: category.id } : { say, undo, focus: category.id }
    },
  }),
  defineCommand({
    id: 'month.close',
    title: 'Fechar o mês',
    short: 'fechar',
    icon: 'lock',
    takes: 'none',
    keys: ['f'],
    words: ['trancar', 'fechamento'],
    when: { screen: 'reports.close', company: true },
    calls: [entries.closeDateRange],
    run: async (ports, target) => {
      const month = ports.ui.read('month.current')
      if (month === undefined || month.range_id !== undefined) return
      const { start_date, end_date, waiting } = month
      const name = `${formatDay(start_date)} a ${formatDay(end_date)}`
      const sure = await ports.ask.confirm({
        title: 'Fechar o mês?',
        body: 'Nada destes dias poderá ser criado, alterado ou excluído até alguém reabrir.',
        action: 'Fechar o mês',
        facts: [
          ['Período', name],
          ['Pendências', waiting.length === 0 ? 'nenhuma' : waiting.join(', ')],
        ],
      })
      if (!sure) return
      const reply = await ports.call(entries.closeDateRange, { params: { c: companyIn(target).id }, body: { start_date, end_date } })
      return { say: `Período de ${name} fechado`, undo: reply.batch_id ? [reply.batch_id] : [] }
    },
  }),
  defineCommand({
    id: 'month.reopen',
    title: 'Reabrir o mês',
    short: 'reabrir',
    icon: 'lock-open',
    takes: 'none',
    keys: ['r'],
    words: ['destrancar', 'abrir mês'],
    when: { screen: 'reports.close', company: true },
    calls: [entries.openDateRange],
    run: async (ports, target) => {
      const month = ports.ui.read('month.current')
      if (month?.range_id === undefined) return
      const name = `${formatDay(month.start_date)} a ${formatDay(month.end_date)}`
      const sure = await ports.ask.confirm({
        title: 'Reabrir o período?',
        body: 'Os lançamentos destes dias voltam a poder ser criados, alterados e excluídos.',
        action: 'Reabrir o mês',
        facts: [['Período', name]],
      })
      if (!sure) return
      const reply = await ports.call(entries.openDateRange, { params: { c: companyIn(target).id, id: month.range_id } })
      return { say: `Período de ${name} reaberto`, undo: reply.batch_id ? [reply.batch_id] : [] }
    },
  }),
]
