// What a person can do with boletos by file: make them of receivables, ask the bank for changes, make and send the remessa, read the return.
import {
  type Agreement,
  agreements,
  type BankSlip,
  bankSlips,
  type Remittance,
  remittances,
  type SlipOccurrence,
  slipReturns,
} from '#contract/collection.ts'
import { changesProblem } from '#domain/collection/agreement.ts'
import type { ChangeKind } from '#domain/collection/layouts/layout.ts'
import { OCCURRENCE_LABELS } from '#domain/collection/occurrences.ts'
import { REMITTANCE_STATUS_LABELS } from '#domain/collection/slip-states.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { formatDigitableLine } from '#domain/payments/boleto.ts'
import { capitalized, counted } from '#domain/text.ts'
import { agreement } from '#resources/agreement.ts'
import { type AnyTarget, companyIn, defineCommand, type Outcome, type Step } from './kit/command.ts'
import { refusalId } from './kit/done-in-part.ts'
import { SheetInput, sheet } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { registerCommands } from './register.ts'
import { pathTo } from './screens.ts'
import { wrote } from './slices.ts'

declare module './kit/command.ts' {
  interface Records {
    agreement: Agreement
    bank_slip: BankSlip
    remittance: Remittance
    slip_occurrence: SlipOccurrence
  }
}

const ofAgreements = registerCommands(agreement)
const boletos = (count: number): string => counted(count, ['boleto', 'boletos'])
const inSlips: Clause = { screen: ['bank_slips', 'bank_slips.detail'], company: true }
const inRemittances: Clause = { screen: ['bank_slips.remittances', 'bank_slips.remittance'], company: true }
const inReturns: Clause = { screen: 'bank_slips.returns', company: true }

/** The only one of all, or the one a person chooses of several, of charges or of payments; undefined when they step back or there is none. */
export async function agreementOf<One extends Pick<Agreement, 'id' | 'name'>>(
  ports: Ports,
  all: readonly One[],
  placeholder: string,
  hintOf: (one: One) => string,
): Promise<One | undefined> {
  if (all.length <= 1) return all[0]
  const id = await ports.ask.step({
    name: 'agreement',
    kind: 'choice',
    title: 'Convênio',
    placeholder,
    empty: 'Convênio não encontrado',
    options: () => all.map(one => ({ value: one.id, label: one.name, hint: hintOf(one) })),
  })
  return all.find(one => one.id === id)
}

async function chosenAgreement(
  ports: Ports,
  target: AnyTarget,
  among: (all: readonly Agreement[]) => readonly Agreement[] = all => all,
): Promise<Agreement | undefined> {
  const { data } = await ports.call(agreements.list, { params: { c: companyIn(target).id } })
  return agreementOf(ports, among(data), 'Por qual convênio?', one => `CNAB ${one.layout}, carteira ${one.wallet}`)
}

const FIRST_AN_AGREEMENT = 'Cadastre o convênio da conta com o banco para fazer boletos'

/** What is asked of the bank of some slips, in the words of its toast. */
async function order(ports: Ports, target: AnyTarget, asked: Asked, say: string): Promise<Outcome> {
  const reply = await ports.call(bankSlips.order, { params: { c: companyIn(target).id }, body: { ...asked, ids: [...target.ids] } })
  return { ...wrote(reply, say), detail: 'Vai na próxima remessa: gere o arquivo e envie ao banco.' }
}
interface Asked {
  kind: ChangeKind
  due_date?: string
  rebate_cents?: number
}

const closed = (slip: BankSlip): string | undefined =>
  slip.status === 'PAID'
    ? 'já pago'
    : slip.status === 'WRITTEN_OFF'
      ? 'já baixado'
      : slip.status === 'REFUSED'
        ? 'recusado pelo banco'
        : undefined

const withoutLine = (slip: BankSlip): string | undefined =>
  closed(slip) ?? (slip.digitable_line === '' ? 'o banco dá o número no retorno' : undefined)

const unasked =
  (kind: ChangeKind) =>
  (slip: BankSlip): string | undefined =>
    closed(slip) ?? changesProblem(slip, kind)
const unprotested =
  (kind: ChangeKind) =>
  (slip: BankSlip): string | undefined =>
    unasked(kind)(slip) ?? (slip.status === 'WAITING' ? 'ainda não registrado' : undefined)

const orderOf = { icon: 'send', of: 'bank_slip', takes: 'some', when: inSlips, calls: [bankSlips.order] } as const

async function generate(ports: Ports, target: AnyTarget, of: string): Promise<Outcome> {
  const c = companyIn(target).id
  const reply = await ports.call(remittances.generate, { params: { c }, body: { agreement_id: of } })
  const { data: file } = await ports.call(remittances.file, { params: { c, id: reply.data.id } })
  ports.ui.do('file.save', { file, name: reply.data.file_name ?? 'remessa.rem' })
  const test = reply.data.approved ? '' : ' É um arquivo de teste até o banco aprovar o convênio.'
  return {
    ...wrote(reply, `Remessa ${reply.data.sequence} com ${counted(reply.data.orders_count, ['pedido', 'pedidos'])} baixada`, {
      focus: reply.data.id,
      go: pathTo('bank_slips.remittances', { companyId: c }),
    }),
    detail: `Envie o arquivo pelo banco e depois marque a remessa como enviada.${test}`,
  }
}

/** What a person may say of an occurrence; without its slip it moves none. */
const ANSWER: Step<'answer', 'choice'> = {
  name: 'answer',
  kind: 'choice',
  title: 'Resposta do banco',
  options: ({ records }) => {
    const one = records[0] as SlipOccurrence | undefined
    const ofSlip = !one || one.slip_id ? undefined : 'não sabemos de qual boleto é'
    const paid = !one || (one.paid_cents > 0 && (one.credited_on ?? one.occurred_on)) ? undefined : 'o banco não disse quanto foi pago'
    const choice = (value: 'SETTLED' | 'REGISTERED' | 'REFUSED' | 'WRITTEN_OFF', hint: string, refused: string | undefined) => ({
      value,
      label: capitalized(OCCURRENCE_LABELS[value]),
      hint,
      ...(refused ? { refused } : {}),
    })
    return [
      choice('SETTLED', 'o dinheiro entrou na conta', paid),
      choice('REGISTERED', 'o banco aceitou o boleto', ofSlip),
      choice('REFUSED', 'o banco não registrou', ofSlip),
      choice('WRITTEN_OFF', 'não pode mais ser pago', ofSlip),
      { value: 'TOLD', label: 'Nada muda', hint: 'só um aviso do banco' },
    ]
  },
}

export const collectionCommands = [
  ofAgreements.create({ words: ['carteira', 'boleto registrado', 'cnab', 'cobrança bancária'] }),
  ofAgreements.copy(),
  ofAgreements.edit(),
  ofAgreements.export(),
  ofAgreements.delete(),
  defineCommand({
    id: 'receivable.slip',
    title: 'Fazer boleto por remessa',
    short: 'boleto',
    icon: 'barcode',
    of: 'receivable',
    takes: 'some',
    places: ['receivables.toolbar', 'receivable.row'],
    words: ['cnab', 'registrar boleto', 'emitir boleto', 'banco', 'nosso número'],
    hint: 'registrado no banco da empresa, por arquivo',
    when: { area: 'receivables', company: true },
    calls: [agreements.list, bankSlips.create],
    except: title => (title.status === 'RECEIVED' ? ['já recebida', 'já recebidas'] : undefined),
    async run(ports, target) {
      const c = companyIn(target).id
      const chosen = await chosenAgreement(ports, target)
      if (!chosen) {
        const { data } = await ports.call(agreements.list, { params: { c } })
        return data.length === 0 ? { say: FIRST_AN_AGREEMENT, go: pathTo('agreements', { companyId: c }) } : undefined
      }
      const reply = await ports.call(bankSlips.create, {
        params: { c },
        body: { agreement_id: chosen.id, receivable_ids: [...target.ids] },
      })
      return {
        ...wrote(reply, `${boletos(reply.data.updated)} ${reply.data.updated === 1 ? 'feito' : 'feitos'} em ${chosen.name}`, {
          go: pathTo('bank_slips', { companyId: c }),
        }),
        detail: 'Só podem ser pagos depois do registro: gere a remessa e envie ao banco.',
      }
    },
  }),
  defineCommand({
    id: 'bank-slip.list',
    title: 'Boletos por remessa',
    short: 'boletos',
    icon: 'barcode',
    takes: 'none',
    places: ['receivables.bar'],
    words: ['cnab', 'remessa', 'retorno', 'registrados'],
    when: { area: 'receivables', company: true },
    calls: [bankSlips.list],
    run: async (_, target) => ({ go: pathTo('bank_slips', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'bank-slip.copy-line',
    title: 'Copiar a linha digitável do boleto',
    short: 'copiar linha',
    icon: 'copy',
    of: 'bank_slip',
    takes: 'one',
    keys: ['l'],
    places: ['bank_slips.toolbar', 'bank_slip.row'],
    when: inSlips,
    calls: [bankSlips.get],
    refuse: ({ records: [slip] }) => withoutLine(slip),
    async run(ports, { records: [slip] }) {
      await ports.clipboard.write(formatDigitableLine(slip.digitable_line))
      return { say: 'Linha digitável copiada' }
    },
  }),
  defineCommand({
    id: 'bank-slip.pdf',
    title: 'Baixar o boleto em PDF',
    short: 'PDF',
    icon: 'download',
    of: 'bank_slip',
    takes: 'one',
    keys: ['p'],
    places: ['bank_slips.toolbar', 'bank_slip.row'],
    words: ['imprimir', 'segunda via'],
    when: inSlips,
    calls: [bankSlips.pdf],
    refuse: ({ records: [slip] }) => withoutLine(slip),
    async run(ports, target) {
      const [slip] = target.records
      const { data } = await ports.call(bankSlips.pdf, { params: { c: companyIn(target).id, id: slip.id } })
      ports.ui.do('file.save', { file: data, name: `boleto-${slip.payer.name}.pdf` })
      return undefined
    },
  }),
  defineCommand({
    ...orderOf,
    id: 'bank-slip.due-date',
    title: 'Mudar o vencimento do boleto',
    short: 'vencimento',
    icon: 'calendar',
    keys: ['v'],
    places: ['bank_slips.toolbar', 'bank_slip.row'],
    words: ['prorrogar', 'adiar'],
    except: unasked('DUE_DATE'),
    asks: [{ name: 'day', kind: 'day', title: 'Novo vencimento', scope: 'due' }],
    run: (ports, target, { day }) =>
      order(ports, target, { kind: 'DUE_DATE', due_date: day }, `Vencimento em ${formatDay(day)} pedido para ${boletos(target.count)}`),
  }),
  defineCommand({
    ...orderOf,
    id: 'bank-slip.rebate',
    title: 'Conceder abatimento no boleto',
    short: 'abatimento',
    icon: 'badge-percent',
    keys: ['a'],
    places: ['bank_slips.toolbar', 'bank_slip.row'],
    words: ['desconto', 'valor'],
    except: unasked('REBATE'),
    asks: [{ name: 'amount', kind: 'amount', title: 'Abatimento', placeholder: 'quanto a menos em cada boleto' }],
    run: (ports, target, { amount }) =>
      order(
        ports,
        target,
        { kind: 'REBATE', rebate_cents: amount },
        `Abatimento de ${formatCents(amount)} pedido para ${boletos(target.count)}`,
      ),
  }),
  defineCommand({
    ...orderOf,
    id: 'bank-slip.protest',
    title: 'Protestar o boleto',
    short: 'protestar',
    icon: 'circle-alert',
    destroys: true,
    places: ['bank_slip.row/danger'],
    words: ['cartório'],
    except: unprotested('PROTEST'),
    confirm: target => ({
      title: `Protestar ${boletos(target.count)}?`,
      body: 'O banco leva o título ao cartório quando receber a remessa. Até enviar o arquivo dá para desfazer.',
      action: 'Pedir o protesto',
      danger: true,
    }),
    run: (ports, target) => order(ports, target, { kind: 'PROTEST' }, `Protesto de ${boletos(target.count)} pedido`),
  }),
  defineCommand({
    ...orderOf,
    id: 'bank-slip.stop-protest',
    title: 'Sustar o protesto do boleto',
    short: 'sustar',
    icon: 'undo',
    places: ['bank_slip.row'],
    words: ['cartório', 'cancelar protesto'],
    except: unprotested('STOP_PROTEST'),
    run: (ports, target) => order(ports, target, { kind: 'STOP_PROTEST' }, `Sustação do protesto de ${boletos(target.count)} pedida`),
  }),
  defineCommand({
    ...orderOf,
    id: 'bank-slip.write-off',
    title: 'Baixar o boleto no banco',
    short: 'baixar no banco',
    icon: 'ban',
    destroys: true,
    keys: ['delete', 'backspace'],
    places: ['bank_slips.toolbar', 'bank_slip.row/danger'],
    words: ['cancelar boleto', 'baixa'],
    except: unasked('WRITE_OFF'),
    confirm: target => ({
      title: `Pedir a baixa de ${boletos(target.count)}?`,
      body: 'Quando o banco confirmar, o boleto não pode mais ser pago. A conta a receber fica como está. Até enviar o arquivo dá para desfazer.',
      action: 'Pedir a baixa',
      danger: true,
    }),
    run: (ports, target) => order(ports, target, { kind: 'WRITE_OFF' }, `Baixa de ${boletos(target.count)} pedida`),
  }),
  defineCommand({
    id: 'remittance.generate',
    title: 'Gerar remessa',
    short: 'gerar remessa',
    icon: 'file-up',
    takes: 'none',
    keys: ['n'],
    keysIn: 'bank_slips',
    places: ['bank_slips.page', 'remittances.page'],
    words: ['cnab', 'arquivo', 'banco', 'enviar boletos', 'registrar'],
    when: IN_COMPANY,
    calls: [agreements.list, remittances.generate, remittances.file],
    async run(ports, target) {
      const waiting = (all: readonly Agreement[]) => all.filter(one => one.waiting_count > 0)
      const { data } = await ports.call(agreements.list, { params: { c: companyIn(target).id } })
      if (waiting(data).length === 0) return { say: data.length === 0 ? FIRST_AN_AGREEMENT : 'Não há nada a enviar ao banco' }
      const chosen = await chosenAgreement(ports, target, waiting)
      return chosen && generate(ports, target, chosen.id)
    },
  }),
  defineCommand({
    id: 'remittance.download',
    title: 'Baixar o arquivo da remessa',
    short: 'baixar arquivo',
    icon: 'download',
    of: 'remittance',
    takes: 'one',
    keys: ['p'],
    places: ['remittances.toolbar', 'remittance.row'],
    when: inRemittances,
    calls: [remittances.file, remittances.generate],
    async run(ports, target) {
      const [one] = target.records
      if (one.status === 'DRAFT') return generate(ports, target, one.agreement_id)
      const { data } = await ports.call(remittances.file, { params: { c: companyIn(target).id, id: one.id } })
      ports.ui.do('file.save', { file: data, name: one.file_name ?? 'remessa.rem' })
      return undefined
    },
  }),
  defineCommand({
    id: 'remittance.send',
    title: 'Marcar remessa como enviada',
    short: 'marcar enviada',
    icon: 'send',
    of: 'remittance',
    takes: 'one',
    keys: ['s'],
    places: ['remittances.toolbar', 'remittance.row'],
    words: ['transmitida', 'subi no banco'],
    when: inRemittances,
    calls: [remittances.send],
    refuse: ({ records: [one] }) =>
      one.status === 'GENERATED'
        ? undefined
        : one.status === 'DRAFT'
          ? 'gere o arquivo antes'
          : `já ${REMITTANCE_STATUS_LABELS[one.status].toLowerCase()}`,
    confirm: ({ records: [one] }) => ({
      title: `Marcar a remessa ${one.sequence} como enviada?`,
      body: 'Marque depois de enviar o arquivo pelo banco. Daí em diante ela não se desfaz.',
      action: 'Marcar como enviada',
      facts: [
        ['Convênio', one.agreement_name],
        ['Pedidos', String(one.orders_count)],
        ['Valor', formatCents(one.total_cents)],
      ],
    }),
    async run(ports, target) {
      const { data } = await ports.call(remittances.send, { params: { c: companyIn(target).id, id: target.records[0].id } })
      return { say: `Remessa ${data.sequence} enviada`, detail: 'Leia o retorno quando o banco responder.' }
    },
  }),
  defineCommand({
    id: 'remittance.refuse',
    title: 'O banco recusou a remessa',
    short: 'recusada',
    icon: 'circle-x',
    destroys: true,
    of: 'remittance',
    takes: 'one',
    places: ['remittances.toolbar', 'remittance.row/danger'],
    words: ['rejeitada', 'arquivo recusado', 'erro no arquivo'],
    when: inRemittances,
    calls: [remittances.refuse],
    refuse: ({ records: [one] }) => (one.status === 'SENT' ? undefined : 'só uma remessa enviada'),
    confirm: ({ records: [one] }) => ({
      title: `O banco recusou a remessa ${one.sequence} inteira?`,
      body: 'O que ela pedia volta a esperar e vai na próxima, com outro número.',
      action: 'Marcar como recusada',
    }),
    async run(ports, target) {
      const reply = await ports.call(remittances.refuse, { params: { c: companyIn(target).id, id: target.records[0].id } })
      return wrote(reply, `Remessa ${reply.data.sequence} recusada: os pedidos voltam à próxima`)
    },
  }),
  defineCommand({
    id: 'slip-return.read',
    title: 'Ler retorno do banco',
    short: 'ler retorno',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    keysIn: 'bank_slips',
    places: ['bank_slips.page', 'bank_slips.empty', 'remittances.page', 'slip_returns.page', 'payment_files.page', 'payment_files.empty'],
    words: ['cnab', '.ret', 'arquivo de retorno', 'liquidação', 'boletos pagos', 'sispag', 'pagamentos feitos'],
    when: IN_COMPANY,
    calls: [agreements.list, slipReturns.read],
    input: SheetInput,
    asks: sheet({
      title: 'Ler retorno do banco',
      submit: 'Ler retorno',
      label: 'Arquivo de retorno',
      accept: ['.ret', '.crt', '.txt', '.rst', '.dat'],
      words:
        'O arquivo de retorno que o banco entrega, de cobrança (CNAB 240 ou 400) ou de pagamentos. Registra e liquida boletos, dá contas por pagas ou diz por que não; lido outra vez, não muda nada.',
    }),
    async run(ports, target, { file }) {
      const c = companyIn(target).id
      const read = (agreement_id?: string) =>
        ports.call(slipReturns.read, { params: { c }, form: { file, ...(agreement_id ? { agreement_id } : {}) } })
      const reply = await read().catch(async (error: unknown) => {
        // Two agreements of one bank, and no number of either in the file.
        if (refusalId(error) !== 'validation.failed') throw error
        const { data } = await ports.call(agreements.list, { params: { c } })
        if (data.length < 2) throw error
        const chosen = await chosenAgreement(ports, target)
        return chosen ? read(chosen.id) : undefined
      })
      if (!reply) return undefined
      const { kind, told, open, warnings } = reply.data
      const list = kind === 'PAYMENTS' ? 'payment_files' : open > 0 ? 'bank_slips.returns' : 'bank_slips'
      return {
        ...wrote(reply, `Retorno lido: ${told}`, { go: pathTo(list, { companyId: c }) }),
        ...(warnings.length > 0 ? { detail: warnings.join(' '), warns: true as const } : {}),
      }
    },
  }),
  defineCommand({
    id: 'slip-occurrence.answer',
    title: 'Dizer o que é a ocorrência',
    short: 'decidir',
    icon: 'circle-help',
    of: 'slip_occurrence',
    takes: 'one',
    keys: ['d'],
    places: ['slip_returns.toolbar'],
    words: ['ocorrência desconhecida', 'liquidação', 'decidir'],
    when: inReturns,
    calls: [slipReturns.answer],
    refuse: ({ records: [one] }) => (one.open ? undefined : 'já decidida'),
    asks: [ANSWER],
    async run(ports, target, { answer }) {
      const params = { c: companyIn(target).id, id: target.records[0].id }
      const reply = await ports.call(slipReturns.answer, { params, body: { answer: answer as 'TOLD' } })
      return wrote(reply, `Ocorrência ${reply.data.occurrence} decidida`, { focus: reply.data.id })
    },
  }),
] as const
