// What a person can do with taxes: reckon one, ask for its slip, pay it, copy its codes, keep its bill, delete it.
import { bills } from '#contract/bills.ts'
import { taxes } from '#contract/taxes.ts'
import { formatMonth, monthOf } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { TAX_KIND_LABELS } from '#domain/taxes/labels.ts'
import { type AnyCommand, companyIn, defineCommand, type Records, type Target } from './kit/command.ts'
import type { Clause } from './kit/when.ts'
import { pathTo, type ScreenId } from './screens.ts'
import { eachOne, outcomeOf } from './slices.ts'

type Tax = Records['tax']
type OneTax = Target<'tax', 'one'>

const here: Clause = { area: 'taxes', company: true }
/** The dialog of the Pix code has no field: its keys are free. */
const overPix: Clause = { screen: 'taxes.pix', layer: 'overlay', company: true }
const impostos = (count: number): string => (count === 1 ? '1 imposto' : `${count.toLocaleString('pt-BR')} impostos`)

/** 'DAS-MEI de outubro de 2026' */
export const taxName = (tax: Pick<Tax, 'kind' | 'competence_date'>): string =>
  `${TAX_KIND_LABELS[tax.kind]} de ${formatMonth(monthOf(tax.competence_date))}`

const settled = ({ status }: Tax): string | undefined =>
  status === 'PAID' ? 'já pago' : status === 'SCHEDULED' ? 'já enviado para pagamento' : undefined
const slipReady = ({ slip }: Tax): boolean => slip?.status === 'DONE'

const toScreen = (screen: ScreenId) => async (_: unknown, target: OneTax) => ({
  go: pathTo(screen, { companyId: companyIn(target).id, taxId: target.records[0].id }),
})

export const taxCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'tax.create',
    title: 'Novo imposto',
    short: 'novo',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['taxes.page', 'taxes.empty'],
    words: ['calcular', 'das', 'guia', 'criar'],
    when: here,
    calls: [taxes.create],
    run: async (_, target) => ({ go: pathTo('taxes.create', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'tax.profile',
    title: 'Como os impostos são calculados',
    short: 'cálculo',
    icon: 'sliders',
    takes: 'none',
    keys: ['f'],
    places: ['taxes.bar', 'taxes.empty'],
    words: ['anexo', 'fator r', 'atividade', 'rbt12'],
    when: here,
    calls: [taxes.updateProfile],
    run: async ports => {
      ports.ui.do('tax.profile')
    },
  }),
  defineCommand({
    id: 'tax.issue',
    title: 'Emitir guia',
    short: 'emitir',
    icon: 'scroll-text',
    of: 'tax',
    takes: 'some',
    keys: ['i'],
    places: ['taxes.toolbar', 'tax.row', 'tax.drawer'],
    words: ['guia', 'boleto', 'receita', 'reemitir'],
    when: here,
    calls: [taxes.issue],
    except: tax => settled(tax) ?? (tax.slip?.status === 'PROCESSING' ? 'guia já pedida' : undefined),
    // One tax is asked about at its own address, with the day of its payment.
    confirm: target =>
      target.count > 1
        ? {
            title: `Emitir a guia de ${impostos(target.count)}?`,
            body: 'Cada guia vale até o vencimento; a de um imposto vencido, até hoje, com multa e juros.',
            action: 'Emitir guias',
            facts: [['Total', formatCents(target.records.reduce((sum, tax) => sum + tax.total_cents, 0))]],
          }
        : undefined,
    async run(ports, target) {
      const c = companyIn(target).id
      const [id = ''] = target.ids
      if (target.count === 1) return { go: pathTo('taxes.issue', { companyId: c, taxId: id }) }
      const written = await eachOne(ports, 'Pedindo a guia de', target, taxId =>
        ports.call(taxes.issue, { params: { c, taxId }, body: {} }),
      )
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
    places: ['taxes.toolbar', 'tax.row', 'tax.drawer'],
    words: ['baixar', 'boleto', 'quitar'],
    when: [here, overPix],
    calls: [bills.conciliate],
    refuse: ({ records: [tax] }) => settled(tax) ?? (tax.total_cents === 0 ? 'nada a pagar' : undefined),
    run: toScreen('taxes.payment'),
  }),
  defineCommand({
    id: 'tax.pix',
    title: 'Ver o Pix da guia',
    short: 'Pix',
    icon: 'qr-code',
    of: 'tax',
    takes: 'one',
    keys: ['q'],
    places: ['taxes.toolbar', 'tax.row', 'tax.drawer'],
    words: ['qr code', 'copia e cola'],
    when: here,
    calls: [taxes.detail],
    refuse: ({ records: [tax] }) => settled(tax) ?? (tax.slip?.emv_code ? undefined : 'sem guia: emita antes'),
    run: toScreen('taxes.pix'),
  }),
  defineCommand({
    id: 'tax.copy-line',
    title: 'Copiar a linha digitável',
    short: 'copiar linha',
    icon: 'barcode',
    of: 'tax',
    takes: 'one',
    keys: ['l'],
    places: ['tax.row', 'tax.drawer'],
    words: ['código de barras', 'boleto'],
    when: here,
    calls: [taxes.detail],
    refuse: ({ records: [tax] }) => (slipReady(tax) && tax.slip?.digitable_line ? undefined : 'sem guia: emita antes'),
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
    places: ['tax.row', 'tax.drawer'],
    words: ['qr code'],
    when: [here, overPix],
    calls: [taxes.detail],
    refuse: ({ records: [tax] }) => (tax.slip?.emv_code ? undefined : 'sem guia: emita antes'),
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
    places: ['tax.row', 'tax.drawer'],
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
    places: ['taxes.toolbar', 'tax.row', 'tax.drawer'],
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
      return outcomeOf(target, written, count => `${impostos(count)} ${count === 1 ? 'calculado' : 'calculados'} pelos livros`)
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
    places: ['tax.row', 'tax.drawer'],
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
    places: ['tax.row', 'tax.drawer'],
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
    of: 'tax',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['taxes.toolbar', 'tax.row/danger', 'tax.drawer'],
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
        : undefined,
    async run(ports, target) {
      const c = companyIn(target).id
      const [id = ''] = target.ids
      if (target.count === 1) return { go: pathTo('taxes.delete', { companyId: c, taxId: id }) }
      const written = await eachOne(ports, 'Excluindo', target, taxId => ports.call(taxes.delete, { params: { c, taxId } }))
      return outcomeOf(target, written, count => `${impostos(count)} ${count === 1 ? 'excluído' : 'excluídos'}`)
    },
  }),
]
