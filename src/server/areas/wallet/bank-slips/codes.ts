// What a payer pays a slip by: its number and the bars that carry it, its amount and its day.
import type { BankSlip } from '#contract/collection.ts'
import type { SlipNumbers } from '#domain/collection/our-number.ts'
import { barcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'

export type SlipCodes = Pick<BankSlip, 'number' | 'digit' | 'barcode' | 'digitable_line'>

type Owed = Pick<BankSlip, 'amount_cents' | 'due_date'>

/** The bars of a free field, with the line that people type. */
export function barsOf(bank_code: string, { amount_cents, due_date }: Owed, free_field: string): Omit<SlipCodes, 'number' | 'digit'> {
  const barcode = barcodeOf({ bank_code, amount_cents, due_date, free_field })
  return { barcode, digitable_line: lineOfBarcode(barcode) }
}

export const codesOf = (bank_code: string, owed: Owed, { number, digit, free_field }: SlipNumbers): SlipCodes => ({
  number,
  digit,
  ...barsOf(bank_code, owed, free_field),
})
