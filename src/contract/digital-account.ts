// The digital account (SPEC.md, Digital account): opening, balance, limits and receipts.

import { z } from 'zod'
import { DIGITAL_ACCOUNT_STATUSES } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { CompanyId, Id, Text } from './kit/fields.ts'
import { Environment, Payee } from './payments.ts'

export const DigitalAccount = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  status: z.enum(DIGITAL_ACCOUNT_STATUSES),
  routing_number: z.string().nullable(),
  bank_name: z.string().nullable(),
  branch_number: z.string().nullable(),
  account_number: z.string().nullable(),
  /** The bank account whose statement receives its movements. */
  bank_account_id: Id.nullable(),
  opened_at: z.string().nullable(),
  environment: Environment,
  created_at: z.string(),
  updated_at: z.string(),
})
export type DigitalAccount = z.infer<typeof DigitalAccount>

const Limit = z.object({
  period: z.enum(['DAY', 'NIGHT']),
  /** Null: no limit. */
  current_cents: z.int().nullable(),
  next_cents: z.int().nullable(),
  /** When a raise takes effect. */
  next_from: z.string().nullable(),
})

export const PaymentLimits = z.object({
  periods: z.array(Limit),
  /** The most that one payment may carry now, by Pix or slip, from this device. */
  available_now_cents: z.int().nullable(),
  step_up_limit_cents: z.int(),
})
export type PaymentLimits = z.infer<typeof PaymentLimits>

export const digitalAccounts = resource('digitalAccounts', {
  open: endpoint('POST /v1/digital_accounts', {
    summary: 'Abre a conta digital da empresa.',
    body: z.object({ company_id: CompanyId }).strict(),
    returns: DigitalAccount,
    creates: true,
    tenant: 'body',
    needs: 'digital_account:c',
    writes: ['digital_account', 'bank_accounts', 'batches'],
    irreversible: true,
    fails: ['conflict.already_exists', 'provider.unavailable'],
  }),
  get: endpoint('GET /v1/companies/{c}/digital_account', {
    summary: 'A conta digital da empresa; null enquanto não há uma.',
    returns: DigitalAccount.nullable(),
    needs: 'digital_account:v',
    reads: ['digital_account'],
  }),
  fromDocument: endpoint('GET /v1/companies/{c}/digital_account/from_document_number', {
    summary: 'O titular de uma conta digital neste banco, pelo documento.',
    query: z.object({ document_number: Text(20) }),
    returns: Payee.extend({ environment: Environment }),
    needs: 'payments:v',
    rate: 'lookup',
    fails: ['validation.failed', 'resource.not_found', 'provider.unavailable'],
  }),
  balance: endpoint('GET /v1/companies/{c}/digital_account/current_balance', {
    summary: 'O saldo da conta digital, perguntado ao banco agora.',
    returns: z.object({ balance_cents: z.int(), environment: Environment }),
    needs: 'digital_account:v',
    reads: ['digital_account'],
    fails: ['digital_account.not_open', 'provider.unavailable'],
  }),
  receipt: endpoint('GET /v1/digital_accounts/receipt', {
    summary: 'O comprovante em PDF de uma transação.',
    /** The type of its movement, or a prefix of it: 'PIX' covers both directions. */
    query: z.object({ transaction_code: Text(60), type: Text(30).optional() }),
    returns: z.unknown(),
    file: true,
    tenant: 'object',
    needs: 'digital_account:v',
    rate: 'export',
  }),
  limits: endpoint('GET /v1/companies/{c}/payment_limits', {
    summary: 'Os limites de pagamento por período e o que ainda pode sair agora.',
    returns: PaymentLimits,
    needs: 'digital_account:v',
    reads: ['digital_account', 'payment_orders'],
    own: true,
  }),
  setLimit: endpoint('PATCH /v1/companies/{c}/payment_limits', {
    summary: 'Muda um limite: diminuir vale na hora; aumentar pede código e espera 24 horas.',
    body: z
      .object({
        period: z.enum(['DAY', 'NIGHT'], { error: 'Escolha o período' }),
        amount_cents: z.int().min(0).max(1e12).nullable(),
      })
      .strict(),
    returns: PaymentLimits,
    needs: 'digital_account:m',
    writes: ['digital_account', 'batches'],
    irreversible: true,
    fails: ['auth.step_up_required'],
    own: true,
  }),
})
