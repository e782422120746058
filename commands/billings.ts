// What a person can do with charges to customers: make one, hand it on, cancel it, give the money back.
import { billings } from '#contract/billings.ts'
import { chargeLinks } from '#contract/document-links.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { formatDigitableLine } from '#domain/payments/boleto.ts'
import { payerTotal } from '#domain/payments/charges.ts'
import { askAddress, beforeMail, copyLink, SendInput } from './handing-on.ts'
import { companyIn, defineCommand, type Records } from './kit/command.ts'
import { onScreen } from './kit/form.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'

type Charge = Records['charge']

const here: Clause = { area: 'billings', company: true }

/** What the payer paid, less what was given back. */
const refundable = (charge: Charge): number => payerTotal(charge) - charge.refunded_amount

const open = ({ status }: Charge): boolean => status === 'PENDING' || status === 'OVERDUE'
const closed = (charge: Charge): string | undefined => (open(charge) ? undefined : 'não está em aberto')

/** What a customer is sent, by whichever way one writes to them. */
function messageOf({ payer, due_date, emv_code, digitable_line, ...charge }: Charge): string {
  const lines = [
    `Olá${payer ? `, ${payer.name}` : ''}. Segue a cobrança de ${formatCents(payerTotal(charge))}, com vencimento em ${formatDay(due_date)}.`,
    digitable_line ? `Boleto, linha digitável: ${formatDigitableLine(digitable_line)}` : '',
    emv_code ? `Pix copia e cola: ${emv_code}` : '',
  ]
  return lines.filter(Boolean).join('\n\n')
}

export const billingCommands = [
  defineCommand({
    id: 'charge.create',
    title: 'Nova cobrança',
    short: 'cobrar',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['billings.page', 'billings.empty'],
    words: ['cobrar', 'pix', 'enviar boleto', 'cliente'],
    keysIn: 'billings',
    when: IN_COMPANY,
    calls: [billings.create],
    input: billings.create.spec.body,
    asks: onScreen(target => ({ to: pathTo('billings.create', { companyId: companyIn(target).id }), search: { titulo: undefined } })),
    async run(ports, target, body) {
      const { data } = await ports.call(billings.create, { params: { c: companyIn(target).id }, body })
      return { say: `Cobrança de ${formatCents(data.transaction_amount)} criada`, made: data }
    },
  }),
  defineCommand({
    id: 'charge.list',
    title: 'Cobranças',
    short: 'cobranças',
    icon: 'qr-code',
    takes: 'none',
    places: ['receivables.bar'],
    words: ['pix', 'boleto', 'clientes'],
    when: { area: 'receivables', company: true },
    calls: [billings.list],
    run: async (_, target) => ({ go: pathTo('billings', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'receivable.charge',
    title: 'Cobrar o cliente',
    short: 'cobrar',
    icon: 'qr-code',
    of: 'receivable',
    takes: 'one',
    keys: ['p'],
    places: ['receivable.row', 'receivable.drawer'],
    words: ['pix', 'boleto', 'cobrança'],
    when: { area: 'receivables', company: true },
    calls: [billings.create],
    refuse: ({ records: [title] }) => (title.status === 'RECEIVED' ? 'já recebida' : undefined),
    run: async (_, target) => ({
      go: { to: pathTo('billings.create', { companyId: companyIn(target).id }), search: { titulo: target.records[0].id } },
    }),
  }),
  defineCommand({
    id: 'charge.message',
    title: 'Copiar mensagem de cobrança',
    short: 'copiar mensagem',
    icon: 'copy',
    of: 'charge',
    takes: 'one',
    keys: ['m'],
    places: ['billings.toolbar', 'charge.row'],
    words: ['e-mail', 'whatsapp', 'enviar', 'lembrete'],
    hint: 'valor, vencimento e códigos, para colar no e-mail ou no WhatsApp',
    when: here,
    calls: [billings.get],
    refuse: ({ records: [charge] }) => closed(charge),
    async run(ports, { records: [charge] }) {
      await ports.clipboard.write(messageOf(charge))
      return { say: 'Mensagem copiada', detail: 'Cole no e-mail ou no WhatsApp do cliente.' }
    },
  }),
  defineCommand({
    id: 'charge.email',
    title: 'Enviar cobrança por e-mail',
    short: 'e-mail',
    icon: 'mail',
    of: 'charge',
    takes: 'one',
    keys: ['shift+m'],
    places: ['billings.toolbar', 'charge.row'],
    words: ['mandar', 'cliente', 'boleto', 'pix', 'lembrete'],
    when: here,
    calls: [chargeLinks.email],
    refuse: ({ records: [charge] }) => closed(charge),
    input: SendInput,
    asks: askAddress('Enviar cobrança por e-mail'),
    confirm: ({ records: [charge] }, input) =>
      beforeMail(['Cobrança', `${formatCents(payerTotal(charge))}, vence em ${formatDay(charge.due_date)}`], input),
    async run(ports, target, body) {
      await ports.call(chargeLinks.email, { params: { c: companyIn(target).id, id: target.records[0].id }, body })
      return { say: 'Cobrança enviada', detail: body.email }
    },
  }),
  defineCommand({
    id: 'charge.link',
    title: 'Copiar link da cobrança',
    short: 'copiar link',
    icon: 'link-2',
    of: 'charge',
    takes: 'one',
    keys: ['shift+w'],
    places: ['billings.toolbar', 'charge.row'],
    words: ['whatsapp', 'compartilhar', 'mandar', 'cliente'],
    hint: 'o cliente paga sem entrar no sistema',
    when: here,
    calls: [chargeLinks.link],
    refuse: ({ records: [charge] }) => closed(charge),
    async run(ports, target) {
      const params = { c: companyIn(target).id, id: target.records[0].id }
      return copyLink(ports, (await ports.call(chargeLinks.link, { params })).data)
    },
  }),
  defineCommand({
    id: 'charge.copy-pix',
    title: 'Copiar o Pix copia e cola',
    short: 'copiar Pix',
    icon: 'copy',
    of: 'charge',
    takes: 'one',
    keys: ['q'],
    places: ['billings.toolbar', 'charge.row'],
    words: ['qr code', 'enviar'],
    when: here,
    calls: [billings.get],
    refuse: ({ records: [charge] }) => closed(charge) ?? (charge.emv_code ? undefined : 'sem Pix'),
    async run(ports, { records: [charge] }) {
      await ports.clipboard.write(charge.emv_code ?? '')
      return { say: 'Pix copia e cola copiado' }
    },
  }),
  defineCommand({
    id: 'charge.copy-line',
    title: 'Copiar a linha digitável',
    short: 'copiar linha',
    icon: 'barcode',
    of: 'charge',
    takes: 'one',
    keys: ['l'],
    places: ['billings.toolbar', 'charge.row'],
    words: ['boleto', 'enviar'],
    when: here,
    calls: [billings.get],
    refuse: ({ records: [charge] }) => closed(charge) ?? (charge.digitable_line ? undefined : 'cobrança por Pix'),
    async run(ports, { records: [charge] }) {
      await ports.clipboard.write(charge.digitable_line ?? '')
      return { say: 'Linha digitável copiada' }
    },
  }),
  defineCommand({
    id: 'charge.pdf',
    title: 'Baixar a cobrança em PDF',
    short: 'PDF',
    icon: 'download',
    of: 'charge',
    takes: 'one',
    keys: ['shift+p'],
    places: ['billings.toolbar', 'charge.row'],
    words: ['imprimir', 'boleto'],
    when: here,
    calls: [billings.pdf],
    refuse: ({ records: [charge] }) => closed(charge),
    async run(ports, { records: [charge] }) {
      const { data } = await ports.call(billings.pdf, { params: { id: charge.id } })
      ports.ui.do('file.save', { file: data, name: `cobranca-${charge.payer?.name ?? charge.id.slice(0, 8)}.pdf` })
      return undefined
    },
  }),
  defineCommand({
    id: 'charge.cancel',
    title: 'Cancelar cobrança',
    short: 'cancelar',
    icon: 'ban',
    destroys: true,
    of: 'charge',
    takes: 'one',
    keys: ['delete', 'backspace'],
    places: ['billings.toolbar', 'charge.row/danger'],
    words: ['excluir', 'desistir'],
    when: here,
    calls: [billings.cancel],
    refuse: ({ records: [charge] }) => closed(charge),
    confirm: ({ records: [charge] }) => ({
      title: 'Cancelar a cobrança?',
      body: 'O cliente não consegue mais pagar por este código. Não dá para desfazer: faz-se outra cobrança.',
      action: 'Cancelar cobrança',
      danger: true,
      facts: [
        ['Cliente', charge.payer?.name ?? 'não informado'],
        ['Valor', formatCents(charge.transaction_amount)],
      ],
    }),
    async run(ports, { records: [charge] }) {
      await ports.call(billings.cancel, { params: { id: charge.id } })
      return { say: 'Cobrança cancelada' }
    },
  }),
  defineCommand({
    id: 'charge.refund',
    title: 'Devolver o pagamento',
    short: 'devolver',
    icon: 'undo',
    destroys: true,
    of: 'charge',
    takes: 'one',
    keys: ['d'],
    places: ['billings.toolbar', 'charge.row/danger'],
    words: ['estorno', 'reembolso', 'devolução'],
    when: here,
    calls: [billings.refund],
    asks: [{ name: 'amount', kind: 'amount', title: 'Quanto devolver', placeholder: 'valor, ou Enter para tudo', optional: true }],
    refuse: ({ records: [charge] }) =>
      charge.status === 'PAID' || charge.needs_refund ? (refundable(charge) > 0 ? undefined : 'já devolvida') : 'não foi paga',
    confirm: ({ records: [charge] }, { amount }) => ({
      title: `Devolver ${formatCents(amount ?? refundable(charge))}?`,
      body: 'O dinheiro sai da conta digital e volta a quem pagou. Não dá para desfazer.',
      action: 'Devolver',
      danger: true,
      facts: [
        ['Cliente', charge.payer?.name ?? 'não informado'],
        ['Pago', formatCents(refundable(charge) + charge.refunded_amount)],
      ],
    }),
    async run(ports, { records: [charge] }, { amount }) {
      await ports.call(billings.refund, { params: { id: charge.id }, body: amount === undefined ? {} : { amount_cents: amount } })
      return { say: `Devolução de ${formatCents(amount ?? refundable(charge))} pedida ao banco` }
    },
  }),
]
