// Writes over a company's books, chosen by numbers: each picks among the rows that stand there, so that most of them succeed.
import { createHash, randomBytes } from 'node:crypto'
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { Books } from '#tests/kit/books.ts'
import { cpfNumber } from '#tests/kit/documents.ts'
import type { CallInput, TestServer } from '#tests/kit/server.ts'
import { tinyPdf } from '#tests/kit/whole-files.ts'

/** Unlike any other, and no record's id: what people are told may hold it. */
const randomMark = (): string => `m${randomBytes(8).toString('hex')}`
/** The same marks in the same order, for two servers that are told the same: what is alike to one is to the other. */
export function marksInOrder(): () => string {
  let count = 0
  return () => `m${createHash('sha256').update(`${count++}`).digest('hex').slice(0, 16)}`
}
export const MARK = /\bm[0-9a-f]{16}\b/g

export interface Choice {
  /** Which row among those that fit. */
  pick: number
  /** Whatever else the write has to decide. */
  more: number
}

type Row = { id: string; [column: string]: unknown }
type Wanted = [Endpoint, CallInput]

const { bills, receivables, entries, reconciliation, transfers, categories, contacts, bankAccounts, rules } = contract
const DAYS = ['2026-01-20', '2026-02-10', '2026-03-05', '2026-04-01']

/** The writes of one company; `isDead` tells rows deleted before the program began, which it leaves alone. */
export class RandomWrites {
  constructor(
    private readonly server: Pick<TestServer, 'sql'>,
    private readonly b: Books,
    private readonly isDead: (name: string) => boolean,
    private readonly newMark: () => string = randomMark,
  ) {}

  /** By name: what to call, or undefined when nothing fits. */
  readonly all: Record<string, (choice: Choice) => Promise<Wanted | undefined>> = {
    'bills.create': async ({ more }) => [
      bills.create,
      this.at({ ...this.title(more), additional_information: `n ${more}`, payment_details: { pix_key: 'a@b.c' } }),
    ],
    'receivables.create': async ({ more }) => [receivables.create, this.at(this.title(more))],
    'bills.createRecurring': async ({ more }) => [bills.createRecurring, this.at(this.series(more))],
    'receivables.createRecurring': async ({ more }) => [receivables.createRecurring, this.at(this.series(more))],
    'bills.update': async choice => this.onOne(bills.update, await this.titles('BILL'), choice, this.change(choice)),
    'receivables.update': async choice => this.onOne(receivables.update, await this.titles('RECEIVABLE'), choice, this.change(choice)),
    'bills.updateMany': async choice => this.onMany(bills.updateMany, await this.titles('BILL'), choice, this.shared(choice)),
    'receivables.updateMany': async choice =>
      this.onMany(receivables.updateMany, await this.titles('RECEIVABLE'), choice, this.shared(choice)),
    'bills.move': async choice => {
      const status = ['PAID', 'PENDING', 'APPROVED', 'WAITING_APPROVAL', 'REPROVED'][choice.more % 5]
      return this.onMany(bills.move, await this.titles('BILL'), choice, { status })
    },
    'receivables.move': async choice => {
      const status = choice.more % 2 ? 'RECEIVED' : 'PENDING'
      return this.onMany(receivables.move, await this.titles('RECEIVABLE'), choice, { status })
    },
    'bills.split': async choice => this.split(bills.split, 'BILL', choice),
    'receivables.split': async choice => this.split(receivables.split, 'RECEIVABLE', choice),
    'bills.delete': async choice => this.onOne(bills.delete, await this.titles('BILL'), choice),
    'receivables.delete': async choice => this.onOne(receivables.delete, await this.titles('RECEIVABLE'), choice),
    'entries.delete': async choice => this.onEntries(entries.delete, await this.titles(), choice),
    'entries.restore': async choice => this.onEntries(entries.restore, await this.deletedTitles(), choice),
    'entries.copy': async choice => this.onEntries(entries.copy, await this.titles(), choice),
    'bills.conciliate': async choice => {
      const found = await this.pair(choice)
      return found && [bills.conciliate, this.at({ bill_ids: [found.bill], bank_statement_entry_ids: [found.line], ...found.rest })]
    },
    'bills.conciliate by hand': async choice => {
      const ids = this.some(await this.titles('BILL'), choice, 2)
      return ids.length === 0 ? undefined : [bills.conciliate, this.at({ bill_ids: ids, date: '2026-03-04' })]
    },
    'bills.unconciliate': async choice => {
      const ids = this.some(await this.titles('BILL', "and status = 'PAID'"), choice, 1)
      return ids.length === 0 ? undefined : [bills.unconciliate, this.at({ bill_ids: ids })]
    },
    'reconciliation.conciliate': async choice => {
      const found = await this.pair(choice)
      const group = found && { bill_ids: [found.bill], bank_statement_entry_ids: [found.line], ...found.rest }
      return group && [reconciliation.conciliate, this.at({ groups: [group] })]
    },
    'reconciliation.unconciliate': async choice => {
      const ids = this.some(await this.lines('conciliation_id is not null'), choice, 2)
      return ids.length === 0 ? undefined : [reconciliation.unconciliate, this.at({ bank_statement_entry_ids: ids })]
    },
    'reconciliation.ignore': async choice => {
      const ids = this.some(await this.lines(choice.more % 3 ? PENDING : "status = 'IGNORED'"), choice, 2)
      return ids.length === 0 ? undefined : [reconciliation.ignore, this.at({ ids, ignored: choice.more % 3 > 0 })]
    },
    'reconciliation.categorise': async choice => {
      const ids = this.some(await this.lines(PENDING), choice, 2)
      return ids.length === 0 ? undefined : [reconciliation.categorise, this.at({ ids, category_id: this.b.category })]
    },
    'reconciliation.split': async choice => {
      const [line] = this.someRows(await this.lines(PENDING), choice, 1)
      const cents = Math.abs(Number(line?.amount_cents))
      const parts = [{ amount_cents: 1 }, { amount_cents: cents - 1, category_id: this.b.category }]
      return line && [reconciliation.split, this.at({ parts }, { id: line.id })]
    },
    'reconciliation.createEntries': async choice => {
      const ids = this.some(await this.lines(PENDING), choice, 2)
      return ids.length === 0 ? undefined : [reconciliation.createEntries, this.at({ items: ids.map(id => ({ id })) })]
    },
    'transfers.create': async ({ more }) => [transfers.create, this.at(this.transfer(more))],
    'transfers.createMany': async ({ more }) => [
      transfers.createMany,
      this.at({ transfers: [this.transfer(more), this.transfer(more + 1)] }),
    ],
    'transfers.delete': async choice => this.onOne(transfers.delete, await this.live('transfers'), choice),
    'categories.create': async ({ more }) => [categories.create, this.at({ name: `Categoria ${more} ${this.newMark()}`, kind: 'DEBIT' })],
    'categories.update': async choice =>
      this.onOne(categories.update, await this.live('categories', 'parent_category_id is not null'), choice, { name: this.newMark() }),
    'categories.inactivate': async () => [categories.inactivate, this.at(undefined, { id: this.b.category })],
    'categories.activate': async () => [categories.activate, this.at(undefined, { id: this.b.category })],
    'budgets.set': async ({ more }) => [
      contract.budgets.set,
      this.at(
        { amount_cents: more % 4 ? more * 100 : null, initial_date: `2026-0${1 + (more % 2)}-01`, end_date: `2026-0${1 + (more % 2)}-28` },
        { id: this.b.category },
      ),
    ],
    'contacts.create': async ({ more }) => [
      contacts.create,
      { body: { company_id: this.b.company.id, name: `Pessoa ${more}`, kind: 'SUPPLIER', type: 'LEGAL' } },
    ],
    'contacts.update': async choice => this.onOne(contacts.update, await this.live('contacts'), choice, { nickname: `n ${choice.more}` }),
    'contacts.delete': async choice => this.onOne(contacts.delete, await this.live('contacts'), choice),
    'bankAccounts.create': async () => [
      bankAccounts.create,
      this.at({ routing_number: '341', kind: 'CHECKING', institution_name: 'Itaú', initial_balance_amount_cents: 1 }),
    ],
    'bankAccounts.update': async choice =>
      this.onOne(bankAccounts.update, await this.live('bank_accounts'), choice, { account_number: `${choice.more}` }),
    'bankAccounts.archive': async choice => this.onOne(bankAccounts.archive, await this.live('bank_accounts'), choice),
    'rules.create': async ({ more }) => [rules.create, this.at({ contains: 'pix', category_id: this.b.category, priority: more })],
    'rules.update': async choice => this.onOne(rules.update, await this.live('rules'), choice, { priority: choice.more }),
    'rules.apply': async choice => this.onOne(rules.apply, await this.live('rules'), choice),
    'rules.delete': async choice => this.onOne(rules.delete, await this.live('rules'), choice),
    'products.create': async ({ more }) => [
      contract.products.create,
      this.at({ code: `P${more}-${this.newMark()}`, name: 'Café', price_cents: 2500, ncm: '09012100' }),
    ],
    'products.update': async choice =>
      this.onOne(contract.products.update, await this.live('products'), choice, { price_cents: 1 + choice.more }),
    'products.delete': async choice => this.onOne(contract.products.delete, await this.live('products'), choice),
    'services.create': async ({ more }) => [
      contract.services.create,
      this.at({ name: `Consultoria ${more} ${this.newMark()}`, municipal_service_code: '1.06', iss_rate: 290 }),
    ],
    'services.update': async choice =>
      this.onOne(contract.services.update, await this.live('services'), choice, { iss_rate: 200 + choice.more }),
    'services.delete': async choice => this.onOne(contract.services.delete, await this.live('services'), choice),
    'associates.create': async ({ pick, more }) => [
      contract.associates.create,
      this.at({ name: 'Ana', document_number: cpfNumber(70_000 + pick * 50 + more) }),
    ],
    'associates.update': async choice =>
      this.onOne(contract.associates.update, await this.live('associates'), choice, { name: `Ana ${choice.more}` }),
    'associates.delete': async choice => this.onOne(contract.associates.delete, await this.live('associates'), choice),
    'dependents.create': async choice => {
      const [associate_id] = this.some(await this.live('associates'), choice, 1)
      return associate_id === undefined
        ? undefined
        : [contract.dependents.create, this.at({ associate_id, name: 'Bia', birth_date: '2015-01-01', kinship: 'CHILD' })]
    },
    'dependents.delete': async choice => this.onOne(contract.dependents.delete, await this.live('dependents'), choice),
    'taxes.create': async ({ more }) => [
      contract.taxes.create,
      this.at({
        competence_date: `2025-${String(1 + (more % 12)).padStart(2, '0')}-01`,
        kind: 'ISS',
        amount_cents: 1 + more,
        due_date: '2026-04-10',
      }),
    ],
    'taxes.delete': async choice => {
      const [taxId] = this.some(await this.live('taxes'), choice, 1)
      return taxId === undefined ? undefined : [contract.taxes.delete, this.at(undefined, { taxId })]
    },
    'companies.update': async ({ more }) => [contract.companies.update, this.at({ trade_name: `Nome ${more}` })],
    'roles.create': async ({ more }) => [
      contract.roles.create,
      this.at({ name: `Cargo ${more} ${this.newMark()}`, rights: { bills: 'v' } }),
    ],
    'attachments.create': async choice => {
      const [bill_id] = this.some(await this.titles('BILL'), choice, 1)
      const file = new File([tinyPdf('nota')], 'nota.pdf', { type: 'application/pdf' })
      return bill_id === undefined ? undefined : [contract.attachments.create, { params: this.b.c, form: { bill_id, file } }]
    },
    'attachments.delete': async choice => this.onOne(contract.attachments.delete, await this.live('attachments'), choice),
    'entries.upload': async ({ more }) => {
      const sheet = new File([`Vencimento;Valor;Descrição\n05/04/2026;${1 + more},00;Da planilha ${this.newMark()}\n`], 'contas.csv')
      return [contract.entries.upload, { params: this.b.c, form: { kind: 'DEBIT', file: sheet } }]
    },
    'bankStatements.create': async ({ more }) => [
      contract.bankStatements.create,
      this.at({
        bank_account_id: this.b.account,
        entries: [{ date: '2026-03-06', description: `À mão ${this.newMark()}`, amount_cents: -1000 - more }],
      }),
    ],
    'entries.ignoreDuplicate': async choice => this.onDuplicate(contract.entries.ignoreDuplicate, choice),
    'entries.acceptDuplicate': async choice => this.onDuplicate(contract.entries.acceptDuplicate, choice),
    'entries.closeDateRange': async ({ more }) => [
      entries.closeDateRange,
      this.at({ start_date: `2026-0${1 + (more % 2)}-01`, end_date: `2026-0${1 + (more % 2)}-28` }),
    ],
    'entries.openDateRange': async choice => this.onOne(entries.openDateRange, await this.live('date_ranges', "status = 'CLOSED'"), choice),
  }

  private at(body?: unknown, params: Record<string, string> = {}): CallInput {
    return { params: { ...this.b.c, ...params }, ...(body === undefined ? {} : { body }) }
  }
  private title(more: number) {
    return { amount_cents: 1000 + more, due_date: DAYS[more % DAYS.length], bank_account_id: this.b.account }
  }
  private series(more: number) {
    return { amount_cents: 500, due_date: DAYS[more % DAYS.length], frequency_interval: 'MONTHLY', frequency_unit: 1 + (more % 3) }
  }
  private change({ more }: Choice) {
    return { amount_cents: 100 + more, additional_information: `n ${more}`, contact_id: more % 2 ? this.b.contact : null }
  }
  private shared({ more }: Choice) {
    return { category_id: more % 2 ? this.b.category : null, competence_date: DAYS[more % DAYS.length] }
  }
  private transfer(more: number) {
    return {
      date: '2026-03-05',
      amount_cents: 1 + more,
      from_bank_account_id: more % 2 ? this.b.account : this.b.otherAccount,
      to_bank_account_id: more % 2 ? this.b.otherAccount : this.b.account,
    }
  }

  /** In the order they were made, so that the same numbers choose the same rows. */
  private live(table: string, where = 'true'): Promise<Row[]> {
    const state = table === 'date_ranges' ? 'true' : 'deleted_at is null'
    return this.server.sql<Row>(`select * from ${table} where company_id = $1 and ${state} and ${where} order by created_at, id`, [
      this.b.company.id,
    ])
  }
  private titles(kind?: 'BILL' | 'RECEIVABLE', more = ''): Promise<Row[]> {
    return this.ofEntries(`deleted_at is null ${kind ? `and kind = '${kind}'` : ''} ${more}`)
  }
  private async deletedTitles(): Promise<Row[]> {
    return (await this.ofEntries('deleted_at is not null')).filter(row => !this.isDead(`entries ${row.id}`))
  }
  private ofEntries(where: string): Promise<Row[]> {
    return this.server.sql<Row>(
      `select * from entries where company_id = $1 and ${where} order by created_at, due_date, amount_cents, id`,
      [this.b.company.id],
    )
  }
  private lines(where: string): Promise<Row[]> {
    return this.live('statement_entries', where)
  }
  private someRows(rows: readonly Row[], { pick }: Choice, count: number): Row[] {
    return rows.slice(pick % Math.max(1, rows.length)).slice(0, count)
  }
  private some(rows: readonly Row[], choice: Choice, count: number): string[] {
    return this.someRows(rows, choice, count).map(row => row.id)
  }
  private onOne(row: Endpoint, rows: readonly Row[], choice: Choice, body?: unknown): Wanted | undefined {
    const [id] = this.some(rows, choice, 1)
    return id === undefined ? undefined : [row, this.at(body, { id })]
  }
  private onMany(row: Endpoint, rows: readonly Row[], choice: Choice, fields: object): Wanted | undefined {
    const ids = this.some(rows, choice, 1 + (choice.more % 3))
    return ids.length === 0 ? undefined : [row, this.at({ ids, ...fields })]
  }
  private onEntries(row: Endpoint, rows: readonly Row[], choice: Choice): Wanted | undefined {
    const ids = this.some(rows, choice, 1 + (choice.more % 3))
    return ids.length === 0 ? undefined : [row, this.at({ entries: ids })]
  }
  private async split(row: Endpoint, kind: 'BILL' | 'RECEIVABLE', choice: Choice): Promise<Wanted | undefined> {
    const [title] = this.someRows(await this.titles(kind, 'and not has_children and amount_cents > 1'), choice, 1)
    const children = [{ amount_cents: 1 }, { amount_cents: Number(title?.amount_cents) - 1 }]
    return title && [row, this.at({ children }, { id: title.id })]
  }
  /** A bill and a line of the bank that pays it, with what the two differ by. */
  private async pair(choice: Choice): Promise<{ bill: string; line: string; rest: object } | undefined> {
    const [bill] = this.someRows(await this.titles('BILL', "and status = 'PENDING' and not has_children"), choice, 1)
    const [line] = this.someRows(await this.lines(`${PENDING} and amount_cents < 0`), choice, 1)
    if (!bill || !line) return undefined
    const difference = Number(bill.amount_cents) + Number(line.amount_cents)
    if (difference === 0) return { bill: bill.id, line: line.id, rest: {} }
    const kind = difference < 0 ? 'interest' : choice.more % 2 ? 'discount' : 'open'
    return { bill: bill.id, line: line.id, rest: { differences: [{ kind, amount_cents: Math.abs(difference) }] } }
  }
  private async onDuplicate(row: Endpoint, choice: Choice): Promise<Wanted | undefined> {
    const [bill_id] = this.some(await this.titles('BILL'), choice, 1)
    return bill_id === undefined ? undefined : [row, this.at({ bill_id })]
  }
}

const PENDING = "status = 'PENDING' and conciliation_id is null"
