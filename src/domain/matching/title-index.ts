// Open titles laid out for matching: columns by title number, exact keys, contacts, and a pool per kind and account.

import { finish, type Steps } from '../steps.ts'
import type { Title, TitleKind } from './candidates.ts'
import { KeyIndex } from './key-index.ts'
import { documentKey, keyVariants } from './memo.ts'
import { layPool, type Pool } from './pools.ts'
import { TitleStore } from './title-store.ts'

export { titleFlags } from './title-store.ts'

export interface IndexedContact {
  readonly id: string | null
  readonly name: string
  readonly document: string | null
  readonly documentKey: string
  words: Int32Array | null
  folded: string | null
  titles: number[]
}

/** Made once by `buildIndex` and valid for any number of lines; opaque outside this folder. */
export interface TitleIndex {
  readonly titles: TitleStore
  /** Titles with a smaller number are its own; the store may have gone on. */
  readonly length: number
  /** Numbers of titles that have left since. */
  readonly gone: ReadonlySet<number>
  readonly amounts: Float64Array
  /** Amount minus withholdings. */
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
  readonly known: KnownContacts
  contactsByWord: Map<number, number[]> | null
}

const shortestIdentifier = 6

const shortestNumber = 3

/** O(n log n), once; keep it while the same titles stay open. It reads the titles once and does not keep them. */
export function buildIndex(titles: Iterable<Title>): TitleIndex {
  const builder = new IndexBuilder()
  for (const title of titles) builder.add(title)
  return finish(builder.build())
}

/** For titles that arrive in parts. */
export class IndexBuilder {
  readonly #contacts: IndexedContact[] = []
  readonly #titles = new TitleStore(this.#contacts)
  readonly #keys = { identifiers: new KeyIndex(1024), documents: new KeyIndex(1024) }
  readonly #members: Record<TitleKind, Map<string | null, number[]>> = { BILL: new Map(), RECEIVABLE: new Map() }
  readonly #known: KnownContacts = { plain: new Map(), byDocument: new Map(), byId: new Map() }

  add(title: Title): void {
    const contact = readContact(this.#contacts, title, this.#known)
    const at = this.#titles.add(title, contact)
    readKeys(this.#keys, title, at)
    this.#contacts[contact]?.titles.push(at)
    push(this.#members[title.kind], title.bank_account_id, at)
  }

  /** In steps, the longest of which is one pool. */
  *build(): Steps<TitleIndex> {
    yield* this.#titles.indexIds()
    const { amounts, nets, due, dates, flags, contactOf, length } = this.#titles
    const index: TitleIndex = {
      titles: this.#titles,
      length,
      gone: new Set(),
      amounts,
      nets,
      due,
      dates,
      flags,
      contactOf,
      contacts: this.#contacts,
      ...this.#keys,
      pools: { BILL: new Map(), RECEIVABLE: new Map() },
      vocabulary: new Map(),
      words: [],
      descriptionWords: new Array<Int32Array | undefined>(length),
      descriptionCache: new Map(),
      foldedCache: new Map(),
      known: this.#known,
      contactsByWord: null,
    }
    for (const kind of ['BILL', 'RECEIVABLE'] as const) {
      for (const [accountId, numbers] of this.#members[kind]) {
        index.pools[kind].set(accountId, layPool(index, accountId, numbers))
        yield
      }
    }
    return index
  }
}

export function readKeys({ identifiers, documents }: Pick<TitleIndex, 'identifiers' | 'documents'>, title: Title, at: number): void {
  for (const identifier of title.identifiers) {
    const length = identifiers.add(identifier, at, shortestIdentifier, false)
    // Too short to be proof, so a four-digit nosso número counts as a document number.
    if (length < shortestIdentifier) documents.add(identifier, at, shortestNumber, true)
  }
  if (title.document_number) documents.add(title.document_number, at, shortestNumber, true)
}

const isIn = ({ length, gone }: TitleIndex, title: number): boolean => title < length && !gone.has(title)

/** The number of an id's title; -1 when the index has none. */
export function numberOf(index: TitleIndex, id: string): number {
  return index.titles.numbersOf(id).find(title => isIn(index, title)) ?? -1
}

/** Titles with an identifier equal to this key. */
export function titlesIdentified(index: TitleIndex, key: string): number[] {
  if (key.length < shortestIdentifier) return []
  return index.identifiers
    .titlesOf(key)
    .filter(title => isIn(index, title) && index.titles.identifiers(title).some(text => documentKey(text) === key))
}

/** Titles whose document number, or whose identifier when too short, equals this key. */
export function titlesNumbered(index: TitleIndex, key: string): number[] {
  return index.documents.titlesOf(key).filter(title => {
    if (!isIn(index, title)) return false
    const texts = [index.titles.documentNumber(title) ?? '', ...index.titles.identifiers(title)]
    return texts.some(text => keyVariants(text).includes(key))
  })
}

export interface KnownContacts {
  readonly plain: Map<string, number>
  readonly byDocument: Map<string, number[]>
  readonly byId: Map<string, number[]>
}

const withTitles = ({ contacts }: TitleIndex, numbers: readonly number[] = []): readonly number[] =>
  numbers.filter(number => contacts[number]!.titles.length > 0)

/** Contacts with a document of this key, and titles. */
export const contactsOfDocument = (index: TitleIndex, key: string): readonly number[] => withTitles(index, index.known.byDocument.get(key))

/** Contacts of this id with titles: one, or the same under several names. */
export const contactsOfId = (index: TitleIndex, id: string): readonly number[] => withTitles(index, index.known.byId.get(id))

/** The number of the title's contact; -1 when it has none. */
export function readContact(contacts: IndexedContact[], title: Title, known: KnownContacts): number {
  if (title.contact_id === null && title.contact_name === '') return -1
  const document = title.contact_document ?? null
  const plainKey = title.contact_id ?? `\n${title.contact_name}`
  const first = known.plain.get(plainKey)
  const like = first === undefined ? undefined : contacts[first]
  // The same contact under two names or documents (old snapshots) stays two contacts, so that the order of input does not matter.
  const differs = like !== undefined && (like.name !== title.contact_name || like.document !== document)
  const key = differs ? `${plainKey}\n${title.contact_name}\n${document}` : plainKey
  const found = differs ? known.plain.get(key) : first
  if (found !== undefined) return found
  const number = contacts.length
  const contact = {
    id: title.contact_id,
    name: title.contact_name,
    document,
    documentKey: document ? documentKey(document) : '',
    words: null,
    folded: null,
    titles: [],
  }
  contacts.push(contact)
  known.plain.set(key, number)
  if (contact.documentKey.length >= 8) push(known.byDocument, contact.documentKey, number)
  if (title.contact_id !== null) push(known.byId, title.contact_id, number)
  return number
}

export function push<Key>(map: Map<Key, number[]>, key: Key, value: number): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
