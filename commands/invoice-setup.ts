// What issuing invoices waits for: its pages, which notes and from which address, the company's registrations, and received notes.
import { z } from 'zod'
import { companies } from '#contract/companies.ts'
import { invoiceSettings } from '#contract/fiscal-documents.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import { INVOICE_AREAS, onInvoicePages } from './invoice-kinds.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { form } from './kit/form.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { wrote } from './slices.ts'

const pending: Clause = {
  screen: ['service_invoices.pending', 'product_invoices.pending', 'consumer_invoices.pending'],
  company: true,
  ...onInvoicePages,
}

export const InvoiceSetupInput = invoiceSettings.activate.spec.body
export const IssuerAddressInput = InvoiceSetupInput.pick({ address: true })
export const RegistrationInput = z.object({
  state_registration: z.string().max(30),
  municipal_registration: z.string().max(30),
  version: z.int().optional(),
})

const pagesOf = <const N extends string>(name: N, kind: InvoiceKind) => [
  defineCommand({
    id: `${name}-invoice.pending` as const,
    title: 'Ver pendências para emitir',
    short: 'pendências',
    icon: 'list-checks',
    takes: 'none',
    words: ['certificado', 'ativar emissão', 'configurar notas', 'captura'],
    when: { area: INVOICE_AREAS[kind], company: true, ...onInvoicePages },
    calls: [invoiceSettings.get],
    run: async (_, target) => ({ go: pathTo(`${INVOICE_AREAS[kind]}.pending`, { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: `${name}-invoice.limit` as const,
    title: 'Ver limite de notas do mês',
    short: 'limite',
    icon: 'trending-up',
    takes: 'none',
    words: ['uso', 'plano', 'quantas notas'],
    when: { area: INVOICE_AREAS[kind], company: true, ...onInvoicePages },
    calls: [invoiceSettings.get],
    run: async (_, target) => ({ go: pathTo(`${INVOICE_AREAS[kind]}.limit`, { companyId: companyIn(target).id }) }),
  }),
]

export const invoiceSetupCommands = [
  ...pagesOf('service', 'SERVICE'),
  ...pagesOf('product', 'PRODUCT'),
  ...pagesOf('consumer', 'CONSUMER'),
  defineCommand({
    id: 'invoice.setup',
    title: 'Configurar emissão de notas',
    short: 'configurar',
    icon: 'settings-2',
    takes: 'none',
    words: ['ativar', 'numeração', 'série', 'endereço do emitente', 'prefeitura'],
    when: { company: true, ...onInvoicePages },
    calls: [invoiceSettings.activate],
    input: InvoiceSetupInput,
    asks: form('invoice-setup', { title: 'Configurar emissão de notas', submit: 'Salvar' }),
    run: async (ports, target, body) =>
      wrote(await ports.call(invoiceSettings.activate, { params: { c: companyIn(target).id }, body }), 'Emissão de notas configurada'),
  }),
  defineCommand({
    id: 'invoice.address',
    title: 'Informar endereço da empresa',
    short: 'informar endereço',
    icon: 'building-2',
    takes: 'none',
    words: ['emitente', 'estado', 'cidade', 'cep', 'notas'],
    when: IN_COMPANY,
    calls: [invoiceSettings.activate],
    input: IssuerAddressInput,
    asks: form('issuer-address', {
      title: 'Endereço da empresa',
      submit: 'Salvar',
      lead: () => 'As notas que a empresa emite saem deste endereço, e a SEFAZ é consultada pelo estado dele.',
    }),
    run: async (ports, target, body) =>
      wrote(await ports.call(invoiceSettings.activate, { params: { c: companyIn(target).id }, body }), 'Endereço da empresa salvo'),
  }),
  defineCommand({
    id: 'invoice.registration',
    title: 'Completar inscrições da empresa',
    short: 'completar',
    icon: 'pencil',
    takes: 'none',
    words: ['inscrição estadual', 'inscrição municipal', 'cadastro'],
    when: { company: true, ...onInvoicePages },
    calls: [companies.update],
    input: RegistrationInput,
    asks: form('registrations', {
      title: 'Inscrições da empresa',
      submit: 'Salvar',
      again: async (ports, target) => (await ports.call(companies.profile, { params: { c: companyIn(target).id } })).data,
    }),
    run: async (ports, target, body) =>
      wrote(await ports.call(companies.update, { params: { c: companyIn(target).id }, body }), 'Inscrições da empresa salvas'),
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
