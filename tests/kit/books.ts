// A company with accounts, the default chart and a contact, and short ways to make bills, receivables and statement lines in it.
import { randomUUID } from 'node:crypto'
import type { Bill } from '#contract/bills.ts'
import type { Category } from '#contract/categories.ts'
import { contract } from '#contract/index.ts'
import type { Receivable } from '#contract/receivables.ts'
import type { BankStatementEntry } from '#contract/statement-entries.ts'
import { memoPattern } from '#domain/matching/memo.ts'
import type { CallInput, TestCompany, TestServer, TestUser } from './server.ts'

type Fields = Record<string, unknown>

export interface Books {
  company: TestCompany
  owner: TestUser
  c: { c: string }
  account: string
  otherAccount: string
  category: string
  contact: string
  bill(fields?: Fields): Promise<Bill>
  bills(count: number, fields?: Fields): Promise<Bill[]>
  receivable(fields?: Fields): Promise<Receivable>
  /** Signed cents. */
  line(amount_cents: number, fields?: Fields): Promise<string>
  lineOf(id: string): Promise<BankStatementEntry>
  billOf(id: string): Promise<Bill>
  receivableOf(id: string): Promise<Receivable>
  /** Closes a range as the owner and returns its id. */
  close(start_date: string, end_date: string): Promise<string>
  /** A table's stored rows, complete, including deleted ones. */
  stored(table: string, ids?: readonly string[]): Promise<Fields[]>
  /** The account's balance according to the books. */
  balance(account?: string): Promise<number>
}

export async function books(app: TestServer, company?: TestCompany): Promise<Books> {
  const place = company ?? (await app.aCompany())
  const { owner } = place
  const me = app.as(owner)
  const c = { c: place.id }
  const at = (body: unknown, params: Record<string, string> = {}): CallInput => ({ params: { ...c, ...params }, body })
  const [account, otherAccount, contact] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [account, otherAccount]) {
    await app.sql`insert into bank_accounts (company_id, id, kind, routing_number, institution_name) values (${place.id}, ${id}, 'CHECKING', '001', 'Banco do Brasil')`
  }
  await app.sql`insert into contacts (company_id, id, kind, type, name) values (${place.id}, ${contact}, 'SUPPLIER', 'LEGAL', 'Papelaria Central')`
  const chart = await me.ok(contract.categories.initialSetup, { params: c })
  const category = chart.find(root => root.kind === 'DEBIT')?.categories?.[0]?.id ?? ''
  const title = { amount_cents: 10_000, due_date: '2026-03-20', bank_account_id: account }
  const bill = (fields: Fields = {}) => me.ok(contract.bills.create, at({ ...title, additional_information: 'Aluguel', ...fields }))
  let lines = 0
  return {
    company: place,
    owner,
    c,
    account,
    otherAccount,
    category,
    contact,
    bill,
    bills: (count, fields = {}) => Promise.all(Array.from({ length: count }, () => bill(fields))),
    receivable: (fields = {}) => me.ok(contract.receivables.create, at({ ...title, additional_information: 'Venda', ...fields })),
    async line(amount_cents, fields = {}) {
      const row = { id: randomUUID(), bank_account_id: account, date: '2026-03-10', description: 'PIX ENVIADO', ...fields } as Record<
        string,
        string
      >
      lines += 1
      await app.sql`insert into statement_entries (company_id, id, bank_account_id, date, description, amount_cents, kind, identity_key, memo_pattern)
        values (${place.id}, ${row.id}, ${row.bank_account_id}, ${row.date}, ${row.description}, ${amount_cents}, ${amount_cents < 0 ? 'DEBIT' : 'CREDIT'}, ${`k${lines}`}, ${row.memo_pattern ?? memoPattern(row.description ?? '')})`
      return row.id as string
    },
    lineOf: id => me.ok(contract.reconciliation.line, { params: { ...c, id } }),
    billOf: id => me.ok(contract.bills.get, { params: { ...c, id } }),
    receivableOf: id => me.ok(contract.receivables.get, { params: { ...c, id } }),
    async close(start_date, end_date) {
      return (await me.ok(contract.entries.closeDateRange, at({ start_date, end_date }))).id
    },
    stored: (table, ids) =>
      ids
        ? app.sql(`select * from ${table} where company_id = $1 and id = any ($2::uuid[]) order by id`, [place.id, ids])
        : app.sql(`select * from ${table} where company_id = $1 order by id`, [place.id]),
    async balance(asked = account) {
      const [row] = await app.sql<{
        cents: number
      }>`select coalesce(sum(case when kind = 'BILL' then -amount_cents else amount_cents end), 0)::bigint as cents
        from entries where company_id = ${place.id} and bank_account_id = ${asked} and deleted_at is null and not has_children and status in ('PAID', 'RECEIVED')`
      return row?.cents ?? 0
    },
  }
}

/** What a row says, without the columns that every write moves. */
export function image(row: Fields | undefined): Fields {
  const { version: _v, state: _s, changed: _c, updated_at: _u, ...rest } = row ?? {}
  return rest
}

/** The whole chart as one list. */
export async function chartOf(app: TestServer, { owner, c }: Books): Promise<Category[]> {
  const flat = (tree: readonly Category[]): Category[] => tree.flatMap(each => [each, ...flat(each.categories ?? [])])
  return flat(await app.as(owner).ok(contract.categories.list, { params: c }))
}
