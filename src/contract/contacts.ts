// Contacts (clientes e fornecedores; SPEC.md, Contacts): the company id arrives as `companyId` in a query or `company_id` in a body.

import { z } from 'zod'
import { documentError, normalizeDocument } from '#domain/documents.ts'
import { CONTACT_KINDS, CONTACT_TYPES, PIX_KEY_TYPES } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { CompanyId, createOf, Done, Id, OptionalEmail, OptionalText, patchOf, Text } from './kit/fields.ts'
import { SheetImport } from './notifications.ts'

export const ContactRef = z.object({ id: Id, name: z.string(), document_number: z.string().nullable() })

export const Address = z.object({
  /** The id of the contact that the address belongs to; absent for a free-standing address. Read-only. */
  id: Id.nullish(),
  postal_code: OptionalText(9).optional(),
  street: OptionalText(200).optional(),
  number: OptionalText(20).optional(),
  neighborhood: OptionalText(120).optional(),
  city: OptionalText(120).optional(),
  city_code: OptionalText(7).optional(),
  state: OptionalText(2).optional(),
  country: OptionalText(60).optional(),
  district: OptionalText(120).optional(),
  district_type: OptionalText(60).optional(),
  additional_information: OptionalText(200).optional(),
})
export type Address = z.infer<typeof Address>

/** A CPF or CNPJ, with or without mask; stored without mask, in upper case. Refused with 'CPF é inválido' or 'CNPJ é inválido'. */
export const DocumentNumber = z
  .string()
  .max(30)
  .transform((text, ctx) => {
    const error = documentError(text)
    if (error) ctx.addIssue({ code: 'custom', message: error })
    return error ? z.NEVER : normalizeDocument(text)
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
  phone_number: OptionalText(20).optional(),
  address: Address.nullish(),
  state_tax_number: OptionalText(20).optional(),
  is_international: z.boolean().optional(),
  country: OptionalText(60).optional(),
  pix_keys: z
    .array(z.object({ key: Text(140), type: z.enum(PIX_KEY_TYPES) }))
    .max(20)
    .optional(),
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
    body: patchOf(ContactFields, Contact),
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
