// Beside issued notes: the correction letter of an NF-e, numbers voided because no note took them, and issuing in contingency.
import { z } from 'zod'
import { invoiceSettings } from '#contract/fiscal-documents.ts'
import { invoiceCorrections, invoiceVoids } from '#contract/fiscal-events.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { CONTINGENCY_REASON } from '#domain/fiscal/contingency.ts'
import { counted } from '#domain/text.ts'
import { amongInvoices, onInvoicePages } from './invoice-kinds.ts'
import { type AnyTarget, companyIn, defineCommand } from './kit/command.ts'
import { form, onScreen } from './kit/form.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { wrote } from './slices.ts'

const amongGoods: Clause = { area: ['product_invoices', 'consumer_invoices'], company: true, ...onInvoicePages }
const numbering = (target: AnyTarget): string => pathTo('product_invoices.numbering', { companyId: companyIn(target).id })

export const LetterInput = invoiceCorrections.create.spec.body
export const VoidInput = invoiceVoids.create.spec.body
const reason = `O motivo tem de ${CONTINGENCY_REASON.min} a ${CONTINGENCY_REASON.max} caracteres`
export const ContingencyInput = z.object({
  reason: z.string().trim().min(CONTINGENCY_REASON.min, reason).max(CONTINGENCY_REASON.max, reason),
})

const spanText = (first: number, last: number): string => (first === last ? String(first) : `${first} a ${last}`)

export const invoiceEventCommands = [
  defineCommand({
    id: 'invoice.letter',
    title: 'Carta de correção',
    short: 'carta de correção',
    icon: 'file-text',
    of: 'invoice',
    takes: 'one',
    keys: ['shift+c'],
    places: ['invoice.row'],
    words: ['cc-e', 'cce', 'corrigir nota emitida', 'erro na nota'],
    hint: 'corrige o que não muda imposto, valor, datas nem quem compra',
    when: { ...amongInvoices, area: ['product_invoices', 'consumer_invoices'] },
    calls: [invoiceCorrections.list, invoiceCorrections.create],
    refuse: ({ records: [{ kind, source, status }] }) => {
      if (source === 'CAPTURE') return 'nota recebida'
      if (kind !== 'PRODUCT') return 'só a NF-e aceita carta de correção'
      return status === 'ISSUED' ? undefined : 'não está emitida'
    },
    input: LetterInput,
    asks: form('correction-letter', { title: 'Carta de correção', submit: 'Enviar carta' }),
    confirm: ({ records: [{ number }] }, { text }) => ({
      title: `Enviar a carta de correção da NF-e ${number ?? ''}?`,
      body: 'Ela vai para a autoridade fiscal, fica com a nota e vale no lugar das anteriores. Não se desfaz.',
      action: 'Enviar carta',
      facts: [['Texto', text]],
    }),
    async run(ports, { records: [{ id, number }] }, body) {
      const { data } = await ports.call(invoiceCorrections.create, { params: { id }, body })
      return { say: `Carta ${data.sequence} da NF-e ${number ?? ''} enviada` }
    },
  }),
  defineCommand({
    id: 'invoice.numbering',
    title: 'Numeração e contingência',
    short: 'numeração',
    icon: 'hash',
    takes: 'none',
    words: ['inutilizar', 'pular números', 'lacunas', 'svc', 'sefaz fora do ar'],
    when: amongGoods,
    calls: [invoiceVoids.list, invoiceVoids.gaps],
    run: async (_, target) => ({ go: numbering(target) }),
  }),
  defineCommand({
    id: 'invoice.void',
    title: 'Inutilizar numeração',
    short: 'inutilizar',
    icon: 'ban',
    takes: 'none',
    words: ['números pulados', 'lacunas', 'inutilização'],
    when: amongGoods,
    calls: [invoiceVoids.gaps, invoiceVoids.create],
    input: VoidInput,
    asks: form('void-numbers', {
      title: 'Inutilizar numeração',
      submit: 'Inutilizar',
      lead: () => 'Números que nenhuma nota tomou nem vai tomar. A autoridade os fecha para sempre.',
    }),
    confirm: (_, { kind, serie_number, first_number, last_number }) => ({
      title: `Inutilizar ${counted(last_number - first_number + 1, ['número', 'números'])}?`,
      body: 'A autoridade fecha estes números para sempre: nenhuma nota os leva depois.',
      action: 'Inutilizar',
      danger: true,
      facts: [
        ['Nota', `${INVOICE_KIND_LABELS[kind]}, série ${serie_number}`],
        ['Números', spanText(first_number, last_number)],
      ],
    }),
    async run(ports, target, body) {
      await ports.call(invoiceVoids.create, { params: { c: companyIn(target).id }, body })
      return { say: `Inutilização de ${spanText(body.first_number, body.last_number)} pedida` }
    },
  }),
  defineCommand({
    id: 'invoice.void-xml',
    title: 'Baixar XML da inutilização',
    takes: 'none',
    when: amongGoods,
    calls: [invoiceVoids.document],
    input: z.object({ id: z.string(), name: z.string() }),
    asks: onScreen(numbering),
    async run(ports, target, { id, name }) {
      const { data } = await ports.call(invoiceVoids.document, { params: { c: companyIn(target).id, id } })
      ports.ui.do('file.save', { file: data, name })
      return undefined
    },
  }),
  defineCommand({
    id: 'invoice.contingency',
    title: 'Emitir NF-e em contingência',
    short: 'entrar em contingência',
    icon: 'triangle-alert',
    takes: 'none',
    words: ['svc', 'sefaz fora do ar', 'autoridade parada'],
    when: amongGoods,
    calls: [invoiceSettings.contingency, invoiceSettings.setContingency],
    input: ContingencyInput,
    asks: form('contingency', {
      title: 'Emitir NF-e em contingência',
      submit: 'Entrar em contingência',
      lead: () => 'Com a autoridade do estado fora do ar, as NF-e transmitidas a partir de agora vão para a que a substitui.',
    }),
    run: async (ports, target, { reason }) =>
      wrote(
        await ports.call(invoiceSettings.setContingency, { params: { c: companyIn(target).id }, body: { active: true, reason } }),
        'NF-e em contingência',
      ),
  }),
  defineCommand({
    id: 'invoice.contingency-end',
    title: 'Voltar à emissão normal de NF-e',
    short: 'voltar ao normal',
    icon: 'rotate-ccw',
    takes: 'none',
    words: ['sair da contingência', 'svc'],
    when: amongGoods,
    calls: [invoiceSettings.setContingency],
    confirm: () => ({
      title: 'Voltar à emissão normal?',
      body: 'As NF-e transmitidas a partir de agora vão para a autoridade do estado.',
      action: 'Voltar ao normal',
    }),
    run: async (ports, target) =>
      wrote(
        await ports.call(invoiceSettings.setContingency, { params: { c: companyIn(target).id }, body: { active: false } }),
        'NF-e de volta à emissão normal',
      ),
  }),
]
