// A few commands of a made-up house, enough to exercise the kit and the surfaces.
import { z } from 'zod'
import { type AnyCommand, type AnyTarget, type Choice, defineCommand } from '#commands/kit/command.ts'
import type { Facts } from '#commands/kit/when.ts'
import { endpoint } from '#contract/kit/endpoint.ts'

export interface SampleBill {
  id: string
  status: 'PENDING' | 'APPROVED' | 'PAID'
  amount_cents: number
  supplier: string
}

export const moveBills = {
  ...endpoint('PATCH /v1/sample/bills', {
    summary: 'Move',
    body: z.object({ ids: z.array(z.string()), status: z.string() }),
    returns: z.object({}),
    needs: 'bills:u',
  }),
  id: 'sample.move',
}
export const payBill = {
  ...endpoint('POST /v1/sample/pay', { summary: 'Pay', body: z.object({ id: z.string() }), returns: z.object({}), needs: 'payments:x' }),
  id: 'sample.pay',
}

const statuses: readonly Choice<string>[] = [
  { value: 'PENDING', label: 'Pendente', digit: '1', icon: 'circle-dashed', tone: 'muted' },
  { value: 'APPROVED', label: 'Aprovado', digit: '3', icon: 'circle-check', tone: 'ok' },
  { value: 'REPROVED', label: 'Reprovado', digit: '4', icon: 'circle-x', tone: 'danger', group: 'Outros status' },
  { value: 'PAID', label: 'Pago', digit: '6', icon: 'check-check', tone: 'quiet' },
]

export const moveStatus: AnyCommand = defineCommand({
  id: 'sample.bill.move',
  title: 'Mover status',
  short: 'mover status',
  words: ['pagar', 'aprovar'],
  icon: 'check-check',
  takes: 'some',
  when: { area: 'bills', company: true },
  keys: ['m'],
  places: ['bills.toolbar', 'bill.row/status'],
  asks: [{ name: 'status', kind: 'status', title: 'Status', options: () => statuses }],
  calls: [moveBills],
  except: (record: unknown, { status }) =>
    status !== undefined && (record as SampleBill).status === status ? 'já com este status' : undefined,
  effect: (target, { status }) => ({
    title: `Mover ${target.count} itens para ${statuses.find(one => one.value === status)?.label ?? '…'}`,
  }),
  async run(ports, target, { status }) {
    const { batch_id } = await ports.call(moveBills, { body: { ids: [...target.ids], status } })
    return { say: `${target.count} movidos`, ...(batch_id ? { undo: [batch_id] } : {}) }
  },
})

export const pay: AnyCommand = defineCommand({
  id: 'sample.bill.pay',
  title: 'Pagar por Pix ou boleto',
  short: 'pagar',
  icon: 'qr-code',
  takes: 'one',
  when: { area: 'bills' },
  keys: ['p'],
  places: ['bills.toolbar', 'bill.row'],
  calls: [payBill],
  confirm: target => ({ title: 'Pagar 1 conta?', action: 'Pagar', danger: true, facts: [['Itens', String(target.count)]] }),
  async run(ports, target) {
    await ports.call(payBill, { body: { id: target.ids[0] ?? '' } })
    return { say: 'Pagamento enviado' }
  },
})

export const setDue: AnyCommand = defineCommand({
  id: 'sample.bill.due',
  title: 'Mudar vencimento',
  short: 'vencimento',
  words: ['vencimento', 'prazo'],
  icon: 'calendar-days',
  takes: 'some',
  when: { area: 'bills' },
  keys: ['v'],
  places: ['bills.toolbar'],
  asks: [{ name: 'due', kind: 'day', title: 'Vencimento', scope: 'due' }],
  calls: [moveBills],
  async run(ports, target, { due }) {
    await ports.call(moveBills, { body: { ids: [...target.ids], status: due } })
  },
})

const goTo = (id: string, title: string, keys: readonly string[], words: readonly string[] = []): AnyCommand =>
  defineCommand({ id, title, takes: 'none', goes: true, keys, words, icon: 'receipt-text', run: async () => ({ go: `/${id}` }) })

export const goBills = goTo('go.bills', 'Contas a pagar', ['g p'])
export const goReceivables = goTo('go.receivables', 'Contas a receber', ['g r'])
export const goStatements = goTo('go.statements', 'Extratos', ['g x'])
export const goTrade = goTo('go.trade', 'Comércio exterior', ['g n s'])
export const openPalette: AnyCommand = defineCommand({
  id: 'palette.open',
  title: 'Buscar ou executar',
  takes: 'none',
  when: { layer: ['page', 'grid', 'workbench', 'editor', 'form', 'overlay'] },
  keys: ['mod+k'],
  async run(ports) {
    ports.ui.do('palette.toggle')
  },
})
export const help: AnyCommand = defineCommand({
  id: 'help.keys',
  title: 'Atalhos de teclado',
  short: 'atalhos',
  takes: 'none',
  keys: ['?', 'f1'],
  async run(ports) {
    ports.ui.do('help.open')
  },
})
export const nextRow: AnyCommand = defineCommand({
  id: 'grid.next',
  title: 'Próxima linha',
  short: 'linha',
  takes: 'none',
  when: { layer: 'grid' },
  keys: ['j', 'down'],
  async run(ports) {
    ports.ui.do('grid.down')
  },
})
export const conciliate: AnyCommand = defineCommand({
  id: 'sample.bill.conciliate',
  title: 'Conciliar',
  takes: 'some',
  when: { area: 'bills', layer: 'grid' },
  keys: ['c', 'enter'],
  places: ['bills.toolbar'],
  async run(ports) {
    ports.ui.do('workbench.choose')
  },
})

export const sampleCommands: readonly AnyCommand[] = [
  openPalette,
  help,
  goBills,
  goReceivables,
  goStatements,
  goTrade,
  moveStatus,
  conciliate,
  setDue,
  pay,
  nextRow,
]

export const sampleBills: readonly SampleBill[] = [
  { id: 'a', status: 'PENDING', amount_cents: -93840, supplier: 'Embalagens Nova Era' },
  { id: 'b', status: 'APPROVED', amount_cents: -89000, supplier: 'Escritório Aurora' },
  { id: 'c', status: 'PAID', amount_cents: -139800, supplier: 'Torrefação' },
]

export function targetOf(...bills: readonly SampleBill[]): AnyTarget {
  return {
    kind: undefined,
    records: bills,
    ids: bills.map(bill => bill.id),
    count: bills.length,
    sum_cents: bills.reduce((sum, bill) => sum + bill.amount_cents, 0),
    centsOf: bill => (bill as SampleBill).amount_cents,
    company: { id: 'k', name: 'Padaria Sol Nascente' },
    from: bills.length > 0 ? 'selection' : 'nothing',
  }
}

export const onBills: Facts = { area: 'bills', screen: 'bills.list', layer: 'grid', picked: 'many', company: true, office: false }
