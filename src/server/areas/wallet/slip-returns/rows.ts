// The SQL of what the banks' returns said of slips.
import { type RawBuilder, sql } from 'kysely'
import type { SlipOccurrence } from '#contract/collection.ts'
import type { MovementKind } from '#domain/collection/layouts/layout.ts'
import type { OccurrenceMeaning } from '#domain/collection/occurrences.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { AGREEMENT_NAME } from '../agreements/rows.ts'

const LIST_CAP = 5000

const select = (companyId: string, where: RawBuilder<unknown>) => sql<SlipOccurrence>`
  select c.*, ${AGREEMENT_NAME} as agreement_name, s.payer->>'name' as payer_name
  from slip_occurrences c
  join agreements a on a.company_id = c.company_id and a.id = c.agreement_id
  join bank_accounts b on b.company_id = a.company_id and b.id = a.bank_account_id
  left join bank_slips s on s.company_id = c.company_id and s.id = c.slip_id
  where c.company_id = ${companyId} and c.deleted_at is null and ${where} order by c.open desc, c.created_at desc, c.id desc limit ${LIST_CAP}`

export const listOccurrences = (db: Db, companyId: string, slipId: string | undefined): Promise<SlipOccurrence[]> =>
  all(db, select(companyId, slipId ? sql`c.slip_id = ${slipId}` : sql`true`))

export const findOccurrence = (db: Db, companyId: string, id: string): Promise<SlipOccurrence | undefined> =>
  first(db, select(companyId, sql`c.id = ${id}`))

export interface NewOccurrence {
  id: string
  agreement_id: string
  slip_id: string | null
  file_name: string
  key: string
  number: string
  document: string
  occurrence: string
  meaning: OccurrenceMeaning
  reason: string
  occurred_on: string | null
  credited_on: string | null
  amount_cents: number
  paid_cents: number
  fee_cents: number
  open: boolean
  line_id: string | null
}

export async function insertOccurrences(db: Db, companyId: string, rows: readonly NewOccurrence[]): Promise<void> {
  await sql`insert into slip_occurrences (company_id, id, agreement_id, slip_id, file_name, key, number, document, occurrence, meaning, reason,
      occurred_on, credited_on, amount_cents, paid_cents, fee_cents, open, line_id)
    select ${companyId}, r.id, r.agreement_id, r.slip_id, r.file_name, r.key, r.number, r.document, r.occurrence, r.meaning, r.reason,
      r.occurred_on, r.credited_on, r.amount_cents, r.paid_cents, r.fee_cents, r.open, r.line_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, agreement_id uuid, slip_id uuid, file_name text, key text,
      number text, document text, occurrence text, meaning text, reason text, occurred_on date, credited_on date, amount_cents bigint,
      paid_cents bigint, fee_cents bigint, open boolean, line_id uuid)`.execute(db)
}

/** The keys among the given that were taken before. */
export async function knownKeys(db: Db, companyId: string, agreementId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await all(
    db,
    sql<{ key: string }>`select key from slip_occurrences where company_id = ${companyId} and agreement_id = ${agreementId}
      and deleted_at is null and key = any (${[...keys]})`,
  )
  return new Set(rows.map(row => row.key))
}

export interface KnownSlip {
  id: string
  /** '' until the bank gives it. */
  number: string
  digit: string
  document: string
  amount_cents: number
}

export const slipsOfAgreement = (db: Db, companyId: string, agreementId: string): Promise<KnownSlip[]> =>
  all(
    db,
    sql<KnownSlip>`select id, number, digit, document, amount_cents from bank_slips
      where company_id = ${companyId} and agreement_id = ${agreementId} and deleted_at is null`,
  )

/** Lines of the account that a file brought before, by the bank's id. */
export const linesByTransaction = (
  db: Db,
  companyId: string,
  accountId: string,
  ids: readonly string[],
): Promise<{ id: string; transaction_id: string; amount_cents: number; date: string; conciliation_id: string | null }[]> =>
  all(
    db,
    sql`select id, transaction_id, amount_cents, date, conciliation_id from statement_entries
      where company_id = ${companyId} and bank_account_id = ${accountId} and deleted_at is null and transaction_id = any (${[...ids]})`,
  )

export interface OpenOrder {
  id: string
  slip_id: string
  kind: MovementKind
  due_date: string | null
  rebate_cents: number | null
}

/** What was sent about the slips and waits for an answer, oldest first. */
export const openOrders = (db: Db, companyId: string, slipIds: readonly string[]): Promise<OpenOrder[]> =>
  all(
    db,
    sql<OpenOrder>`select id, slip_id, kind, due_date, rebate_cents from slip_orders
      where company_id = ${companyId} and slip_id = any (${[...slipIds]}::uuid[]) and status = 'WAITING' and remittance_id is not null
        and deleted_at is null order by id for update`,
  )

export async function answerOrders(
  db: Db,
  companyId: string,
  answers: readonly { id: string; done: boolean; reason: string | null }[],
): Promise<void> {
  if (answers.length === 0) return
  await sql`update slip_orders o set status = case when r.done then 'DONE' else 'REFUSED' end, reason = r.reason
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as r(id uuid, done boolean, reason text)
    where o.company_id = ${companyId} and o.id = r.id`.execute(db)
  // A file with nothing left to answer is answered, also where a person forgot to say that it was sent.
  await sql`update remittances m set status = 'ANSWERED' where m.company_id = ${companyId} and m.status in ('GENERATED', 'SENT')
    and m.deleted_at is null and exists (select 1 from slip_orders o where o.company_id = m.company_id and o.remittance_id = m.id
      and o.id = any (${answers.map(answer => answer.id)}::uuid[]))
    and not exists (select 1 from slip_orders o where o.company_id = m.company_id and o.remittance_id = m.id and o.status = 'WAITING'
      and o.deleted_at is null)`.execute(db)
}

/** A person's answer; false when another came first. */
export async function closeOccurrence(
  db: Db,
  companyId: string,
  id: string,
  { answer, slip_id, line_id }: { answer: string; slip_id: string | null; line_id: string | null },
): Promise<boolean> {
  const result = await sql`update slip_occurrences set open = false, answer = ${answer}, slip_id = ${slip_id}, line_id = ${line_id}
    where company_id = ${companyId} and id = ${id} and open and deleted_at is null`.execute(db)
  return result.numAffectedRows === 1n
}
