// Rows on their way into the database: collected per table, written in chunks, referenced tables first.
import { sql } from 'kysely'
import type { Day } from '#domain/days.ts'
import { ENTRY_COLUMNS } from '#server/areas/ledger/entries/rows.ts'
import type { Db } from '#server/db/query.ts'
import { RECORD_TABLES } from './record-tables.ts'
import { happenedAt, textOf } from './title.ts'

/** Columns besides company, id and the two instants; a default follows a bar. */
const TABLES = {
  categories: {
    name: 'text',
    kind: 'text',
    parent_category_id: 'uuid',
    is_fixed: 'boolean',
    is_non_operational_expense: 'boolean',
    is_deductible: 'boolean',
    is_increasing: 'boolean',
    is_hidden_from_income_statement: 'boolean',
    sorting_index: 'int',
  },
  category_budgets: { category_id: 'uuid', amount_cents: 'bigint', initial_date: 'date', end_date: 'date' },
  contacts: {
    kind: 'text',
    type: 'text',
    document_number: 'text',
    name: 'text',
    nickname: 'text',
    email: 'text',
    phone_number: 'text',
    address: 'jsonb',
    pix_keys: "jsonb|'[]'",
    bank_account: 'jsonb',
  },
  bank_accounts: {
    kind: 'text',
    routing_number: 'text',
    institution_name: 'text',
    branch_number: 'text',
    account_number: 'text',
    initial_balance_amount_cents: 'bigint|0',
    date_initial_balance: 'date',
  },
  recurrences: {
    frequency_interval: 'text',
    frequency_unit: 'int',
    initial_date: 'date',
    business_day: "text|'NONE'",
    competence_follows: 'boolean|true',
  },
  conciliations: { created_by: 'uuid' },
  statements: { bank_account_id: 'uuid', source: 'text', start_date: 'date', end_date: 'date' },
  entries: { ...ENTRY_COLUMNS, sorting_index: 'int|0', has_children: 'boolean|false', paid_without_approval: 'boolean|false' },
  transfers: {
    date: 'date',
    amount_cents: 'bigint',
    from_bank_account_id: 'uuid',
    to_bank_account_id: 'uuid',
    bill_id: 'uuid',
    receivable_id: 'uuid',
  },
  statement_entries: {
    bank_account_id: 'uuid',
    statement_id: 'uuid',
    date: 'date',
    time: 'text',
    description: 'text',
    amount_cents: 'bigint',
    kind: 'text',
    status: 'text',
    transaction_id: 'text',
    identity_key: 'text',
    memo_pattern: 'text',
    conciliation_id: 'uuid',
  },
  rules: {
    name: 'text',
    contains: 'text',
    direction: 'text',
    category_id: 'uuid',
    contact_id: 'uuid',
    priority: 'int|0',
  },
  date_ranges: {
    start_date: 'date',
    end_date: 'date',
    status: 'text',
    closed_at: 'timestamptz',
    closed_by: 'uuid',
    opened_at: 'timestamptz',
    opened_by: 'uuid',
    open_entries_count: 'int|0',
  },
  ...RECORD_TABLES,
} as const

type SinkTable = keyof typeof TABLES

/** A row of any table: days and instants as text; missing columns are null or the default. */
type SinkRow = { id: string; created_at: string; updated_at?: string } & Record<string, unknown>

const CHUNK = 5_000

/** Inserts rows of one company in one statement; the transaction must be scoped to it. */
async function insertRows(db: Db, companyId: string, table: SinkTable, rows: readonly SinkRow[]): Promise<void> {
  const columns = Object.entries(TABLES[table]).map(([name, written]) => {
    const [type = '', fallback] = written.split('|')
    return { name, type, value: fallback === undefined ? `r.${name}` : `coalesce(r.${name}, ${fallback})` }
  })
  const names = columns.map(column => column.name).join(', ')
  const types = columns.map(column => `${column.name} ${column.type}`).join(', ')
  const values = columns.map(column => column.value).join(', ')
  await sql`insert into ${sql.ref(table)} (company_id, id, created_at, updated_at, ${sql.raw(names)})
    select ${companyId}, r.id, r.created_at, coalesce(r.updated_at, r.created_at), ${sql.raw(values)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id uuid, created_at timestamptz, updated_at timestamptz,
      ${sql.raw(types)})`.execute(db)
}

/** Holds at most a few chunks, whatever the company's size. */
export class Sink {
  readonly #db: Db
  readonly #companyId: string
  readonly #waiting = new Map<SinkTable, SinkRow[]>(Object.keys(TABLES).map(table => [table as SinkTable, []]))
  readonly #latest: string
  #count = 0

  /** Nothing it writes was made after the first minute of today, whatever the hour the demo is filled at. */
  constructor(db: Db, companyId: string, today: Day) {
    this.#latest = textOf(happenedAt(today, 0, today))
    this.#db = db
    this.#companyId = companyId
  }

  add(table: SinkTable, row: SinkRow): void {
    const { created_at, updated_at } = row
    this.#waiting
      .get(table)
      ?.push({ ...row, created_at: this.#past(created_at), ...(updated_at ? { updated_at: this.#past(updated_at) } : {}) })
    this.#count++
  }

  #past(instant: string): string {
    return instant < this.#latest ? instant : this.#latest
  }

  /** Writes what waits once it makes a chunk, or all of it at the end. */
  async flush(end = false): Promise<void> {
    if (this.#count === 0 || (!end && this.#count < CHUNK)) return
    for (const [table, rows] of this.#waiting) {
      for (let at = 0; at < rows.length; at += CHUNK) await insertRows(this.#db, this.#companyId, table, rows.slice(at, at + CHUNK))
      rows.length = 0
    }
    this.#count = 0
  }
}
