// Payments by a file that the company sends to its bank (CNAB 240): the agreement, the files with their payments, and what the bank answered.
import { z } from 'zod'
import { PAYING_BANK_CODES } from '#domain/payment-files/agreement.ts'
import { FILE_PAYMENT_KINDS, FILE_PAYMENT_STATUSES, PAYMENT_FILE_STATUSES } from '#domain/payment-files/states.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, Day, DayOut, Done, Id, Ids, patchOf, Text } from './kit/fields.ts'

export const PaymentAgreement = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  bank_account_id: Id,
  /** Bank and account, as people know it: 'Itaú 12345-6'. */
  name: z.string(),
  bank_code: z.string(),
  branch: z.string(),
  branch_digit: z.string(),
  account: z.string(),
  account_digit: z.string(),
  /** Convênio. */
  code: z.string(),
  transmission_code: z.string(),
  commitment_code: z.string(),
  /** Versões do leiaute, where the bank tells the company its own. */
  file_version: z.string(),
  lot_version: z.string(),
  first_file: z.int(),
  approved: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type PaymentAgreement = z.infer<typeof PaymentAgreement>

const Digits = (max: number) => Text(max).regex(/^\d*$/, 'Só algarismos, sem pontos nem traços')

const Signs = (max: number) => Text(max).regex(/^[0-9A-Za-z]*$/, 'Só letras e algarismos, sem pontos nem traços')

export const PaymentAgreementFields = z.object({
  bank_account_id: Id,
  /** That of the account, where the form asks by bank; the account tells it anyway. */
  bank_code: z.enum(PAYING_BANK_CODES, 'Escolha o banco').optional(),
  branch: Digits(4),
  branch_digit: Signs(1).optional(),
  account: Digits(12),
  account_digit: Signs(1),
  code: Signs(20).optional(),
  transmission_code: Digits(2).optional(),
  commitment_code: Digits(4).optional(),
  file_version: Digits(3).optional(),
  lot_version: Digits(3).optional(),
  first_file: z.int().min(1).max(999_999).optional(),
  approved: z.boolean().optional(),
})

const agreementWrites = ['payment_agreements', 'batches'] as const
const agreementReads = ['payment_agreements', 'bank_accounts'] as const

export const paymentAgreements = resource('paymentAgreements', {
  list: endpoint('GET /v1/companies/{c}/payment_agreements', {
    summary: 'Os convênios de pagamento por arquivo.',
    returns: z.array(PaymentAgreement),
    needs: 'payments:v',
    reads: agreementReads,
    own: true,
  }),
  get: endpoint('GET /v1/companies/{c}/payment_agreements/{id}', {
    summary: 'Um convênio de pagamento.',
    returns: PaymentAgreement,
    needs: 'payments:v',
    reads: agreementReads,
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/payment_agreements', {
    summary: 'Cadastra o convênio de pagamento de uma conta; bancos cujo layout não se conhece são recusados.',
    body: createOf(PaymentAgreementFields, PaymentAgreement),
    returns: PaymentAgreement,
    creates: true,
    needs: 'payments:c',
    writes: agreementWrites,
    fails: ['validation.failed', 'resource.not_found'],
    own: true,
  }),
  update: endpoint('PATCH /v1/companies/{c}/payment_agreements/{id}', {
    summary: 'Altera um convênio de pagamento; os arquivos feitos ficam como foram.',
    body: patchOf(PaymentAgreementFields, PaymentAgreement),
    returns: PaymentAgreement,
    needs: 'payments:c',
    writes: agreementWrites,
    fails: ['validation.failed', 'conflict.stale_version', 'conflict.not_editable', 'resource.not_found'],
    own: true,
  }),
  delete: endpoint('DELETE /v1/companies/{c}/payment_agreements/{id}', {
    summary: 'Exclui um convênio sem pagamentos em aberto.',
    returns: Done,
    needs: 'payments:c',
    writes: agreementWrites,
    fails: ['conflict.not_editable'],
    own: true,
  }),
})

export const PaymentFile = z.object({
  id: Id,
  company_id: Id,
  agreement_id: Id,
  agreement_name: z.string(),
  bank_code: z.string(),
  status: z.enum(PAYMENT_FILE_STATUSES),
  /** Null while it is open. */
  sequence: z.int().nullable(),
  /** The bank had not approved the agreement when it was made, or has not yet. */
  is_test: z.boolean(),
  file_name: z.string().nullable(),
  sha256: z.string().nullable(),
  payments_count: z.int(),
  paid_count: z.int(),
  /** Refused, cancelled, given back, or for a person to decide. */
  unpaid_count: z.int(),
  total_cents: z.int(),
  /** The first day on which it pays something. */
  first_day: DayOut.nullable(),
  generated_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  sent_by_name: z.string().nullable(),
  created_at: z.string(),
})
export type PaymentFile = z.infer<typeof PaymentFile>

export const FilePayment = z.object({
  id: Id,
  payment_file_id: Id,
  bill_id: Id,
  kind: z.enum(FILE_PAYMENT_KINDS),
  /** Ours, by which the return names it. */
  number: z.string(),
  amount_cents: z.int(),
  pay_on: DayOut,
  payee_name: z.string(),
  description: z.string().nullable(),
  status: z.enum(FILE_PAYMENT_STATUSES),
  /** The bank's codes in words. */
  reason: z.string().nullable(),
  paid_cents: z.int().nullable(),
  paid_on: DayOut.nullable(),
})
export type FilePayment = z.infer<typeof FilePayment>

const fileReads = ['payment_files', 'payment_agreements', 'bills'] as const
const fileWrites = ['payment_files', 'bills', 'entries', 'taxes', 'batches'] as const

export const paymentFiles = resource('paymentFiles', {
  list: endpoint('GET /v1/companies/{c}/payment_files', {
    summary: 'As remessas de pagamento, da mais nova à mais antiga.',
    returns: z.array(PaymentFile),
    needs: 'payments:v',
    reads: fileReads,
    own: true,
  }),
  payments: endpoint('GET /v1/companies/{c}/payment_files/{id}/payments', {
    summary: 'Os pagamentos de uma remessa, e o que o banco respondeu de cada um.',
    returns: z.array(FilePayment),
    needs: 'payments:v',
    reads: fileReads,
    own: true,
  }),
  add: endpoint('POST /v1/companies/{c}/payment_files', {
    summary: 'Põe contas a pagar na remessa aberta de um convênio; até sair dela ou o banco responder, não são pagas de outro modo.',
    body: z.object({ agreement_id: Id, bill_ids: Ids.max(500, 'Selecione até 500 contas'), pay_on: Day.optional() }).strict(),
    returns: z.object({ updated: z.int(), ids: z.array(Id), payment_file_id: Id }),
    creates: true,
    needs: 'payments:c',
    writes: fileWrites,
    fails: [
      'validation.failed',
      'bulk.rejected',
      'conflict.invalid_transition',
      'resource.not_found',
      'permission.denied',
      'auth.step_up_required',
    ],
    own: true,
  }),
  remove: endpoint('POST /v1/companies/{c}/payment_files/{id}/remove', {
    summary: 'Tira pagamentos de uma remessa aberta; as contas voltam a poder ser pagas de outro modo.',
    body: z.object({ payment_ids: Ids.max(500, 'Selecione até 500 pagamentos') }).strict(),
    returns: z.object({ updated: z.int(), ids: z.array(Id) }),
    needs: 'payments:c',
    writes: fileWrites,
    fails: ['conflict.invalid_transition', 'resource.not_found'],
    own: true,
  }),
  generate: endpoint('POST /v1/companies/{c}/payment_files/{id}/generate', {
    summary: 'Escreve o arquivo com os pagamentos da remessa; o número cresce de um em um.',
    body: z.object({ confirm_duplicate: z.boolean().optional() }).strict(),
    returns: PaymentFile,
    needs: 'payments:x',
    writes: fileWrites,
    fails: [
      'validation.failed',
      'conflict.invalid_transition',
      'auth.step_up_required',
      'payment.possible_duplicate',
      'payment.on_hold',
      'permission.denied',
    ],
    own: true,
  }),
  file: endpoint('GET /v1/companies/{c}/payment_files/{id}/file', {
    summary: 'O arquivo da remessa de pagamentos: sempre os mesmos bytes.',
    returns: z.unknown(),
    file: true,
    needs: 'payments:x',
    rate: 'export',
    own: true,
  }),
  send: endpoint('POST /v1/companies/{c}/payment_files/{id}/send', {
    summary: 'Marca que a pessoa enviou o arquivo ao banco; daí em diante a remessa não se desfaz.',
    returns: PaymentFile,
    needs: 'payments:x',
    writes: fileWrites,
    irreversible: true,
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
  refuse: endpoint('POST /v1/companies/{c}/payment_files/{id}/refuse', {
    summary: 'O banco recusou o arquivo inteiro: as contas que ele ainda pagaria voltam a estar em aberto.',
    returns: PaymentFile,
    needs: 'payments:x',
    writes: fileWrites,
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
  answer: endpoint('POST /v1/companies/{c}/payment_files/{id}/answer', {
    summary: 'Diz se um pagamento sem resposta clara saiu da conta ou não.',
    body: z.object({ payment_id: Id, answer: z.enum(['PAID', 'REFUSED']) }).strict(),
    returns: FilePayment,
    needs: 'payments:x',
    writes: fileWrites,
    fails: ['conflict.invalid_transition', 'resource.not_found', 'period.closed'],
    own: true,
  }),
})
