// What went through a demo company's digital account: charges that customers paid, payments it sent, and the titles of both.
import { addDays, type Day } from '#domain/days.ts'
import type { PaymentMethod } from '#domain/enums.ts'
import { endToEndId, newTxid } from '#domain/payments/pix-ids.ts'
import { LOCAL_ISPB, LOCAL_ROUTING_NUMBER } from '#server/adapters/local-bank/ground.ts'
import type { Movement, Party } from '#server/adapters/payments.ts'
import type { Books } from './books.ts'
import { type Account, type Contact, instantOf, type Title } from './title.ts'

/** How many days ago the account was opened: no month since then is closed. */
export const OPENED_DAYS_AGO = 45
const FEES = { PIX: 99, BOLETO: 249 } as const
export const OUTSIDE_BANK = 'Banco do Brasil S.A.'
const OUTSIDE_ISPB = '00000000'

export interface DemoCharge {
  readonly id: string
  readonly txid: string
  readonly status: 'PAID' | 'PENDING' | 'CANCELLED'
  readonly method: 'PIX' | 'BOLETO'
  readonly cents: number
  readonly fee: number
  readonly created: Day
  readonly due: Day
  readonly expires: Day
  readonly payer: Contact
  readonly title: Title | undefined
  readonly paid: { readonly at: number; readonly end_to_end_id: string | null } | undefined
}

export interface DemoPayment {
  readonly id: string
  readonly bill: Title
  readonly payee: Contact
  readonly settled: { readonly at: number; readonly end_to_end_id: string; readonly code: string } | undefined
}

export interface DigitalBooks {
  readonly account: Account
  readonly charges: readonly DemoCharge[]
  readonly paid: readonly DemoPayment[]
  readonly waiting: readonly DemoPayment[]
  readonly refused: readonly DemoPayment[]
  /** In the bank's order, without the first deposit. */
  readonly movements: readonly DemoMovement[]
}

export type DemoMovement = Pick<
  Movement,
  'code' | 'type' | 'amount_cents' | 'description' | 'counterparty' | 'end_to_end_id' | 'reference'
> & {
  readonly at: number
}

export const partyOf = (contact: Contact): Party => ({ name: contact.name, document_number: contact.document, bank_name: OUTSIDE_BANK })

/** Undefined for a company without a digital account. */
export function writeDigitalBooks(books: Books): DigitalBooks | undefined {
  const account = books.accounts.find(each => each.routing === LOCAL_ROUTING_NUMBER)
  if (!account) return undefined
  const desk = new DigitalDesk(books, account)
  const charges = [
    desk.charge('PAID', 'PIX', { created: 34, due: 30 }),
    desk.charge('PAID', 'BOLETO', { created: 28, due: 14 }),
    desk.charge('PENDING', 'PIX', { created: 44, due: 40 }),
    desk.charge('PENDING', 'BOLETO', { created: 20, due: 6 }),
    desk.charge('PENDING', 'PIX', { created: 2, due: -5 }),
    desk.charge('CANCELLED', 'PIX', { created: 12, due: 8 }),
  ]
  const paid = [desk.pay(21), desk.pay(21)]
  const waiting = [desk.bill(-3), desk.bill(-4)]
  const refused = [desk.bill(-9)]
  const movements = desk.movements.sort((one, other) => one.at - other.at)
  return { account, charges, paid, waiting, refused, movements }
}

/** Days after the due date on which a charge can still be paid. */
const PAYABLE_DAYS = 25

class DigitalDesk {
  readonly movements: DemoMovement[] = []
  readonly #books: Books
  readonly #account: Account
  #customer = 0
  #supplier = 0

  constructor(books: Books, account: Account) {
    this.#books = books
    this.#account = account
  }

  /** Days count back from today. A paid charge moved the money on its due day; a cancelled one has no title. */
  charge(status: DemoCharge['status'], method: DemoCharge['method'], days: { created: number; due: number }): DemoCharge {
    const { random, sector, today } = this.#books.facts
    const created = addDays(today, -days.created)
    const due = addDays(today, -days.due)
    const id = random.id(instantOf(created, -3))
    const payer = this.#books.contact('CUSTOMER', sector.customers[this.#customer++] ?? '')
    const cents = random.cents(184_000, 0.5)
    const title = status === 'CANCELLED' ? undefined : this.#title('RECEIVABLE', cents, { created, due, method, contact: payer })
    const at = instantOf(due, -2)
    const end_to_end_id = method === 'PIX' ? endToEndId(OUTSIDE_ISPB, at, this.#bytes(11)) : null
    if (title && status === 'PAID') this.#receive(title, { at, end_to_end_id, payer, method, reference: id })
    else if (title) this.#books.open(title)
    return {
      id,
      txid: newTxid(this.#bytes(32)),
      status,
      method,
      cents,
      fee: FEES[method],
      created,
      due,
      expires: addDays(due, PAYABLE_DAYS),
      payer,
      title,
      paid: status === 'PAID' ? { at, end_to_end_id } : undefined,
    }
  }

  /** A bill paid by Pix that many days ago. */
  pay(daysAgo: number): DemoPayment {
    const day = addDays(this.#books.facts.today, -daysAgo)
    const { bill, payee, id } = this.#bill(day, addDays(day, -10))
    const at = instantOf(day, -1 + 0.01 * this.#supplier)
    const settled = { at, end_to_end_id: endToEndId(LOCAL_ISPB, at, this.#bytes(11)), code: this.#code() }
    const description = `Pix enviado a ${payee.name}`
    this.#books.settle([bill], { day, memo: description, account: this.#account, transaction: settled.end_to_end_id })
    this.movements.push({
      ...settled,
      type: 'PIX_OUT',
      amount_cents: -bill.amount_cents,
      description,
      counterparty: partyOf(payee),
      reference: id,
    })
    return { id, bill, payee, settled }
  }

  /** An unpaid bill; days count back from today. */
  bill(daysAgo: number): DemoPayment {
    const { today } = this.#books.facts
    const made = this.#bill(addDays(today, -daysAgo), addDays(today, -6))
    this.#books.open(made.bill)
    return { ...made, settled: undefined }
  }

  #bill(due: Day, created: Day): { id: string; bill: Title; payee: Contact } {
    const { random, sector } = this.#books.facts
    const supplier = sector.suppliers[this.#supplier++ % sector.suppliers.length]
    const payee = this.#books.contact('SUPPLIER', supplier?.name ?? '')
    const bill = this.#title('BILL', random.cents(96_000, 0.5), { created, due, method: 'PIX', contact: payee })
    return { id: random.id(instantOf(created, -2)), bill, payee }
  }

  #title(
    kind: Title['kind'],
    amount: number,
    { created, due, method, contact }: { created: Day; due: Day; method: PaymentMethod; contact: Contact },
  ): Title {
    const { sector } = this.#books.facts
    const text = kind === 'BILL' ? `Compra avulsa, ${contact.name}` : `Cobrança pela conta digital, ${contact.name}`
    const category = kind === 'BILL' ? 'Compra de mercadorias' : sector.revenue
    return this.#books.title({ kind, amount, due, issue: created, created, category, contact, text, method, account: this.#account })
  }

  #receive(
    title: Title,
    paid: { at: number; end_to_end_id: string | null; payer: Contact; method: DemoCharge['method']; reference: string },
  ): void {
    const code = this.#code()
    const isPix = paid.method === 'PIX'
    const description = `${isPix ? 'Pix' : 'Boleto'} recebido de ${paid.payer.name}`
    const { reference, end_to_end_id, at } = paid
    const day = title.due_date
    this.#books.settle([title], { day, memo: description, account: this.#account, transaction: end_to_end_id ?? code })
    const move = { counterparty: partyOf(paid.payer), end_to_end_id, reference, code, at, description }
    this.movements.push({ ...move, type: isPix ? 'PIX_IN' : 'BOLETO_IN', amount_cents: title.amount_cents })
    const fee = this.#books.title({
      kind: 'BILL',
      amount: FEES[paid.method],
      due: day,
      created: day,
      category: 'Tarifas bancárias',
      text: 'Tarifa de cobrança',
      method: null,
      account: this.#account,
    })
    const feeCode = this.#code()
    this.#books.settle([fee], { day, memo: 'Tarifa de cobrança', account: this.#account, transaction: feeCode })
    this.movements.push({
      code: feeCode,
      type: 'FEE',
      amount_cents: -FEES[paid.method],
      description: 'Tarifa de cobrança',
      counterparty: null,
      end_to_end_id: null,
      reference,
      at: at + 1_000,
    })
  }

  /** In the format of the local bank's codes. */
  #code(): string {
    return Array.from(this.#bytes(12), byte => byte.toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase()
  }

  #bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.#books.facts.random.int(0, 255))
  }
}
