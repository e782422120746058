// What a person can do with taxes: reckon one, ask for its slip, pay it, copy its codes, keep its bill, delete it.
import { bills } from '#contract/bills.ts'
import { boleto } from '#contract/payments.ts'
import { taxes } from '#contract/taxes.ts'
import { formatDay, monthOf } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { taxName } from '#resources/tax.ts'
import { type AnyTarget, companyIn, defineCommand, type Records } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { sendOnce } from './paying.ts'
import { pathTo, type RecordScreen, recordPath } from './screens.ts'
import { eachOne, outcomeOf, wrote } from './slices.ts'

type Tax = Records['tax']

const here: Clause = { area: 'taxes', company: true }
/** The dialog of the Pix code has no field: its keys are free. */
const overPix: Clause = { screen: 'taxes.pix', layer: 'overlay', company: true }
const impostos = (count: number): string => counted(count, ['imposto', 'impostos'])

const settled = ({ status }: Tax): string | undefined =>
  status === 'PAID' ? 'já pago' : status === 'SCHEDULED' ? 'já enviado para pagamento' : undefined
const slipReady = ({ slip }: Tax): boolean => slip?.status === 'DONE'
/** Its codes pay what the tax costs. */
const noSlipToPay = (tax: Tax): string | undefined =>
  !slipReady(tax) ? 'sem guia: emita antes' : tax.slip?.payable ? undefined : 'a guia venceu ou é de outro valor: emita outra'

const notPayable = (tax: Tax): string | undefined => settled(tax) ?? (tax.total_cents === 0 ? 'nada a pagar' : undefined)

const atTax = (screen: Extract<RecordScreen, `taxes.${string}`>) => (target: Pick<AnyTarget, 'company' | 'ids'>) =>
  recordPath(screen, companyIn(target).id, target.ids[0] ?? '')
/** Of the one tax of a target. */
const nameIn = ({ records: [tax] }: { readonly records: readonly unknown[] }): string => taxName(tax as Tax)

/** Of one tax the day of its payment; many are each paid when they are due. */
export const TaxSlipInput = taxes.issue.spec.body
export const TaxPaymentInput = bills.conciliate.spec.body.pick({ bank_account_id: true, date: true, differences: true })
export const TaxCorrectionInput = taxes.correct.spec.body
export const TaxProfileInput = taxes.updateProfile.spec.body

/** The bill that pays the tax, made first where there is none; every batch it took, oldest first. */
async function billOf(ports: Ports, c: string, { id, bill_id }: Tax): Promise<{ bill_id: string; undo: readonly string[] }> {
  if (bill_id !== null) return { bill_id, undo: [] }
  const { data, batch_id } = await ports.call(taxes.makeBill, { params: { c, taxId: id } })
  return { bill_id: data.bill_id ?? '', undo: batch_id === undefined ? [] : [batch_id] }
}

export const taxCommands = [
  defineCommand({
    id: 'tax.create',
    title: 'Novo imposto',
    short: 'novo',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['taxes.page', 'taxes.empty'],
    words: ['calcular', 'das', 'guia', 'criar'],
    keysIn: 'taxes',
    when: IN_COMPANY,
    calls: [taxes.create],
    input: taxes.create.spec.body,
    asks: form('tax', {
      title: 'Novo imposto',
      submit: 'Criar imposto',
      at: target => pathTo('taxes.create', { companyId: companyIn(target).id }),
    }),
    async run(ports, target, body) {
      const c = companyIn(target).id
      const reply = await ports.call(taxes.create, { params: { c }, body })
      const { id, amount_cents } = reply.data
      return wrote(reply, `${taxName(reply.data)}: ${formatCents(amount_cents)}`, {
        focus: id,
        go: pathTo('taxes.detail', { companyId: c, taxId: id }),
      })
    },
  }),
  defineCommand({
    id: 'tax.correct',
    title: 'Corrigir imposto',
    short: 'corrigir',
    icon: 'pencil',
    of: 'tax',
    takes: 'one',
    places: ['tax.row'],
    words: ['alterar', 'código da receita', 'vencimento', 'valor', 'darf'],
    when: here,
    calls: [taxes.correct],
    input: TaxCorrectionInput,
    asks: form('tax-correction', { title: target => `Corrigir ${nameIn(target)}`, submit: 'Salvar' }),
    refuse: ({ records: [tax] }) => settled(tax) ?? (tax.revenue_cents === null ? undefined : 'o valor sai dos livros: calcule de novo'),
    async run(ports, target, body) {
      const [tax] = target.records
      return wrote(
        await ports.call(taxes.correct, { params: { c: companyIn(target).id, taxId: tax.id }, body }),
        `${taxName(tax)} corrigido`,
      )
    },
  }),
  defineCommand({
    id: 'tax.profile',
    title: 'Como os impostos são calculados',
    short: 'cálculo',
    icon: 'sliders',
    takes: 'none',
    keys: ['f'],
    places: ['taxes.bar', 'taxes.empty'],
    words: ['anexo do simples', 'fator r', 'atividade', 'rbt12'],
    keysIn: 'taxes',
    when: IN_COMPANY,
    calls: [taxes.updateProfile],
    input: TaxProfileInput,
    asks: form('tax-profile', {
      title: 'Como os impostos são calculados',
      submit: 'Salvar',
      lead: () => 'A receita bruta vem das contas a receber, por competência. Calcule de novo os meses que esta mudança alcança.',
    }),
    run: async (ports, target, body) =>
      wrote(await ports.call(taxes.updateProfile, { params: { c: companyIn(target).id }, body }), 'Cálculo dos impostos alterado'),
  }),
  defineCommand({
    id: 'tax.issue',
    title: 'Emitir guia',
    short: 'emitir',
    icon: 'scroll-text',
    of: 'tax',
    takes: 'some',
    keys: ['i'],
    places: ['taxes.toolbar', 'tax.row'],
    words: ['guia', 'boleto', 'receita', 'reemitir'],
    when: [here, overPix],
    calls: [taxes.issue],
    except: tax => settled(tax) ?? (tax.slip?.status === 'PROCESSING' ? 'guia já pedida' : undefined),
    input: TaxSlipInput,
    asks: form('tax-slip', {
      title: target => (target.count > 1 ? `Emitir a guia de ${impostos(target.count)}?` : `Emitir a guia de ${nameIn(target)}`),
      submit: 'Emitir guia',
      lead: target =>
        target.count > 1 ? 'Cada guia vale até o vencimento; a de um imposto vencido, até hoje, com multa e juros.' : undefined,
      at: atTax('taxes.issue'),
    }),
    // What the authority was asked is not taken back.
    async run(ports, target, body) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Pedindo a guia de', target, taxId => ports.call(taxes.issue, { params: { c, taxId }, body }))
      if (target.count === 1) return { say: `Guia de ${nameIn(target)} pedida à Receita`, go: atTax('taxes.detail')(target) }
      const { say, detail } = outcomeOf(target, written, count => `Guia de ${impostos(count)} pedida à Receita`)
      return { ...(say ? { say } : {}), ...(detail ? { detail } : {}) }
    },
  }),
  defineCommand({
    id: 'tax.pay',
    title: 'Pagar imposto',
    short: 'pagar',
    icon: 'banknote',
    of: 'tax',
    takes: 'one',
    keys: ['p'],
    places: ['taxes.toolbar', 'tax.row'],
    words: ['baixar', 'boleto', 'quitar'],
    when: [here, overPix],
    calls: [taxes.makeBill, bills.conciliate],
    input: TaxPaymentInput,
    asks: form('tax-payment', { title: target => `Pagar ${nameIn(target)}`, submit: 'Registrar pagamento', at: atTax('taxes.payment') }),
    refuse: ({ records: [tax] }) => notPayable(tax),
    async run(ports, target, input) {
      const c = companyIn(target).id
      const [tax] = target.records
      const { bill_id, undo } = await billOf(ports, c, tax)
      const reply = await ports.call(bills.conciliate, { params: { c }, body: { ...input, bill_ids: [bill_id] } })
      const { undo: settling = [], ...done } = wrote(reply, `${taxName(tax)} pago`, { focus: tax.id, go: atTax('taxes.detail')(target) })
      return { ...done, undo: [...undo, ...settling] }
    },
  }),
  defineCommand({
    id: 'tax.pay-slip',
    title: 'Pagar a guia pela conta digital',
    short: 'pagar guia',
    icon: 'banknote',
    of: 'tax',
    takes: 'one',
    words: ['boleto', 'quitar', 'imposto'],
    when: here,
    calls: [taxes.makeBill, boleto.pay],
    refuse: ({ records: [tax] }) => notPayable(tax) ?? noSlipToPay(tax),
    confirm: ({ records: [tax] }) => ({
      title: `Pagar ${taxName(tax)}?`,
      body: 'O boleto da guia sai da conta digital da empresa.',
      action: 'Pagar',
      facts: [['Valor da guia', formatCents(tax.slip?.amount_cents ?? tax.total_cents)]],
    }),
    async run(ports, target) {
      const c = companyIn(target).id
      const [tax] = target.records
      const { bill_id } = await billOf(ports, c, tax)
      const body = { company_id: c, digitable_line: tax.slip?.digitable_line ?? '', bill_id, description: taxName(tax) }
      const sent = await sendOnce(ports.ask, again => ports.call(boleto.pay, { body: { ...body, ...again } }))
      return sent && { say: `${taxName(tax)} enviado para pagamento`, go: atTax('taxes.detail')(target) }
    },
  }),
  defineCommand({
    id: 'tax.pix',
    title: 'Ver o Pix da guia',
    short: 'Pix',
    icon: 'qr-code',
    of: 'tax',
    takes: 'one',
    keys: ['q'],
    places: ['taxes.toolbar', 'tax.row'],
    words: ['qr code', 'copia e cola'],
    when: here,
    calls: [taxes.detail],
    refuse: ({ records: [tax] }) => settled(tax) ?? (tax.slip?.emv_code ? undefined : 'sem guia: emita antes'),
    run: async (_, target) => ({ go: atTax('taxes.pix')(target) }),
  }),
  defineCommand({
    id: 'tax.copy-line',
    title: 'Copiar a linha digitável',
    short: 'copiar linha',
    icon: 'barcode',
    of: 'tax',
    takes: 'one',
    keys: ['l'],
    places: ['tax.row'],
    words: ['código de barras', 'boleto'],
    when: here,
    calls: [taxes.detail],
    refuse: ({ records: [tax] }) => noSlipToPay(tax),
    async run(ports, { records: [tax] }) {
      await ports.clipboard.write(tax.slip?.digitable_line ?? '')
      return { say: `Linha digitável de ${taxName(tax)} copiada` }
    },
  }),
  defineCommand({
    id: 'tax.copy-pix',
    title: 'Copiar o Pix copia e cola',
    short: 'copiar Pix',
    icon: 'copy',
    of: 'tax',
    takes: 'one',
    keys: ['shift+q'],
    places: ['tax.row'],
    words: ['qr code'],
    when: [here, overPix],
    calls: [taxes.detail],
    refuse: ({ records: [tax] }) => noSlipToPay(tax),
    async run(ports, { records: [tax] }) {
      await ports.clipboard.write(tax.slip?.emv_code ?? '')
      return { say: `Pix de ${taxName(tax)} copiado` }
    },
  }),
  defineCommand({
    id: 'tax.pdf',
    title: 'Baixar a guia em PDF',
    short: 'PDF',
    icon: 'download',
    of: 'tax',
    takes: 'one',
    keys: ['shift+p'],
    places: ['tax.row'],
    words: ['imprimir', 'boleto'],
    when: here,
    calls: [taxes.pdf],
    refuse: ({ records: [tax] }) => (slipReady(tax) ? undefined : 'sem guia: emita antes'),
    async run(ports, target) {
      const [tax] = target.records
      const { data } = await ports.call(taxes.pdf, { params: { c: companyIn(target).id, taxId: tax.id } })
      ports.ui.do('file.save', { file: data, name: `guia ${taxName(tax)}.pdf` })
      return undefined
    },
  }),
  defineCommand({
    id: 'tax.recompute',
    title: 'Calcular de novo',
    short: 'recalcular',
    icon: 'refresh',
    of: 'tax',
    takes: 'some',
    keys: ['r'],
    places: ['taxes.toolbar', 'tax.row'],
    words: ['livros', 'atualizar'],
    when: here,
    calls: [taxes.create],
    except: tax => settled(tax) ?? (tax.kind === 'DAS' || tax.kind === 'DAS_MEI' ? undefined : 'valor informado'),
    async run(ports, target) {
      const c = companyIn(target).id
      const byId = new Map(target.records.map(tax => [tax.id, tax]))
      const written = await eachOne(ports, 'Calculando', target, id => {
        const { kind, competence_date } = byId.get(id) as Tax
        return ports.call(taxes.create, { params: { c }, body: { kind, competence_date } })
      })
      return outcomeOf(target, written, count => `${counted(count, ['imposto calculado', 'impostos calculados'])} pelos livros`)
    },
  }),
  defineCommand({
    id: 'tax.bill',
    title: 'Abrir a conta a pagar',
    short: 'conta a pagar',
    icon: 'receipt-text',
    of: 'tax',
    takes: 'one',
    keys: ['b'],
    places: ['tax.row'],
    when: here,
    calls: [bills.get],
    refuse: ({ records: [tax] }) => (tax.bill_id === null ? 'sem conta a pagar' : undefined),
    run: async (_, target) => ({
      go: {
        to: pathTo('bills.detail', { companyId: companyIn(target).id, billId: target.records[0].bill_id ?? '' }),
        search: { periodo: monthOf(target.records[0].due_date) },
      },
    }),
  }),
  defineCommand({
    id: 'tax.make-bill',
    title: 'Criar a conta a pagar',
    icon: 'plus',
    of: 'tax',
    takes: 'some',
    keys: ['shift+b'],
    places: ['tax.row'],
    words: ['provisionar', 'lançar'],
    when: here,
    calls: [taxes.makeBill],
    except: tax => (tax.bill_id === null ? undefined : 'já tem conta a pagar'),
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Criando a conta de', target, taxId => ports.call(taxes.makeBill, { params: { c, taxId } }))
      return outcomeOf(target, written, count => `Conta a pagar de ${impostos(count)} criada`)
    },
  }),
  defineCommand({
    id: 'tax.delete',
    title: 'Excluir imposto',
    short: 'excluir',
    icon: 'trash',
    destroys: true,
    of: 'tax',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['taxes.toolbar', 'tax.row/danger'],
    words: ['apagar', 'remover'],
    when: here,
    calls: [taxes.delete],
    except: tax => settled(tax),
    confirm: target =>
      target.count > 1
        ? {
            title: `Excluir ${impostos(target.count)}?`,
            body: 'As contas a pagar deles ficam como estão. Dá para desfazer.',
            action: 'Excluir',
            danger: true,
          }
        : {
            title: `Excluir ${nameIn(target)}?`,
            body: 'A conta a pagar dele fica como está. Dá para desfazer.',
            action: 'Excluir imposto',
            danger: true,
            facts: target.records.flatMap(tax => [
              ['Vencimento', formatDay(tax.due_date)] as const,
              ['Valor', formatCents(tax.total_cents)] as const,
            ]),
          },
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Excluindo', target, taxId => ports.call(taxes.delete, { params: { c, taxId } }))
      if (target.count > 1) return outcomeOf(target, written, count => counted(count, ['imposto excluído', 'impostos excluídos']))
      return { say: `${nameIn(target)} excluído`, undo: written.undo, go: pathTo('taxes', { companyId: c }) }
    },
  }),
]
