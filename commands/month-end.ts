// The end of the lines is the next beginning: what explains the difference that remains, and the close of the month with its file.
import { balanceLadder, type LadderAccount } from '#contract/balance-ladder.ts'
import { entries } from '#contract/entries.ts'
import { type CloseChecklist, monthClose } from '#contract/month-close.ts'
import { missingDays } from '#domain/balance-ladder.ts'
import { addMonths, formatDay, formatMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { capitalized, counted, formatCount } from '#domain/text.ts'
import { CHECKS } from './close-checks.ts'
import { type AnyTarget, companyIn, type Destination, defineCommand, type Outcome, type Step } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { answersWritten } from './reconcile.ts'
import { pathTo } from './screens.ts'

/** What the workbench shows. */
export interface BenchOnScreen {
  /** One account, or undefined for all of them. */
  readonly bank_account_id: string | undefined
  /** Undefined for all days. */
  readonly start_date: string | undefined
  readonly end_date: string | undefined
  readonly pending: number
  readonly ignored: number
  /** The next account with something open; undefined while all accounts are shown. */
  readonly next_account_id: string | undefined
}

/** Something that may explain why bank and books differ, and where it is settled. */
interface Remain {
  readonly id: string
  readonly label: string
  readonly hint?: string
  open(ports: Ports): Destination | undefined
}

const here = { area: 'conciliation', layer: 'workbench', company: true } as const

/** '10/11' */
const dayAndMonth = (day: string): string => formatDay(day).slice(0, 5)

const periodOf = ({ start_date, end_date }: BenchOnScreen) => (start_date && end_date ? { start_date, end_date } : {})

async function remainsOf(ports: Ports, target: AnyTarget, bench: BenchOnScreen): Promise<Remain[]> {
  const c = companyIn(target).id
  const accounts = bench.bank_account_id === undefined ? {} : { bank_account_ids: bench.bank_account_id }
  const [ladder, checklist] = await Promise.all([
    ports.call(balanceLadder.get, { params: { c }, query: { ...periodOf(bench), ...accounts } }),
    ports.call(monthClose.checklist, { params: { c }, query: bench.end_date ? { date: bench.end_date } : {} }),
  ])
  return [
    ...ladder.data.accounts.flatMap(account => ofAccount(account, c, ports.today())),
    ...ofLines(bench),
    ...ofChecks(checklist.data, c),
  ]
}

/** Days without a statement, and the first day on which bank and books part. */
function ofAccount({ bank_account_id, name, days, first_broken }: LadderAccount, c: string, today: string): Remain[] {
  const missing = days.some(({ bank_cents }) => bank_cents !== null) ? missingDays(days, today) : undefined
  const broken = days.find(({ day }) => day === first_broken)
  const remains: Remain[] = []
  if (missing)
    remains.push({
      id: `missing ${bank_account_id}`,
      label: `${counted(missing.count, ['dia', 'dias'])} sem extrato desde ${dayAndMonth(missing.first)}: ${name}`,
      hint: 'importe o que falta',
      open: () => pathTo('statements.upload', { companyId: c }),
    })
  if (broken?.difference_cents)
    remains.push({
      id: `broken ${bank_account_id}`,
      label: `Não bate desde ${dayAndMonth(broken.day)}: ${name}`,
      hint: formatCents(broken.difference_cents),
      open: () => ({ to: pathTo('reports.balance', { companyId: c }), search: { periodo: monthOf(broken.day) } }),
    })
  return remains
}

function ofLines({ pending, ignored }: BenchOnScreen): Remain[] {
  const remains: Remain[] = []
  if (pending > 0)
    remains.push({
      id: 'pending',
      label: counted(pending, ['linha sem conciliação', 'linhas sem conciliação']),
      open: ports => void ports.ui.do('workbench.show', 'PENDING'),
    })
  if (ignored > 0)
    remains.push({
      id: 'ignored',
      label: counted(ignored, ['linha ignorada', 'linhas ignoradas']),
      hint: 'não mudam o saldo dos livros',
      open: ports => void ports.ui.do('workbench.show', 'IGNORED'),
    })
  return remains
}

/** The bench itself tells of lines and balances. */
function ofChecks({ checks, start_date, end_date }: CloseChecklist, c: string): Remain[] {
  return checks
    .filter(({ id, count }) => count > 0 && id !== 'pending_lines' && id !== 'balance_differences')
    .map(({ id, count, amount_cents }) => {
      const { name, screen, search } = CHECKS[id]
      return {
        id,
        label: `${name}: ${formatCount(count)}`,
        hint: formatCents(amount_cents),
        open: () => ({ to: pathTo(screen, { companyId: c }), search: search(monthOf(end_date), start_date, end_date) }),
      }
    })
}

/** One of them is chosen by its digit. */
async function openRemain(ports: Ports, remains: readonly Remain[]): Promise<Outcome | undefined> {
  const step: Step<'remain', 'choice'> = {
    name: 'remain',
    kind: 'choice',
    title: 'O que explica a diferença',
    options: () => remains.map(({ id, label, hint }) => ({ value: id, label, ...(hint ? { hint } : {}) })),
  }
  const chosen = await ports.ask.step(step as Step)
  const go = remains.find(({ id }) => id === chosen)?.open(ports)
  return go === undefined ? undefined : { go }
}

/** A day of the month to close: the one on screen, or the last one that is over while that one still runs. */
const dayToClose = ({ end_date }: BenchOnScreen, today: string): string =>
  end_date !== undefined && end_date < today ? end_date : addMonths(startOfMonth(today), -1)

/** Why the month cannot be closed now, in pt-BR. */
function closeRefusal({ range, refusal, checks }: CloseChecklist): string | undefined {
  if (range) return `O período de ${formatDay(range.start_date)} a ${formatDay(range.end_date)} já está fechado`
  const lines = checks.find(({ id }) => id === 'pending_lines')?.count ?? 0
  if (lines > 0) return `Antes de fechar, concilie ${counted(lines, ['linha', 'linhas'])} do mês`
  return refusal ?? undefined
}

const waitingIn = ({ checks }: CloseChecklist): string =>
  checks
    .filter(({ count }) => count > 0)
    .map(({ id, count }) => `${CHECKS[id].name.toLowerCase()} (${formatCount(count)})`)
    .join(', ') || 'nenhuma'

export const monthEndCommands = [
  defineCommand({
    id: 'reconcile.remains',
    title: 'O que explica a diferença',
    short: 'explicar a diferença',
    icon: 'circle-help',
    takes: 'none',
    keys: ['d'],
    words: ['diferença', 'saldo', 'dias sem extrato', 'por que não bate'],
    when: here,
    calls: [balanceLadder.get, monthClose.checklist],
    run: async (ports, target) => {
      const bench = ports.ui.read('workbench.current')
      if (bench === undefined) return undefined
      await answersWritten()
      const remains = await remainsOf(ports, target, bench)
      if (remains.length === 0) return { say: 'Nada a explicar: banco e livros dizem o mesmo' }
      return await openRemain(ports, remains)
    },
  }),
  defineCommand({
    id: 'reconcile.close-month',
    title: 'Fechar o mês e baixar a contabilidade',
    short: 'fechar o mês',
    icon: 'lock',
    takes: 'none',
    keys: ['f'],
    words: ['trancar', 'fechamento', 'contabilidade', 'arquivo contábil'],
    when: here,
    calls: [monthClose.checklist, monthClose.download, entries.closeDateRange],
    run: async (ports, target) => {
      const bench = ports.ui.read('workbench.current')
      if (bench === undefined) return undefined
      const params = { c: companyIn(target).id }
      await answersWritten()
      const { data: month } = await ports.call(monthClose.checklist, { params, query: { date: dayToClose(bench, ports.today()) } })
      const refusal = closeRefusal(month)
      if (refusal !== undefined) return { say: refusal }
      const { start_date, end_date } = month
      const name = formatMonth(monthOf(end_date))
      const sure = await ports.ask.confirm({
        title: `Fechar ${name}?`,
        body: 'Nada destes dias poderá ser criado, alterado ou excluído até alguém reabrir. O arquivo da contabilidade é baixado junto.',
        action: 'Fechar o mês',
        facts: [
          ['Período', `${formatDay(start_date)} a ${formatDay(end_date)}`],
          ['Pendências', waitingIn(month)],
        ],
      })
      if (!sure) return undefined
      const period = { start_date, end_date }
      const file = await ports.call(monthClose.download, { params, query: { ...period, format: 'csv' } })
      const { batch_id } = await ports.call(entries.closeDateRange, { params, body: period })
      ports.ui.do('file.save', { file: file.data, name: `Contabilidade de ${name}.csv` })
      return { say: `${capitalized(name)} fechado, com o arquivo da contabilidade`, undo: batch_id ? [batch_id] : [] }
    },
  }),
]
