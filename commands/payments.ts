// What a person can do with payment orders: make one of many bills, now or for a day to come, approve or reject it, send it, try again what failed.
import { z } from 'zod'
import type { Bill } from '#contract/bills.ts'
import type { Call } from '#contract/kit/endpoint.ts'
import { type Payment, type PaymentOrder, paymentOrders } from '#contract/payments.ts'
import { describeDay, parseDay } from '#domain/date-grammar.ts'
import { formatDay } from '#domain/days.ts'
import type { PaymentOrderStatus } from '#domain/enums.ts'
import { formatCents } from '#domain/money.ts'
import { refusalOfPayDay, scheduledDay } from '#domain/payments/pay-day.ts'
import { counted, formatCount } from '#domain/text.ts'
import { type AnyTarget, companyIn, defineCommand, type Reason, type Target } from './kit/command.ts'
import { form, onScreen } from './kit/form.ts'
import type { Part } from './kit/part.ts'
import type { Ports } from './kit/ports.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { sendOnce } from './paying.ts'
import { pathTo } from './screens.ts'

/** How many bills one order takes. */
export const MOST_PAID = 500

const here: Clause = { area: 'payments', company: true }

type OrderBody = Call<typeof paymentOrders.create>['body']
type Orders = Target<'payment_order', 'one'>

const paramsOf = (target: Orders) => ({ c: companyIn(target).id, id: target.records[0].id })
const amountOf = (target: Orders): string => formatCents(target.records[0].total_cents)
const pagamentos = (count: number): string => counted(count, ['pagamento', 'pagamentos'])

const only =
  (status: PaymentOrderStatus, reason: string) =>
  (target: Orders): string | undefined =>
    target.records[0].status === status ? undefined : reason

const factsOf = (target: Orders) =>
  [
    ['Ordem', target.records[0].title ?? 'Sem nome'],
    ['Pagamentos', formatCount(target.records[0].payments_count)],
    ['Total', amountOf(target)],
    ...dayFacts(target.records[0]),
    ...payeeFacts(target.records[0].payments),
  ] as const

const dayFacts = ({ pay_on }: Pick<PaymentOrder, 'pay_on'>): (readonly [string, string])[] =>
  pay_on === null ? [] : [['Para o dia', formatDay(pay_on)]]

const PAYEES_NAMED = 4

/** Whom the bank named when the order was made; asked again when it is approved or sent. */
function payeeFacts(payments: readonly Pick<Payment, 'payee'>[]): (readonly [string, string])[] {
  const named = payments
    .slice(0, PAYEES_NAMED)
    .map(({ payee }): readonly [string, string] => [
      'Quem recebe',
      payee ? [payee.name, payee.document_number, payee.bank_name].filter(Boolean).join(' · ') : 'o banco diz ao pagar',
    ])
  const more = payments.length - named.length
  return more > 0 ? [...named, ['E mais', pagamentos(more)]] : named
}

const refusedIn = (target: Orders): number => target.records[0].payments.filter(payment => payment.status === 'REJECTED').length

const UNPAYABLE: Partial<Record<string, Reason>> = {
  PAID: ['já paga', 'já pagas'],
  WAITING_PAYMENT: ['já enviada para pagamento', 'já enviadas para pagamento'],
  WAITING_APPROVAL: ['aguarda aprovação', 'aguardam aprovação'],
  REPROVED: ['reprovada', 'reprovadas'],
}

/** A number alone is more often a part of the bill's name than a day of the month. */
const PAY_DAY: Part = {
  name: 'day',
  kind: 'day',
  title: 'Quando',
  optional: true,
  reads(text, today) {
    const day = /^\d+$/.test(text) ? undefined : parseDay(text, { today, bias: 'future' })
    if (day === undefined || refusalOfPayDay(day, today) !== undefined) return undefined
    return { value: day, label: day === today ? 'hoje' : describeDay(day) }
  },
}

const nameOf = ({ records: [bill] }: AnyTarget): string => (bill as Bill).additional_information ?? 'a conta'

/** Makes the order; undefined when the person keeps it from going twice. */
async function makeOrder(ports: Ports, target: AnyTarget, body: OrderBody) {
  const params = { c: companyIn(target).id }
  return (await sendOnce(ports.ask, again => ports.call(paymentOrders.create, { params, body: { ...body, ...again } })))?.data
}

const saidOf = (order: PaymentOrder): string => {
  if (order.status === 'WAITING_APPROVAL') return 'Ordem criada: espera aprovação'
  const day = scheduledDay(order)
  if (day === undefined) return `${pagamentos(order.payments_count)} a caminho do banco`
  return `${counted(order.payments_count, ['pagamento agendado', 'pagamentos agendados'])} para ${formatDay(day)}`
}

function approvedWords(order: PaymentOrder): string {
  if (order.status === 'PROCESSING') return 'Ordem aprovada e enviada ao banco'
  const day = scheduledDay(order)
  return day === undefined ? 'Ordem aprovada' : `Ordem aprovada e agendada para ${formatDay(day)}`
}

const isScheduled = ({ records: [order] }: Orders): boolean => scheduledDay(order) !== undefined

export const paymentCommands = [
  defineCommand({
    id: 'bill.pay_now',
    title: 'Pagar',
    short: 'pagar',
    icon: 'banknote',
    of: 'bill',
    takes: 'one',
    places: ['bill.row', 'bill.drawer'],
    words: ['pix', 'boleto', 'conta digital', 'pagar agora'],
    hint: 'com quem recebe, segundo o banco',
    when: { area: 'bills', company: true },
    calls: [paymentOrders.create],
    input: paymentOrders.create.spec.body,
    asks: form('pay-bill', { title: target => `Pagar ${nameOf(target)}`, submit: 'Pagar' }),
    refuse: ({ records: [bill] }) => UNPAYABLE[bill.status]?.[0],
    async run(ports, target, body) {
      const order = await makeOrder(ports, target, body)
      return order && { say: saidOf(order) }
    },
  }),
  defineCommand({
    id: 'bill.pay',
    title: 'Pagar selecionadas',
    short: 'pagar',
    icon: 'banknote',
    of: 'bill',
    takes: 'some',
    keys: ['p'],
    places: ['bills.toolbar'],
    words: ['pix', 'boleto', 'ordem de pagamento', 'conta digital', 'pagar agora'],
    says: {
      verbs: ['pagar', 'pagar conta', 'pagar contas', 'agendar', 'agendar conta', 'agendar pagamento'],
      parts: [PAY_DAY],
      opens: true,
    },
    effect: ({ count }, answers: { readonly day?: string }) => {
      const when = answers.day === undefined ? '' : ` para ${describeDay(answers.day)}`
      return { title: `Abre o pagamento de ${counted(count, ['conta', 'contas'])}${when}` }
    },
    when: { area: 'bills', company: true },
    calls: [paymentOrders.create],
    input: z.object({ day: z.string().optional() }),
    except: record => UNPAYABLE[record.status],
    refuse: target => (target.count > MOST_PAID ? `Selecione até ${MOST_PAID} contas` : undefined),
    async run(ports, target, { day }) {
      const companyId = companyIn(target).id
      ports.ui.do('payment.choose', { companyId, ids: target.ids, day })
      return { go: pathTo('payments.create', { companyId }) }
    },
  }),
  defineCommand({
    id: 'payment_order.create',
    title: 'Escolher contas para pagar',
    short: 'escolher contas',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    keysIn: here,
    places: ['payments.page', 'payments.empty'],
    words: ['nova ordem', 'pagar', 'ordem de pagamento', 'em lote'],
    when: IN_COMPANY,
    calls: [paymentOrders.create],
    async run(ports, target) {
      ports.ui.do('payment.choose', undefined)
      return { go: pathTo('payments.create', { companyId: companyIn(target).id }) }
    },
  }),
  defineCommand({
    id: 'payment_order.pay',
    title: 'Pagar as contas escolhidas',
    short: 'pagar',
    icon: 'send',
    takes: 'none',
    words: ['enviar ordem'],
    when: { screen: 'payments.create', company: true },
    calls: [paymentOrders.create],
    input: paymentOrders.create.spec.body,
    asks: onScreen(target => pathTo('payments.create', { companyId: companyIn(target).id })),
    async run(ports, target, body) {
      const order = await makeOrder(ports, target, body)
      if (order === undefined) return undefined
      ports.ui.do('payment.choose', undefined)
      return { say: saidOf(order), go: pathTo('payments.detail', { companyId: companyIn(target).id, paymentOrderId: order.id }) }
    },
  }),
  defineCommand({
    id: 'payment_order.approve',
    title: 'Aprovar ordem',
    short: 'aprovar',
    icon: 'circle-check',
    of: 'payment_order',
    takes: 'one',
    keys: ['a'],
    places: ['payments.toolbar', 'payment_order.row'],
    words: ['autorizar'],
    when: here,
    calls: [paymentOrders.approve],
    refuse: only('WAITING_APPROVAL', 'não espera aprovação'),
    confirm: target => ({
      title: `Aprovar ${amountOf(target)}?`,
      body: target.records[0].pay_on
        ? `Se quem criou pode pagar, a ordem sai sozinha em ${formatDay(target.records[0].pay_on)}.`
        : 'Se quem criou pode pagar, a ordem vai ao banco em seguida.',
      action: `Aprovar ${amountOf(target)}`,
      facts: factsOf(target),
    }),
    async run(ports, target) {
      const { data } = await ports.call(paymentOrders.approve, { params: paramsOf(target) })
      return { say: approvedWords(data) }
    },
  }),
  defineCommand({
    id: 'payment_order.reject',
    title: 'Reprovar ordem',
    short: 'reprovar',
    icon: 'circle-x',
    destroys: true,
    of: 'payment_order',
    takes: 'one',
    keys: ['r'],
    places: ['payments.toolbar', 'payment_order.row'],
    words: ['recusar'],
    when: here,
    calls: [paymentOrders.reject],
    asks: [{ name: 'reason', kind: 'text', title: 'Motivo', placeholder: 'O que quem criou vai ler' }],
    refuse: only('WAITING_APPROVAL', 'não espera aprovação'),
    async run(ports, target, { reason }) {
      await ports.call(paymentOrders.reject, { params: paramsOf(target), body: { reason } })
      return { say: 'Ordem reprovada' }
    },
  }),
  defineCommand({
    id: 'payment_order.send',
    title: 'Enviar ao banco',
    short: 'enviar',
    icon: 'send',
    of: 'payment_order',
    takes: 'one',
    keys: ['s'],
    places: ['payments.toolbar', 'payment_order.row'],
    words: ['pagar', 'executar'],
    when: here,
    calls: [paymentOrders.send],
    refuse: only('APPROVED', 'só uma ordem aprovada vai ao banco'),
    confirm: target => ({
      title: `Pagar ${amountOf(target)}${isScheduled(target) ? ' agora' : ''}?`,
      body: isScheduled(target)
        ? 'Está agendada: sai agora, em vez de no seu dia. O que o banco paga não se desfaz.'
        : 'O que o banco paga não se desfaz.',
      action: `Pagar ${amountOf(target)}`,
      facts: factsOf(target),
    }),
    async run(ports, target) {
      const { data } = await ports.call(paymentOrders.send, { params: paramsOf(target) })
      return { say: saidOf(data) }
    },
  }),
  defineCommand({
    id: 'payment_order.retry',
    title: 'Tentar de novo o que falhou',
    short: 'tentar de novo',
    icon: 'rotate-ccw',
    of: 'payment_order',
    takes: 'one',
    keys: ['t'],
    places: ['payments.toolbar', 'payment_order.row'],
    words: ['recusados', 'reenviar'],
    when: here,
    calls: [paymentOrders.retry],
    refuse: target => (refusedIn(target) === 0 ? 'nenhum pagamento recusado' : undefined),
    confirm: target => ({
      title: `Tentar de novo ${pagamentos(refusedIn(target))}?`,
      body: 'Só vai o que o banco recusou, em outra ordem. O que foi pago não vai outra vez.',
      action: `Enviar ${pagamentos(refusedIn(target))}`,
    }),
    async run(ports, target) {
      const params = paramsOf(target)
      const reply = await sendOnce(ports.ask, again => ports.call(paymentOrders.retry, { params, body: again }))
      if (reply === undefined) return undefined
      return {
        say: `Nova ordem com ${pagamentos(reply.data.payments_count)}`,
        go: pathTo('payments.detail', { companyId: params.c, paymentOrderId: reply.data.id }),
      }
    },
  }),
  defineCommand({
    id: 'payment_order.cancel',
    title: 'Cancelar ordem',
    short: 'cancelar',
    icon: 'ban',
    destroys: true,
    of: 'payment_order',
    takes: 'one',
    keys: ['delete', 'backspace'],
    places: ['payments.toolbar', 'payment_order.row/danger'],
    words: ['desistir'],
    when: here,
    calls: [paymentOrders.cancel],
    refuse: target => (['WAITING_APPROVAL', 'APPROVED'].includes(target.records[0].status) ? undefined : 'só antes de ir ao banco'),
    confirm: target => ({
      title: `Cancelar a ordem de ${amountOf(target)}?`,
      ...(isScheduled(target) ? { body: 'As contas voltam a Aprovado e nada sai no dia.' } : {}),
      action: 'Cancelar ordem',
      danger: true,
    }),
    async run(ports, target) {
      await ports.call(paymentOrders.cancel, { params: paramsOf(target) })
      return { say: 'Ordem cancelada' }
    },
  }),
  defineCommand({
    id: 'payment_order.link',
    title: 'Copiar link público',
    short: 'copiar link',
    icon: 'link-2',
    of: 'payment_order',
    takes: 'one',
    keys: ['l'],
    places: ['payment_order.row'],
    words: ['compartilhar'],
    hint: 'situação e total, sem dizer quem recebe',
    when: here,
    calls: [paymentOrders.link],
    async run(ports, target) {
      const { data } = await ports.call(paymentOrders.link, { params: paramsOf(target) })
      ports.ui.do('link.copy', `${pathTo('payments.public', { paymentOrderId: target.records[0].id })}?chave=${data.key}`)
      return { say: 'Link copiado', detail: 'Quem o abre vê a situação e o total, não quem recebe.' }
    },
  }),
]
