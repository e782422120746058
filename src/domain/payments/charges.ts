// What a charge to a customer costs, who pays for it, and whether it still may be paid.
import type { ChargeStatus } from '../enums.ts'

/** The cents that the bank keeps of each paid charge, by method. */
export const CHARGE_FEES = { PIX: 99, BOLETO: 249 } as const
export type ChargeMethod = keyof typeof CHARGE_FEES

interface ChargeAmounts {
  transaction_amount: number
  fee_amount: number
  assume_fee: boolean
}

/** What a payer pays, including the fee unless the company assumes it. */
export const payerTotal = ({ transaction_amount, fee_amount, assume_fee }: ChargeAmounts): number =>
  transaction_amount + (assume_fee ? 0 : fee_amount)

/** What the company keeps. */
export const companyNet = ({ transaction_amount, fee_amount, assume_fee }: ChargeAmounts): number =>
  transaction_amount - (assume_fee ? fee_amount : 0)

export const isLive = (status: ChargeStatus): boolean => status === 'PENDING' || status === 'OVERDUE' || status === 'PROCESSING'
