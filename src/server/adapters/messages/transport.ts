// What a channel to people outside must do, and how it says that it could not: in words of our own, never in those of the other side.
import type { Brand } from '#domain/brands.ts'

export type Channel = 'SMS' | 'EMAIL'

/** A message on its way. Its id is what a channel knows it by: sent again, it is the same message. */
export interface Outgoing {
  id: string
  to: string
  brand: Brand
  /** Of an e-mail, without the brand's name. */
  subject: string
  code: string | null
  text: string
}

export interface Transport {
  /** Codes in one day at most; absent, as many as people ask for. */
  readonly dailyLimit?: number
  /** Resolves once the other side took it. Throws `NotDelivered`. */
  deliver(message: Outgoing): Promise<void>
}

/** `reason` is safe for the log: a code of the protocol, without address or text. */
export class NotDelivered extends Error {
  constructor(
    readonly reason: string,
    /** The address or the message itself is refused: trying again changes nothing. */
    readonly isFinal: boolean,
  ) {
    super(reason)
  }
}
