// Open titles laid out for matching: columns by title number, exact keys, contacts, and a pool per kind and account.
import type { Title, TitleKind } from './candidates.ts'
import { dayNumber } from './day-number.ts'
import { KeyIndex } from './key-index.ts'
import { documentKey, keyVariants } from './memo.ts'
import { layPool, type Pool } from './pools.ts'

export const titleFlags = { overdue: 1, card: 2, child: 4 } as const

export interface IndexedContact {
  readonly id: string | null
  readonly name: string
  readonly document: string | null
  readonly documentKey: string
  words: Int32Array | null
  folded: string | null
  titles: number[]
}

/** Made once by `buildIndex` and good for any number of lines; opaque outside this folder. */
export interface TitleIndex {
  readonly titles: readonly Title[]
  readonly amounts: Float64Array
  /** Amount less withholdings. */
  readonly nets: Float64Array
  readonly due: Int32Array
  readonly dates: Int32Array
  readonly flags: Uint8Array
  readonly contactOf: Int32Array
  readonly contacts: IndexedContact[]
  readonly identifiers: KeyIndex
  readonly documents: KeyIndex
  readonly pools: Readonly<Record<TitleKind, Map<string | null, Pool>>>
  readonly vocabulary: Map<string, number>
  readonly words: string[]
  readonly descriptionWords: (Int32Array | undefined)[]
  readonly descriptionCache: Map<string, Int32Array>
  readonly foldedCache: Map<string, string>
  readonly contactsByDocument: Map<string, number[]>
  readonly contactsById: Map<string, number[]>
  contactsByWord: Map<number, number[]> | null
}

const shortestIdentifier = 6

const shortestNumber = 3

/** O(n log n) once; keep it while the same titles stay open. */
export function buildIndex(titles: readonly Title[]): TitleIndex {
  const size = titles.length
  const index: TitleIndex = {
    titles,
    amounts: new Float64Array(size),
    nets: new Float64Array(size),
    due: new Int32Array(size),
    dates: new Int32Array(size),
    flags: new Uint8Array(size),
    contactOf: new Int32Array(size).fill(-1),
    contacts: [],
    identifiers: new KeyIndex(size),
    documents: new KeyIndex(size),
    pools: { BILL: new Map(), RECEIVABLE: new Map() },
    vocabulary: new Map(),
    words: [],
    descriptionWords: new Array<Int32Array | undefined>(size),
    descriptionCache: new Map(),
    foldedCache: new Map(),
    contactsByDocument: new Map(),
    contactsById: new Map(),
    contactsByWord: null,
  }
  const members: Record<TitleKind, Map<string | null, number[]>> = { BILL: new Map(), RECEIVABLE: new Map() }
  const knownContacts = new Map<string, number>()
  for (let at = 0; at < size; at++) {
    const title = titles[at]!
    readTitle(index, title, at)
    readKeys(index, title, at)
    readContact(index, title, at, knownContacts)
    const ofKind = members[title.kind]
    const pool = ofKind.get(title.bank_account_id)
    if (pool) pool.push(at)
    else ofKind.set(title.bank_account_id, [at])
  }
  for (const kind of ['BILL', 'RECEIVABLE'] as const) {
    for (const [accountId, numbers] of members[kind]) index.pools[kind].set(accountId, layPool(index, accountId, numbers))
  }
  return index
}

function readTitle(index: TitleIndex, title: Title, at: number): void {
  index.amounts[at] = title.amount_cents
  index.nets[at] = title.amount_cents - (title.withholdings_cents ?? 0)
  const due = dayNumber(title.due_date)
  index.due[at] = due
  index.dates[at] = title.date === title.due_date ? due : dayNumber(title.date)
  index.flags[at] =
    (title.overdue ? titleFlags.overdue : 0) | (title.is_card ? titleFlags.card : 0) | (title.parent_entry_id ? titleFlags.child : 0)
}

function readKeys(index: TitleIndex, title: Title, at: number): void {
  for (const identifier of title.identifiers) {
    const length = index.identifiers.add(identifier, at, shortestIdentifier, false)
    // Too short to be proof: a four-digit nosso número counts as a document number.
    if (length < shortestIdentifier) index.documents.add(identifier, at, shortestNumber, true)
  }
  if (title.document_number) index.documents.add(title.document_number, at, shortestNumber, true)
}

/** Titles with an identifier of this key. */
export function titlesIdentified(index: TitleIndex, key: string): number[] {
  if (key.length < shortestIdentifier) return []
  return index.identifiers.titlesOf(key).filter(title => index.titles[title]!.identifiers.some(text => documentKey(text) === key))
}

/** Titles whose document number, or too short an identifier, is this key. */
export function titlesNumbered(index: TitleIndex, key: string): number[] {
  return index.documents.titlesOf(key).filter(title => {
    const { document_number, identifiers } = index.titles[title]!
    return [document_number ?? '', ...identifiers].some(text => keyVariants(text).includes(key))
  })
}

function readContact(index: TitleIndex, title: Title, at: number, known: Map<string, number>): void {
  if (title.contact_id === null && title.contact_name === '') return
  const document = title.contact_document ?? null
  const plainKey = title.contact_id ?? `\n${title.contact_name}`
  let number = known.get(plainKey)
  const first = number === undefined ? undefined : index.contacts[number]
  // The same contact under two names or documents (old snapshots) is kept as two, so that no order of input decides.
  if (first && (first.name !== title.contact_name || first.document !== document)) {
    number = known.get(`${plainKey}\n${title.contact_name}\n${document}`)
  }
  if (number === undefined) {
    number = index.contacts.length
    const key = document ? documentKey(document) : ''
    index.contacts.push({
      id: title.contact_id,
      name: title.contact_name,
      document,
      documentKey: key,
      words: null,
      folded: null,
      titles: [],
    })
    known.set(first ? `${plainKey}\n${title.contact_name}\n${document}` : plainKey, number)
    if (key.length >= 8) push(index.contactsByDocument, key, number)
    if (title.contact_id !== null) push(index.contactsById, title.contact_id, number)
  }
  index.contactOf[at] = number
  index.contacts[number]!.titles.push(at)
}

export function push<Key>(map: Map<Key, number[]>, key: Key, value: number): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
