// One demo company's books while they are written: contacts and accounts by name, titles, their settlement by bank lines, balances.

import { DIFFERENCE_CATEGORY } from '#domain/categories.ts'
import { addDays, addMonths, type Day } from '#domain/days.ts'
import type { DifferenceKind, TitleKind } from '#domain/enums.ts'
import { DIFFERENCE_KIND_LABELS } from '#domain/labels.ts'
import { differenceSign } from '#domain/matching/differences.ts'
import { fold } from '#domain/matching/memo.ts'
import { allocate } from '#domain/money.ts'
import { BankLines } from './bank-lines.ts'
import type { DemoCompany } from './companies.ts'
import { boletoLine, someCnpj, someCpf } from './documents.ts'
import { addressIn } from './places.ts'
import type { Random } from './random.ts'
import { Running } from './running.ts'
import type { DemoSector } from './sectors.ts'
import type { Sink } from './sink.ts'
import {
  type Account,
  bankName,
  type Contact,
  happenedAt,
  instantOf,
  type Movement,
  signed,
  type Title,
  type TitleDraft,
  textOf,
  unsettled,
} from './title.ts'

const earlierOf = (one: Day, other: Day): Day => (one < other ? one : other)

export interface BookFacts {
  readonly company: DemoCompany
  readonly sector: DemoSector
  readonly random: Random
  readonly sink: Sink
  readonly today: Day
  /** First day of the books. */
  readonly start: Day
  /** The day up to which every bank line is settled. */
  readonly settledUpTo: Day
  readonly ownerId: string
  readonly ownerName: string
  readonly ownerDocument: string
  readonly accountantId: string
  /** Distinguishes this company's invented people from the others'. */
  readonly salt: number
  readonly categories: ReadonlyMap<string, string>
}

const SETTLED_STATUS = { BILL: 'PAID', RECEIVABLE: 'RECEIVED' } as const

export class Books {
  readonly facts: BookFacts
  readonly accounts: readonly Account[]
  /** Entries written so far. */
  count = 0
  readonly #contacts = new Map<string, Contact>()
  readonly #booked = new Running()
  readonly #lines: BankLines

  constructor(facts: BookFacts) {
    this.facts = facts
    this.accounts = facts.company.accounts.map(account => ({ ...account, id: facts.random.id(instantOf(facts.start, -4)) }))
    for (const { id, ...account } of this.accounts) {
      facts.sink.add('bank_accounts', {
        id,
        created_at: textOf(instantOf(facts.start, -4)),
        kind: account.kind,
        routing_number: account.routing,
        institution_name: account.institution,
        branch_number: account.branch,
        account_number: account.number,
        date_initial_balance: facts.start,
      })
    }
    this.#lines = new BankLines(facts, this.main)
  }

  get main(): Account {
    return this.accounts[0] as Account
  }

  get second(): Account | undefined {
    return this.accounts[1]
  }

  category(name: string): string {
    const id = this.facts.categories.get(name)
    if (id === undefined) throw new Error(`the default chart has no category ${name}`)
    return id
  }

  /** The contact of a name, created on first use. */
  contact(kind: 'SUPPLIER' | 'CUSTOMER', name: string, person = false): Contact {
    const key = `${kind}|${name}`
    const known = this.#contacts.get(key)
    if (known) return known
    const { random, start, company } = this.facts
    const created = instantOf(start, -3)
    const isOwner = person && name === this.facts.ownerName
    const document = isOwner ? this.facts.ownerDocument : person ? someCpf(random) : someCnpj(random)
    const contact: Contact = { id: random.id(created), name, document, memo: bankName(name) }
    this.#contacts.set(key, contact)
    const mailbox = fold(name)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '')
    this.facts.sink.add('contacts', {
      id: contact.id,
      created_at: textOf(created),
      kind,
      type: person ? 'NATURAL' : 'LEGAL',
      document_number: document,
      name,
      email: person ? `${mailbox}@exemplo.com.br` : `financeiro@${mailbox}.exemplo.com.br`,
      phone_number: `+5519${person ? '9' : '3'}${person ? random.digits(8) : random.digits(7)}`,
      address: addressIn(company, 'Avenida Brasil', 1 + (Number.parseInt(contact.id.slice(-4), 16) % 2_000)),
      pix_keys: kind === 'SUPPLIER' ? [{ key: document, type: person ? 'CPF' : 'CNPJ' }] : [],
    })
    return contact
  }

  /** A title not yet written: `open`, `settle` or `wait` writes it. */
  title(draft: TitleDraft): Title {
    const { random, start, ownerId, today } = this.facts
    const earliest = draft.created ?? draft.issue ?? addDays(draft.due, -14)
    const day = earliest < start ? start : earliest > today ? today : earliest
    const created = happenedAt(day, -5 + random.next() * 8, today)
    const account = draft.account === undefined ? this.main : draft.account
    const row = {
      kind: draft.kind,
      amount_cents: draft.amount,
      date: draft.due,
      due_date: draft.due,
      competence_date: draft.competence ?? draft.issue ?? draft.due,
      issue_date: draft.issue === undefined ? null : earlierOf(draft.issue, today),
      bank_account_id: account?.id ?? null,
      category_id: draft.category === null ? null : this.category(draft.category),
      contact_id: draft.contact?.id ?? null,
      additional_information: draft.text,
      document_number: draft.number ?? null,
      payment_method: draft.method === undefined ? 'PIX' : draft.method,
      recurrence_id: draft.recurrence?.id ?? null,
      recurrence_index: draft.recurrence?.index ?? null,
      created_by: ownerId,
    }
    return {
      id: random.id(created),
      kind: draft.kind,
      amount_cents: draft.amount,
      due_date: draft.due,
      created_at: textOf(created),
      bank_account_id: row.bank_account_id,
      category_id: row.category_id,
      contact_id: row.contact_id,
      additional_information: draft.text,
      status: draft.status ?? 'PENDING',
      row,
    }
  }

  /** Writes a title that nobody has paid. */
  open(title: Title, over: Record<string, unknown> = {}): void {
    const { accountantId } = this.facts
    const approved = title.status === 'APPROVED' || title.status === 'WAITING_PAYMENT'
    const isBoleto = title.kind === 'BILL' && title.row.payment_method === 'BOLETO'
    this.#write(title, {
      status: title.status,
      ...(approved ? { approved_by: accountantId } : {}),
      ...(title.status === 'REPROVED' ? { reason: 'Valor diferente do pedido: confirmar com o fornecedor.' } : {}),
      ...(isBoleto ? { payment_details: { boleto: { digitable_line: this.boletoOf(title) } } } : {}),
      ...over,
    })
  }

  /** Writes titles as settled by one conciliated bank line, with the entries that explain the difference. */
  settle(titles: readonly Title[], movement: Movement, over: Record<string, unknown> = {}): void {
    const { random, accountantId, company } = this.facts
    const main = titles[0] as Title
    const account = movement.account ?? this.main
    const at = instantOf(movement.day, 22)
    const conciliation_id = movement.group ?? random.id(at)
    this.facts.sink.add('conciliations', { id: conciliation_id, created_at: textOf(at), created_by: accountantId })
    const settled = { date: movement.day, bank_account_id: account.id, applied_at: textOf(at), conciliation_id, updated_at: textOf(at) }
    const before = company.requires_approval ? 'APPROVED' : 'PENDING'
    for (const title of titles) {
      const status_before = title.kind === 'BILL' ? before : 'PENDING'
      const approval = status_before === 'APPROVED' ? { approved_by: accountantId } : {}
      this.#write(title, {
        ...settled,
        status: SETTLED_STATUS[title.kind],
        status_before,
        before_settlement: unsettled(title, status_before),
        ...approval,
        ...over,
      })
      this.#booked.add(account.id, movement.day, signed(title))
    }
    for (const { kind, cents } of movement.differences ?? []) this.#complement(main, kind, cents, settled)
    this.#lines.add(this.#cents(titles, movement), movement, 'CONCILIATED', conciliation_id)
  }

  /** Writes titles as open, and the bank line that would settle them as not yet conciliated. */
  wait(titles: readonly Title[], movement: Movement): void {
    for (const title of titles) this.open(title)
    this.#lines.add(this.#cents(titles, movement), movement, 'PENDING')
  }

  /** A title settled by hand; its bank line, if given, has yet to be matched. */
  settleByHand(title: Title, movement: Movement): void {
    const account = movement.account ?? this.main
    const applied_at = textOf(instantOf(movement.day, 3))
    this.#write(title, {
      status: SETTLED_STATUS[title.kind],
      status_before: 'PENDING',
      before_settlement: unsettled(title, 'PENDING'),
      date: movement.day,
      bank_account_id: account.id,
      applied_at,
      updated_at: applied_at,
    })
    this.#booked.add(account.id, movement.day, signed(title))
    this.#lines.add(this.#cents([title], movement), movement, 'PENDING')
  }

  /** A bank line that no title explains. */
  line(cents: number, movement: Movement, status: 'PENDING' | 'IGNORED' = 'PENDING'): void {
    this.#lines.add(cents, movement, status)
  }

  /** Money between own accounts: settled on both statements, or two lines waiting to be paired. */
  transfer(from: Account, to: Account, day: Day, cents: number, settled: boolean): void {
    const out: Movement = { day, account: from, memo: `TED ENVIADA ${bankName(to.institution)} ${to.number}` }
    const into: Movement = { day, account: to, memo: `TED RECEBIDA ${bankName(from.institution)} ${from.number}` }
    if (!settled) {
      this.#lines.add(-cents, out, 'PENDING')
      this.#lines.add(cents, into, 'PENDING')
      return
    }
    const { random } = this.facts
    const created = instantOf(day, 1)
    const id = random.id(created)
    const sides = [this.#side('BILL', cents, day, from, `Transferência para ${to.institution} ${to.number}`, id)]
    sides.push(this.#side('RECEIVABLE', cents, day, to, `Transferência de ${from.institution} ${from.number}`, id))
    const [bill, receivable] = sides as [Title, Title]
    this.facts.sink.add('transfers', {
      id,
      created_at: textOf(created),
      date: day,
      amount_cents: cents,
      from_bank_account_id: from.id,
      to_bank_account_id: to.id,
      bill_id: bill.id,
      receivable_id: receivable.id,
    })
    this.settle([bill], out, { status_before: 'PENDING', approved_by: null })
    this.settle([receivable], into)
  }

  /** A title whose first part was paid by a line: the parent leaves the lists; the paid part and the rest are its children. */
  settlePart(title: Title, paid: number, movement: Movement, rest?: Movement): void {
    const { random } = this.facts
    const part = (amount_cents: number): Title => ({
      ...title,
      id: random.id(instantOf(movement.day, 22)),
      amount_cents,
      row: { ...title.row, amount_cents, parent_id: title.id },
    })
    const group = random.id(instantOf(movement.day, 22))
    const open = part(title.amount_cents - paid)
    this.settle([part(paid)], { ...movement, group }, { split_by_conciliation_id: group, before_settlement: null })
    if (rest) this.settle([open], rest, { split_by_conciliation_id: group, sorting_index: 1 })
    else this.open(open, { split_by_conciliation_id: group, sorting_index: 1 })
    this.#write(title, { status: title.status, has_children: true })
  }

  /** A title cut into monthly parts, none of them paid yet. */
  splitPlanned(title: Title, parts: number): void {
    allocate(title.amount_cents, parts).forEach((amount_cents, at) => {
      const due = addMonths(title.due_date, at)
      const text = `${title.additional_information}, ${at + 1} de ${parts}`
      const part = { ...title, id: this.facts.random.id(Date.parse(title.created_at)), amount_cents, due_date: due }
      this.open(
        { ...part, row: { ...title.row, amount_cents, date: due, due_date: due, additional_information: text, parent_id: title.id } },
        { sorting_index: at },
      )
    })
    this.#write(title, { status: title.status, has_children: true })
  }

  /** A boleto line of the title's amount and due date. */
  boletoOf(title: Title): string {
    return boletoLine(this.facts.random, '237', title.due_date, title.amount_cents)
  }

  /** Opening balances, and what the banks report today; neither is ever below zero on any day. */
  balances(): { account: Account; initial: number; bank: number; statement: { id: string; day: Day } | undefined }[] {
    const { random, company } = this.facts
    return this.accounts.map((account, index) => {
      const booked = this.#booked.extremes(account.id)
      const { total, lowest, statement } = this.#lines.of(account.id)
      const cushion = random.cents(company.revenue * (index === 0 ? 0.12 : 0.04), 0.3)
      const initial = cushion - Math.min(booked.lowest, lowest)
      return { account, initial, bank: initial + total, statement }
    })
  }

  #write(title: Title, over: Record<string, unknown>): void {
    this.facts.sink.add('entries', { created_at: title.created_at, ...title.row, ...over, id: title.id })
    this.count++
  }

  #side(kind: TitleKind, cents: number, day: Day, account: Account, text: string, transferId: string): Title {
    const title = this.title({ kind, amount: cents, due: day, category: null, text, account, created: day, method: null })
    return { ...title, row: { ...title.row, transfer_id: transferId } }
  }

  #complement(main: Title, difference: DifferenceKind, cents: number, settled: Record<string, unknown>): void {
    const adds = differenceSign(difference, main.kind) > 0
    const kind: TitleKind = adds === (main.kind === 'BILL') ? 'BILL' : 'RECEIVABLE'
    const day = settled.date as Day
    const title = this.title({
      kind,
      amount: cents,
      due: day,
      category: DIFFERENCE_CATEGORY[main.kind][difference] ?? 'Tarifas bancárias',
      text: `${DIFFERENCE_KIND_LABELS[difference]}: ${main.additional_information}`,
      created: day,
    })
    const account = this.accounts.find(each => each.id === settled.bank_account_id) ?? this.main
    this.#write(title, {
      ...settled,
      created_at: settled.applied_at,
      status: SETTLED_STATUS[kind],
      contact_id: main.contact_id,
      payment_method: null,
      difference_kind: difference,
    })
    this.#booked.add(account.id, day, signed(title))
  }

  #cents(titles: readonly Title[], movement: Movement): number {
    const kind = (titles[0] as Title).kind
    const sum =
      titles.reduce((total, title) => total + title.amount_cents, 0) +
      (movement.differences ?? []).reduce((total, each) => total + differenceSign(each.kind, kind) * each.cents, 0)
    return kind === 'BILL' ? -sum : sum
  }
}
