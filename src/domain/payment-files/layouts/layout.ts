// What the writer and the reader know of a bank: its records, how it groups payments into lots, and where its returns keep what they say.
import type { Row, Values } from '../../collection/fixed.ts'
import type { PayingAgreement } from '../agreement.ts'
import type { FilePaymentKind } from '../states.ts'

export type Rows = readonly Row[]

/** What stands in the header of a lot for a kind of payment. */
export interface Lotting {
  readonly service: string
  readonly version: string
  /** Indicativo da forma de pagamento (P014): 01 is a debit of the account. */
  readonly indicator?: '01'
}

/** Where a segment keeps our number, the day and the amount: those of what was done, and those of what was asked. */
export interface Places {
  readonly number: readonly [from: number, to: number]
  readonly days: readonly number[]
  readonly amounts: readonly (readonly [from: number, to: number])[]
}
export type Segment = 'A' | 'J' | 'O' | 'N'

export interface BankLayout {
  readonly bank_name: string
  readonly header: Rows
  readonly lot: Rows
  readonly lotTrailer: Rows
  readonly trailer: Rows
  /** Of a lot of taxes without a bar code. */
  readonly taxTrailer: Rows
  /** The records of each kind; of a bank that nobody here writes for, none. */
  readonly records: Readonly<Partial<Record<FilePaymentKind, readonly Rows[]>>>
  lotting(kind: FilePaymentKind, form: string): Lotting
  /** The form of payment of a guide, by its barcode. */
  collectionForm(barcode: string): string
  /** What the rows of its headers name, besides the account. */
  agreed(agreement: PayingAgreement, isTest: boolean): Values
  readonly places: Readonly<Record<Segment, Places>>
  /** Where the header has the digit of the account. */
  readonly digitAt: number
  /** Our number as the bank takes it, and ours again. */
  readonly number?: { written(ours: string): string; read(written: string): string }
}
