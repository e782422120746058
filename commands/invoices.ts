// What a person can do with invoices: transmit, book, download; they are written in invoice-forms.ts, and issuing is set up in invoice-setup.ts.
import { attachments } from '#contract/attachments.ts'
import { bills } from '#contract/bills.ts'
import { productInvoices, serviceInvoices } from '#contract/invoices.ts'
import { receivables } from '#contract/receivables.ts'
import { formatCents } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import { invoiceEventCommands } from './invoice-events.ts'
import { invoiceFormCommands } from './invoice-forms.ts'
import { amongInvoices, INVOICE_TOOLBARS, isCorrectable } from './invoice-kinds.ts'
import { invoiceSendingCommands } from './invoice-sending.ts'
import { invoiceSetupCommands } from './invoice-setup.ts'
import { companyIn, defineCommand, type Reason, type Records } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { eachOne, outcomeOf } from './slices.ts'

type Invoice = Records['invoice']

const notas = (count: number): string => counted(count, ['nota', 'notas'])
const ones = (count: number, word: string): string => `${notas(count)} ${word}${count === 1 ? '' : 's'}`

const cannotTransmit = (invoice: Invoice): Reason | undefined =>
  isCorrectable(invoice) ? undefined : ['não espera transmissão', 'não esperam transmissão']

/** Why a note does not become a title of this side. */
const cannotBook =
  (source: Invoice['source']) =>
  (invoice: Invoice): Reason | undefined => {
    if (invoice.source !== source) return source === 'LOCAL' ? ['recebida', 'recebidas'] : ['emitida aqui', 'emitidas aqui']
    if (invoice.status !== 'ISSUED') return ['não está emitida', 'não estão emitidas']
    if (invoice.decision === 'REJECTED') return ['recusada', 'recusadas']
    return invoice.entries.length > 0 ? ['já lançada', 'já lançadas'] : undefined
  }

const transmitOne = (ports: Ports, invoice: Invoice) =>
  invoice.kind === 'SERVICE'
    ? ports.call(serviceInvoices.transmit, { params: { id: invoice.id } })
    : ports.call(productInvoices.transmit, { params: { id: invoice.id } })

const filesOf = (ports: Ports, { kind, id }: Invoice) =>
  kind === 'SERVICE'
    ? ports.call(serviceInvoices.attachments, { params: { id } })
    : ports.call(productInvoices.attachments, { params: { id } })

/** How many notes are asked for at once while their files are collected. */
const AT_ONCE = 4

/** Saves the files of a type of all the notes: one as it is, several in one archive. */
async function saveFiles(ports: Ports, c: string, records: readonly Invoice[], type: 'xml' | 'pdf') {
  const found: { file: unknown; name: string }[] = []
  for (let at = 0; at < records.length; at += AT_ONCE) {
    const some = await Promise.all(
      records.slice(at, at + AT_ONCE).map(async record => {
        const { data } = await filesOf(ports, record)
        const wanted = data.filter(({ content_type }) => content_type === `application/${type}`)
        return Promise.all(
          wanted.map(async ({ id, name }) => ({ file: (await ports.call(attachments.file, { params: { c, id } })).data, name })),
        )
      }),
    )
    found.push(...some.flat())
  }
  const name = type.toUpperCase()
  if (found.length === 0) return { say: `Nenhum ${name} guardado ${records.length === 1 ? 'nesta nota' : 'nestas notas'}` }
  ports.ui.do('files.save', { files: found, archive: `notas-${type}.zip` })
  return { say: found.length === 1 ? `${name} baixado` : `${formatCount(found.length)} arquivos baixados` }
}

export const invoiceCommands = [
  ...invoiceFormCommands,
  ...invoiceSetupCommands,
  ...invoiceSendingCommands,
  ...invoiceEventCommands,
  defineCommand({
    id: 'invoice.transmit',
    title: 'Transmitir notas',
    short: 'transmitir',
    icon: 'send',
    of: 'invoice',
    takes: 'some',
    keys: ['t'],
    places: [...INVOICE_TOOLBARS, 'invoice.row'],
    words: ['emitir', 'enviar', 'reenviar', 'tentar de novo'],
    when: amongInvoices,
    calls: [serviceInvoices.transmit, productInvoices.transmit],
    except: cannotTransmit,
    confirm: target => ({
      title: target.count === 1 ? 'Transmitir esta nota?' : `Transmitir ${notas(target.count)}?`,
      body: 'A nota vai para a autoridade fiscal. Emitida, só se desfaz por cancelamento.',
      action: target.count === 1 ? 'Transmitir nota' : `Transmitir ${notas(target.count)}`,
      facts: [['Valor', formatCents(target.sum_cents ?? target.records.reduce((sum, one) => sum + one.amount_cents, 0))]],
    }),
    async run(ports, target) {
      const records = new Map(target.records.map(record => [record.id, record]))
      const written = await eachOne(ports, 'Transmitindo', target, id => transmitOne(ports, records.get(id) as Invoice))
      return outcomeOf(target, written, count => ones(count, 'transmitida'))
    },
  }),
  defineCommand({
    id: 'invoice.receivable',
    title: 'Criar conta a receber da nota',
    short: 'a receber',
    icon: 'hand-coins',
    of: 'invoice',
    takes: 'some',
    keys: ['r'],
    places: [...INVOICE_TOOLBARS, 'invoice.row'],
    words: ['lançar', 'cobrar', 'recebimento'],
    when: amongInvoices,
    calls: [receivables.createFromInvoice],
    except: cannotBook('LOCAL'),
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Lançando', target, nfId =>
        ports.call(receivables.createFromInvoice, { params: { c, nfId }, body: {} }),
      )
      return outcomeOf(target, written, count => `${ones(count, 'lançada')} em contas a receber`)
    },
  }),
  defineCommand({
    id: 'invoice.bill',
    title: 'Criar conta a pagar da nota',
    short: 'a pagar',
    icon: 'receipt-text',
    of: 'invoice',
    takes: 'some',
    keys: ['p'],
    places: ['product_invoices.toolbar', 'invoice.row'],
    words: ['lançar', 'fornecedor', 'compra'],
    when: { area: ['service_invoices', 'product_invoices'], company: true },
    calls: [bills.createFromInvoice],
    except: cannotBook('CAPTURE'),
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Lançando', target, nfId =>
        ports.call(bills.createFromInvoice, { params: { c, nfId }, body: {} }),
      )
      return outcomeOf(target, written, count => `${ones(count, 'lançada')} em contas a pagar`)
    },
  }),
  defineCommand({
    id: 'invoice.xml',
    title: 'Baixar XML',
    short: 'XML',
    icon: 'download',
    of: 'invoice',
    takes: 'some',
    keys: ['b'],
    places: [...INVOICE_TOOLBARS, 'invoice.row'],
    words: ['arquivo', 'contador', 'exportar'],
    when: amongInvoices,
    calls: [serviceInvoices.attachments, productInvoices.attachments, attachments.file],
    run: (ports, target) => saveFiles(ports, companyIn(target).id, target.records, 'xml'),
  }),
  defineCommand({
    id: 'invoice.pdf',
    title: 'Baixar PDF',
    short: 'PDF',
    icon: 'printer',
    of: 'invoice',
    takes: 'some',
    keys: ['i'],
    places: [...INVOICE_TOOLBARS, 'invoice.row'],
    words: ['danfe', 'danfse', 'imprimir', 'arquivo'],
    when: amongInvoices,
    calls: [serviceInvoices.attachments, productInvoices.attachments, attachments.file],
    run: (ports, target) => saveFiles(ports, companyIn(target).id, target.records, 'pdf'),
  }),
  defineCommand({
    id: 'invoice.copy-key',
    title: 'Copiar chave de acesso',
    short: 'copiar chave',
    icon: 'copy-check',
    of: 'invoice',
    takes: 'one',
    keys: ['w'],
    places: ['invoice.row'],
    words: ['44 dígitos', 'chave'],
    when: amongInvoices,
    calls: [serviceInvoices.get, productInvoices.get],
    refuse: target => (target.records[0].access_key === null ? 'a nota ainda não tem chave' : undefined),
    async run(ports, target) {
      await ports.clipboard.write(target.records[0].access_key ?? '')
      return { say: 'Chave de acesso copiada' }
    },
  }),
  defineCommand({
    id: 'invoice.tab',
    title: 'Alternar entre emitidas e recebidas',
    short: 'emitidas e recebidas',
    takes: 'none',
    keys: [']', '['],
    when: { screen: ['service_invoices', 'product_invoices'], company: true },
    run: async ports => {
      ports.ui.do('invoices.tab')
    },
  }),
]
