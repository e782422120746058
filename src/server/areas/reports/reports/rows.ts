// The SQL of the ledger, the ladder and the accounting export: settled entries with their signs, and balances at the ends of months.
import { type RawBuilder, sql } from 'kysely'
import type { SettledEntry } from '#domain/accounting.ts'
import type { Movement } from '#domain/balance-ladder.ts'
import type { Day } from '#domain/days.ts'
import type { TitleKind } from '#domain/enums.ts'
import type { LedgerSubject } from '#domain/ledger.ts'
import { SETTLED } from '#server/areas/ledger/entries/sql.ts'
import { all, type Db } from '#server/db/query.ts'
import type { Interval } from '../income-statement/rows.ts'

const SIGNED = sql`case when e.kind = 'BILL' then -e.amount_cents else e.amount_cents end`
/** Money that moved; a split parent moved nothing, its children did. */
const MOVED = sql`e.deleted_at is null and not e.has_children and e.status in ${SETTLED}`
/** As in the accounts' own balances: what is older than the initial balance is part of it. */
const COUNTED_IN_ACCOUNT = sql`(a.date_initial_balance is null or e.date >= a.date_initial_balance)`
const ACCOUNT = sql`left join bank_accounts a on a.company_id = e.company_id and a.id = e.bank_account_id`
const BALANCE_ORDER = sql`e.date, e.sorting_index, date_trunc('milliseconds', e.created_at), e.id`

const SUBJECT_COLUMNS: Record<LedgerSubject, RawBuilder<unknown>> = {
  account: sql.ref('e.bank_account_id'),
  category: sql.ref('e.category_id'),
  contact: sql.ref('e.contact_id'),
}

/** Transfers change account and nothing else. */
const inLedger = (by: LedgerSubject) =>
  by === 'account' ? sql`${MOVED} and e.bank_account_id is not null and ${COUNTED_IN_ACCOUNT}` : sql`${MOVED} and e.transfer_id is null`

const amongIds = (by: LedgerSubject, ids: readonly string[] | undefined) =>
  ids?.length ? sql`and ${SUBJECT_COLUMNS[by]} = any (${[...ids]}::uuid[])` : sql``

export interface LedgerRow {
  subject_id: string | null
  id: string
  kind: TitleKind
  date: Day
  description: string
  document_number: string | null
  bank_account_id: string | null
  category_id: string | null
  contact_id: string | null
  amount_cents: number
}

export function ledgerRows(
  db: Db,
  companyId: string,
  by: LedgerSubject,
  { start_date, end_date }: Interval,
  ids: readonly string[] | undefined,
  limit: number,
): Promise<LedgerRow[]> {
  return all(
    db,
    sql<LedgerRow>`select ${SUBJECT_COLUMNS[by]} as subject_id, e.id, e.kind, e.date,
        coalesce(e.additional_information, n.name, k.name,
        case when e.kind = 'BILL' then 'Pagamento' else 'Recebimento' end) as description,
        e.document_number, e.bank_account_id, e.category_id, e.contact_id, ${SIGNED} as amount_cents
      from entries e ${ACCOUNT}
      left join contacts n on n.company_id = e.company_id and n.id = e.contact_id
      left join categories k on k.company_id = e.company_id and k.id = e.category_id
      where e.company_id = ${companyId} and ${inLedger(by)}
        and e.date between ${start_date}::date and ${end_date}::date ${amongIds(by, ids)}
      order by ${BALANCE_ORDER} limit ${limit}`,
  )
}

/** What moved under each subject in an interval, added up. */
export function ledgerSums(
  db: Db,
  companyId: string,
  by: 'category' | 'contact',
  { start_date, end_date }: Interval,
  ids: readonly string[] | undefined,
): Promise<{ subject_id: string | null; amount_cents: number }[]> {
  return all(
    db,
    sql<{ subject_id: string | null; amount_cents: number }>`
      select ${SUBJECT_COLUMNS[by]} as subject_id, sum(${SIGNED})::bigint as amount_cents
      from entries e where e.company_id = ${companyId} and ${inLedger(by)}
        and e.date between ${start_date}::date and ${end_date}::date ${amongIds(by, ids)}
      group by 1`,
  )
}

/** Settled entries per account and day. */
export function booksByDay(
  db: Db,
  companyId: string,
  { start_date, end_date }: Interval,
): Promise<(Movement & { bank_account_id: string })[]> {
  return all(
    db,
    sql<Movement & { bank_account_id: string }>`select e.bank_account_id, e.date as day, sum(${SIGNED})::bigint as amount_cents
      from entries e ${ACCOUNT} where e.company_id = ${companyId} and ${MOVED} and e.bank_account_id is not null and ${COUNTED_IN_ACCOUNT}
        and e.date between ${start_date}::date and ${end_date}::date group by 1, 2`,
  )
}

/** Lines of all statements per account and day; what a person set aside is no movement. */
export function linesByDay(db: Db, companyId: string): Promise<(Movement & { bank_account_id: string })[]> {
  return all(
    db,
    sql<Movement & { bank_account_id: string }>`
      select bank_account_id, date as day, sum(amount_cents)::bigint as amount_cents from statement_entries
      where company_id = ${companyId} and deleted_at is null and status <> 'IGNORED' group by 1, 2`,
  )
}

interface StatedBalance {
  bank_account_id: string
  day: Day
  balance_cents: number
}

/** One per account and day, the last that was told; where no statement told one, what open finance left on the account. */
export function statedBalances(db: Db, companyId: string): Promise<StatedBalance[]> {
  return all(
    db,
    sql<StatedBalance>`select distinct on (bank_account_id, day) bank_account_id, day, balance_cents from (
        select bank_account_id, ledger_date as day, ledger_balance_cents as balance_cents, created_at as told from statements
        where company_id = ${companyId} and deleted_at is null and ledger_balance_cents is not null and ledger_date is not null
        union all
        select id, balance_date, balance_cents, '-infinity' from bank_accounts
        where company_id = ${companyId} and deleted_at is null and balance_cents is not null and balance_date is not null) s
      order by bank_account_id, day, told desc`,
  )
}

/** The last day that statements, lines or a stated balance of each account tell of. */
export function toldUntil(db: Db, companyId: string): Promise<{ bank_account_id: string; day: Day }[]> {
  return all(
    db,
    sql<{ bank_account_id: string; day: Day }>`select bank_account_id, max(day) as day from (
        select bank_account_id, greatest(end_date, ledger_date) as day from statements
        where company_id = ${companyId} and deleted_at is null
        union all select bank_account_id, max(date) from statement_entries where company_id = ${companyId} and deleted_at is null group by 1
        union all select id, balance_date from bank_accounts
        where company_id = ${companyId} and deleted_at is null and balance_cents is not null) t
      where day is not null group by 1`,
  )
}

export interface SuspectLine {
  id: string
  day: Day
  description: string
  amount_cents: number
  status: 'PENDING' | 'CONCILIATED' | 'IGNORED'
  /** The days its entries settled on, when one of them is another. */
  settled_on: Day | null
}

/** Lines of a day that the books do not have as they are: pending, set aside, or settled on another day. */
export function suspectLines(db: Db, companyId: string, accountId: string, day: Day): Promise<SuspectLine[]> {
  return all(
    db,
    sql<SuspectLine>`select l.id, l.date as day, l.description, l.amount_cents, l.status, o.date as settled_on
      from statement_entries l
      left join lateral (select e.date from entries e where e.company_id = l.company_id and e.conciliation_id = l.conciliation_id
        and e.deleted_at is null and not e.has_children and e.date <> l.date limit 1) o on true
      where l.company_id = ${companyId} and l.bank_account_id = ${accountId} and l.date = ${day}::date and l.deleted_at is null
        and (l.status <> 'CONCILIATED' or o.date is not null)
      order by abs(l.amount_cents) desc, l.id limit 200`,
  )
}

export interface SuspectEntry {
  id: string
  kind: TitleKind
  day: Day
  description: string
  amount_cents: number
  conciliated: boolean
}

/** Settled entries of a day without a statement line, or whose line is of another day. */
export function suspectEntries(db: Db, companyId: string, accountId: string, day: Day): Promise<SuspectEntry[]> {
  return all(
    db,
    sql<SuspectEntry>`select e.id, e.kind, e.date as day, coalesce(e.additional_information, n.name, 'Lançamento') as description,
        ${SIGNED} as amount_cents, e.conciliation_id is not null as conciliated
      from entries e ${ACCOUNT} left join contacts n on n.company_id = e.company_id and n.id = e.contact_id
      where e.company_id = ${companyId} and ${MOVED} and e.bank_account_id = ${accountId} and e.date = ${day}::date
        and ${COUNTED_IN_ACCOUNT}
        and not exists (select 1 from statement_entries l where l.company_id = e.company_id and l.conciliation_id = e.conciliation_id
          and l.deleted_at is null and l.date = e.date)
      order by e.amount_cents desc, e.id limit 200`,
  )
}

export interface AccountingEntry extends SettledEntry {
  id: string
  date: Day
  amount_cents: number
  bank_account_id: string | null
  /** Of a transfer: where the money went. */
  other_account_id: string | null
  /** The category and those above it, nearest first. */
  category_ids: string[]
  contact_id: string | null
}

const ACCOUNT_NAME = (alias: string) => sql`concat_ws(' ', ${sql.ref(`${alias}.institution_name`)}, ${sql.ref(`${alias}.account_number`)})`

/** Settled entries of an interval with the names of their two sides; a transfer is told once, by its outgoing half. */
export function accountingEntries(
  db: Db,
  companyId: string,
  { start_date, end_date }: Interval,
  limit: number,
): Promise<AccountingEntry[]> {
  return all(
    db,
    sql<AccountingEntry>`select e.id, e.kind, e.date, e.amount_cents, case when a.id is not null then ${ACCOUNT_NAME('a')} end as account,
        case when e.transfer_id is not null then ${ACCOUNT_NAME('d')} else concat_ws(' > ', g.name, p.name, k.name) end as counterpart,
        e.transfer_id is not null as is_transfer, e.additional_information as description, n.name as contact, e.document_number,
        a.id as bank_account_id, d.id as other_account_id, n.id as contact_id, array_remove(array[k.id, p.id, g.id], null) as category_ids
      from entries e ${ACCOUNT}
      left join contacts n on n.company_id = e.company_id and n.id = e.contact_id
      left join categories k on k.company_id = e.company_id and k.id = e.category_id
      left join categories p on p.company_id = e.company_id and p.id = k.parent_category_id
      left join categories g on g.company_id = e.company_id and g.id = p.parent_category_id
      left join entries o on o.company_id = e.company_id and o.transfer_id = e.transfer_id and o.kind = 'RECEIVABLE'
        and o.deleted_at is null
      left join bank_accounts d on d.company_id = o.company_id and d.id = o.bank_account_id
      where e.company_id = ${companyId} and ${MOVED} and e.date between ${start_date}::date and ${end_date}::date
        and (e.transfer_id is null or e.kind = 'BILL')
      order by ${BALANCE_ORDER} limit ${limit}`,
  )
}
