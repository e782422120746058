// The SQL of bank statements: their list, their lines in both forms, and lines written by hand.

import { type RawBuilder, sql } from 'kysely'
import type { BankStatement } from '#contract/bank-statements.ts'
import { type BankStatementEntry, statementEntryColumns } from '#contract/statement-entries.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { columnarReply, columnarWhole } from '#server/kernel/columnar.ts'
import type { Reply } from '#server/kernel/context.ts'

const statements = (companyId: string, where: RawBuilder<unknown>) => sql<BankStatement>`
  select s.id, s.bank_account_id, s.source, s.start_date, s.end_date, s.created_at, coalesce(n.entries, 0) as entries_count,
    coalesce(n.pending, 0) as pending_count
  from statements s
  left join (select l.statement_id, count(*)::int as entries, count(*) filter (where l.status = 'PENDING')::int as pending
    from statement_entries l where l.company_id = ${companyId} and l.deleted_at is null group by l.statement_id) n on n.statement_id = s.id
  where s.company_id = ${companyId} and s.deleted_at is null and ${where} order by s.created_at desc, s.id desc`

export function listStatements(db: Db, companyId: string, accountIds: readonly string[] | undefined): Promise<BankStatement[]> {
  return all(db, statements(companyId, accountIds?.length ? sql`s.bank_account_id = any (${[...accountIds]}::uuid[])` : sql`true`))
}

export function findStatement(db: Db, companyId: string, id: string): Promise<BankStatement | undefined> {
  return first(db, statements(companyId, sql`s.id = ${id}`))
}

export interface LineFilter {
  /** A statement, or a bank account. */
  of: { statement_id: string } | { bank_account_id: string }
  start_date?: string | undefined
  end_date?: string | undefined
  statuses?: readonly string[] | undefined
}

/** What the id of the call names, if anything here. */
export async function ownerOf(db: Db, companyId: string, id: string): Promise<LineFilter['of'] | undefined> {
  const row = await first(
    db,
    sql<{ statement: boolean }>`
      select true as statement from statements where company_id = ${companyId} and id = ${id} and deleted_at is null
      union all select false from bank_accounts where company_id = ${companyId} and id = ${id} and deleted_at is null`,
  )
  if (!row) return undefined
  return row.statement ? { statement_id: id } : { bank_account_id: id }
}

const belongs = (of: LineFilter['of']): RawBuilder<unknown> =>
  'statement_id' in of ? sql`l.statement_id = ${of.statement_id}` : sql`l.bank_account_id = ${of.bank_account_id}`

function inside(filter: LineFilter): RawBuilder<unknown> {
  return sql`
    (${filter.start_date ? sql`l.date >= ${filter.start_date}::date` : sql`true`}
      and ${filter.end_date ? sql`l.date <= ${filter.end_date}::date` : sql`true`}
    and ${filter.statuses?.length ? sql`l.status = any (${[...filter.statuses]})` : sql`true`})`
}

const account = sql`json_build_object('id', a.id, 'routing_number', a.routing_number, 'institution_name', a.institution_name,
  'branch_number', a.branch_number, 'account_number', a.account_number, 'status', a.status)`

export function listLines(db: Db, companyId: string, filter: LineFilter, limit: number): Promise<BankStatementEntry[]> {
  return all(
    db,
    sql<BankStatementEntry>`select l.*, ${account} as bank_account from statement_entries l
      join bank_accounts a on a.company_id = l.company_id and a.id = l.bank_account_id
      where l.company_id = ${companyId} and l.deleted_at is null and ${belongs(filter.of)} and ${inside(filter)} order by l.date, l.id
      limit ${limit}`,
  )
}

/** The lines, or those that changed since a transaction, in columns; what left the filter comes back marked deleted. */
export function columnarLines(db: Db, companyId: string, filter: LineFilter, since: string | undefined): Promise<Reply> {
  const which = since === undefined ? sql`l.deleted_at is null and ${inside(filter)}` : sql`l.changed >= ${since}::bigint`
  const rows = sql`
    with lines as materialized (select l.*, (l.deleted_at is not null or not ${inside(filter)}) as deleted from statement_entries l
        where l.company_id = ${companyId} and ${belongs(filter.of)} and ${which}),
      groups as (select e.conciliation_id, sum(case when e.kind = 'BILL' then -e.amount_cents else e.amount_cents end)::bigint as cents,
          string_agg(coalesce(e.additional_information, k.name, 'Sem descrição'), ' + '
          order by e.id) filter (where e.difference_kind is null) as titles
        from entries e left join contacts k on k.company_id = e.company_id and k.id = e.contact_id
        where e.company_id = ${companyId} and e.deleted_at is null and not e.has_children
          and e.conciliation_id in (select conciliation_id from lines where conciliation_id is not null) group by e.conciliation_id)
    select l.date as slice, l.id, l.version, l.date, l.time, l.description, l.amount_cents, l.bank_account_id, l.statement_id,
      l.transaction_id, l.external_category, l.status, l.kind,
      l.conciliation_id, l.category_id, l.contact_id, g.titles as linked_to,
      case when l.status <> 'PENDING' then 0 else l.amount_cents - coalesce(g.cents, 0) end as remaining_cents, l.deleted
    from lines l left join groups g on g.conciliation_id = l.conciliation_id order by l.date, l.id`
  return since === undefined ? columnarWhole(db, statementEntryColumns, rows) : columnarReply(db, statementEntryColumns, rows, false)
}

export async function insertStatement(
  db: Db,
  companyId: string,
  statement: { id: string; bank_account_id: string; source: string; start_date: string; end_date: string },
): Promise<void> {
  await sql`insert into statements (company_id, id, bank_account_id, source, start_date, end_date)
    values (${companyId}, ${statement.id}, ${statement.bank_account_id}, ${statement.source}, ${statement.start_date},
      ${statement.end_date})`.execute(db)
}

export interface NewLine {
  id: string
  date: string
  description: string
  amount_cents: number
  transaction_id: string | null
  identity_key: string
  memo_pattern: string
  /** 'HH:mm' when the bank told it. */
  time?: string
}

export async function insertLines(
  db: Db,
  companyId: string,
  of: { bank_account_id: string; statement_id: string },
  rows: readonly NewLine[],
): Promise<void> {
  await sql`
    insert into statement_entries (company_id, id, bank_account_id, statement_id, date, description, amount_cents, kind, transaction_id,
      identity_key, memo_pattern, time)
    select ${companyId}, r.id, ${of.bank_account_id}, ${of.statement_id}, r.date, r.description, r.amount_cents,
      case when r.amount_cents < 0 then 'DEBIT' else 'CREDIT' end,
      r.transaction_id, r.identity_key, r.memo_pattern, r.time
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, date date, description text, amount_cents bigint,
      transaction_id text, identity_key text, memo_pattern text, time text)`.execute(db)
}

/** A bank id of the given that a live line of the account already has on the same day with the same amount. */
export function takenId(
  db: Db,
  companyId: string,
  accountId: string,
  rows: readonly Pick<NewLine, 'date' | 'amount_cents' | 'transaction_id'>[],
): Promise<{ transaction_id: string } | undefined> {
  return first(
    db,
    sql<{ transaction_id: string }>`
      select l.transaction_id from statement_entries l
      join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(date date, amount_cents bigint, transaction_id text)
        on r.transaction_id = l.transaction_id and r.date = l.date and r.amount_cents = l.amount_cents
      where l.company_id = ${companyId} and l.bank_account_id = ${accountId} and l.deleted_at is null limit 1`,
  )
}
