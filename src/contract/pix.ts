// Pix: keys, codes and sending (SPEC.md, Pix). Sending takes its amount in reais, which no other call does.

import { z } from 'zod'
import { PIX_CLAIM_KINDS, PIX_CLAIM_STATUSES, PIX_KEY_STATUSES, PIX_KEY_TYPES } from '#domain/enums.ts'
import { LONGEST_MERCHANT_CITY, LONGEST_MERCHANT_NAME } from '#domain/payments/br-code.ts'
import { centsOfReais } from '#domain/payments/reais.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { CompanyId, DayOut, Done, Id, OptionalText, PositiveCents, Text } from './kit/fields.ts'
import { ConfirmDuplicate, Environment, Payee, Payment, PaymentTargetFields, paying, payingRefusals } from './payments.ts'

/** Reais as a number or decimal text of at most two places, read into cents. */
export const Reais = z
  .union([z.number(), z.string().max(20)], { error: 'Valor inválido' })
  .transform((value, ctx) => {
    const cents = centsOfReais(value)
    if (cents !== undefined && cents > 0) return cents
    ctx.addIssue({ code: 'custom', message: cents === 0 ? 'Deve ser maior que zero' : 'Valor em reais com até duas casas decimais' })
    return z.NEVER
  })
  .describe('Reais, com até duas casas decimais')

export const PixKey = z.object({
  id: Id,
  company_id: Id,
  key: z.string(),
  type: z.enum(PIX_KEY_TYPES),
  status: z.enum(PIX_KEY_STATUSES),
  claim: z.object({ kind: z.enum(PIX_CLAIM_KINDS), status: z.enum(PIX_CLAIM_STATUSES) }).nullable(),
  environment: Environment,
  created_at: z.string(),
})
export type PixKey = z.infer<typeof PixKey>

export const PixCode = z.object({
  kind: z.enum(['STATIC', 'DYNAMIC']),
  emv_code: z.string(),
  /** A picture of the code, as data URLs. */
  qr_code: z.string(),
  qr_code_png: z.string(),
})

const KeyType = z.enum(PIX_KEY_TYPES, { error: 'Escolha o tipo da chave' })
const keyWrites = ['pix_keys', 'batches'] as const
const keyRefusals = [
  'conflict.invalid_transition',
  'provider.rejected',
  'auth.step_up_required',
  'digital_account.not_open',
  'conflict.already_exists',
  'validation.failed',
] as const

export const pix = resource('pix', {
  verifyKey: endpoint('GET /v1/pix_keys/{key}/verify', {
    summary: 'A quem pertence uma chave: nome, documento mascarado e banco, para conferir antes de pagar.',
    query: z.object({ company_id: CompanyId, document_number: Text(20).optional() }),
    returns: Payee.extend({ key: z.string(), type: z.enum(PIX_KEY_TYPES), environment: Environment }),
    tenant: 'query',
    needs: 'payments:v',
    fails: ['pix.key_not_found', 'rate.limited', 'provider.unavailable'],
  }),
  keys: endpoint('GET /v1/companies/{c}/pix_key', {
    summary: 'As chaves Pix da empresa.',
    returns: z.array(PixKey),
    needs: 'pix_keys:v',
    reads: ['pix_keys'],
  }),
  key: endpoint('GET /v1/companies/{c}/pix_key/{key}', {
    summary: 'Uma chave Pix da empresa.',
    returns: PixKey,
    needs: 'pix_keys:v',
    reads: ['pix_keys'],
  }),
  askCode: endpoint('POST /v1/companies/{c}/pix/mfa_code', {
    summary:
      'Envia o código que confirma a criação de uma chave: ao telefone ou e-mail que será a chave, senão a quem pede; responde-se por verify-otp.',
    body: z
      .object({
        action: z.literal('create_pix_key', { error: 'Ação não aceita' }),
        type: z.enum(['PHONE_NUMBER', 'EMAIL']).optional(),
        key: Text(140).optional(),
      })
      .strict(),
    returns: z.object({ id: Id, channel: z.enum(['SMS', 'EMAIL']), masked_destination: z.string(), expires_at: z.string() }),
    creates: true,
    needs: 'pix_keys:c',
    rate: 'sign_in',
    fails: ['provider.rejected', 'validation.failed'],
  }),
  createKey: endpoint('POST /v1/companies/{c}/pix_key', {
    summary: 'Registra uma chave Pix; pede um código de menos de 15 minutos e, de telefone ou e-mail, outro enviado a ele.',
    body: z.object({ type: KeyType, /** Absent for a random key. */ key: Text(140).optional() }).strict(),
    returns: PixKey,
    creates: true,
    needs: 'pix_keys:c',
    writes: keyWrites,
    irreversible: true,
    fails: keyRefusals,
  }),
  claimKey: endpoint('POST /v1/companies/{c}/pix_key/claim', {
    summary: 'Pede uma chave que está em outro banco: portabilidade do mesmo dono, ou posse de telefone.',
    body: z.object({ type: KeyType, key: Text(140), kind: z.enum(PIX_CLAIM_KINDS).default('PORTABILITY') }).strict(),
    returns: PixKey,
    creates: true,
    needs: 'pix_keys:c',
    writes: keyWrites,
    irreversible: true,
    fails: keyRefusals,
  }),
  deleteKey: endpoint('DELETE /v1/companies/{c}/pix_key', {
    summary: 'Exclui uma chave Pix.',
    query: z.object({ pix_key: Text(140) }),
    returns: Done,
    needs: 'pix_keys:d',
    writes: keyWrites,
    irreversible: true,
    fails: ['resource.not_found'],
  }),
  readCode: endpoint('GET /v1/companies/{c}/pix/qr_code', {
    summary: 'Lê um código copia e cola e diz a quem e quanto.',
    query: z.object({ emv: Text(512) }),
    returns: z.object({
      kind: z.enum(['STATIC', 'DYNAMIC']),
      pix_key: z.string().nullable(),
      txid: z.string().nullable(),
      amount_cents: z.int().nullable(),
      due_date: DayOut.nullable(),
      additional_information: z.string().nullable(),
      payee: Payee,
      environment: Environment,
    }),
    needs: 'payments:v',
    rate: 'lookup',
    fails: ['validation.failed', 'pix.key_not_found', 'provider.unavailable'],
  }),
  makeCode: endpoint('POST /v1/pix/qr_code', {
    summary: 'Faz um código estático de uma chave da empresa, com a imagem.',
    body: z
      .object({
        company_id: CompanyId,
        pix_key: Text(140),
        amount_cents: PositiveCents.optional(),
        additional_information: OptionalText(72).optional(),
        txid: z
          .string()
          .regex(/^[A-Za-z0-9]{1,25}$/, 'Até 25 letras e números')
          .optional(),
        /** As whoever pays reads them in the code; without them, the company's own, which must fit. */
        merchant_name: OptionalText(LONGEST_MERCHANT_NAME).optional(),
        merchant_city: OptionalText(LONGEST_MERCHANT_CITY).optional(),
      })
      .strict(),
    returns: PixCode,
    creates: true,
    tenant: 'body',
    needs: 'pix_keys:v',
    fails: ['pix.key_not_found'],
  }),
  send: endpoint('POST /v1/companies/{c}/pix', {
    summary: 'Envia um Pix por chave, por dados bancários ou por QR Code. O valor vem em reais; a resposta é o pagamento em andamento.',
    body: PaymentTargetFields.omit({ digitable_line: true })
      .extend({ amount: Reais, description: OptionalText(140).optional(), bill_id: Id.optional(), ...ConfirmDuplicate.shape })
      .strict(),
    returns: Payment,
    creates: true,
    needs: 'payments:c',
    rate: 'money',
    writes: paying,
    irreversible: true,
    fails: [...payingRefusals, 'validation.failed', 'conflict.invalid_transition'],
  }),
})
