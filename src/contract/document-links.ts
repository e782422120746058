// Notes and charges handed on to customers: by e-mail, or by a link that opens one of them without sign-in until a day.
import { z } from 'zod'
import { CHARGE_STATUSES, INVOICE_STATUSES } from '#domain/enums.ts'
import { INVOICE_KINDS } from '#domain/fiscal/codes.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { DayOut, Done, Email } from './kit/fields.ts'
import { ChargeEnvironment } from './payments.ts'

export const LINKED_FILES = ['pdf', 'xml'] as const

/** The note and nothing else of the company. */
export const LinkedNote = z.object({
  kind: z.enum(INVOICE_KINDS),
  status: z.enum(INVOICE_STATUSES),
  number: z.int().nullable(),
  issuer_name: z.string(),
  issuer_document: z.string(),
  customer_name: z.string(),
  amount_cents: z.int(),
  day: DayOut,
  files: z.array(z.enum(LINKED_FILES)),
})
export type LinkedNote = z.infer<typeof LinkedNote>

/** What its payer needs to pay it; the codes only while it can be paid. */
export const LinkedCharge = z.object({
  status: z.enum(CHARGE_STATUSES),
  recipient_name: z.string(),
  recipient_document: z.string().nullable(),
  payer_name: z.string().nullable(),
  amount_cents: z.int(),
  due_date: DayOut,
  additional_information: z.string().nullable(),
  emv_code: z.string().nullable(),
  qr_code: z.string().nullable(),
  digitable_line: z.string().nullable(),
  barcode: z.string().nullable(),
  environment: ChargeEnvironment,
})
export type LinkedCharge = z.infer<typeof LinkedCharge>

const Link = z.object({ url: z.string(), expires_at: z.string() })
const Addressee = z.object({ email: Email }).strict()
const sendFails = ['conflict.invalid_transition', 'rate.limited', 'provider.unavailable'] as const

export const noteLinks = resource('noteLinks', {
  link: endpoint('GET /v1/companies/{c}/invoices/{id}/link', {
    summary: 'Um link que abre uma nota emitida a quem o tem, por 60 dias.',
    returns: Link,
    needs: 'invoices:v',
    fails: ['resource.not_found', 'conflict.invalid_transition'],
    own: true,
  }),
  email: endpoint('POST /v1/companies/{c}/invoices/{id}/email', {
    summary: 'Envia por e-mail o link de uma nota emitida.',
    body: Addressee,
    returns: Done,
    needs: 'invoices:c',
    fails: ['resource.not_found', ...sendFails],
    irreversible: true,
    own: true,
  }),
  open: endpoint('GET /v1/note_links/{token}', {
    summary: 'A nota por trás de um link. O que venceu ou nunca existiu tem uma só resposta.',
    returns: LinkedNote,
    public: true,
    tenant: 'none',
    rate: 'lookup',
    own: true,
  }),
  file: endpoint('GET /v1/note_links/{token}/{document}', {
    summary: 'O PDF (pdf) ou o XML (xml) da nota por trás de um link.',
    returns: z.unknown(),
    file: true,
    public: true,
    tenant: 'none',
    rate: 'lookup',
    own: true,
  }),
})

export const chargeLinks = resource('chargeLinks', {
  link: endpoint('GET /v1/companies/{c}/billings/{id}/link', {
    summary: 'Um link que abre uma cobrança em aberto a quem o tem, até o último dia em que se paga.',
    returns: Link,
    needs: 'receivables:v',
    fails: ['resource.not_found', 'conflict.invalid_transition'],
    own: true,
  }),
  email: endpoint('POST /v1/companies/{c}/billings/{id}/email', {
    summary: 'Envia por e-mail o link de uma cobrança em aberto.',
    body: Addressee,
    returns: Done,
    needs: 'receivables:c',
    fails: ['resource.not_found', ...sendFails],
    irreversible: true,
    own: true,
  }),
  open: endpoint('GET /v1/charge_links/{token}', {
    summary: 'A cobrança por trás de um link. O que venceu ou nunca existiu tem uma só resposta.',
    returns: LinkedCharge,
    public: true,
    tenant: 'none',
    rate: 'lookup',
    own: true,
  }),
  file: endpoint('GET /v1/charge_links/{token}/pdf', {
    summary: 'A cobrança por trás de um link em PDF.',
    returns: z.unknown(),
    file: true,
    public: true,
    tenant: 'none',
    rate: 'lookup',
    own: true,
  }),
})
