// The port to the tax authorities: what is sent, what they answer, and that an answer may never come.
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import type { TechnicalContact } from '#server/fiscal/notes.ts'

export interface OutgoingNote {
  company_id: string
  kind: InvoiceKind
  /** Of NF-e and NFC-e their access key, of a DPS its id: what the authority knows the sending by. */
  key: string
  /** Signed. */
  xml: string
  /** How often it was tried before. */
  tries: number
}

export interface OutgoingCancel extends OutgoingNote {
  /** The key the note was issued under. */
  access_key: string
  protocol: string
}

/** A correction letter of an NF-e. */
export interface OutgoingCorrection extends OutgoingNote {
  sequence: number
}

/** A range of numbers never used, to be voided. */
export interface OutgoingVoid {
  company_id: string
  kind: 'PRODUCT' | 'CONSUMER'
  /** IBGE code of the state. */
  uf: string
  /** Signed. */
  xml: string
  tries: number
}

/** What was authorised. */
export interface Authorised {
  outcome: 'DONE'
  /** 100, or 150 when it came late; 135 or 155 for a cancel, 135 or 136 for a correction or manifestation (573 where that stood before), 102 for a voided range. */
  code: string
  text: string
  /** Empty where the authority does not repeat it. */
  protocol: string
  /** Milliseconds. */
  at: number
  /** A service note is numbered, and gets its key, by the authority. */
  number?: number | undefined
  access_key?: string | undefined
  /** The whole document as it is to be kept. */
  document: string
}

export interface Refused {
  outcome: 'REFUSED'
  code: string
  text: string
}

/** No answer: nothing is known until the authority is asked again by key. */
export interface Unknown {
  outcome: 'UNKNOWN'
  text: string
}

export type Verdict = Authorised | Refused | Unknown

export const unknown = (text: string): Unknown => ({ outcome: 'UNKNOWN', text })

export interface AuthorityStatus {
  available: boolean
  /** pt-BR. */
  message: string
}

/** Where a company issues from: its city decides which authority that is. */
export interface IssuingPlace {
  company_id: string
  kind: InvoiceKind
  /** IBGE. */
  city_code: string | null
  /** The virtual authority that stands in for the state's. */
  virtual?: true
}

export interface FiscalAuthority {
  readonly environment: 'LOCAL' | 'TEST' | 'PRODUCTION'
  /** Named in every note of goods, where it is configured. */
  readonly contact?: TechnicalContact | undefined
  /** What became of a sending, by its key; undefined when the authority never got it. Asked before every sending. */
  find(note: OutgoingNote): Promise<Verdict | undefined>
  send(note: OutgoingNote): Promise<Verdict>
  cancel(event: OutgoingCancel): Promise<Verdict>
  correct(event: OutgoingCorrection): Promise<Verdict>
  /** What the company says, as receiver, of a note that it did not issue. */
  manifest(event: OutgoingNote): Promise<Verdict>
  voidNumbers(range: OutgoingVoid): Promise<Verdict>
  status(place: IssuingPlace): Promise<AuthorityStatus>
}

/** One of the real authorities: its calls reject with Silence where there was no answer. */
export interface Transmitter extends Pick<FiscalAuthority, 'find' | 'send' | 'cancel'> {
  status(place: IssuingPlace & { city_code: string }): Promise<AuthorityStatus>
}

/** The states' authorities, of NF-e and NFC-e. */
export interface GoodsTransmitter extends Transmitter, Pick<FiscalAuthority, 'correct' | 'manifest' | 'voidNumbers'> {}

const NOT_CONNECTED = 'Nenhum transmissor de notas está configurado.'

/** Where no transmitter is connected nothing pretends to have reached an authority. */
export const noFiscalAuthority: FiscalAuthority = {
  environment: 'PRODUCTION',
  find: async () => undefined,
  send: async () => unknown(NOT_CONNECTED),
  cancel: async () => unknown(NOT_CONNECTED),
  correct: async () => unknown(NOT_CONNECTED),
  manifest: async () => unknown(NOT_CONNECTED),
  voidNumbers: async () => unknown(NOT_CONNECTED),
  status: async () => ({ available: false, message: NOT_CONNECTED }),
}
