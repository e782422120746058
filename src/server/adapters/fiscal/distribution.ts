// The port to the distribution of notes: what others issued to a company, by a number that only grows (NSU).

export interface DistributedDocument {
  /** Fifteen digits. */
  nsu: string
  /** As the authority names it: 'procNFe_v4.00.xsd', 'EVENTO'. */
  schema: string
  /** Of the note that it is about, where the list says so. */
  access_key: string | null
  /** The document itself, or what came in its place where it does not open. */
  bytes: Uint8Array
  /** Why it does not open, in pt-BR. */
  flaw: string | null
}

/** Documents, and whether more are there now. */
interface Lot {
  outcome: 'LOT'
  documents: readonly DistributedDocument[]
  last: string
  more: boolean
}

/** Nothing new, or asked too often: to be left alone for an hour, which every try begins anew. `last` is where the authority says it stands. */
interface Quiet {
  outcome: 'NOTHING' | 'BLOCKED'
  last: string | undefined
  text: string
}

/** It will not, or said nothing that is understood. */
interface Untold {
  outcome: 'REFUSED' | 'UNKNOWN'
  text: string
}

/** Nothing left this server, so that no hour runs. */
export interface Unasked {
  outcome: 'UNASKED'
  text: string
}

export type Distribution = Lot | Quiet | Untold | Unasked

export interface DistributionAsked {
  company_id: string
  /** CNPJ or CPF. */
  document_number: string
  /** IBGE code of the state; the list of service notes has none. */
  uf: string
  /** The last number read, fifteen digits. */
  after: string
}

/** One note by its key. */
export type KeyAsked = Omit<DistributionAsked, 'after'> & { key: string }

export type ServicesAsked = Omit<DistributionAsked, 'uf'>

export interface NoteDistribution {
  nfe(asked: DistributionAsked): Promise<Distribution>
  /** `last` and `more` say nothing here. */
  nfeByKey(asked: KeyAsked): Promise<Distribution>
  /** Of the national environment, which gives a company its own notes as well. */
  nfse(asked: ServicesAsked): Promise<Distribution>
}

const NOT_CONNECTED: Unasked = {
  outcome: 'UNASKED',
  text: 'Este servidor não está ligado às autoridades: falta configurar o ambiente fiscal.',
}

/** Where no authority is connected nothing pretends to have read anything. */
export const noDistribution: NoteDistribution = {
  nfe: async () => NOT_CONNECTED,
  nfeByKey: async () => NOT_CONNECTED,
  nfse: async () => NOT_CONNECTED,
}
