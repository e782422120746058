// Which bank stands behind a digital account, and what it can do.

import { openTable } from '../open-table.ts'

/** 'local' plays a bank, and 'stark-sandbox' moves no money. */
export const BANK_ENVIRONMENTS = ['local', 'stark-sandbox', 'stark'] as const
export type BankEnvironment = (typeof BANK_ENVIRONMENTS)[number]

/** A company brings its own account at these. */
export const STARK_ENVIRONMENTS = ['stark-sandbox', 'stark'] as const
export type StarkEnvironment = (typeof STARK_ENVIRONMENTS)[number]

export interface BankCapabilities {
  /** Registers, claims and deletes Pix keys. */
  keys: boolean
  /** Takes our txid, so that the code of a charge is known before it is registered. */
  own_txid: boolean
  /** Opens an account when it is asked to. */
  open_account: boolean
  /** Makes charges with a slip beside the Pix code. */
  slip_with_pix: boolean
  /** Takes a charge that names no payer. */
  open_charge: boolean
}

const STARK: BankCapabilities = { keys: false, own_txid: false, open_account: false, slip_with_pix: false, open_charge: false }

const NOTHING: BankCapabilities = { keys: false, own_txid: false, open_account: false, slip_with_pix: false, open_charge: false }

/** Of a bank that a newer server knows nothing is offered. */
export const BANK_CAPABILITIES = openTable<BankEnvironment, BankCapabilities>(
  {
    local: { keys: true, own_txid: true, open_account: true, slip_with_pix: true, open_charge: true },
    'stark-sandbox': STARK,
    stark: STARK,
  },
  () => NOTHING,
)
