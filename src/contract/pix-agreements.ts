// Receiving by Pix at the company's own bank, one that speaks the Banco Central's API Pix: what was agreed on, and the means of speaking.
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, Done, Id, patchOf, Text } from './kit/fields.ts'

export const PIX_ENVIRONMENTS = ['TEST', 'PRODUCTION'] as const
export const PIX_AGREEMENT_STATUSES = [
  'WAITING_CREDENTIALS',
  'UNTRIED',
  'WORKING',
  'DENIED',
  'SCOPE_MISSING',
  'SILENT',
  'UNREADABLE',
] as const

export const PixAgreement = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  bank_account_id: Id,
  /** Bank and account, as people know it. */
  name: z.string(),
  environment: z.enum(PIX_ENVIRONMENTS),
  pix_key: z.string(),
  base_url: z.string(),
  token_url: z.string(),
  /** Null until the credentials for these addresses were given. */
  client_id: z.string().nullable(),
  certificate_valid_to: z.string().nullable(),
  /** What the bank answered last. */
  status: z.enum(PIX_AGREEMENT_STATUSES),
  answered_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type PixAgreement = z.infer<typeof PixAgreement>

const Address = Text(300)
  .regex(/^https:\/\/[^\s/?#]+[^\s?#]*$/i, 'Informe um endereço que começa por https://')
  .transform(text => text.replace(/\/+$/, ''))

export const PixAgreementFields = z.object({
  bank_account_id: Id,
  environment: z.enum(PIX_ENVIRONMENTS),
  pix_key: Text(77).min(1, 'Informe a chave Pix que recebe'),
  base_url: Address,
  token_url: Address,
})

const writes = ['pix_agreements', 'batches'] as const

export const pixAgreements = resource('pixAgreements', {
  list: endpoint('GET /v1/companies/{c}/pix_agreements', {
    summary: 'Os bancos em que a empresa recebe por Pix, com o que cada um respondeu por último.',
    returns: z.array(PixAgreement),
    needs: 'receivables:v',
    reads: ['pix_agreements'],
    own: true,
  }),
  get: endpoint('GET /v1/companies/{c}/pix_agreements/{id}', {
    summary: 'Um banco em que a empresa recebe por Pix.',
    returns: PixAgreement,
    needs: 'receivables:v',
    reads: ['pix_agreements'],
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/pix_agreements', {
    summary: 'Cadastra um banco que fala a API Pix do Banco Central; as credenciais vão à parte.',
    body: createOf(PixAgreementFields, PixAgreement),
    returns: PixAgreement,
    creates: true,
    needs: 'bank_accounts:c',
    writes,
    fails: ['validation.failed'],
    own: true,
  }),
  update: endpoint('PATCH /v1/companies/{c}/pix_agreements/{id}', {
    summary: 'Altera um banco em que se recebe por Pix; em outros endereços, as credenciais de antes não servem.',
    body: patchOf(PixAgreementFields, PixAgreement),
    returns: PixAgreement,
    needs: 'bank_accounts:u',
    writes,
    fails: ['validation.failed', 'conflict.stale_version', 'conflict.not_editable'],
    own: true,
  }),
  delete: endpoint('DELETE /v1/companies/{c}/pix_agreements/{id}', {
    summary: 'Exclui um banco sem cobranças em aberto.',
    returns: Done,
    needs: 'bank_accounts:d',
    writes,
    fails: ['conflict.not_editable'],
    own: true,
  }),
  credentials: endpoint('POST /v1/companies/{c}/pix_agreements/{id}/credentials', {
    summary: 'Guarda as credenciais dadas pelo banco: cliente, segredo e certificado (.pfx, .p12 ou .pem com a chave); nada disso volta.',
    form: z.object({
      client_id: Text(200).min(1, 'Informe o client id'),
      client_secret: Text(500).min(1, 'Informe o client secret'),
      password: Text(200).default(''),
    }),
    returns: PixAgreement,
    creates: true,
    rate: 'upload',
    irreversible: true,
    needs: 'bank_accounts:c',
    writes: ['pix_agreements'],
    own: true,
    fails: ['auth.step_up_required', 'certificate.password_wrong', 'certificate.unreadable', 'certificate.expired'],
  }),
  test: endpoint('POST /v1/companies/{c}/pix_agreements/{id}/test', {
    summary: 'Consulta o banco agora; o que ele responde fica na situação.',
    returns: PixAgreement,
    needs: 'bank_accounts:c',
    writes: ['pix_agreements'],
    irreversible: true,
    own: true,
    fails: ['conflict.invalid_transition'],
  }),
  notice: endpoint('POST /v1/pix_notices/{token}/pix', {
    summary: 'Aviso do banco de que um Pix chegou: faz olhar, nunca é acreditado.',
    /** Only the charges are read; a field of theirs that we do not know is no mistake. */
    body: z.looseObject({ pix: z.array(z.looseObject({ txid: z.string().max(35).optional() })).max(200) }),
    returns: Done,
    public: true,
    tenant: 'none',
    own: true,
    fails: ['permission.denied'],
  }),
})
