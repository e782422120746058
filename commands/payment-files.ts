// What a person can do with payments by file: put bills in, take them out, make and send the file, say what the bank did where it did not.
import { type FilePayment, type PaymentAgreement, type PaymentFile, paymentAgreements, paymentFiles } from '#contract/payment-files.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { byStandardSentence } from '#domain/payment-files/agreement.ts'
import { FILE_PAYMENT_STATUS_LABELS, isLive, PAYMENT_FILE_STATUS_LABELS } from '#domain/payment-files/states.ts'
import { counted } from '#domain/text.ts'
import { paymentAgreement } from '#resources/payment-agreement.ts'
import { agreementOf } from './collection.ts'
import { type AnyTarget, companyIn, defineCommand, type Target } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import type { Clause } from './kit/when.ts'
import { sendOnce } from './paying.ts'
import { registerCommands } from './register.ts'
import { pathTo } from './screens.ts'
import { wrote } from './slices.ts'

declare module './kit/command.ts' {
  interface Records {
    payment_agreement: PaymentAgreement
    payment_file: PaymentFile
  }
}

const ofAgreements = registerCommands(paymentAgreement)
const here: Clause = { screen: ['payment_files', 'payment_files.detail'], company: true }
const contas = (count: number): string => counted(count, ['conta', 'contas'])
type Files = Target<'payment_file', 'one'>
const paramsOf = (target: Files) => ({ c: companyIn(target).id, id: target.records[0].id })
const nameOf = ({ sequence }: PaymentFile): string => (sequence === null ? 'a remessa aberta' : `a remessa ${sequence}`)

/** Undefined where a person steps back; no day leaves each bill to its due date. */
async function chosenDay(ports: Ports, target: AnyTarget): Promise<{ pay_on?: string } | undefined> {
  const when = await ports.ask.step({
    name: 'when',
    kind: 'choice',
    title: 'Dia do pagamento',
    placeholder: 'Quando o banco deve pagar?',
    options: () => [
      { value: 'DUE', label: 'No vencimento de cada uma' },
      { value: 'DAY', label: 'Todas num dia', hint: contas(target.count) },
    ],
  })
  if (when === undefined) return undefined
  if (when === 'DUE') return {}
  const pay_on = await ports.ask.step({ name: 'day', kind: 'day', title: 'Dia do pagamento', scope: 'due' })
  return pay_on === undefined ? undefined : { pay_on: String(pay_on) }
}

async function chosenPayment(ports: Ports, target: Files, title: string, among: (one: FilePayment) => boolean) {
  const { data } = await ports.call(paymentFiles.payments, { params: paramsOf(target) })
  const all = data.filter(among)
  if (all.length === 0) return undefined
  const id = await ports.ask.step({
    name: 'payment',
    kind: 'choice',
    title,
    placeholder: 'Qual pagamento?',
    empty: 'Pagamento não encontrado',
    options: () =>
      all.map(one => ({
        value: one.id,
        label: one.payee_name,
        hint: [formatCents(one.amount_cents), formatDay(one.pay_on), one.reason ?? ''].filter(Boolean).join(', '),
      })),
  })
  return all.find(one => one.id === id)
}

const only =
  (status: PaymentFile['status'], reason?: string) =>
  ({ records: [one] }: Files): string | undefined =>
    one.status === status ? undefined : (reason ?? `já ${PAYMENT_FILE_STATUS_LABELS[one.status].toLowerCase()}`)

async function download(ports: Ports, target: Files, name: string | null): Promise<void> {
  const { data } = await ports.call(paymentFiles.file, { params: paramsOf(target) })
  ports.ui.do('file.save', { file: data, name: name ?? 'pagamentos.rem' })
}

const FIRST_AN_AGREEMENT = 'Cadastre o convênio de pagamento da conta com o banco'

export const paymentFileCommands = [
  ofAgreements.create({ words: ['sispag', 'pagar por arquivo', 'cnab', 'pagamento por arquivo'] }),
  ofAgreements.edit(),
  ofAgreements.delete(),
  defineCommand({
    id: 'bill.pay_by_file',
    title: 'Pagar por arquivo do banco',
    short: 'pagar por arquivo',
    icon: 'file-up',
    of: 'bill',
    takes: 'some',
    places: ['bills.toolbar', 'bill.row'],
    words: ['cnab', 'sispag', 'remessa de pagamento', 'arquivo de pagamento', 'banco'],
    hint: 'num arquivo que você envia ao banco da empresa',
    when: { area: 'bills', company: true },
    calls: [paymentAgreements.list, paymentFiles.add],
    except: bill =>
      bill.status === 'PAID'
        ? ['já paga', 'já pagas']
        : bill.status === 'WAITING_PAYMENT'
          ? ['já enviada para pagamento', 'já enviadas para pagamento']
          : undefined,
    async run(ports, target) {
      const c = companyIn(target).id
      const { data: all } = await ports.call(paymentAgreements.list, { params: { c } })
      if (all.length === 0) return { say: FIRST_AN_AGREEMENT, go: pathTo('payment_agreements', { companyId: c }) }
      const chosen = await agreementOf(ports, all, 'Por qual conta?', one => `${one.branch} / ${one.account}-${one.account_digit}`)
      const day = chosen && (await chosenDay(ports, target))
      if (!chosen || !day) return undefined
      const body = { agreement_id: chosen.id, bill_ids: [...target.ids], ...day }
      const reply = await ports.call(paymentFiles.add, { params: { c }, body })
      return {
        ...wrote(reply, `${contas(reply.data.updated)} na remessa de pagamentos de ${chosen.name}`, {
          go: pathTo('payment_files', { companyId: c }),
        }),
        detail: 'Nada foi pago: gere o arquivo e envie ao banco.',
      }
    },
  }),
  defineCommand({
    id: 'payment_file.generate',
    title: 'Gerar arquivo de pagamentos',
    short: 'gerar arquivo',
    icon: 'file-up',
    of: 'payment_file',
    takes: 'one',
    keys: ['f'],
    places: ['payment_files.toolbar', 'payment_file.row'],
    words: ['cnab', 'sispag', 'remessa', 'pagar'],
    when: here,
    calls: [paymentFiles.generate, paymentFiles.file],
    refuse: only('OPEN'),
    confirm: ({ records: [one] }) => ({
      title: 'Gerar o arquivo de pagamentos?',
      body: one.is_test
        ? `É um arquivo de teste até o banco aprovar o convênio. Até marcar como enviado dá para desfazer. ${byStandardSentence(one.bank_code)}`.trim()
        : 'Quem enviar este arquivo ao banco faz os pagamentos. Até marcar como enviado dá para desfazer.',
      action: 'Gerar arquivo',
      facts: [
        ['Sai de', one.agreement_name],
        ['Pagamentos', String(one.payments_count)],
        ['Valor', formatCents(one.total_cents)],
      ],
    }),
    async run(ports, target) {
      const params = paramsOf(target)
      const reply = await sendOnce(ports.ask, again => ports.call(paymentFiles.generate, { params, body: { ...again } }))
      if (!reply) return undefined
      await download(ports, target, reply.data.file_name)
      return {
        ...wrote(reply, `Remessa de pagamentos ${reply.data.sequence} baixada`, { focus: reply.data.id }),
        detail: 'Envie o arquivo pelo banco e depois marque a remessa como enviada.',
      }
    },
  }),
  defineCommand({
    id: 'payment_file.download',
    title: 'Baixar o arquivo de pagamentos',
    short: 'baixar arquivo',
    icon: 'download',
    of: 'payment_file',
    takes: 'one',
    keys: ['p'],
    places: ['payment_files.toolbar', 'payment_file.row'],
    when: here,
    calls: [paymentFiles.file],
    refuse: ({ records: [one] }) => (one.status === 'OPEN' ? 'gere o arquivo antes' : undefined),
    async run(ports, target) {
      await download(ports, target, target.records[0].file_name)
      return undefined
    },
  }),
  defineCommand({
    id: 'payment_file.take_out',
    title: 'Tirar conta da remessa de pagamentos',
    short: 'tirar conta',
    icon: 'undo',
    of: 'payment_file',
    takes: 'one',
    keys: ['t'],
    places: ['payment_files.toolbar', 'payment_file.row'],
    words: ['remover', 'não pagar'],
    when: here,
    calls: [paymentFiles.payments, paymentFiles.remove],
    refuse: only('OPEN'),
    async run(ports, target) {
      const chosen = await chosenPayment(ports, target, 'Tirar da remessa', () => true)
      if (!chosen) return undefined
      const reply = await ports.call(paymentFiles.remove, { params: paramsOf(target), body: { payment_ids: [chosen.id] } })
      return wrote(reply, `${chosen.payee_name} saiu da remessa: a conta está em aberto`)
    },
  }),
  defineCommand({
    id: 'payment_file.send',
    title: 'Marcar pagamentos como enviados',
    short: 'marcar enviada',
    icon: 'send',
    of: 'payment_file',
    takes: 'one',
    keys: ['s'],
    places: ['payment_files.toolbar', 'payment_file.row'],
    words: ['transmitida', 'subi no banco'],
    when: here,
    calls: [paymentFiles.send],
    refuse: target => (target.records[0].status === 'OPEN' ? 'gere o arquivo antes' : only('GENERATED')(target)),
    confirm: ({ records: [one] }) => ({
      title: `Marcar ${nameOf(one)} como enviada?`,
      body: 'Marque depois de enviar o arquivo pelo banco. Daí em diante ela não se desfaz.',
      action: 'Marcar como enviada',
      facts: [
        ['Sai de', one.agreement_name],
        ['Pagamentos', String(one.payments_count)],
        ['Valor', formatCents(one.total_cents)],
      ],
    }),
    async run(ports, target) {
      const { data } = await ports.call(paymentFiles.send, { params: paramsOf(target) })
      return { say: `Remessa de pagamentos ${data.sequence} enviada`, detail: 'Leia o retorno quando o banco responder.' }
    },
  }),
  defineCommand({
    id: 'payment_file.answer',
    title: 'Dizer se o pagamento saiu',
    short: 'decidir',
    icon: 'circle-help',
    of: 'payment_file',
    takes: 'one',
    keys: ['d'],
    places: ['payment_files.toolbar', 'payment_file.row'],
    words: ['sem resposta', 'ocorrência desconhecida', 'foi pago'],
    when: here,
    calls: [paymentFiles.payments, paymentFiles.answer],
    refuse: ({ records: [one] }) => (one.status === 'GENERATED' || one.status === 'SENT' ? undefined : 'nada espera o banco'),
    async run(ports, target) {
      const chosen = await chosenPayment(ports, target, 'Dizer o que houve', one => isLive(one.status))
      if (!chosen) return undefined
      const answer = await ports.ask.step({
        name: 'answer',
        kind: 'choice',
        title: chosen.payee_name,
        placeholder: 'O dinheiro saiu da conta?',
        options: () => [
          { value: 'PAID', label: 'Saiu da conta', hint: 'a conta fica paga' },
          { value: 'REFUSED', label: 'Não saiu', hint: 'a conta volta a estar em aberto' },
        ],
      })
      if (answer === undefined) return undefined
      const body = { payment_id: chosen.id, answer: answer as 'PAID' }
      const reply = await ports.call(paymentFiles.answer, { params: paramsOf(target), body })
      return wrote(reply, `${chosen.payee_name}: ${FILE_PAYMENT_STATUS_LABELS[reply.data.status].toLowerCase()}`)
    },
  }),
  defineCommand({
    id: 'payment_file.refuse',
    title: 'O banco recusou o arquivo de pagamentos',
    short: 'recusada',
    icon: 'circle-x',
    destroys: true,
    of: 'payment_file',
    takes: 'one',
    places: ['payment_files.toolbar', 'payment_file.row/danger'],
    words: ['rejeitado', 'arquivo recusado', 'erro no arquivo'],
    when: here,
    calls: [paymentFiles.refuse],
    refuse: only('SENT', 'só uma remessa enviada'),
    confirm: ({ records: [one] }) => ({
      title: `O banco recusou ${nameOf(one)} inteira?`,
      body: 'As contas que ela ainda pagaria voltam a estar em aberto.',
      action: 'Marcar como recusada',
    }),
    async run(ports, target) {
      const reply = await ports.call(paymentFiles.refuse, { params: paramsOf(target) })
      return wrote(reply, `Remessa de pagamentos ${reply.data.sequence} recusada: as contas estão em aberto`)
    },
  }),
] as const
