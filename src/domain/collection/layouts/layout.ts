// What a bank's remessa is made of: data, read by remessa.ts.
import type { Row } from '../fixed.ts'

/** What a company may ask of its bank about a slip. */
export const MOVEMENT_KINDS = ['REGISTER', 'DUE_DATE', 'REBATE', 'PROTEST', 'STOP_PROTEST', 'WRITE_OFF'] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]
/** What it may ask about one that the bank has. */
export type ChangeKind = Exclude<MovementKind, 'REGISTER'>

export interface RemessaLayout {
  width: 240 | 400
  header: readonly Row[]
  /** Absent in CNAB 400. */
  lot?: readonly Row[]
  /** The records of one slip, in their order. */
  details: readonly (readonly Row[])[]
  /** Written after the details where there is a fine. */
  fine?: readonly Row[]
  lotTrailer?: readonly Row[]
  trailer: readonly Row[]
  /** The bank's code of each movement that it takes. */
  codes: Readonly<Partial<Record<MovementKind, string>>>
  /** What the bank wants to read where there is nothing to say. */
  says: {
    noInterest?: string
    noProtest?: string
    /** The first instruction of CNAB 400 that orders a protest after so many days. */
    protestInstruction?: string
    /** Days after which the bank writes an unpaid slip off, where it must be told. */
    writeOffDays?: number
    /** The kind of fine in percent; '2' where nothing is said. */
    fine?: string
  }
}
