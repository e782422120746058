// Contacts (clientes e fornecedores; SPEC.md, Contacts): the company id arrives as `companyId` in a query or `company_id` in a body.

import { z } from 'zod'
import { CONTACT_KINDS, CONTACT_TYPES, PIX_ACCOUNT_TYPES, PIX_KEY_TYPES } from '#domain/enums.ts'
import { bankDataOf, bankDataProblem } from '#domain/payments/bank-data.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import {
  Address,
  CompanyId,
  createOf,
  DocumentNumber,
  Done,
  Id,
  OptionalEmail,
  OptionalPhone,
  OptionalText,
  patchOf,
  Text,
} from './kit/fields.ts'
import { SheetImport } from './notifications.ts'

export const ContactRef = z.object({ id: Id, name: z.string(), document_number: z.string().nullable() })

/** Where a contact without a Pix key is paid. */
export const ContactBank = z.object({
  /** COMPE code of three digits. */
  routing_number: z.string(),
  branch_number: z.string(),
  /** With its digit: '12345-6'. */
  account_number: z.string(),
  account_type: z.enum(PIX_ACCOUNT_TYPES),
  /** Of a holder who is not the contact. */
  holder_document_number: z.string().nullable(),
  holder_name: z.string().nullable(),
})
export type ContactBank = z.infer<typeof ContactBank>

const ContactBankFields = z
  .object({
    routing_number: z.string().regex(/^(\d{3}|\d{8})$/, 'Escolha o banco'),
    branch_number: Text(10).min(1, 'Informe a agência'),
    account_number: Text(20).min(1, 'Informe a conta com o dígito'),
    account_type: z.enum(PIX_ACCOUNT_TYPES, { error: 'Escolha o tipo da conta' }),
    holder_document_number: DocumentNumber.nullish().transform(document => document ?? null),
    holder_name: OptionalText(140).transform(name => name || null),
  })
  .transform((data, ctx) => {
    const one = bankDataOf(data)
    const [field, message] = bankDataProblem(one) ?? []
    if (field) ctx.addIssue({ code: 'custom', path: [field], message })
    if (one.holder_name !== null && one.holder_document_number === null)
      ctx.addIssue({ code: 'custom', path: ['holder_document_number'], message: 'Informe o CPF ou CNPJ do titular' })
    return one
  })

export const Contact = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  kind: z.enum(CONTACT_KINDS),
  type: z.enum(CONTACT_TYPES),
  document_number: z.string().nullable(),
  name: z.string(),
  nickname: z.string().nullable(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  address: Address.nullable(),
  state_tax_number: z.string().nullable(),
  is_international: z.boolean(),
  country: z.string().nullable(),
  pix_keys: z.array(z.object({ key: z.string(), type: z.enum(PIX_KEY_TYPES) })),
  bank_account: ContactBank.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Contact = z.infer<typeof Contact>

/** What a contact is made of; whoever creates one says its company too. */
export const ContactFields = z.object({
  kind: z.enum(CONTACT_KINDS, { error: 'Escolha cliente ou fornecedor' }),
  type: z.enum(CONTACT_TYPES).optional(),
  document_number: DocumentNumber.nullish(),
  name: Text(200).min(1, 'Informe o nome'),
  nickname: OptionalText(200).optional(),
  email: OptionalEmail,
  phone_number: OptionalPhone.optional(),
  address: Address.nullish(),
  state_tax_number: OptionalText(20).optional(),
  is_international: z.boolean().optional(),
  country: OptionalText(60).optional(),
  pix_keys: z
    .array(z.object({ key: Text(140), type: z.enum(PIX_KEY_TYPES) }))
    .max(20)
    .optional(),
  bank_account: ContactBankFields.nullish(),
})

const writes = ['contacts', 'batches'] as const

export const contacts = resource('contacts', {
  create: endpoint('POST /v1/contacts', {
    summary: 'Cria um contato.',
    body: createOf(ContactFields.extend({ company_id: CompanyId }), Contact),
    returns: Contact,
    creates: true,
    tenant: 'body',
    needs: 'contacts:c',
    writes,
    fails: ['validation.failed', 'conflict.already_exists'],
  }),
  update: endpoint('PATCH /v1/contacts/{id}', {
    summary: 'Altera um contato.',
    // The phone read may come back as it is, from whatever note it was: the server judges one that differs.
    body: patchOf(ContactFields.extend({ phone_number: OptionalText(20).optional() }), Contact),
    returns: Contact,
    tenant: 'object',
    needs: 'contacts:u',
    writes: [...writes, 'bills', 'receivables'],
    fails: ['conflict.stale_version'],
  }),
  get: endpoint('GET /v1/contacts/{id}', {
    summary: 'Mostra um contato.',
    returns: Contact,
    tenant: 'object',
    needs: 'contacts:v',
    reads: ['contacts'],
  }),
  delete: endpoint('DELETE /v1/contacts/{id}', {
    summary: 'Exclui um contato.',
    returns: Done,
    tenant: 'object',
    needs: 'contacts:d',
    writes,
  }),
  list: endpoint('GET /v1/contacts', {
    summary: 'Lista os contatos de uma empresa.',
    query: z.object({ companyId: CompanyId, kind: z.enum(CONTACT_KINDS).optional(), search: Text(120).optional() }),
    returns: z.array(Contact),
    tenant: 'query',
    needs: 'contacts:v',
    reads: ['contacts'],
  }),
  import: endpoint('POST /v1/contacts/{c}/import', {
    summary: 'Importa contatos de uma planilha CSV ou XLSX; tudo ou nada.',
    form: z.object({}),
    sheet: true,
    returns: SheetImport,
    creates: true,
    rate: 'upload',
    needs: 'contacts:c',
    writes,
    fails: ['import.file_rejected', 'import.row_errors'],
  }),
})
