// The port to an open finance aggregator: items (a person's consent at one bank), their accounts and movements.
import type { OpenFinanceProvider } from '#domain/enums.ts'
import type { ConnectionState, ProvidedAccount, ProvidedTransaction } from '#domain/open-finance.ts'

export interface ItemRef {
  company_id: string
  /** Ours, or the aggregator's own of an item that its form made. */
  item_id: string
}

/** What begins an execution. */
export interface Beginning {
  /** A person gives the consent, or gives it again. */
  renew: boolean
  /** False: a planned sync, for which an aggregator that reads the banks by itself is asked nothing. */
  by_person: boolean
  /** COMPE code of the bank. */
  routing_number: string
  /** Digits of the documents of the account's holder and of whoever authorises at the bank. */
  holder: { cnpj: string | null; cpf: string | null }
  /** Where the aggregator tells that something changed; null: nowhere it could reach. */
  notify_url: string | null
}

export interface ProviderItem extends ConnectionState {
  /** 'yyyy-MM-dd'. */
  consent_expires_at: string | null
  /** Where the person authorises, at the bank. */
  authorize_url: string | null
  /** What the bank asks for, in its words. */
  asks_label: string | null
}

export interface OpenFinance {
  /** 'local' asks no bank, and the interface says so. */
  readonly provider: OpenFinanceProvider
  /** The bank of an item that the aggregator's own form made; undefined: no item of this company. */
  institutionOf(ref: ItemRef): Promise<string | undefined>
  /** Begins an execution; an item that is not known yet is made. Throws `ProviderRefused` with what a person can do. */
  begin(ref: ItemRef, beginning: Beginning): Promise<void>
  /** Gives the code the bank asked for. */
  answer(ref: ItemRef, code: string): Promise<void>
  /** Undefined: the aggregator has it no more. */
  item(ref: ItemRef): Promise<ProviderItem | undefined>
  /** `routing_number`: the bank's, of an account that does not tell it. */
  accounts(ref: ItemRef & { routing_number: string }): Promise<ProvidedAccount[]>
  /** Oldest first, from a day on. */
  transactions(ref: ItemRef, accountId: string, from: string): Promise<ProvidedTransaction[]>
  revoke(ref: ItemRef): Promise<void>
  /** A notice names an item by the aggregator's id: learns it where our own call never heard the answer. */
  adopt(ref: ItemRef, providerItemId: string): Promise<void>
}

/** The aggregator itself did not answer: to be tried again. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The aggregator answered that it will not; the message is a pt-BR sentence for the person. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}
