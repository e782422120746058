// What a received file says: a note, or what became of one; and how far that was verified.
import type { X509Certificate } from 'node:crypto'
import type { InvoiceParty } from '#contract/invoices.ts'
import type { InvoiceKind } from '#domain/fiscal/codes.ts'
import type { Doubt, Fate, NoteCheckState } from '#domain/fiscal/note-checks.ts'
import type { NoteSource } from '#domain/fiscal/note-sources.ts'
import type { ProductContent, ServiceContent } from '../notes.ts'
import type { XmlNode } from '../xml.ts'

export interface ReceivedNote {
  kind: InvoiceKind
  /** What the note is known by: its access key, or 'ABRASF:city:provider:number' where the layout has none. */
  access_key: string
  serie: string | null
  number: number
  /** Null on a retail note that names no buyer. */
  buyer_document: string | null
  issuer: InvoiceParty
  protocol: string | null
  issued_at: string
  amount_cents: number
  content: ProductContent | ServiceContent
  /** What its own protocol says became of it. */
  fate: Fate | null
  /** The key of the note that it takes the place of. */
  replaces: string | null
}

/** What became of a note after it was issued. */
export interface ReceivedEvent {
  access_key: string
  fate: Fate
  at: string
  reason: string | null
  /** The key of the note that takes its place. */
  replaced_by: string | null
}

/** What its issuer corrects of a note, in words. */
export interface ReceivedLetter {
  access_key: string
  sequence: number
  text: string
  at: string
  protocol: string | null
}

export interface Signer {
  name: string
  document: string | null
  /** Who issued the certificate. */
  authority: string
}

export interface Evidence {
  state: NoteCheckState
  doubts: Doubt[]
  /** Who signed, whether or not that was enough. */
  signer: Signer | null
  /** The list that the authority itself gave it by; absent for a file that a person sent. */
  origin?: NoteSource
}

export interface ToldEnd {
  event: ReceivedEvent
  evidence: Evidence
}

export type ReceivedFile =
  /** `end` is what an event in the note's own file tells, judged as one that comes alone. */
  { note: ReceivedNote; evidence: Evidence; end?: ToldEnd } | ToldEnd | { letter: ReceivedLetter; evidence: Evidence }

/** What certificates are checked against. */
export interface Trust {
  /** PEM. */
  anchors: readonly string[]
  /** Whether ICP-Brasil's own are among them. */
  hasRoots: boolean
  /** Whether notes of the authorities' test environment count: only where nothing is real. */
  allowsTest: boolean
}

/** A document opened, before anything in it is believed. */
export interface OpenedXml {
  text: string
  root: XmlNode
}

export type SignedPart =
  | { node: XmlNode; certificate: X509Certificate; others: X509Certificate[]; digest: string }
  | { doubt: Doubt; certificate?: X509Certificate }
