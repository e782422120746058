// The SQL of open finance: connections as they stand, and the accounts of ours that they feed.
import { type RawBuilder, sql } from 'kysely'
import type { ConnectionStatus, ExecutionStatus } from '#domain/enums.ts'
import type { ProvidedAccount } from '#domain/open-finance.ts'
import type { OpenFinance } from '#server/adapters/open-finance.ts'
import { all, type Db, first, type Row } from '#server/db/query.ts'

export interface StoredConnection extends Omit<Row<'open_finance_connections'>, 'provider' | 'status' | 'execution_status'> {
  provider: OpenFinance['provider']
  status: ConnectionStatus
  execution_status: ExecutionStatus
  bank_account_ids: string[]
}

const select = (companyId: string, where: RawBuilder<unknown>) => sql<StoredConnection>`
  select c.*, array(select a.id from bank_accounts a
    where a.company_id = c.company_id and a.connection_id = c.id::text and a.deleted_at is null
    order by a.created_at, a.id) as bank_account_ids,
    (select i.id from imports i
    where i.company_id = c.company_id and i.id = c.review_import_id and i.status = 'PREVIEW') as review_import_id
  from open_finance_connections c where c.company_id = ${companyId} and ${where} order by c.created_at, c.id`

export const listConnections = (db: Db, companyId: string): Promise<StoredConnection[]> => all(db, select(companyId, sql`true`))

export const findConnection = (db: Db, companyId: string, id: string): Promise<StoredConnection | undefined> =>
  first(db, select(companyId, sql`c.id = ${id}`))

export const findItem = (db: Db, companyId: string, itemId: string): Promise<StoredConnection | undefined> =>
  first(db, select(companyId, sql`c.item_id = ${itemId}`))

export const findOfAccount = (db: Db, companyId: string, accountId: string): Promise<StoredConnection | undefined> =>
  first(
    db,
    select(
      companyId,
      sql`
        c.id::text = (select a.connection_id from bank_accounts a
          where a.company_id = ${companyId} and a.id = ${accountId} and a.deleted_at is null)`,
    ),
  )

export type NewConnection = Pick<
  StoredConnection,
  'id' | 'item_id' | 'provider' | 'routing_number' | 'institution_name' | 'bank_account_id' | 'holder_document' | 'created_by'
>

export async function insertConnection(db: Db, companyId: string, row: NewConnection): Promise<void> {
  await sql`
    insert into open_finance_connections (company_id, id, item_id, provider, routing_number, institution_name, status, execution_status,
      bank_account_id, holder_document, created_by)
    values (${companyId}, ${row.id}, ${row.item_id}, ${row.provider}, ${row.routing_number}, ${row.institution_name}, 'UPDATING',
      'CREATING', ${row.bank_account_id}, ${row.holder_document}, ${row.created_by})`.execute(db)
}

const COLUMNS = {
  status: 'text',
  execution_status: 'text',
  bank_account_id: 'uuid',
  answer: 'text',
  run_id: 'uuid',
  run_started_at: 'timestamptz',
  import_id: 'uuid',
  review_import_id: 'uuid',
  last_sync_at: 'timestamptz',
  next_sync_at: 'timestamptz',
  consent_expires_at: 'date',
  revoked_at: 'timestamptz',
  holder_document: 'text',
  authorize_url: 'text',
  asks_label: 'text',
} as const
export type ConnectionChange = { [K in keyof typeof COLUMNS]?: string | null }

export async function changeConnection(db: Db, companyId: string, id: string, change: ConnectionChange): Promise<void> {
  const names = Object.keys(change) as (keyof typeof COLUMNS)[]
  const record = sql`
    jsonb_to_record(${JSON.stringify(change)}::jsonb) as r(${sql.join(names.map(name => sql`${sql.ref(name)} ${sql.raw(COLUMNS[name])}`))})`
  await sql`
    update open_finance_connections c set updated_at = now(), ${sql.join(names.map(name => sql`${sql.ref(name)} = r.${sql.ref(name)}`))}
    from ${record} where c.company_id = ${companyId} and c.id = ${id}`.execute(db)
}

/** Digits of the documents of the company and of whoever authorises at the bank. */
export async function holderOf(db: Db, companyId: string, connectionId: string): Promise<{ company: string; person: string | null }> {
  const found = await first(
    db,
    sql<{ company: string; person: string | null }>`
      select m.document_number as company, c.holder_document as person
      from open_finance_connections c join companies m on m.id = c.company_id
      where c.company_id = ${companyId} and c.id = ${connectionId}`,
  )
  if (!found) throw new Error('a connection has no company')
  return found
}

/** Takes the answer out: it is given to the bank once. */
export async function takeAnswer(db: Db, companyId: string, id: string): Promise<string | null> {
  const row = await first(
    db,
    sql<{ answer: string | null }>`update open_finance_connections c set answer = null from open_finance_connections o
      where c.company_id = ${companyId} and c.id = ${id} and o.company_id = c.company_id and o.id = c.id returning o.answer`,
  )
  return row?.answer ?? null
}

export interface LinkedAccount {
  id: string
  external_id: string
}

/** The active accounts that the connection feeds. */
export function linkedAccounts(db: Db, companyId: string, connectionId: string): Promise<LinkedAccount[]> {
  return all(
    db,
    sql<LinkedAccount>`select id, external_id from bank_accounts where company_id = ${companyId} and connection_id = ${connectionId}
      and external_id is not null and status = 'ACTIVE' and deleted_at is null order by created_at, id`,
  )
}

export async function linkAccount(
  db: Db,
  companyId: string,
  accountId: string,
  link: { connection_id: string; item_id: string; external_id: string },
): Promise<void> {
  await sql`update bank_accounts set connection_id = ${link.connection_id}, item_id = ${link.item_id}, external_id = ${link.external_id}
    where company_id = ${companyId} and id = ${accountId} and deleted_at is null`.execute(db)
}

export async function unlinkAccounts(db: Db, companyId: string, connectionId: string): Promise<void> {
  await sql`
    update bank_accounts set connection_id = null, item_id = null
    where company_id = ${companyId} and connection_id = ${connectionId} and deleted_at is null`.execute(db)
}

/** An account that only the bank knew until now. */
export async function insertProvided(
  db: Db,
  companyId: string,
  id: string,
  account: ProvidedAccount,
  { id: connection_id, item_id, institution_name }: Pick<StoredConnection, 'id' | 'item_id' | 'institution_name'>,
): Promise<void> {
  await sql`
    insert into bank_accounts (company_id, id, kind, routing_number, institution_name, branch_number, account_number, external_id, item_id,
      connection_id)
    values (${companyId}, ${id}, ${account.kind}, ${account.routing_number}, ${institution_name}, ${account.branch_number},
      ${account.account_number}, ${account.id}, ${item_id}, ${connection_id})`.execute(db)
}

/** Bank ids of lines that a person took out of the account: an automatic sync does not bring them back. */
export async function removedIds(db: Db, companyId: string, accountId: string): Promise<Set<string>> {
  const rows = await all(
    db,
    sql<{ id: string }>`select transaction_id as id from statement_entries
      where company_id = ${companyId} and bank_account_id = ${accountId} and item_id is not null and transaction_id is not null
        and deleted_at is not null`,
  )
  return new Set(rows.map(row => row.id))
}

/** What the bank calls the rows of an import that only a person can tell from stored lines. */
export async function doubtfulIds(db: Db, companyId: string, importId: string): Promise<string[]> {
  const rows = await all(
    db,
    sql<{ id: string }>`select coalesce(transaction_id, identity_key) as id from import_rows
      where company_id = ${companyId} and import_id = ${importId} and decision = 'doubtful' order by 1`,
  )
  return rows.map(row => row.id)
}

export interface OwnBankAccount {
  id: string
  status: string
  connection_id: string | null
  external_id: string | null
  routing_number: string
  branch_number: string | null
  account_number: string | null
}

/** Every account of the company, archived ones too, oldest first. */
export function ownAccounts(db: Db, companyId: string): Promise<OwnBankAccount[]> {
  return all(
    db,
    sql<OwnBankAccount>`select id, status, connection_id, external_id, routing_number, branch_number, account_number from bank_accounts
      where company_id = ${companyId} and deleted_at is null order by created_at, id`,
  )
}

/** A sync that brought nothing leaves no import behind. */
export async function dropImport(db: Db, companyId: string, importId: string): Promise<void> {
  await sql`delete from import_rows where company_id = ${companyId} and import_id = ${importId}`.execute(db)
  await sql`delete from imports where company_id = ${companyId} and id = ${importId} and committed_count = 0 and batch_id is null`.execute(
    db,
  )
}
