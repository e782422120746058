// The bank behind the digital account, as a port: every call carries our own id, may be sent again, and is only believed when read back.
import { z } from 'zod'
import type { BankTarget } from '#contract/payments.ts'
import { PIX_CLAIM_KINDS, PIX_CLAIM_STATUSES, PIX_KEY_TYPES } from '#domain/enums.ts'
import type { BankCapabilities, BankEnvironment } from '#domain/payments/digital-banks.ts'

/** Who is at the other end, as a person must see it before confirming. */
export const Party = z.object({
  name: z.string(),
  /** Whole; the server masks it before it is shown. */
  document_number: z.string(),
  bank_name: z.string(),
})
export type Party = z.infer<typeof Party>

export const AccountState = z.object({
  id: z.string(),
  status: z.enum(['PENDING', 'ACTIVE', 'REJECTED']),
  routing_number: z.string(),
  bank_name: z.string(),
  branch_number: z.string(),
  account_number: z.string(),
  balance_cents: z.int(),
})
export type AccountState = z.infer<typeof AccountState>

/** What a bank says when it is asked to open an account. */
export const Opening = z.object({
  /** What an account that was there before holds, before the first movement that will be read. */
  initial_balance_cents: z.int(),
})

export const MOVEMENT_TYPES = ['DEPOSIT', 'PIX_IN', 'PIX_OUT', 'BOLETO_IN', 'BOLETO_OUT', 'FEE', 'REFUND_IN', 'REFUND_OUT'] as const

export const Movement = z.object({
  /** Grows with time: what was read up to it is not read again. */
  seq: z.int(),
  /** The bank's code of the transaction, unique in the account. */
  code: z.string(),
  type: z.enum(MOVEMENT_TYPES),
  /** Signed. */
  amount_cents: z.int(),
  balance_cents: z.int(),
  at: z.string(),
  description: z.string(),
  counterparty: Party.nullable(),
  end_to_end_id: z.string().nullable(),
  /** Our id of the payment or charge behind it. */
  reference: z.string().nullable(),
})
export type Movement = z.infer<typeof Movement>

export const Slip = z.object({
  barcode: z.string(),
  status: z.enum(['PENDING', 'PAID', 'CANCELLED']),
  /** What it costs paid now: the registered value with the fine and interest of the day it is paid on. */
  total_cents: z.int(),
  amount_cents: z.int(),
  fine_cents: z.int(),
  interest_cents: z.int(),
  due_date: z.string(),
  recipient: Party,
  payer: z.object({ name: z.string(), document_number: z.string() }).nullable(),
  reference_number: z.string(),
})
export type Slip = z.infer<typeof Slip>

export const KeyHolder = Party.extend({
  key: z.string(),
  type: z.enum(PIX_KEY_TYPES),
  branch_number: z.string(),
  account_number: z.string(),
  /** Our account that holds it, when the bank is this one. */
  account_id: z.string().nullable(),
})
export type KeyHolder = z.infer<typeof KeyHolder>

export const KeyState = z.object({ key: z.string(), status: z.enum(['ACTIVE', 'TAKEN', 'ABSENT']) })
export type KeyState = z.infer<typeof KeyState>

export const ClaimState = z.object({ id: z.string(), key: z.string(), kind: z.enum(PIX_CLAIM_KINDS), status: z.enum(PIX_CLAIM_STATUSES) })
export type ClaimState = z.infer<typeof ClaimState>

/** What the location of a dynamic code answers. */
export const LocationCharge = z.object({
  txid: z.string(),
  amount_cents: z.int(),
  due_date: z.string().nullable(),
  payable: z.boolean(),
  recipient: Party,
  additional_information: z.string().nullable(),
})
export type LocationCharge = z.infer<typeof LocationCharge>

/** Where the money goes. */
export type PaymentTarget =
  | { kind: 'PIX_KEY'; pix_key: string }
  | { kind: 'PIX_ACCOUNT'; account: BankTarget }
  | { kind: 'PIX_QR'; emv_code: string }
  | { kind: 'BOLETO'; barcode: string }

export interface PaymentRequest {
  /** Ours: sent twice, it is one payment. */
  id: string
  account_id: string
  amount_cents: number
  /** Ours too, of a Pix. */
  end_to_end_id: string | null
  description: string | null
  target: PaymentTarget
  /** What a callback quotes. */
  reference: string
}

export const PAYMENT_REFUSALS = [
  'insufficient_funds',
  'key_not_found',
  'slip_not_found',
  'already_paid',
  'amount_mismatch',
  'account_closed',
  'code_unreadable',
  'refused',
] as const
export type PaymentRefusal = (typeof PAYMENT_REFUSALS)[number]

export const PaymentState = z.object({
  id: z.string(),
  status: z.enum(['ACCEPTED', 'SETTLED', 'REJECTED']),
  refusal: z.enum(PAYMENT_REFUSALS).nullable(),
  /** Of a refusal, in the words of the bank. */
  reason: z.string().max(500).nullish(),
  transaction_code: z.string().nullable(),
  settled_at: z.string().nullable(),
  payee: Party.nullable(),
})
export type PaymentState = z.infer<typeof PaymentState>

export interface ChargeRequest {
  id: string
  account_id: string
  txid: string
  amount_cents: number
  fee_cents: number
  due_date: string
  expiration_date: string
  /** Of the slip, when it has one. */
  barcode: string | null
  payer: { name: string; document_number: string } | null
  additional_information: string | null
}

export const ChargeState = z.object({
  id: z.string(),
  status: z.enum(['OPEN', 'PAID', 'CANCELLED', 'REFUNDED']),
  paid_at: z.string().nullable(),
  paid_cents: z.int(),
  refunded_cents: z.int(),
  end_to_end_id: z.string().nullable(),
  paid_with: z.enum(['PIX', 'BOLETO']).nullable(),
  /** What the payer copies, of a bank that makes it. */
  emv_code: z.string().nullish(),
  /** Why it would not register it. */
  reason: z.string().nullish(),
})
export type ChargeState = z.infer<typeof ChargeState>

/** Rejects when the bank did not answer; whatever it answers is read through the schemas above. */
export interface Payments {
  /** Said wherever this bank answers. */
  readonly environment: BankEnvironment
  readonly can: BankCapabilities
  readonly ispb: string
  readonly routing_number: string
  /** How long the answer about a payment is waited for: after it, its outcome is unknown. */
  readonly deadlineMs: number

  openAccount(request: { id: string; document_number: string; name: string }): Promise<unknown>
  account(id: string): Promise<unknown>
  accountOf(documentNumber: string): Promise<unknown>
  movements(accountId: string, after: number): Promise<unknown>

  slip(barcode: string): Promise<unknown>
  pixKey(key: string): Promise<unknown>
  /** `emv`: the whole code, for a bank that reads no location. */
  location(url: string, emv: string): Promise<unknown>
  /** Where a charge will answer, known before it is registered: of a bank that takes our txid. */
  locationOf(txid: string): string

  registerKey(request: { account_id: string; key: string; type: string }): Promise<unknown>
  deleteKey(request: { account_id: string; key: string }): Promise<unknown>
  claimKey(request: { id: string; account_id: string; key: string; type: string; kind: string }): Promise<unknown>
  claim(id: string): Promise<unknown>

  pay(request: PaymentRequest): Promise<unknown>
  payment(id: string): Promise<unknown>

  registerCharge(request: ChargeRequest): Promise<unknown>
  charge(id: string): Promise<unknown>
  cancelCharge(id: string): Promise<unknown>
  refundCharge(request: { id: string; charge_id: string; amount_cents: number }): Promise<unknown>

  /** A charge to the product's own account, without fee: how a subscription is paid by Pix. */
  collect(request: Pick<ChargeRequest, 'id' | 'txid' | 'amount_cents' | 'due_date' | 'expiration_date'>): Promise<unknown>

  /** The reference a callback quotes when its signature is right. */
  readCallback(body: string, signature: string): string | undefined
}

export const DEADLINE_MS = 5000

/** The bank did not answer in time, broke the line, or sent what cannot be read: nothing is known. */
export class Unanswered extends Error {
  override name = 'Unanswered'
}

/** Asks the bank under a deadline; null and undefined are its 'there is none'. Throws `Unanswered` for anything but a whole answer. */
export async function ask<T>(schema: z.ZodType<T>, call: Promise<unknown>, deadlineMs = DEADLINE_MS): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unanswered('deadline')), deadlineMs)
  })
  try {
    const answer = await Promise.race([call, late])
    return answer === undefined || answer === null ? undefined : schema.parse(answer)
  } catch (error) {
    if (error instanceof Unanswered) throw error
    throw new Unanswered(error instanceof Error ? error.message : 'unreadable', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
