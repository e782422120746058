// Open titles kept small, for a company may have a million of them: numbers in typed columns, texts as bytes, records only on demand.
import { dayOfSerial, serialOf } from '../day-serial.ts'
import type { Steps } from '../steps.ts'
import type { Title } from './candidates.ts'
import { KeyIndex } from './key-index.ts'
import { enlarged, TextColumn } from './text-column.ts'
import type { IndexedContact } from './title-index.ts'

export const titleFlags = { overdue: 1, card: 2, child: 4, receivable: 8 } as const

/** Titles between two steps. */
const STRIDE = 16_384

export class TitleStore {
  length = 0
  amounts = new Float64Array(256)
  /** Amount minus withholdings. */
  nets = new Float64Array(256)
  due = new Int32Array(256)
  dates = new Int32Array(256)
  flags = new Uint8Array(256)
  /** Indices into `contacts`; -1: nobody. */
  contactOf = new Int32Array(256)
  /** Everyone a title ever named, by number. */
  readonly contacts: IndexedContact[]
  readonly #ids = new TextColumn()
  readonly #descriptions = new TextColumn()
  readonly #documents = new TextColumn()
  /** Parent and identifiers as JSON; usually empty. */
  readonly #marks = new TextColumn()
  readonly #accounts = new RefColumn()
  readonly #categories = new RefColumn()
  #byId: KeyIndex | undefined

  constructor(contacts: IndexedContact[]) {
    this.contacts = contacts
  }

  /** Until then no title is found by its id. */
  *indexIds(): Steps<void> {
    const byId = new KeyIndex(this.length)
    for (let at = 0; at < this.length; at++) {
      byId.add(this.id(at), at, 0, false)
      if (at % STRIDE === 0) yield
    }
    this.#byId = byId
  }

  /** Returns the title's number. */
  add(title: Title, contact: number): number {
    const at = this.length++
    if (at === this.flags.length) this.#grow()
    this.amounts[at] = title.amount_cents
    this.nets[at] = title.amount_cents - (title.withholdings_cents ?? 0)
    const due = serialOf(title.due_date)
    this.due[at] = due
    this.dates[at] = title.date === title.due_date ? due : serialOf(title.date)
    this.flags[at] =
      (title.overdue ? titleFlags.overdue : 0) |
      (title.is_card ? titleFlags.card : 0) |
      (title.parent_entry_id ? titleFlags.child : 0) |
      (title.kind === 'RECEIVABLE' ? titleFlags.receivable : 0)
    this.contactOf[at] = contact
    this.#ids.add(title.id)
    this.#byId?.add(title.id, at, 0, false)
    this.#descriptions.add(title.description)
    this.#documents.add(title.document_number ?? '')
    const marked = title.parent_entry_id || title.identifiers.length > 0
    this.#marks.add(marked ? JSON.stringify([title.parent_entry_id ?? null, ...title.identifiers]) : '')
    this.#accounts.add(title.bank_account_id)
    this.#categories.add(title.category_id ?? null)
    return at
  }

  #grow(): void {
    const size = this.flags.length * 2
    this.amounts = enlarged(this.amounts, size)
    this.nets = enlarged(this.nets, size)
    this.due = enlarged(this.due, size)
    this.dates = enlarged(this.dates, size)
    this.flags = enlarged(this.flags, size)
    this.contactOf = enlarged(this.contactOf, size)
  }

  id = (at: number): string => this.#ids.at(at)
  description = (at: number): string => this.#descriptions.at(at)
  documentNumber = (at: number): string | null => this.#documents.at(at) || null
  kind = (at: number): Title['kind'] => ((this.flags[at]! & titleFlags.receivable) !== 0 ? 'RECEIVABLE' : 'BILL')
  accountId = (at: number): string | null => this.#accounts.at(at)
  categoryId = (at: number): string | null => this.#categories.at(at)
  identifiers = (at: number): readonly string[] => this.#marksOf(at).slice(1) as string[]
  /** Has a document number or an identifier, as titles of invoices and boletos have. */
  isInvoiced = (at: number): boolean => !this.#documents.isEmpty(at) || !this.#marks.isEmpty(at)
  compareIds = (one: number, other: number): number => this.#ids.compare(one, other)

  #marksOf(at: number): readonly (string | null)[] {
    return this.#marks.isEmpty(at) ? [] : JSON.parse(this.#marks.at(at))
  }

  /** Builds the whole record. */
  at(at: number): Title {
    const contact = this.contacts[this.contactOf[at]!]
    const [parent = null, ...identifiers] = this.#marksOf(at)
    const amount_cents = this.amounts[at]!
    return {
      id: this.id(at),
      kind: this.kind(at),
      amount_cents,
      due_date: dayOfSerial(this.due[at]!),
      date: dayOfSerial(this.dates[at]!),
      bank_account_id: this.accountId(at),
      contact_id: contact?.id ?? null,
      contact_name: contact?.name ?? '',
      contact_document: contact?.document ?? null,
      description: this.description(at),
      document_number: this.documentNumber(at),
      identifiers: identifiers as string[],
      overdue: (this.flags[at]! & titleFlags.overdue) !== 0,
      withholdings_cents: amount_cents - this.nets[at]!,
      is_card: (this.flags[at]! & titleFlags.card) !== 0,
      parent_entry_id: parent,
      category_id: this.categoryId(at),
    }
  }

  /** The numbers that an id has had, the newest first. */
  numbersOf(id: string): number[] {
    return this.#byId?.titlesOf(id).filter(title => this.id(title) === id) ?? []
  }

  /** The newest record of an id. */
  find(id: string): Title | undefined {
    const [at] = this.numbersOf(id)
    return at === undefined ? undefined : this.at(at)
  }
}

/** Ids that thousands of titles share, or none. */
class RefColumn {
  #numbers = new Int32Array(256)
  #length = 0
  readonly #texts: (string | null)[] = [null]
  readonly #known = new Map<string, number>()

  add(text: string | null): void {
    if (this.#length === this.#numbers.length) this.#numbers = enlarged(this.#numbers, this.#length + 1)
    this.#numbers[this.#length++] = text === null ? 0 : this.#numberOf(text)
  }

  at(place: number): string | null {
    return this.#texts[this.#numbers[place]!] ?? null
  }

  #numberOf(text: string): number {
    let number = this.#known.get(text)
    if (number === undefined) {
      number = this.#texts.push(text) - 1
      this.#known.set(text, number)
    }
    return number
  }
}
