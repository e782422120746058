// The SQL of remessas: the files made for the bank, and what waits for the next one.
import { type RawBuilder, sql } from 'kysely'
import type { Remittance, RemittanceOrder } from '#contract/collection.ts'
import type { RemessaSlip } from '#domain/collection/remessa.ts'
import { all, type Db, first } from '#server/db/query.ts'
import { AGREEMENT_NAME } from '../agreements/rows.ts'

const LIST_CAP = 1000

const files = (companyId: string, where: RawBuilder<unknown>) => sql<Remittance>`
  select r.id, r.company_id, r.agreement_id, ${AGREEMENT_NAME} as agreement_name, a.bank_code, a.layout, a.approved, r.status, r.sequence,
    r.file_name, r.sha256, coalesce(o.orders, 0) as orders_count, coalesce(o.answered, 0) as answered_count,
    coalesce(o.refused, 0) as refused_count, r.total_cents, r.generated_at, r.sent_at, u.name as sent_by_name
  from remittances r
  join agreements a on a.company_id = r.company_id and a.id = r.agreement_id
  join bank_accounts b on b.company_id = a.company_id and b.id = a.bank_account_id
  left join users u on u.id = r.sent_by
  left join (select remittance_id, count(*)::int as orders, count(*) filter (where status <> 'WAITING')::int as answered,
      count(*) filter (where status = 'REFUSED')::int as refused
    from slip_orders where company_id = ${companyId} and deleted_at is null group by remittance_id) o on o.remittance_id = r.id
  where r.company_id = ${companyId} and r.deleted_at is null and ${where} order by r.generated_at desc, r.id desc limit ${LIST_CAP}`

const drafts = (companyId: string) => sql<Remittance>`
  select a.id, a.company_id, a.id as agreement_id, ${AGREEMENT_NAME} as agreement_name, a.bank_code, a.layout, a.approved, 'DRAFT' as status,
    null::int as sequence, null as file_name, null as sha256, count(*)::int as orders_count, 0 as answered_count, 0 as refused_count,
    sum(s.amount_cents)::bigint as total_cents, null::timestamptz as generated_at, null::timestamptz as sent_at, null as sent_by_name
  from slip_orders o
  join bank_slips s on s.company_id = o.company_id and s.id = o.slip_id
  join agreements a on a.company_id = s.company_id and a.id = s.agreement_id
  join bank_accounts b on b.company_id = a.company_id and b.id = a.bank_account_id
  where o.company_id = ${companyId} and o.remittance_id is null and o.deleted_at is null and a.deleted_at is null
  group by a.company_id, a.id, b.institution_name, b.account_number order by min(o.created_at)`

export const listDrafts = (db: Db, companyId: string): Promise<Remittance[]> => all(db, drafts(companyId))
export const listRemittances = (db: Db, companyId: string): Promise<Remittance[]> => all(db, files(companyId, sql`true`))
export const findRemittance = (db: Db, companyId: string, id: string): Promise<Remittance | undefined> =>
  first(db, files(companyId, sql`r.id = ${id}`))

export async function lockRemittance(db: Db, companyId: string, id: string): Promise<Remittance | undefined> {
  await sql`select 1 from remittances where company_id = ${companyId} and id = ${id} for update`.execute(db)
  return findRemittance(db, companyId, id)
}

/** What a file asks, or what waits for the next one of an agreement that has the id. */
export const ordersOf = (db: Db, companyId: string, id: string): Promise<RemittanceOrder[]> =>
  all(
    db,
    sql<RemittanceOrder>`
      select o.id, o.slip_id, o.kind, s.payer->>'name' as payer_name, s.number || case when s.digit = '' then '' else '-' || s.digit end as number,
        s.amount_cents, coalesce(o.due_date, s.due_date) as due_date, o.status, o.reason
      from slip_orders o join bank_slips s on s.company_id = o.company_id and s.id = o.slip_id
      where o.company_id = ${companyId} and o.deleted_at is null
        and (o.remittance_id = ${id} or (o.remittance_id is null and s.agreement_id = ${id})) order by o.id limit 20000`,
  )

export interface WaitingOrder extends Omit<RemessaSlip, 'movement' | 'our_number' | 'our_number_digit'> {
  id: string
  kind: RemessaSlip['movement']
  number: string
  digit: string
}

/** In the order they were asked, with the slip as the order wants it. */
export const waitingOrders = (db: Db, companyId: string, agreementId: string): Promise<WaitingOrder[]> =>
  all(
    db,
    sql<WaitingOrder>`
      select o.id, o.kind, s.number, s.digit, s.document, s.amount_cents, coalesce(o.due_date, s.due_date) as due_date, s.issue_date,
        s.interest_rate, s.fine_rate, s.protest_days, s.write_off_days, coalesce(o.rebate_cents, s.rebate_cents) as rebate_cents, s.payer
      from slip_orders o join bank_slips s on s.company_id = o.company_id and s.id = o.slip_id
      where o.company_id = ${companyId} and s.agreement_id = ${agreementId} and o.remittance_id is null and o.deleted_at is null
        and s.deleted_at is null order by o.id for update of o`,
  )

export async function nextFile(db: Db, companyId: string, agreementId: string): Promise<number> {
  const row = await first(
    db,
    sql<{ next: number }>`select greatest(a.first_file, coalesce(max(r.sequence), 0) + 1)::int as next
      from agreements a left join remittances r on r.company_id = a.company_id and r.agreement_id = a.id and r.deleted_at is null
      where a.company_id = ${companyId} and a.id = ${agreementId} group by a.first_file`,
  )
  return row?.next ?? 1
}

export interface NewRemittance {
  id: string
  agreement_id: string
  sequence: number
  file_name: string
  content: string
  sha256: string
  records: number
  total_cents: number
  generated_at: string
}

/** The files before it are marked, so that none of them can be taken back any more while it stands. */
export async function insertRemittance(db: Db, companyId: string, row: NewRemittance, orderIds: readonly string[]): Promise<void> {
  await sql`update remittances set followed = true
    where company_id = ${companyId} and agreement_id = ${row.agreement_id} and not followed and deleted_at is null`.execute(db)
  await sql`insert into remittances (company_id, id, agreement_id, sequence, file_name, content, sha256, records, total_cents, generated_at)
    values (${companyId}, ${row.id}, ${row.agreement_id}, ${row.sequence}, ${row.file_name}, ${row.content}, ${row.sha256}, ${row.records},
      ${row.total_cents}, ${row.generated_at})`.execute(db)
  await sql`update slip_orders set remittance_id = ${row.id} where company_id = ${companyId} and id = any (${[...orderIds]}::uuid[])`.execute(
    db,
  )
}

export const contentOf = (db: Db, companyId: string, id: string): Promise<{ content: string; file_name: string } | undefined> =>
  first(
    db,
    sql<{ content: string; file_name: string }>`
      select content, file_name from remittances where company_id = ${companyId} and id = ${id} and deleted_at is null`,
  )

export async function markSent(db: Db, companyId: string, id: string, at: string, userId: string): Promise<void> {
  await sql`update remittances set status = 'SENT', sent_at = ${at}, sent_by = ${userId}
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** What the file asked and nobody answered waits again. */
export async function markRefused(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update remittances set status = 'REFUSED' where company_id = ${companyId} and id = ${id}`.execute(db)
  await sql`update slip_orders set remittance_id = null where company_id = ${companyId} and remittance_id = ${id} and status = 'WAITING'
    and deleted_at is null`.execute(db)
}
