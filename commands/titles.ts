// What a person can do with bills and receivables: one maker for both, and what the cash flow does with either.
import { attachments } from '#contract/attachments.ts'
import { bills } from '#contract/bills.ts'
import { entries } from '#contract/entries.ts'
import { receivables } from '#contract/receivables.ts'
import { BILL_STATUSES, type BillStatus } from '#domain/enums.ts'
import { BILL_STATUS_LABELS, RECEIVABLE_STATUS_LABELS } from '#domain/labels.ts'
import type { AnyCommand, AnyTarget, Choice, Records } from './kit/command.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'

const BULK_LIMIT = 10_000

/** Ids in calls of at most 10,000 (or `most`), all under one undo. */
export function* slices(ids: readonly string[], most = BULK_LIMIT): Generator<string[]> {
  for (let at = 0; at < ids.length; at += most) yield ids.slice(at, at + most)
}

const contas = (count: number) => (count === 1 ? '1 conta' : `${count.toLocaleString('pt-BR')} contas`)

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
const locked = (record: Records[Kind]): string | undefined => {
  if (record.editable) return undefined
  return record.conciliation_id !== null ? 'já conciliada' : 'não pode ser alterada'
}

function titleCommands(kind: Kind): readonly AnyCommand[] {
  const { rows, area, list, detail, param, noun, party, scope, category } = KINDS[kind]
  const here: Clause = { area, company: true }
  const toolbar = `${list}.toolbar` as const
  const row = `${kind}.row` as const
  const drawer = `${kind}.drawer` as const

  /** Sets one field of every record of the target. */
  const setField =
    (field: string, answer: unknown, say: (count: number) => string) =>
    async (ports: Parameters<AnyCommand['run']>[0], target: AnyTarget) => {
      const undo: string[] = []
      for (const ids of slices(target.ids)) {
        const reply = await ports.call(rows.updateMany as typeof bills.updateMany, {
          params: { c: companyIn(target).id },
          body: { ids, [field]: answer },
        })
        if (reply.batch_id) undo.push(reply.batch_id)
      }
      return { say: say(target.count), undo }
    }

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
      except: (record, { status }) => (record.conciliation_id !== null && record.status !== status ? 'já conciliada' : undefined),
      effect: (target, { status }) => {
        const labels: Record<string, string> = kind === 'bill' ? BILL_STATUS_LABELS : RECEIVABLE_STATUS_LABELS
        return status ? { title: `Mover ${contas(target.count)} para ${labels[status]}` } : undefined
      },
      run: async (ports, target, { status }) => {
        const labels: Record<string, string> = kind === 'bill' ? BILL_STATUS_LABELS : RECEIVABLE_STATUS_LABELS
        const undo: string[] = []
        ports.ui.do('list.optimistic', { ids: target.ids, values: { status } })
        try {
          for (const ids of slices(target.ids)) {
            const reply = await ports.call(rows.move as typeof bills.move, {
              params: { c: companyIn(target).id },
              body: { ids, status: status as BillStatus },
            })
            if (reply.batch_id) undo.push(reply.batch_id)
          }
        } finally {
          ports.ui.do('list.settled')
        }
        return { say: `${contas(target.count)} ${target.count === 1 ? 'movida' : 'movidas'} para ${labels[status]}`, undo }
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
      except: record =>
        record.conciliation_id === null && record.status !== 'PAID' && record.status !== 'RECEIVED' ? 'não conciliada' : undefined,
      run: async (ports, target) => {
        const ids = [...target.ids]
        const body = kind === 'bill' ? { bill_ids: ids } : { receivable_ids: ids }
        const reply = await ports.call(rows.unconciliate as typeof bills.unconciliate, {
          params: { c: companyIn(target).id },
          body: body as { bill_ids: string[] },
        })
        return { say: `Conciliação de ${contas(target.count)} desfeita`, undo: reply.batch_id ? [reply.batch_id] : [] }
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
      run: (ports, target, { due_date }) => setField('due_date', due_date, count => `Vencimento de ${contas(count)} mudado`)(ports, target),
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
      run: (ports, target, { category_id }) =>
        setField('category_id', category_id, count => `${contas(count)} ${count === 1 ? 'categorizada' : 'categorizadas'}`)(ports, target),
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
        setField('bank_account_id', bank_account_id, count => `Conta de ${contas(count)} mudada`)(ports, target),
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
      asks: [{ name: 'contact_id', kind: 'contact', title: party === 'cliente' ? 'Cliente' : 'Fornecedor', scope }],
      except: locked,
      run: (ports, target, { contact_id }) =>
        setField(
          'contact_id',
          contact_id,
          count => `${party === 'cliente' ? 'Cliente' : 'Fornecedor'} de ${contas(count)} mudado`,
        )(ports, target),
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
      run: (ports, target) => copyEntries(ports, target),
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
      calls: [entries.delete],
      except: record => {
        if (record.conciliation_id !== null) return 'já conciliada'
        if (record.status === 'PAID' || record.status === 'RECEIVED') return 'já baixada'
        return record.transfer_id !== null ? 'parte de transferência' : undefined
      },
      run: (ports, target) => deleteEntries(ports, target),
    }),
  ]
}

async function deleteEntries(ports: Parameters<AnyCommand['run']>[0], target: AnyTarget) {
  const undo: string[] = []
  for (const ids of slices(target.ids)) {
    const reply = await ports.call(entries.delete, { params: { c: companyIn(target).id }, body: { entries: ids } })
    if (reply.batch_id) undo.push(reply.batch_id)
  }
  return { say: `${contas(target.count)} ${target.count === 1 ? 'excluída' : 'excluídas'}`, undo }
}

async function copyEntries(ports: Parameters<AnyCommand['run']>[0], target: AnyTarget) {
  const undo: string[] = []
  for (const ids of slices(target.ids)) {
    const reply = await ports.call(entries.copy, { params: { c: companyIn(target).id }, body: { entries: ids } })
    if (reply.batch_id) undo.push(reply.batch_id)
  }
  return { say: `${contas(target.count)} ${target.count === 1 ? 'duplicada' : 'duplicadas'}`, undo }
}

const flow: Clause = { area: 'entries', company: true }

export const entryCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'entry.import',
    title: 'Importar lançamentos',
    short: 'importar',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    places: ['entries.bar'],
    when: flow,
    calls: [entries.upload],
    run: async (_, target) => ({ go: pathTo('entries.upload', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'entry.duplicate',
    title: 'Duplicar lançamentos',
    short: 'duplicar',
    icon: 'copy',
    of: 'entry',
    takes: 'some',
    keys: ['d'],
    places: ['entries.toolbar', 'entry.row'],
    when: flow,
    calls: [entries.copy],
    run: (ports, target) => copyEntries(ports, target),
  }),
  defineCommand({
    id: 'entry.delete',
    title: 'Excluir lançamentos',
    short: 'excluir',
    icon: 'trash',
    of: 'entry',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['entries.toolbar', 'entry.row'],
    when: flow,
    calls: [entries.delete],
    except: record =>
      record.conciliation_id !== null
        ? 'já conciliado'
        : record.status === 'PAID' || record.status === 'RECEIVED'
          ? 'já baixado'
          : undefined,
    run: (ports, target) => deleteEntries(ports, target),
  }),
]

export const billCommands = titleCommands('bill')
export const receivableCommands = titleCommands('receivable')
