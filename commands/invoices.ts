// What a person can do with invoices: prepare, transmit, correct, replicate, cancel, book, download, and what issuing waits for.
import { attachments } from '#contract/attachments.ts'
import { bills } from '#contract/bills.ts'
import { companies } from '#contract/companies.ts'
import { invoiceSettings } from '#contract/fiscal-documents.ts'
import { customerInvoices, productInvoices, serviceInvoices } from '#contract/invoices.ts'
import { receivables } from '#contract/receivables.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { formatCents } from '#domain/money.ts'
import { companyIn, defineCommand, type Reason, type Records } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { type Area, CALM_LAYERS, type Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf } from './slices.ts'

type Invoice = Records['invoice']

export const INVOICE_AREAS = {
  SERVICE: 'service_invoices',
  PRODUCT: 'product_invoices',
  CONSUMER: 'consumer_invoices',
} as const satisfies Record<InvoiceKind, Area>
const KINDS = ['SERVICE', 'PRODUCT', 'CONSUMER'] as const

const here: Clause = { area: Object.values(INVOICE_AREAS), company: true }
/** Pages that are a form, or hold one, offer these too. */
const onPages: Pick<Clause, 'layer'> = { layer: [...CALM_LAYERS, 'form'] }
const pending: Clause = { screen: ['service_invoices.pending', 'product_invoices.pending'], company: true, ...onPages }

const notas = (count: number): string => (count === 1 ? '1 nota' : `${count.toLocaleString('pt-BR')} notas`)
const ones = (count: number, word: string): string => `${notas(count)} ${word}${count === 1 ? '' : 's'}`

/** Rejected, or prepared and never sent: it may still be written and transmitted. */
export const isCorrectable = (invoice: Pick<Invoice, 'source' | 'status' | 'waiting_transmission'>): boolean =>
  invoice.source === 'LOCAL' && (invoice.status === 'REJECTED' || invoice.waiting_transmission)

const cannotTransmit = (invoice: Invoice): Reason | undefined =>
  isCorrectable(invoice) ? undefined : ['não espera transmissão', 'não esperam transmissão']

function cannotCancel(invoice: Invoice): Reason | undefined {
  if (invoice.source === 'CAPTURE') return ['recebida: só quem emitiu cancela', 'recebidas: só quem emitiu cancela']
  return invoice.status === 'ISSUED' ? undefined : ['não está emitida', 'não estão emitidas']
}

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
  return { say: found.length === 1 ? `${name} baixado` : `${found.length.toLocaleString('pt-BR')} arquivos baixados` }
}

const CREATE_WORDS: Record<InvoiceKind, { title: string; words: readonly string[] }> = {
  SERVICE: { title: 'Nova nota de serviço', words: ['emitir', 'nfs-e', 'criar'] },
  PRODUCT: { title: 'Nova nota de produto', words: ['emitir', 'nf-e', 'criar'] },
  CONSUMER: { title: 'Nova nota de consumidor', words: ['emitir', 'nfc-e', 'cupom', 'criar'] },
}
const CREATE_ROWS = { SERVICE: serviceInvoices.create, PRODUCT: productInvoices.create, CONSUMER: customerInvoices.create } as const

/** What the commands of each kind are named after. */
export const NOTE_COMMANDS = { SERVICE: 'service-invoice', PRODUCT: 'product-invoice', CONSUMER: 'consumer-invoice' } as const

const createOf = (kind: InvoiceKind) =>
  defineCommand({
    id: `${NOTE_COMMANDS[kind]}.create`,
    title: CREATE_WORDS[kind].title,
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: [`${INVOICE_AREAS[kind]}.page`, `${INVOICE_AREAS[kind]}.empty`],
    words: CREATE_WORDS[kind].words,
    when: { area: INVOICE_AREAS[kind], company: true },
    calls: [CREATE_ROWS[kind]],
    run: async (_, target) => ({ go: pathTo(`${INVOICE_AREAS[kind]}.create`, { companyId: companyIn(target).id }) }),
  })

/** Pages about issuing, which services and goods have each; what retail needs is told with the goods. */
const pageOf = (kind: InvoiceKind) => (kind === 'SERVICE' ? 'service_invoices' : 'product_invoices')

const pagesOf = (kind: InvoiceKind) => [
  defineCommand({
    id: `${NOTE_COMMANDS[kind]}.pending`,
    title: 'Ver pendências para emitir',
    short: 'pendências',
    icon: 'list-checks',
    takes: 'none',
    words: ['certificado', 'ativar emissão', 'configurar notas', 'captura'],
    when: { area: INVOICE_AREAS[kind], company: true, ...onPages },
    calls: [invoiceSettings.get],
    run: async (_, target) => ({ go: pathTo(`${pageOf(kind)}.pending`, { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: `${NOTE_COMMANDS[kind]}.limit`,
    title: 'Ver limite de notas do mês',
    short: 'limite',
    icon: 'trending-up',
    takes: 'none',
    words: ['uso', 'plano', 'quantas notas'],
    when: { area: INVOICE_AREAS[kind], company: true, ...onPages },
    calls: [invoiceSettings.get],
    run: async (_, target) => ({ go: pathTo(`${pageOf(kind)}.limit`, { companyId: companyIn(target).id }) }),
  }),
]

const TOOLBARS = ['service_invoices.toolbar', 'product_invoices.toolbar', 'consumer_invoices.toolbar'] as const

export const invoiceCommands = [
  ...KINDS.map(createOf),
  ...KINDS.flatMap(pagesOf),
  defineCommand({
    id: 'invoice.transmit',
    title: 'Transmitir notas',
    short: 'transmitir',
    icon: 'send',
    of: 'invoice',
    takes: 'some',
    keys: ['t'],
    places: [...TOOLBARS, 'invoice.row'],
    words: ['emitir', 'enviar', 'reenviar', 'tentar de novo'],
    when: here,
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
    id: 'invoice.correct',
    title: 'Corrigir e reenviar',
    short: 'corrigir',
    icon: 'pencil',
    of: 'invoice',
    takes: 'one',
    places: ['invoice.row'],
    words: ['editar', 'alterar', 'rejeitada', 'reenviar'],
    when: here,
    calls: [serviceInvoices.update, productInvoices.update],
    refuse: target => (isCorrectable(target.records[0]) ? undefined : 'só uma nota rejeitada ou preparada se corrige'),
    run: async (_, target) => ({
      go: pathTo(`${INVOICE_AREAS[target.records[0].kind]}.update`, {
        companyId: companyIn(target).id,
        notaFiscalId: target.records[0].id,
      }),
    }),
  }),
  defineCommand({
    id: 'invoice.replicate',
    title: 'Replicar nota',
    short: 'replicar',
    icon: 'copy',
    of: 'invoice',
    takes: 'one',
    keys: ['d'],
    places: [...TOOLBARS, 'invoice.row'],
    words: ['duplicar', 'copiar', 'emitir de novo'],
    when: here,
    calls: [serviceInvoices.create, productInvoices.create],
    refuse: target => (target.records[0].source === 'CAPTURE' ? 'nota recebida' : undefined),
    run: async (_, target) => ({
      go: pathTo(`${INVOICE_AREAS[target.records[0].kind]}.replicate`, {
        companyId: companyIn(target).id,
        notaFiscalId: target.records[0].id,
      }),
    }),
  }),
  defineCommand({
    id: 'invoice.receivable',
    title: 'Criar conta a receber da nota',
    short: 'a receber',
    icon: 'hand-coins',
    of: 'invoice',
    takes: 'some',
    keys: ['r'],
    places: [...TOOLBARS, 'invoice.row'],
    words: ['lançar', 'cobrar', 'recebimento'],
    when: here,
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
    places: [...TOOLBARS, 'invoice.row'],
    words: ['arquivo', 'contador', 'exportar'],
    when: here,
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
    places: [...TOOLBARS, 'invoice.row'],
    words: ['danfe', 'danfse', 'imprimir', 'arquivo'],
    when: here,
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
    when: here,
    calls: [serviceInvoices.get, productInvoices.get],
    refuse: target => (target.records[0].access_key === null ? 'a nota ainda não tem chave' : undefined),
    async run(ports, target) {
      await ports.clipboard.write(target.records[0].access_key ?? '')
      return { say: 'Chave de acesso copiada' }
    },
  }),
  defineCommand({
    id: 'invoice.cancel',
    title: 'Cancelar nota',
    short: 'cancelar',
    icon: 'ban',
    of: 'invoice',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: [...TOOLBARS, 'invoice.row/danger'],
    words: ['anular', 'excluir', 'estornar'],
    when: here,
    calls: [serviceInvoices.cancel, productInvoices.cancel, customerInvoices.cancel],
    except: cannotCancel,
    // The reason is asked, and the cancel confirmed, in a dialog: of one note at its own address.
    async run(ports, target) {
      const [first] = target.records
      if (first === undefined) return undefined
      if (target.count > 1) {
        ports.ui.do('invoices.cancel', target.ids)
        return undefined
      }
      return {
        go: pathTo(`${INVOICE_AREAS[first.kind]}.delete`, { companyId: companyIn(target).id, notaFiscalId: first.id }),
      }
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
  defineCommand({
    id: 'invoice.setup',
    title: 'Configurar emissão de notas',
    short: 'configurar',
    icon: 'settings-2',
    takes: 'none',
    words: ['ativar', 'numeração', 'série', 'endereço do emitente', 'prefeitura'],
    when: pending,
    calls: [invoiceSettings.activate],
    run: async ports => {
      ports.ui.do('invoices.setup')
    },
  }),
  defineCommand({
    id: 'invoice.registration',
    title: 'Completar inscrições da empresa',
    short: 'completar',
    icon: 'pencil',
    takes: 'none',
    words: ['inscrição estadual', 'inscrição municipal', 'cadastro'],
    when: pending,
    calls: [companies.update],
    run: async ports => {
      ports.ui.do('invoices.registration')
    },
  }),
  defineCommand({
    id: 'invoice.certificate',
    title: 'Abrir certificado digital',
    short: 'certificado',
    icon: 'shield-check',
    takes: 'none',
    when: pending,
    run: async (_, target) => ({ go: `/company/${companyIn(target).id}/certificate` }),
  }),
  defineCommand({
    id: 'invoice.capture',
    title: 'Ligar ou desligar a captura de notas recebidas',
    short: 'captura',
    icon: 'inbox',
    takes: 'none',
    words: ['receber notas', 'fornecedores', 'captura'],
    when: pending,
    calls: [invoiceSettings.get, invoiceSettings.activateCapture],
    async run(ports, target) {
      const params = { c: companyIn(target).id }
      const { data } = await ports.call(invoiceSettings.get, { params })
      const active = !data.capture_active
      const { batch_id } = await ports.call(invoiceSettings.activateCapture, { params, body: { active } })
      return { say: active ? 'Captura ligada' : 'Captura desligada', undo: batch_id ? [batch_id] : [] }
    },
  }),
]
