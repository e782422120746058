// The SQL of the digital account, its movements and its limits.
import { sql } from 'kysely'
import type { BankEnvironment } from '#domain/payments/digital-banks.ts'
import type { AccountState, Movement, Party } from '#server/adapters/payments.ts'
import { type Db, first } from '#server/db/query.ts'

export async function insertDigitalAccount(
  db: Db,
  companyId: string,
  account: { id: string; environment: BankEnvironment; created_by: string },
): Promise<void> {
  await sql`
    insert into digital_accounts (company_id, id, status, environment, created_by)
    values (${companyId}, ${account.id}, 'PENDING', ${account.environment}, ${account.created_by})`.execute(db)
}

/** False when it was opened meanwhile. */
export async function activate(
  db: Db,
  companyId: string,
  id: string,
  state: AccountState,
  bankAccountId: string,
  now: number,
): Promise<boolean> {
  const result =
    await sql`update digital_accounts set status = 'ACTIVE', routing_number = ${state.routing_number}, bank_name = ${state.bank_name},
      branch_number = ${state.branch_number}, account_number = ${state.account_number}, bank_account_id = ${bankAccountId},
        opened_at = coalesce(opened_at, ${new Date(now)})
    where company_id = ${companyId} and id = ${id} and status = 'PENDING'`.execute(db)
  return result.numAffectedRows === 1n
}

/** False when it was answered meanwhile. */
export async function refuseAccount(db: Db, companyId: string, id: string): Promise<boolean> {
  const result = await sql`
      update digital_accounts set status = 'REJECTED' where company_id = ${companyId} and id = ${id} and status = 'PENDING'`.execute(db)
  return result.numAffectedRows === 1n
}

/** The cursor under a lock: two workers never take the same movement. */
export async function lockCursor(db: Db, companyId: string, id: string): Promise<number> {
  const row = await first(
    db,
    sql<{ cursor: number }>`
      select movement_cursor as cursor from digital_accounts where company_id = ${companyId} and id = ${id} for update`,
  )
  return row?.cursor ?? 0
}

export async function moveCursor(db: Db, companyId: string, id: string, seq: number): Promise<void> {
  await sql`update digital_accounts set movement_cursor = ${seq} where company_id = ${companyId} and id = ${id}`.execute(db)
}

export async function insertMovement(
  db: Db,
  companyId: string,
  movement: Movement & { id: string; digital_account_id: string; statement_entry_id: string },
): Promise<void> {
  await sql`
    insert into digital_movements (company_id, id, digital_account_id, transaction_code, type, amount_cents, balance_cents, occurred_at,
      description, counterparty, end_to_end_id, reference, statement_entry_id)
    values (${companyId}, ${movement.id}, ${movement.digital_account_id}, ${movement.code}, ${movement.type}, ${movement.amount_cents},
      ${movement.balance_cents}, ${movement.at},
      ${movement.description}, ${movement.counterparty ? JSON.stringify(movement.counterparty) : null}::jsonb, ${movement.end_to_end_id},
      ${movement.reference}, ${movement.statement_entry_id})`.execute(db)
}

export interface StoredMovement {
  company_id: string
  transaction_code: string
  type: Movement['type']
  amount_cents: number
  occurred_at: string
  description: string
  counterparty: Party | null
  end_to_end_id: string | null
  company_name: string
  company_document: string
  bank_name: string
  branch_number: string
  account_number: string
  environment: BankEnvironment
}

/** What a receipt says, found by the bank's code among the companies in scope. */
export const findMovement = (
  db: Db,
  companies: readonly string[],
  code: string,
  type: string | undefined,
): Promise<StoredMovement | undefined> =>
  first(
    db,
    sql<StoredMovement>`select m.*, c.name as company_name, c.document_number as company_document, coalesce(a.bank_name, '') as bank_name,
        a.environment, coalesce(a.branch_number, '') as branch_number, coalesce(a.account_number, '') as account_number
      from digital_movements m join companies c on c.id = m.company_id
      join digital_accounts a on a.company_id = m.company_id and a.id = m.digital_account_id
      where m.company_id = any (${[...companies]}::uuid[]) and m.transaction_code = ${code}
        and ${type === undefined ? sql`true` : sql`starts_with(m.type, upper(${type}))`} limit 1`,
  )

export async function saveLimit(
  db: Db,
  companyId: string,
  id: string,
  period: 'DAY' | 'NIGHT',
  limit: { current_cents: number | null; next_cents: number | null; next_from: number | null },
): Promise<void> {
  const from = limit.next_from === null ? null : new Date(limit.next_from)
  await sql`insert into payment_limits (company_id, id, period, current_cents, next_cents, next_from)
    values (${companyId}, ${id}, ${period}, ${limit.current_cents}, ${limit.next_cents}, ${from})
    on conflict (company_id, period) do update
    set current_cents = excluded.current_cents, next_cents = excluded.next_cents, next_from = excluded.next_from`.execute(db)
}
