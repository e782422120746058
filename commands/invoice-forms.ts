// Invoices that are written: a note made, corrected or replicated, and notes cancelled with their reason.
import { z } from 'zod'
import { customerInvoices, ProductInvoiceFields, productInvoices, ServiceInvoiceFields, serviceInvoices } from '#contract/invoices.ts'
import { INVOICE_KIND_LABELS, type InvoiceKind } from '#domain/fiscal/codes.ts'
import { JUSTIFICATION } from '#domain/fiscal/invoice-rules.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { amongInvoices, INVOICE_AREAS, INVOICE_TOOLBARS, isCorrectable } from './invoice-kinds.ts'
import {
  type AnyTarget,
  type Confirmation,
  companyIn,
  defineCommand,
  narrow,
  type Outcome,
  type Reason,
  type Records,
} from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Says } from './kit/part.ts'
import type { Ports } from './kit/ports.ts'
import { IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf } from './slices.ts'

type Invoice = Records['invoice']

/** What the question says of a note before it leaves the house: reckoned where the note is written. */
const Asked = z.object({ party: z.string(), amount_cents: z.int(), transmits: z.boolean() })
export const NoteInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('SERVICE'), note: ServiceInvoiceFields, asked: Asked }),
  z.object({ kind: z.literal('PRODUCT'), note: ProductInvoiceFields, asked: Asked }),
  z.object({ kind: z.literal('CONSUMER'), note: ProductInvoiceFields, asked: Asked }),
])
type Note = z.output<typeof NoteInput>

const reason = `A justificativa tem de ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres`
export const CancelInput = z.object({
  reason: z.string().trim().min(JUSTIFICATION.min, reason).max(JUSTIFICATION.max, reason),
  /** Those the authority no longer takes back. */
  late: z.array(z.string()).optional(),
})

const PARTIES: Readonly<Record<InvoiceKind, string>> = { SERVICE: 'Tomador', PRODUCT: 'Destinatário', CONSUMER: 'Consumidor' }

const beforeSending = (_: unknown, { kind, note, asked: { party, amount_cents, transmits } }: Note): Confirmation => ({
  title: transmits ? 'Emitir esta nota?' : 'Preparar esta nota?',
  body: transmits
    ? 'Ela vai para a autoridade fiscal. Emitida, só se desfaz por cancelamento.'
    : 'Ela fica guardada até que alguém com a permissão a transmita.',
  facts: [[PARTIES[kind], party], ['Valor', formatCents(amount_cents)], ...(note.email_to ? [['E-mail', note.email_to] as const] : [])],
  action: transmits ? 'Emitir nota' : 'Preparar nota',
})

const atNote = (screen: 'detail' | 'delete' | 'replicate' | 'update', kind: InvoiceKind, companyId: string, notaFiscalId: string) =>
  pathTo(`${INVOICE_AREAS[kind]}.${screen}`, { companyId, notaFiscalId })

/** At an address of the one note of a target. */
const ofNote = (screen: 'delete' | 'replicate' | 'update') => (target: AnyTarget) => {
  const [first] = target.records as readonly Invoice[]
  return atNote(screen, first?.kind ?? 'SERVICE', companyIn(target).id, first?.id ?? '')
}

type Sent = Pick<Invoice, 'id' | 'kind' | 'amount_cents' | 'waiting_transmission'>

/** What was sent to the authority is not taken back. */
const sent = (target: AnyTarget, { id, kind, amount_cents, waiting_transmission }: Sent): Outcome => ({
  say: `${INVOICE_KIND_LABELS[kind]} de ${formatCents(amount_cents)} ${waiting_transmission ? 'preparada' : 'transmitida'}`,
  go: atNote('detail', kind, companyIn(target).id, id),
})

async function createNote(ports: Ports, target: AnyTarget, input: Note): Promise<Outcome> {
  const c = companyIn(target).id
  if (input.kind === 'SERVICE') return sent(target, (await ports.call(serviceInvoices.create, { params: { c }, body: input.note })).data)
  const body = { ...input.note, company_id: c }
  const create = input.kind === 'CONSUMER' ? customerInvoices.create : productInvoices.create
  return sent(target, (await ports.call(create, { body })).data)
}

const readNote = async (ports: Ports, { records }: AnyTarget) => {
  const [{ kind, id }] = records as readonly [Invoice]
  const { data } =
    kind === 'SERVICE'
      ? await ports.call(serviceInvoices.get, { params: { id } })
      : await ports.call(productInvoices.get, { params: { id } })
  return data
}

const creating = { short: 'nova', icon: 'plus', takes: 'none', keys: ['n'], when: IN_COMPANY, input: NoteInput } as const
const createForm = (name: 'service-note' | 'product-note' | 'consumer-note', kind: InvoiceKind, title: string) =>
  form(name, {
    title,
    submit: 'Emitir nota',
    stands: 'page',
    at: target => pathTo(`${INVOICE_AREAS[kind]}.create`, { companyId: companyIn(target).id }),
  })

const cancelOne = (ports: Ports, c: string, { id, kind }: Invoice, reason: string) => {
  if (kind === 'SERVICE') return ports.call(serviceInvoices.cancel, { params: { id }, query: { reason } })
  if (kind === 'PRODUCT') return ports.call(productInvoices.cancel, { params: { c, id }, query: { reason } })
  return ports.call(customerInvoices.cancel, { params: { id }, query: { reason } })
}

function cannotCancel(invoice: Invoice): Reason | undefined {
  if (invoice.source === 'CAPTURE') return ['recebida: só quem emitiu cancela', 'recebidas: só quem emitiu cancela']
  return invoice.status === 'ISSUED' ? undefined : ['não está emitida', 'não estão emitidas']
}

const NOTE_AGAIN: Readonly<Record<InvoiceKind, string>> = {
  SERVICE: 'nota de serviço',
  PRODUCT: 'nota de produto',
  CONSUMER: 'nota de consumidor',
}
const againTitle = (verb: string) => (target: AnyTarget) =>
  `${verb} ${NOTE_AGAIN[(target.records as readonly Invoice[])[0]?.kind ?? 'SERVICE']}`

/** The note leaves the house, so a sentence only fills its form. */
const SERVICE_SAYS: Says = {
  makes: 'nota de serviço',
  verbs: ['nota', 'nota de serviço', 'emitir nota', 'nfs-e', 'nfse'],
  parts: [
    { name: 'amount_cents', kind: 'amount', title: 'Valor' },
    { name: 'contact_id', kind: 'contact', title: 'Tomador', scope: 'customer' },
    { name: 'competence_date', kind: 'day', title: 'Competência', scope: 'past', optional: true },
    { name: 'description', kind: 'text', title: 'Descrição', rest: true },
  ],
  input: () => undefined,
}

export const invoiceFormCommands = [
  defineCommand({
    ...creating,
    id: 'service-invoice.create',
    title: 'Nova nota de serviço',
    places: ['service_invoices.page', 'service_invoices.empty'],
    words: ['emitir nota fiscal', 'emissão de nota', 'nota para cliente', 'tirar nota', 'faturar', 'nfs-e', 'nfse', 'criar'],
    keysIn: 'service_invoices',
    calls: [serviceInvoices.create],
    says: SERVICE_SAYS,
    asks: createForm('service-note', 'SERVICE', 'Nova nota de serviço'),
    confirm: beforeSending,
    run: createNote,
  }),
  defineCommand({
    ...creating,
    id: 'product-invoice.create',
    title: 'Nova nota de produto',
    places: ['product_invoices.page', 'product_invoices.empty'],
    words: ['emitir nota fiscal', 'nf-e', 'nfe', 'criar'],
    keysIn: 'product_invoices',
    calls: [productInvoices.create],
    asks: createForm('product-note', 'PRODUCT', 'Nova nota de produto'),
    confirm: beforeSending,
    run: createNote,
  }),
  defineCommand({
    ...creating,
    id: 'consumer-invoice.create',
    title: 'Nova nota de consumidor',
    places: ['consumer_invoices.page', 'consumer_invoices.empty'],
    words: ['emitir nota fiscal', 'nfc-e', 'nfce', 'cupom', 'criar'],
    keysIn: 'consumer_invoices',
    calls: [customerInvoices.create],
    asks: createForm('consumer-note', 'CONSUMER', 'Nova nota de consumidor'),
    confirm: beforeSending,
    run: createNote,
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
    when: amongInvoices,
    calls: [serviceInvoices.update, productInvoices.update],
    refuse: target => (isCorrectable(target.records[0]) ? undefined : 'só uma nota rejeitada ou preparada se corrige'),
    input: NoteInput,
    asks: form('note-again', {
      title: againTitle('Corrigir'),
      submit: 'Emitir nota',
      stands: 'page',
      at: ofNote('update'),
      again: readNote,
    }),
    confirm: beforeSending,
    async run(ports, target, input) {
      const [{ id, version }] = target.records
      const params = { id }
      const { data } =
        input.kind === 'SERVICE'
          ? await ports.call(serviceInvoices.update, { params, body: { ...input.note, version } })
          : await ports.call(productInvoices.update, { params, body: { ...input.note, version } })
      return sent(target, data)
    },
  }),
  defineCommand({
    id: 'invoice.replicate',
    title: 'Replicar nota',
    short: 'replicar',
    icon: 'copy',
    of: 'invoice',
    takes: 'one',
    keys: ['d'],
    places: [...INVOICE_TOOLBARS, 'invoice.row'],
    words: ['duplicar', 'copiar', 'emitir de novo'],
    when: amongInvoices,
    calls: [serviceInvoices.create, productInvoices.create, customerInvoices.create],
    refuse: target => (target.records[0].source === 'CAPTURE' ? 'nota recebida' : undefined),
    input: NoteInput,
    asks: form('note-again', { title: againTitle('Nova'), submit: 'Emitir nota', stands: 'page', at: ofNote('replicate') }),
    confirm: beforeSending,
    run: (ports, target, input) => createNote(ports, target, input),
  }),
  defineCommand({
    id: 'invoice.cancel',
    title: 'Cancelar nota',
    short: 'cancelar',
    icon: 'ban',
    destroys: true,
    of: 'invoice',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: [...INVOICE_TOOLBARS, 'invoice.row/danger'],
    words: ['anular', 'excluir', 'estornar'],
    when: amongInvoices,
    calls: [serviceInvoices.cancel, productInvoices.cancel, customerInvoices.cancel],
    except: cannotCancel,
    input: CancelInput,
    asks: form('cancel-notes', {
      title: ({ count, records }) => {
        const [first] = records as readonly Invoice[]
        return count > 1 ? `Cancelar ${count} notas?` : `Cancelar a nota ${first?.number ?? 'sem número'}?`
      },
      submit: 'Cancelar nota',
      at: ofNote('delete'),
    }),
    // What the authority was asked is not taken back.
    async run(ports, target, { reason, late = [] }) {
      const c = companyIn(target).id
      const open = narrow(target, new Set(target.ids.filter(id => !late.includes(id))))
      const records = new Map(target.records.map(record => [record.id, record]))
      const written = await eachOne(ports, 'Cancelando', open, id => cancelOne(ports, c, records.get(id) as Invoice, reason))
      const { say, detail } = outcomeOf(open, written, count =>
        count === 1 ? 'Cancelamento pedido' : `Cancelamento de ${counted(count, ['nota', 'notas'])} pedido`,
      )
      const [first] = target.records
      return {
        ...(say ? { say } : {}),
        ...(detail ? { detail } : {}),
        ...(target.count === 1 && first ? { go: atNote('detail', first.kind, c, first.id) } : {}),
      }
    },
  }),
]
