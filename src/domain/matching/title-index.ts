// Open titles laid out for matching: per kind and account sorted by amount, in typed arrays; words and day buckets are made when first asked for.
import type { Title, TitleKind } from './candidates.ts'
import { dayNumber } from './day-number.ts'
import { KeyIndex } from './key-index.ts'
import { documentKey, fold, keyVariants, nameWords } from './memo.ts'

export const titleFlags = { overdue: 1, card: 2, child: 4 } as const

/** Titles of one kind and one account (or of none), in order of amount. */
export interface Pool {
  readonly accountId: string | null
  /** Title numbers. */
  readonly titles: Int32Array
  readonly amounts: Float64Array
  readonly due: Int32Array
  readonly dates: Int32Array
  readonly flags: Uint8Array
  /** Titles with withholdings in order of their net amount. */
  readonly nets: Float64Array
  readonly netTitles: Int32Array
  /** The most days between due date and expected date of any title. */
  readonly shift: number
  days: Map<number, number[]> | null
}

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
    identifiers: new KeyIndex(),
    documents: new KeyIndex(),
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

function layPool(index: TitleIndex, accountId: string | null, numbers: number[]): Pool {
  const titles = byAmount(index.amounts, numbers)
  sortRuns(index, titles)
  const netTitles = byAmount(
    index.nets,
    numbers.filter(at => index.nets[at]! > 0 && index.nets[at]! < index.amounts[at]!),
  )
  return {
    accountId,
    titles,
    amounts: Float64Array.from(titles, at => index.amounts[at]!),
    due: Int32Array.from(titles, at => index.due[at]!),
    dates: Int32Array.from(titles, at => index.dates[at]!),
    flags: Uint8Array.from(titles, at => index.flags[at]!),
    nets: Float64Array.from(netTitles, at => index.nets[at]!),
    netTitles,
    shift: numbers.reduce((most, at) => Math.max(most, Math.abs(index.due[at]! - index.dates[at]!)), 0),
    days: null,
  }
}

/** Longer runs of one amount are kept in order of due date. */
const longRun = 32

function sortRuns(index: TitleIndex, titles: Int32Array): void {
  for (let start = 0; start < titles.length; ) {
    const amount = index.amounts[titles[start]!]!
    let end = start + 1
    while (end < titles.length && index.amounts[titles[end]!] === amount) end++
    if (end - start > longRun) titles.subarray(start, end).sort((one, other) => index.due[one]! - index.due[other]! || one - other)
    start = end
  }
}

/** Places of exactly this amount; where they are many, only those whose due or expected date may lie within the days given. */
export function equalRange(
  pool: Pool,
  amount: number,
  firstDay: number,
  lastDay: number,
): { readonly start: number; readonly end: number } {
  let start = lowerBound(pool.amounts, amount)
  let end = start
  while (end < pool.amounts.length && end - start <= longRun && pool.amounts[end] === amount) end++
  if (end - start <= longRun) return { start, end }
  end = lowerBound(pool.amounts, amount + 1)
  const due = pool.due
  const firstIn = (day: number, from: number, to: number) => {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      if (due[middle]! < day) low = middle + 1
      else high = middle
    }
    return low
  }
  start = firstIn(firstDay - pool.shift, start, end)
  return { start, end: firstIn(lastDay + pool.shift + 1, start, end) }
}

/** Sorts amount and place as one exact number where both fit in 53 bits: the engine's own numeric sort needs no comparator. */
function byAmount(amounts: Float64Array, numbers: readonly number[]): Int32Array {
  const count = numbers.length
  const factor = 2 ** Math.ceil(Math.log2(count + 1))
  let largest = 0
  for (const at of numbers) if (amounts[at]! > largest) largest = amounts[at]!
  if (largest * factor + factor > Number.MAX_SAFE_INTEGER) {
    return Int32Array.from([...numbers].sort((one, other) => amounts[one]! - amounts[other]! || one - other))
  }
  const keys = new Float64Array(count)
  for (let place = 0; place < count; place++) keys[place] = amounts[numbers[place]!]! * factor + place
  keys.sort()
  return Int32Array.from(keys, key => numbers[key % factor]!)
}

/** The titles a line of this account may pay: the account's own and those without account. */
export function poolsOf(index: TitleIndex, kind: TitleKind, accountId: string): Pool[] {
  const pools: Pool[] = []
  const own = index.pools[kind].get(accountId)
  if (own) pools.push(own)
  const free = index.pools[kind].get(null)
  if (free) pools.push(free)
  return pools
}

/** First place whose amount is not below `amount`. */
export function lowerBound(amounts: Float64Array, amount: number): number {
  let low = 0
  let high = amounts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (amounts[middle]! < amount) low = middle + 1
    else high = middle
  }
  return low
}

/** Title numbers by due day, each bucket with the largest amount first, then id. */
export function dayBuckets(index: TitleIndex, pool: Pool): Map<number, number[]> {
  if (pool.days) return pool.days
  const days = new Map<number, number[]>()
  for (let place = pool.titles.length - 1; place >= 0; place--) push(days, pool.due[place]!, pool.titles[place]!)
  for (const bucket of days.values()) {
    bucket.sort((one, other) => index.amounts[other]! - index.amounts[one]! || compareIds(index.titles[one]!.id, index.titles[other]!.id))
  }
  pool.days = days
  return days
}

export function contactWords(index: TitleIndex, contact: number): Int32Array {
  const entry = index.contacts[contact]!
  entry.words ??= internWords(index, nameWords(entry.name))
  return entry.words
}

export function wordsOfDescription(index: TitleIndex, title: number): Int32Array {
  const known = index.descriptionWords[title]
  if (known) return known
  const text = index.titles[title]!.description
  let words = index.descriptionCache.get(text)
  if (!words) {
    words = internWords(index, nameWords(text))
    index.descriptionCache.set(text, words)
  }
  index.descriptionWords[title] = words
  return words
}

/** The contact's name as the search compares it. */
export function foldedName(index: TitleIndex, title: number): string {
  const contact = index.contacts[index.contactOf[title]!]
  if (!contact) return ''
  contact.folded ??= fold(contact.name)
  return contact.folded
}

export function foldedDescription(index: TitleIndex, description: string): string {
  let folded = index.foldedCache.get(description)
  if (folded === undefined) {
    folded = fold(description)
    index.foldedCache.set(description, folded)
  }
  return folded
}

export function internWords(index: TitleIndex, texts: readonly string[]): Int32Array {
  return Int32Array.from(texts, text => {
    let word = index.vocabulary.get(text)
    if (word === undefined) {
      word = index.words.length
      index.vocabulary.set(text, word)
      index.words.push(text)
    }
    return word
  })
}

/** Contacts whose name holds a word. */
export function contactsOfWord(index: TitleIndex, word: number): readonly number[] {
  if (!index.contactsByWord) {
    index.contactsByWord = new Map()
    for (let contact = 0; contact < index.contacts.length; contact++) {
      for (const own of contactWords(index, contact)) push(index.contactsByWord, own, contact)
    }
  }
  return index.contactsByWord.get(word) ?? []
}

/** Ids grow with time (UUIDv7), so the smaller text is the older record. */
export function compareIds(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function push<Key>(map: Map<Key, number[]>, key: Key, value: number): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
