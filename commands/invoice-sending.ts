// A note handed to its customer: by e-mail, or by a link to paste wherever one writes to them.
import { noteLinks } from '#contract/document-links.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { formatCents } from '#domain/money.ts'
import { askAddress, beforeMail, copyLink, SendInput } from './handing-on.ts'
import { amongInvoices, INVOICE_TOOLBARS } from './invoice-kinds.ts'
import { companyIn, defineCommand, type Records } from './kit/command.ts'

type Invoice = Records['invoice']

function notHandedOn({ source, status }: Invoice): string | undefined {
  if (source === 'CAPTURE') return 'nota recebida'
  return status === 'ISSUED' ? undefined : 'não está emitida'
}

const nameOf = ({ kind, number }: Invoice): string => `${INVOICE_KIND_LABELS[kind]} ${number ?? 'sem número'}`

export const invoiceSendingCommands = [
  defineCommand({
    id: 'invoice.email',
    title: 'Enviar nota por e-mail',
    short: 'e-mail',
    icon: 'mail',
    of: 'invoice',
    takes: 'one',
    keys: ['shift+m'],
    places: [...INVOICE_TOOLBARS, 'invoice.row'],
    words: ['mandar', 'cliente', 'tomador', 'pdf', 'xml'],
    when: amongInvoices,
    calls: [noteLinks.email],
    refuse: ({ records: [invoice] }) => notHandedOn(invoice),
    input: SendInput,
    asks: askAddress('Enviar nota por e-mail'),
    confirm: ({ records: [invoice] }, input) => beforeMail(['Nota', `${nameOf(invoice)}, ${formatCents(invoice.amount_cents)}`], input),
    async run(ports, target, body) {
      await ports.call(noteLinks.email, { params: { c: companyIn(target).id, id: target.records[0].id }, body })
      return { say: `${nameOf(target.records[0])} enviada`, detail: body.email }
    },
  }),
  defineCommand({
    id: 'invoice.link',
    title: 'Copiar link da nota',
    short: 'copiar link',
    icon: 'link-2',
    of: 'invoice',
    takes: 'one',
    keys: ['shift+w'],
    places: ['invoice.row'],
    words: ['whatsapp', 'compartilhar', 'mandar', 'cliente'],
    hint: 'o cliente abre e baixa sem senha',
    when: amongInvoices,
    calls: [noteLinks.link],
    refuse: ({ records: [invoice] }) => notHandedOn(invoice),
    async run(ports, target) {
      const params = { c: companyIn(target).id, id: target.records[0].id }
      return copyLink(ports, (await ports.call(noteLinks.link, { params })).data)
    },
  }),
]
