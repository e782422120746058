// The port to an open finance aggregator: items (a person's consent at one bank), their accounts and movements.
import type { ConnectionState, ProvidedAccount, ProvidedTransaction } from '#domain/open-finance.ts'

export interface ItemRef {
  company_id: string
  item_id: string
}

export interface ProviderItem extends ConnectionState {
  /** 'yyyy-MM-dd'. */
  consent_expires_at: string | null
}

export interface OpenFinance {
  /** 'local' asks no bank, and the interface says so. */
  readonly provider: 'local'
  /** Which bank an item is of, by its id alone. */
  institutionOf(itemId: string): string
  /** Begins an execution; an item that is not known yet is made. `renew` says that new credentials were given. */
  begin(ref: ItemRef, options: { renew: boolean }): Promise<void>
  /** Gives the code the bank asked for. */
  answer(ref: ItemRef, code: string): Promise<void>
  item(ref: ItemRef): Promise<ProviderItem>
  accounts(ref: ItemRef): Promise<ProvidedAccount[]>
  /** Oldest first, from a day on. */
  transactions(ref: ItemRef, accountId: string, from: string): Promise<ProvidedTransaction[]>
  revoke(ref: ItemRef): Promise<void>
}

/** The aggregator itself did not answer: to be tried again. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}
