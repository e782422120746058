// What a person can do with bills and receivables: one maker for both.
import { attachments } from '#contract/attachments.ts'
import { bills } from '#contract/bills.ts'
import { entries } from '#contract/entries.ts'
import type { BulkAnswer } from '#contract/kit/fields.ts'
import { receivables } from '#contract/receivables.ts'
import { BILL_STATUSES, type BillStatus, SERIES_SCOPES, type SeriesScope } from '#domain/enums.ts'
import { BILL_STATUS_LABELS, RECEIVABLE_STATUS_LABELS, SERIES_SCOPE_LABELS } from '#domain/labels.ts'
import { type Counted, copyEntries, deleteEntries } from './entries.ts'
import type { AnyCommand, AnyTarget, Choice, Outcome, Reason, Records } from './kit/command.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachSlice, outcomeOf, type Written } from './slices.ts'

const contas: Counted = count => (count === 1 ? '1 conta' : `${count.toLocaleString('pt-BR')} contas`)

const BILL_TONES: Record<BillStatus, NonNullable<Choice['tone']>> = {
  PENDING: 'muted',
  WAITING_APPROVAL: 'info',
  APPROVED: 'ok',
  REPROVED: 'danger',
  WAITING_PAYMENT: 'info',
  PAID: 'quiet',
}
/** In the order of the digits of keyboard.md §2.6. */
const BILL_ORDER: readonly BillStatus[] = ['PENDING', 'WAITING_APPROVAL', 'APPROVED', 'REPROVED', 'WAITING_PAYMENT', 'PAID']

function billChoices(target: AnyTarget): readonly Choice<string>[] {
  const records = target.records as readonly Records['bill'][]
  return BILL_ORDER.filter(status => BILL_STATUSES.includes(status)).map((status, index) => {
    const already = records.filter(record => record.status === status).length
    return {
      value: status,
      label: BILL_STATUS_LABELS[status],
      digit: String(index + 1),
      tone: BILL_TONES[status],
      ...(already > 0 ? { hint: already === records.length ? 'já é a situação' : `${records.length - already} de ${records.length}` } : {}),
    }
  })
}

const receivableChoices = (): readonly Choice<string>[] => [
  { value: 'PENDING', label: RECEIVABLE_STATUS_LABELS.PENDING, digit: '1', tone: 'muted' },
  { value: 'RECEIVED', label: RECEIVABLE_STATUS_LABELS.RECEIVED, digit: '2', tone: 'quiet' },
]

type Kind = 'bill' | 'receivable'

/** What a write does to the rows on screen before the server has answered: detail of 'list.optimistic', 'list.settled' and 'list.failed'. */
export interface ListEdit {
  readonly ids: readonly string[]
  readonly values: Readonly<Record<string, string | number | boolean | null>>
}

const KINDS = {
  bill: {
    rows: bills,
    area: 'bills',
    list: 'bills',
    detail: 'bills.detail',
    param: 'billId',
    noun: 'conta a pagar',
    party: 'fornecedor',
    scope: 'supplier',
    category: 'expense',
  },
  receivable: {
    rows: receivables,
    area: 'receivables',
    list: 'receivables',
    detail: 'receivables.detail',
    param: 'receivableId',
    noun: 'conta a receber',
    party: 'cliente',
    scope: 'customer',
    category: 'income',
  },
} as const

/** Records that a bulk edit leaves out. */
const locked = (record: Records[Kind]): Reason | undefined => {
  if (record.editable) return undefined
  return record.conciliation_id !== null ? CONCILIATED : ['não pode ser alterada', 'não podem ser alteradas']
}
const CONCILIATED: Reason = ['já conciliada', 'já conciliadas']
const isSettled = (record: Records[Kind]): boolean => record.status === 'PAID' || record.status === 'RECEIVED'

/** Shows a change at once; what the server did not write is taken back. */
async function atOnce(
  ports: Ports,
  { ids, count }: AnyTarget,
  values: ListEdit['values'],
  write: () => Promise<Written>,
): Promise<Written> {
  const edit: ListEdit = { ids, values }
  ports.ui.do('list.optimistic', edit)
  try {
    const written = await write()
    ports.ui.do(written.count === count ? 'list.settled' : 'list.failed', edit)
    return written
  } catch (error) {
    ports.ui.do('list.failed', edit)
    throw error
  }
}

/** The same values for every record of the target. */
async function setFields(ports: Ports, kind: Kind, target: AnyTarget, values: ListEdit['values'], say: (count: number) => string) {
  const params = { c: companyIn(target).id }
  const row = KINDS[kind].rows.updateMany as typeof bills.updateMany
  const written = await atOnce(ports, target, values, () =>
    eachSlice(ports, 'Alterando', target, ids => ports.call(row, { params, body: { ids, ...values } })),
  )
  return outcomeOf(target, written, say)
}

const SERIES_CHOICES: readonly Choice<string>[] = [
  { value: 'ONE', label: 'Só esta', digit: '1', words: ['uma'] },
  { value: 'NEXT', label: SERIES_SCOPE_LABELS.NEXT, digit: '2', hint: 'em aberto' },
  { value: 'ALL', label: SERIES_SCOPE_LABELS.ALL, digit: '3', words: ['série'] },
]
const isInSeries = (record: Records[Kind]): boolean => record.recurrence_id !== null && record.parent_id === null && !isSettled(record)

/** Of one open occurrence of a series: how far the change reaches. Of many marked ones those are meant. */
const SERIES_STEP = {
  name: 'scope',
  kind: 'choice',
  title: 'Da série',
  optional: true,
  of: (target: AnyTarget) => target.count === 1 && target.records.length === 1 && isInSeries(target.records[0] as Records[Kind]),
  options: () => SERIES_CHOICES,
} as const

/** What a change of a series says: how many it reached, and that some stay as they were, by the reason most of them share. */
export function seriesOutcome(
  { updated, blocked = [] }: BulkAnswer,
  done: readonly [one: string, many: string],
): { say: string; detail?: string } {
  const say = `${contas(updated)} da série ${done[updated === 1 ? 0 : 1]}`
  const reasons = [...new Set(blocked.map(row => row.message))]
  if (blocked.length === 0) return { say }
  return {
    say,
    detail: `${contas(blocked.length)} ${blocked.length === 1 ? 'ficou como estava' : 'ficaram como estavam'}. ${reasons.join(' ')}`,
  }
}

export const isSeriesScope = (scope: unknown): scope is SeriesScope => SERIES_SCOPES.some(known => known === scope)

async function deleteSeries(ports: Ports, kind: Kind, target: AnyTarget, scope: SeriesScope): Promise<Outcome> {
  const params = { c: companyIn(target).id, id: target.ids[0] ?? '' }
  const { data, batch_id } = await ports.call(KINDS[kind].rows.deleteSeries as typeof bills.deleteSeries, { params, query: { scope } })
  return { ...seriesOutcome(data, ['excluída', 'excluídas']), undo: batch_id === undefined ? [] : [batch_id] }
}

function titleCommands(kind: Kind): readonly AnyCommand[] {
  const { rows, area, list, detail, param, noun, party, scope, category } = KINDS[kind]
  const here: Clause = { area, company: true }
  const toolbar = `${list}.toolbar` as const
  const row = `${kind}.row` as const
  const drawer = `${kind}.drawer` as const
  const Party = party === 'cliente' ? 'Cliente' : 'Fornecedor'

  const setField = (ports: Ports, target: AnyTarget, values: ListEdit['values'], say: (count: number) => string) =>
    setFields(ports, kind, target, values, say)

  return [
    defineCommand({
      id: `${kind}.create`,
      title: `Nova ${noun}`,
      short: 'nova conta',
      icon: 'plus',
      takes: 'none',
      keys: ['n'],
      places: [`${list}.page`, `${list}.empty`],
      words: ['criar', 'lançar', kind === 'bill' ? 'despesa' : 'receita'],
      when: here,
      calls: [rows.create, rows.createRecurring],
      run: async (_, target) => ({ go: pathTo(`${list}.create`, { companyId: companyIn(target).id }) }),
    }),
    defineCommand({
      id: `${kind}.import`,
      title: `Importar ${list === 'bills' ? 'contas a pagar' : 'contas a receber'}`,
      short: 'importar',
      icon: 'upload',
      takes: 'none',
      keys: ['u'],
      places: [`${list}.bar`],
      hint: 'planilha CSV',
      when: here,
      calls: [entries.upload],
      run: async (_, target) => ({ go: pathTo(`${list}.upload`, { companyId: companyIn(target).id }) }),
    }),
    defineCommand({
      id: `${kind}.move`,
      title: 'Mover situação',
      short: 'mover status',
      icon: 'check-check',
      of: kind,
      takes: 'some',
      keys: ['m'],
      places: [toolbar, row, drawer],
      words: ['mover', 'status', 'pago', 'aprovar', 'baixar', 'recebido'],
      when: here,
      calls: [rows.move],
      asks: [{ name: 'status', kind: 'status', title: 'Situação', options: kind === 'bill' ? billChoices : receivableChoices }],
      except: (record, { status }) => {
        if (record.conciliation_id !== null && record.status !== status) return CONCILIATED
        // Settling needs to know where the money moved.
        return (status === 'PAID' || status === 'RECEIVED') && record.bank_account_id === null ? 'sem conta bancária' : undefined
      },
      effect: (target, { status }) => {
        const labels: Record<string, string> = kind === 'bill' ? BILL_STATUS_LABELS : RECEIVABLE_STATUS_LABELS
        return status ? { title: `Mover ${contas(target.count)} para ${labels[status]}` } : undefined
      },
      run: async (ports, target, { status }) => {
        const labels: Record<string, string> = kind === 'bill' ? BILL_STATUS_LABELS : RECEIVABLE_STATUS_LABELS
        const params = { c: companyIn(target).id }
        const row = rows.move as typeof bills.move
        const written = await atOnce(ports, target, { status }, () =>
          eachSlice(ports, 'Movendo', target, ids => ports.call(row, { params, body: { ids, status: status as BillStatus } })),
        )
        return outcomeOf(target, written, count => `${contas(count)} ${count === 1 ? 'movida' : 'movidas'} para ${labels[status]}`)
      },
    }),
    defineCommand({
      id: `${kind}.conciliate`,
      title: 'Conciliar',
      short: 'conciliar',
      icon: 'link-2',
      of: kind,
      takes: 'one',
      keys: ['c'],
      places: [toolbar, row, drawer],
      when: here,
      calls: [rows.conciliate],
      refuse: target => (target.records[0].conciliation_id !== null ? 'já conciliada' : undefined),
      run: async (_, target) => ({
        go: pathTo(`${detail}-conciliation`, { companyId: companyIn(target).id, [param]: target.ids[0] ?? '' }),
      }),
    }),
    defineCommand({
      id: `${kind}.unconciliate`,
      title: 'Desfazer conciliação',
      icon: 'unlink',
      of: kind,
      takes: 'some',
      keys: ['shift+c'],
      places: [row, drawer],
      when: here,
      calls: [rows.unconciliate],
      except: record => (record.conciliation_id === null && !isSettled(record) ? ['não conciliada', 'não conciliadas'] : undefined),
      run: async (ports, target) => {
        const params = { c: companyIn(target).id }
        const written = await eachSlice(ports, 'Desfazendo a conciliação de', target, ids => {
          const body = kind === 'bill' ? { bill_ids: ids } : { receivable_ids: ids }
          return ports.call(rows.unconciliate as typeof bills.unconciliate, { params, body: body as { bill_ids: string[] } })
        })
        return outcomeOf(target, written, count => `Conciliação de ${contas(count)} desfeita`)
      },
    }),
    defineCommand({
      id: `${kind}.due`,
      title: 'Mudar vencimento',
      short: 'vencimento',
      icon: 'calendar-days',
      of: kind,
      takes: 'some',
      keys: ['v'],
      places: [toolbar, row],
      words: ['venc', 'adiar', 'data'],
      when: here,
      calls: [rows.updateMany],
      asks: [{ name: 'due_date', kind: 'day', title: 'Vencimento', placeholder: '15/12, +30d, fim, seg…' }],
      except: locked,
      run: (ports, target, { due_date }) => setField(ports, target, { due_date }, count => `Vencimento de ${contas(count)} mudado`),
    }),
    defineCommand({
      id: `${kind}.category`,
      title: 'Mudar categoria',
      short: 'categoria',
      icon: 'tag',
      of: kind,
      takes: 'some',
      keys: ['l'],
      places: [toolbar, row],
      words: ['cat', 'categorizar'],
      when: here,
      calls: [rows.updateMany],
      asks: [{ name: 'category_id', kind: 'category', title: 'Categoria', scope: category }],
      // A conciliated title may still be classified.
      except: record => (record.conciliation_id === null ? locked(record) : undefined),
      run: (ports, target, { category_id }) =>
        setField(ports, target, { category_id }, count => `${contas(count)} ${count === 1 ? 'categorizada' : 'categorizadas'}`),
    }),
    defineCommand({
      id: `${kind}.account`,
      title: 'Mudar conta bancária',
      icon: 'landmark',
      of: kind,
      takes: 'some',
      keys: ['b'],
      places: [row],
      words: ['conta', 'banco'],
      when: here,
      calls: [rows.updateMany],
      asks: [{ name: 'bank_account_id', kind: 'account', title: 'Conta bancária', scope: 'active' }],
      except: locked,
      run: (ports, target, { bank_account_id }) =>
        setField(ports, target, { bank_account_id }, count => `Conta de ${contas(count)} mudada`),
    }),
    defineCommand({
      id: `${kind}.contact`,
      title: `Mudar ${party}`,
      icon: 'contact-round',
      of: kind,
      takes: 'some',
      keys: ['f'],
      places: [row],
      words: ['contato', party],
      when: here,
      calls: [rows.updateMany],
      asks: [{ name: 'contact_id', kind: 'contact', title: Party, scope }],
      except: locked,
      run: (ports, target, { contact_id }) => setField(ports, target, { contact_id }, count => `${Party} de ${contas(count)} mudado`),
    }),
    defineCommand({
      id: `${kind}.split`,
      title: 'Dividir',
      short: 'dividir',
      icon: 'split',
      of: kind,
      takes: 'one',
      keys: ['s'],
      places: [row, drawer],
      words: ['parcelar', 'desmembrar'],
      when: here,
      calls: [rows.split],
      refuse: target => (target.records[0].editable ? undefined : 'não pode ser dividida'),
      run: async (_, target) => ({ go: pathTo(`${detail}-split`, { companyId: companyIn(target).id, [param]: target.ids[0] ?? '' }) }),
    }),
    defineCommand({
      id: `${kind}.attach`,
      title: 'Anexar arquivo',
      short: 'anexar',
      icon: 'paperclip',
      of: kind,
      takes: 'one',
      keys: ['a'],
      places: [row, drawer],
      when: here,
      calls: [attachments.create],
      run: async (_, target) => ({ go: pathTo(`${detail}-upload`, { companyId: companyIn(target).id, [param]: target.ids[0] ?? '' }) }),
    }),
    defineCommand({
      id: `${kind}.update`,
      title: 'Alterar em formulário',
      icon: 'pencil',
      of: kind,
      takes: 'one',
      places: [row, drawer],
      words: ['editar', 'alterar'],
      when: here,
      calls: [rows.update],
      refuse: target => (target.records[0].editable ? undefined : 'não pode ser alterada'),
      run: async (_, target) => ({ go: pathTo(`${detail}-update`, { companyId: companyIn(target).id, [param]: target.ids[0] ?? '' }) }),
    }),
    defineCommand({
      id: `${kind}.duplicate`,
      title: 'Duplicar',
      icon: 'copy',
      of: kind,
      takes: 'some',
      keys: ['d'],
      places: [row],
      words: ['copiar'],
      when: here,
      calls: [entries.copy],
      run: (ports, target) => copyEntries(ports, target, contas, ['duplicada', 'duplicadas']),
    }),
    defineCommand({
      id: `${kind}.delete`,
      title: 'Excluir',
      short: 'excluir',
      icon: 'trash',
      of: kind,
      takes: 'some',
      keys: ['delete', 'backspace'],
      places: [toolbar, row, drawer],
      words: ['apagar', 'remover'],
      when: here,
      calls: [entries.delete, rows.deleteSeries],
      asks: [SERIES_STEP],
      except: record => {
        if (record.conciliation_id !== null) return CONCILIATED
        if (isSettled(record)) return ['já baixada', 'já baixadas']
        if (record.transfer_id !== null) return ['parte de transferência', 'partes de transferência']
        return record.editable ? undefined : ['não pode ser excluída', 'não podem ser excluídas']
      },
      run: (ports, target, { scope }) =>
        isSeriesScope(scope) ? deleteSeries(ports, kind, target, scope) : deleteEntries(ports, target, contas, ['excluída', 'excluídas']),
    }),
  ]
}

export const billCommands = titleCommands('bill')
export const receivableCommands = titleCommands('receivable')

/** A cell written in place, or its value repeated in the marked rows: the grid has taken the answer, and there is no key of its own. */
export const filling = (kind: Kind, field: string, value: ListEdit['values'][string]): AnyCommand => ({
  id: `${kind}.fill`,
  title: 'Alterar contas',
  of: kind,
  takes: 'some',
  calls: [KINDS[kind].rows.updateMany],
  async run(ports, target) {
    const altered = (count: number) => `${contas(count)} ${count === 1 ? 'alterada' : 'alteradas'}`
    const outcome = await setFields(ports, kind, target, { [field]: value }, altered)
    // One cell shows its own change.
    return target.count === 1 ? { label: 'Célula alterada', undo: outcome.undo ?? [] } : outcome
  },
})

/** What the form of one title asks before it saves: the form writes by itself. */
export const saving = (kind: Kind): AnyCommand => ({
  id: `${kind}.save`,
  title: 'Salvar alteração',
  of: kind,
  takes: 'one',
  asks: [SERIES_STEP],
  calls: [KINDS[kind].rows.update, KINDS[kind].rows.updateSeries],
  run: async () => undefined,
})
