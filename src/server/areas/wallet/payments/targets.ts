// Where a payment goes, read from what was typed: its target for the bank, the payee's key by which repetition is told, and its amount.

import type { BankTarget } from '#contract/payments.ts'
import type { Day } from '#domain/days.ts'
import type { PaymentKind } from '#domain/enums.ts'
import { accountKey } from '#domain/payments/bank-data.ts'
import { LINE_REFUSED, type ParsedBoleto, parseBoleto } from '#domain/payments/boleto.ts'
import { parseBrCode } from '#domain/payments/br-code.ts'
import { readPixKey } from '#domain/payments/pix-key.ts'
import type { PaymentTarget } from '#server/adapters/payments.ts'
import { type Failure, invalid } from '#server/base/fail.ts'

export interface TargetInput {
  pix_key?: string | null | undefined
  bank_account?: BankTarget | undefined
  emv_code?: string | null | undefined
  digitable_line?: string | null | undefined
}

/** What is kept of a target: the bank's view of it, and the line of a slip for people. */
export type StoredTarget = PaymentTarget & { digitable_line?: string }

export interface Target {
  kind: PaymentKind
  target: StoredTarget
  payee_key: string
  /** What the slip or the code itself says. */
  amount_cents: number | null
}

export function mustParseBoleto(line: string, today: string): ParsedBoleto {
  const slip = parseBoleto(line, today)
  if (!slip) throw invalid('digitable_line', LINE_REFUSED)
  return slip
}

export function mustReadKey(text: string): { key: string } {
  const key = readPixKey(text)
  if (!key) throw invalid('pix_key', 'Chave Pix inválida')
  return key
}

/** The one target of the input. Throws `validation.failed` for none, for two, and for what cannot be read. */
export function readTarget(input: TargetInput, today: string): Target {
  const given = [input.pix_key, input.bank_account, input.emv_code, input.digitable_line].filter(
    value => value !== undefined && value !== null,
  )
  if (given.length !== 1) throw wantsOne()
  if (input.pix_key) return ofKey(mustReadKey(input.pix_key).key)
  if (input.bank_account) return ofAccount(input.bank_account)
  if (input.emv_code) return ofCode(input.emv_code)
  if (input.digitable_line) return ofSlip(mustParseBoleto(input.digitable_line, today))
  throw wantsOne()
}

/** What a person typed or pasted, whichever way it is. */
export function readWay(text: string, today: string): TargetInput {
  if (parseBoleto(text, today)) return { digitable_line: text }
  return parseBrCode(text) ? { emv_code: text } : { pix_key: text }
}

const wantsOne = (): Failure => invalid('pix_key', 'Informe uma chave Pix, os dados bancários, um QR Code ou um boleto')

const ofKey = (pix_key: string): Target => ({
  kind: 'PIX_KEY',
  target: { kind: 'PIX_KEY', pix_key },
  payee_key: `pix:${pix_key}`,
  amount_cents: null,
})

const ofAccount = (account: BankTarget): Target => ({
  kind: 'PIX_ACCOUNT',
  target: { kind: 'PIX_ACCOUNT', account },
  payee_key: accountKey(account),
  amount_cents: null,
})

function ofCode(emv: string): Target {
  const code = parseBrCode(emv)
  if (!code) throw invalid('emv_code', 'Código Pix inválido')
  if (code.kind === 'RECURRENCE') throw invalid('emv_code', 'Este código autoriza um Pix Automático; ele não paga nada')
  return {
    kind: 'PIX_QR',
    target: { kind: 'PIX_QR', emv_code: emv.trim() },
    payee_key: code.pix_key === null ? `location:${code.url}` : `pix:${code.pix_key}`,
    amount_cents: code.amount_cents,
  }
}

const ofSlip = (slip: ParsedBoleto): Target => ({
  kind: 'BOLETO',
  target: { kind: 'BOLETO', barcode: slip.barcode, digitable_line: slip.digitable_line },
  payee_key: `boleto:${slip.barcode}`,
  amount_cents: slip.amount_cents,
})

/** Null of what is no slip, and of a slip that prints no day. */
export const slipDueDate = (target: StoredTarget, today: Day): Day | null =>
  target.kind === 'BOLETO' ? (parseBoleto(target.digitable_line ?? target.barcode, today)?.due_date ?? null) : null
