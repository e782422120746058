// Bank accounts and institutions (SPEC.md, Bank accounts).

import { z } from 'zod'
import { BANK_ACCOUNT_KINDS } from '#domain/enums.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Cents, createOf, Day, DayOut, Id, IdList, OptionalText, patchOf, Text } from './kit/fields.ts'

export const BankAccountRef = z.object({
  id: Id,
  routing_number: z.string(),
  institution_name: z.string(),
  branch_number: z.string().nullable(),
  account_number: z.string().nullable(),
  status: z.enum(['ACTIVE', 'ARCHIVED']),
})

export const BankAccount = BankAccountRef.extend({
  company_id: Id,
  version: z.int(),
  kind: z.enum(BANK_ACCOUNT_KINDS),
  external_id: z.string().nullable(),
  item_id: z.string().nullable(),
  connection_id: z.string().nullable(),
  connection: z.object({ id: z.string(), item_id: z.string() }).nullable(),
  initial_balance_amount_cents: z.int(),
  date_initial_balance: DayOut.nullable(),
  /** The balance of the books today, in cents. */
  current_balance: z.int(),
  /** The balance the bank last reported, in cents; null until a statement brings one. */
  balance: z.int().nullable(),
  balance_date: DayOut.nullable(),
  pending_entries_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type BankAccount = z.infer<typeof BankAccount>

export const routing_number = z.string({ error: 'Informe o banco' }).regex(/^\d{3}$/, 'Código do banco com 3 dígitos')
export const BankAccountFields = z.object({
  routing_number,
  kind: z.enum(BANK_ACCOUNT_KINDS, { error: 'Escolha o tipo da conta' }),
  account_number: OptionalText(20).optional(),
  branch_number: OptionalText(10).optional(),
  institution_name: Text(120).optional(),
  initial_balance_amount_cents: Cents.refine(cents => cents >= 0, 'O saldo inicial não pode ser negativo').optional(),
  /** '' becomes null. */
  date_initial_balance: z.union([z.literal('').transform(() => null), Day]).nullish(),
})

const writes = ['bank_accounts', 'batches'] as const

export const bankAccounts = resource('bankAccounts', {
  create: endpoint('POST /v1/companies/{c}/bank_accounts', {
    summary: 'Cria uma conta bancária.',
    body: createOf(BankAccountFields, BankAccount),
    returns: BankAccount,
    creates: true,
    needs: 'bank_accounts:c',
    writes,
  }),
  list: endpoint('GET /v1/companies/{c}/bank_accounts', {
    summary: 'Lista as contas bancárias.',
    returns: z.array(BankAccount),
    needs: 'bank_accounts:v',
    reads: ['bank_accounts'],
  }),
  balance: endpoint('GET /v1/companies/{c}/bank_accounts/balance', {
    summary: 'Saldo de cada conta e a soma, em um dia.',
    query: z.object({ date: Day.optional(), bank_account_ids: IdList.optional() }),
    returns: z.object({
      date: DayOut,
      total_cents: z.int(),
      accounts: z.array(z.object({ bank_account_id: Id, balance_cents: z.int() })),
    }),
    needs: 'bank_accounts:v',
    reads: ['bank_accounts', 'bills', 'receivables'],
  }),
  get: endpoint('GET /v1/companies/{c}/bank_accounts/{id}', {
    summary: 'Mostra uma conta bancária.',
    returns: BankAccount,
    needs: 'bank_accounts:v',
    reads: ['bank_accounts'],
  }),
  update: endpoint('PATCH /v1/companies/{c}/bank_accounts/{id}', {
    summary: 'Altera uma conta bancária.',
    body: patchOf(BankAccountFields, BankAccount),
    returns: BankAccount,
    needs: 'bank_accounts:u',
    writes,
    fails: ['conflict.stale_version', 'period.closed'],
  }),
  archive: endpoint('PATCH /v1/companies/{c}/bank_accounts/{id}/archive', {
    summary: 'Arquiva uma conta: fica a história, sai dos seletores.',
    returns: BankAccount,
    needs: 'bank_accounts:u',
    writes,
  }),
})

export const institutions = resource('institutions', {
  list: endpoint('GET /v1/institutions', {
    summary: 'Bancos do país, por código de compensação.',
    returns: z.array(z.object({ routing_number: z.string(), ispb: z.string().nullable(), name: z.string() })),
    tenant: 'none',
  }),
})
