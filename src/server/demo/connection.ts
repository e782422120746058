// A demo company's open-finance connection: its second account, linked through the local aggregator, which has nothing newer to bring.
import { sql } from 'kysely'
import { addDays, addYears } from '#domain/days.ts'
import type { Recording } from './recording.ts'
import { happenedAt, instantOf, textOf } from './title.ts'

const CONNECTED_DAYS_AGO = 120

export async function writeConnection({ db, companyId, books, random }: Recording): Promise<void> {
  const { today, ownerId } = books.facts
  const account = books.second
  if (!account) return
  const day = addDays(today, -CONNECTED_DAYS_AGO)
  const connected = instantOf(day, -3)
  const synced = textOf(happenedAt(today, 0, today))
  const id = random.id(connected)
  // A word the aggregator knows: an item without movements, so that syncing again does not mix invented lines into these books.
  const item_id = `local-${account.routing}-empty`
  await sql`insert into local_open_finance_items (company_id, item_id, started_at, executions, created_at)
    values (${companyId}, ${item_id}, ${synced}, ${CONNECTED_DAYS_AGO}, ${textOf(connected)})`.execute(db)
  await sql`
    insert into open_finance_connections (company_id, id, item_id, provider, routing_number, institution_name, status, execution_status,
      bank_account_id, last_sync_at,
      consent_expires_at, created_by, created_at, updated_at)
    values (${companyId}, ${id}, ${item_id}, 'local', ${account.routing}, ${account.institution}, 'UPDATED', 'SUCCESS', ${account.id},
      ${synced},
      ${addYears(day, 1)}, ${ownerId}, ${textOf(connected)}, ${synced})`.execute(db)
  await sql`update bank_accounts set connection_id = ${id}, item_id = ${item_id}, external_id = ${[companyId, item_id, 1].join('|')}
    where company_id = ${companyId} and id = ${account.id}`.execute(db)
}
