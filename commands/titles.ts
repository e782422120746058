// What a person can do with marked bills and receivables: one maker for both.
import { entries } from '#contract/entries.ts'
import { BILL_STATUSES, type BillStatus, type SeriesScope } from '#domain/enums.ts'
import { BILL_STATUS_LABELS, RECEIVABLE_STATUS_LABELS } from '#domain/labels.ts'
import { capitalized, counted } from '#domain/text.ts'
import { mayMoveByHand } from '#domain/transitions.ts'
import { copyEntries, deleteEntries } from './entries.ts'
import type { AnyTarget, Choice, Outcome, Reason, Records } from './kit/command.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import type { Clause } from './kit/when.ts'
import { eachSlice, outcomeOf, wrote } from './slices.ts'
import { atOnce, type CellValues, setFields } from './title-cells.ts'
import { settleCommand, titleForms } from './title-forms.ts'
import { CONCILIATED, contas, isSettled, type Kind, locked, TITLES, type Title } from './title-kinds.ts'
import { isSeriesScope, SERIES_STEP, seriesOutcome } from './title-series.ts'

const labelsOf = (of: Kind): Readonly<Record<string, string>> => (of === 'bill' ? BILL_STATUS_LABELS : RECEIVABLE_STATUS_LABELS)

/** Why nobody takes a record from one status to the other by hand. */
function noRoad(of: Kind, from: Title['status'], to: string | undefined): Reason | undefined {
  if (to === undefined || mayMoveByHand(of === 'bill' ? 'BILL' : 'RECEIVABLE', from, to as Title['status'])) return undefined
  if (from === 'WAITING_PAYMENT') return 'à espera do banco'
  if (to === 'PAID') return 'sem aprovação'
  if (from === 'OVERDUE') return ['vencida: mude o vencimento', 'vencidas: mude o vencimento']
  const labels = labelsOf(of)
  const road = `de ${labels[from]} para ${labels[to]}`
  return [`não vai ${road}`, `não vão ${road}`]
}

const BILL_TONES: Record<BillStatus, NonNullable<Choice['tone']>> = {
  PENDING: 'muted',
  WAITING_APPROVAL: 'info',
  APPROVED: 'ok',
  REPROVED: 'danger',
  WAITING_PAYMENT: 'info',
  PAID: 'quiet',
}
/** In the order of their digits, 1 to 6. */
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

async function deleteSeries(ports: Ports, kind: Kind, target: AnyTarget, scope: SeriesScope): Promise<Outcome> {
  const params = { c: companyIn(target).id, id: target.ids[0] ?? '' }
  const reply = await ports.call(TITLES[kind].rows.deleteSeries, { params, query: { scope } })
  const { say, ...more } = seriesOutcome(reply.data, ['excluída', 'excluídas'])
  return wrote(reply, say, more)
}

function titleCommands<const K extends Kind>(kind: K) {
  const of: Kind = kind
  const { rows, area, party, scope, category } = TITLES[of]
  const here: Clause = { area, company: true }
  const toolbar = `${area}.toolbar` as const
  const menu = `${of}.row` as const
  const drawer = `${of}.drawer` as const
  const Party = capitalized(party)
  const labels = labelsOf(of)
  const setField = (ports: Ports, target: AnyTarget, values: CellValues, say: (count: number) => string) =>
    setFields(ports, of, target, values, say)

  return [
    settleCommand(kind),
    defineCommand({
      id: `${kind}.move` as const,
      title: 'Mover situação',
      short: 'mover situação',
      icon: 'check-check',
      of,
      takes: 'some',
      keys: ['m'],
      places: [toolbar, menu, drawer],
      words: [
        'mover',
        'mudar status',
        'pago',
        'aprovar',
        'baixar',
        'dar baixa',
        'recebido',
        'quitar',
        'liquidar',
        'marcar como paga',
        'estornar',
        'reprovar',
        'desfazer pagamento',
        'voltar para pendente',
      ],
      when: here,
      calls: [rows.move],
      asks: [{ name: 'status', kind: 'status', title: 'Situação', options: of === 'bill' ? billChoices : receivableChoices }],
      except: (record, { status }) => {
        if (record.conciliation_id !== null && record.status !== status) return CONCILIATED
        const stuck = noRoad(of, record.status, status)
        if (stuck !== undefined) return stuck
        // Settling needs to know where the money moved.
        return (status === 'PAID' || status === 'RECEIVED') && record.bank_account_id === null ? 'sem conta bancária' : undefined
      },
      effect: (target, { status }) => (status ? { title: `Mover ${contas(target.count)} para ${labels[status]}` } : undefined),
      run: async (ports, target, { status }) => {
        const params = { c: companyIn(target).id }
        const written = await atOnce(ports, target, { status }, () =>
          eachSlice(ports, 'Movendo', target, ids => ports.call(rows.move, { params, body: { ids, status: status as BillStatus } })),
        )
        return outcomeOf(target, written, count => `${counted(count, ['conta movida', 'contas movidas'])} para ${labels[status]}`)
      },
    }),
    ...titleForms(kind),
    defineCommand({
      id: `${kind}.unconciliate` as const,
      title: 'Desfazer conciliação',
      icon: 'unlink',
      of,
      takes: 'some',
      keys: ['shift+c'],
      places: [menu],
      when: here,
      calls: [rows.unconciliate],
      except: record => (record.conciliation_id === null && !isSettled(record) ? ['não conciliada', 'não conciliadas'] : undefined),
      run: async (ports, target) => {
        const params = { c: companyIn(target).id }
        const written = await eachSlice(ports, 'Desfazendo a conciliação de', target, ids => {
          const body = of === 'bill' ? { bill_ids: ids } : { receivable_ids: ids }
          return ports.call(rows.unconciliate, { params, body: body as { bill_ids: string[] } })
        })
        return outcomeOf(target, written, count => `Conciliação de ${contas(count)} desfeita`)
      },
    }),
    defineCommand({
      id: `${kind}.due` as const,
      title: 'Mudar vencimento',
      short: 'vencimento',
      icon: 'calendar-days',
      of,
      takes: 'some',
      keys: ['v'],
      places: [toolbar, menu],
      words: ['venc', 'adiar', 'prorrogar', 'outra data', 'postergar', 'empurrar', 'jogar', 'vence'],
      when: here,
      calls: [rows.updateMany],
      asks: [{ name: 'due_date', kind: 'day', title: 'Vencimento', placeholder: '15/12, +30d, fim, seg…' }],
      except: locked,
      run: (ports, target, { due_date }) => setField(ports, target, { due_date }, count => `Vencimento de ${contas(count)} mudado`),
    }),
    defineCommand({
      id: `${kind}.category` as const,
      title: 'Mudar categoria',
      short: 'categoria',
      icon: 'tag',
      of,
      takes: 'some',
      keys: ['l'],
      places: [toolbar, menu],
      words: ['cat', 'categorizar', 'classificar', 'centro de custo'],
      when: here,
      calls: [rows.updateMany],
      asks: [{ name: 'category_id', kind: 'category', title: 'Categoria', scope: category }],
      // A conciliated title may still be classified.
      except: record => (record.conciliation_id === null ? locked(record) : undefined),
      run: (ports, target, { category_id }) =>
        setField(ports, target, { category_id }, count => counted(count, ['conta categorizada', 'contas categorizadas'])),
    }),
    defineCommand({
      id: `${kind}.account` as const,
      title: 'Mudar conta bancária',
      icon: 'landmark',
      of,
      takes: 'some',
      keys: ['b'],
      places: [menu],
      words: ['conta', 'banco'],
      when: here,
      calls: [rows.updateMany],
      asks: [{ name: 'bank_account_id', kind: 'account', title: 'Conta bancária', scope: 'active' }],
      except: locked,
      run: (ports, target, { bank_account_id }) =>
        setField(ports, target, { bank_account_id }, count => `Conta de ${contas(count)} mudada`),
    }),
    defineCommand({
      id: `${kind}.contact` as const,
      title: `Mudar ${party}`,
      icon: 'contact-round',
      of,
      takes: 'some',
      keys: ['f'],
      places: [menu],
      words: ['contato', 'favorecido', party],
      when: here,
      calls: [rows.updateMany],
      asks: [{ name: 'contact_id', kind: 'contact', title: Party, scope }],
      except: locked,
      run: (ports, target, { contact_id }) => setField(ports, target, { contact_id }, count => `${Party} de ${contas(count)} mudado`),
    }),
    defineCommand({
      id: `${kind}.duplicate` as const,
      title: 'Duplicar',
      icon: 'copy',
      of,
      takes: 'some',
      keys: ['d'],
      places: [menu],
      words: ['copiar', 'fazer igual', 'lançar igual'],
      when: here,
      calls: [entries.copy],
      run: (ports, target) => copyEntries(ports, target, ['conta duplicada', 'contas duplicadas']),
    }),
    defineCommand({
      id: `${kind}.delete` as const,
      title: 'Excluir',
      short: 'excluir',
      icon: 'trash',
      destroys: true,
      of,
      takes: 'some',
      keys: ['delete', 'backspace'],
      // In a sheet they empty cells.
      keysIn: { sheet: false },
      places: [toolbar, `${of}.row/danger`],
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
        isSeriesScope(scope)
          ? deleteSeries(ports, of, target, scope)
          : deleteEntries(ports, target, ['conta excluída', 'contas excluídas']),
    }),
  ]
}

export const billCommands = titleCommands('bill')
export const receivableCommands = titleCommands('receivable')
