// The SQL of charges. OVERDUE and EXPIRED are never stored: they follow the due and expiration dates.
import { type RawBuilder, sql } from 'kysely'
import type { Billing } from '#contract/billings.ts'
import { lastOverdueDay } from '#domain/due.ts'
import type { ChargeStatus } from '#domain/enums.ts'
import { all, type Db, first } from '#server/db/query.ts'

export interface StoredCharge extends Omit<Billing, 'qr_code'> {
  txid: string
  paid_with: 'PIX' | 'BOLETO' | null
  refund_requested: number
  refund_attempts: number
  created_by: string | null
}

const derived = (today: string): RawBuilder<ChargeStatus> => sql<ChargeStatus>`case when c.status <> 'PENDING' then c.status
  when c.expiration_date < ${today}::date then 'EXPIRED' when c.due_date <= ${lastOverdueDay(today)}::date then 'OVERDUE' else c.status end`

const select = (today: string, where: RawBuilder<unknown>) =>
  sql<StoredCharge>`select c.*, ${derived(today)} as status from charges c where ${where} order by c.created_at desc, c.id desc limit 1000`

export interface ChargeFilter {
  status?: ChargeStatus | undefined
  receivable_id?: string | undefined
}

export function listCharges(db: Db, companies: readonly string[], today: string, filter: ChargeFilter): Promise<StoredCharge[]> {
  return all(
    db,
    select(
      today,
      sql`c.company_id = any (${[...companies]}::uuid[]) and c.deleted_at is null
        and ${filter.status ? sql`${derived(today)} = ${filter.status}` : sql`true`}
          and ${filter.receivable_id ? sql`c.receivable_id = ${filter.receivable_id}` : sql`true`}`,
    ),
  )
}

export const findCharge = (db: Db, companies: readonly string[], today: string, id: string): Promise<StoredCharge | undefined> =>
  first(db, select(today, sql`c.company_id = any (${[...companies]}::uuid[]) and c.id = ${id} and c.deleted_at is null`))

export async function lockCharge(db: Db, companyId: string, today: string, id: string): Promise<StoredCharge | undefined> {
  await sql`select 1 from charges where company_id = ${companyId} and id = ${id} for update`.execute(db)
  return findCharge(db, [companyId], today, id)
}

/** The charge of ours that a movement quotes, if it is one. */
export const chargeOfMovement = (db: Db, companyId: string, reference: string): Promise<StoredCharge | undefined> =>
  first(db, sql<StoredCharge>`select * from charges c where c.company_id = ${companyId} and c.id = ${reference} for update`)

export type NewCharge = Pick<
  StoredCharge,
  | 'id'
  | 'kind'
  | 'payment_method'
  | 'transaction_amount'
  | 'fee_amount'
  | 'assume_fee'
  | 'due_date'
  | 'expiration_date'
  | 'txid'
  | 'emv_code'
  | 'digitable_line'
  | 'barcode'
  | 'recipient'
  | 'payer'
  | 'additional_information'
  | 'tax_id'
  | 'receivable_id'
  | 'pix_agreement_id'
  | 'environment'
> & { created_by: string }

export async function insertCharge(db: Db, companyId: string, charge: NewCharge): Promise<void> {
  await sql`
    insert into charges (company_id, id, status, kind, payment_method, transaction_amount, fee_amount, assume_fee, due_date,
      expiration_date, txid, emv_code,
      digitable_line, barcode, recipient, payer, additional_information, tax_id, receivable_id,
      pix_agreement_id, environment, created_by)
    values (${companyId}, ${charge.id}, 'PENDING', ${charge.kind}, ${charge.payment_method}, ${charge.transaction_amount},
      ${charge.fee_amount}, ${charge.assume_fee},
      ${charge.due_date}, ${charge.expiration_date}, ${charge.txid}, ${charge.emv_code}, ${charge.digitable_line}, ${charge.barcode},
      ${JSON.stringify(charge.recipient)}::jsonb,
      ${charge.payer ? JSON.stringify(charge.payer) : null}::jsonb, ${charge.additional_information}, ${charge.tax_id},
      ${charge.receivable_id}, ${charge.pix_agreement_id}, ${charge.environment}, ${charge.created_by})`.execute(db)
}

/** With the code that the bank made, where it makes it. */
export async function setRegistered(
  db: Db,
  companyId: string,
  id: string,
  billingId: string,
  emvCode: string | null = null,
): Promise<void> {
  await sql`update charges set billing_id = ${billingId}, emv_code = coalesce(${emvCode}, emv_code)
    where company_id = ${companyId} and id = ${id} and billing_id is null`.execute(db)
}

/** The bank would not register it, or took it away. */
export async function setRemoved(db: Db, companyId: string, id: string, reason: string): Promise<boolean> {
  const result = await sql`update charges set status = 'CANCELLED', bank_reason = ${reason}
    where company_id = ${companyId} and id = ${id} and status = 'PENDING'`.execute(db)
  return result.numAffectedRows === 1n
}

/** The payer's bank took the money back. */
export async function markContested(db: Db, companyId: string, id: string): Promise<boolean> {
  const result =
    await sql`update charges set status = 'CHARGEBACK' where company_id = ${companyId} and id = ${id} and status = 'PAID'`.execute(db)
  return result.numAffectedRows === 1n
}

/** The bank ended the refund of that number: what it gave back counts, what it refused is asked no more. False: known before. */
export async function endRefund(
  db: Db,
  companyId: string,
  id: string,
  { refunded, whole, reason, attempt }: { refunded: number; whole: boolean; reason: string | null; attempt: number },
): Promise<boolean> {
  const result = await sql`update charges set refund_attempts = refund_attempts + 1, bank_reason = ${reason},
      refund_requested = case when refunded_amount = ${refunded} then refunded_amount else refund_requested end,
      refunded_amount = ${refunded}, needs_refund = needs_refund and not ${whole},
      status = case when ${whole} and status = 'PAID' then 'REFUNDED' else status end
    where company_id = ${companyId} and id = ${id} and refund_attempts = ${attempt}`.execute(db)
  return result.numAffectedRows === 1n
}

export interface PaidCharge {
  paid_with: StoredCharge['paid_with']
  /** It came after the charge was cancelled, or past its last day: it settles nothing. */
  needs_refund: boolean
}

/** A charge is paid; what came too late is kept with it and asks to be given back. Undefined: known before. */
export function markPaid(
  db: Db,
  companyId: string,
  id: string,
  payment: { paid_at: string; paid_with: 'PIX' | 'BOLETO'; end_to_end_id: string | null },
): Promise<PaidCharge | undefined> {
  const late = sql`(status = 'CANCELLED' or (${payment.paid_at}::timestamptz at time zone 'America/Sao_Paulo')::date > expiration_date
    or exists (select 1 from bank_slips s where s.company_id = charges.company_id and s.receivable_id = charges.receivable_id
      and s.status = 'PAID' and s.deleted_at is null))`
  return first(
    db,
    sql<PaidCharge>`update charges set status = case when ${late} then status else 'PAID' end, needs_refund = ${late},
        paid_at = ${payment.paid_at}, paid_with = ${payment.paid_with}, end_to_end_id = ${payment.end_to_end_id}
      where company_id = ${companyId} and id = ${id} and status in ('PENDING', 'PROCESSING', 'CANCELLED') and paid_at is null
      returning paid_with, needs_refund`,
  )
}

export async function setCancelled(db: Db, companyId: string, id: string): Promise<void> {
  await sql`update charges set status = 'CANCELLED' where company_id = ${companyId} and id = ${id} and status = 'PENDING'`.execute(db)
}

/** The refund as an intent, beside those before it: the bank is asked for what is requested and not yet refunded. */
export async function requestRefund(db: Db, companyId: string, id: string, amountCents: number): Promise<void> {
  await sql`update charges set refund_requested = refund_requested + ${amountCents} where company_id = ${companyId} and id = ${id}`.execute(
    db,
  )
}

export async function setRefunded(db: Db, companyId: string, id: string, refundedCents: number, whole: boolean): Promise<void> {
  await sql`update charges set refunded_amount = ${refundedCents}, needs_refund = needs_refund and not ${whole},
      status = case when ${whole} and status = 'PAID' then 'REFUNDED' else status end
    where company_id = ${companyId} and id = ${id} and refunded_amount < ${refundedCents}`.execute(db)
}

/** The bank would not give back what is still asked: nothing more is. */
export async function withdrawRefund(db: Db, companyId: string, id: string, requestedCents: number): Promise<boolean> {
  const result = await sql`update charges set refund_requested = refunded_amount
    where company_id = ${companyId} and id = ${id} and refund_requested = ${requestedCents}`.execute(db)
  return result.numAffectedRows === 1n
}

interface Chargeable {
  status: string
  amount_cents: number
  has_children: boolean
  charged: boolean
}

/** A receivable that may be charged: open, not split, without a live charge. */
export const chargeable = (
  db: Db,
  companyId: string,
  today: string,
  id: string,
  method: 'PIX' | 'BOLETO',
): Promise<Chargeable | undefined> =>
  first(
    db,
    sql<Chargeable>`select e.status, e.amount_cents, e.has_children,
        exists (select 1 from charges c
        where c.company_id = e.company_id and c.receivable_id = e.id and c.status in ('PENDING', 'PROCESSING', 'PAID')
          and (c.status <> 'PENDING' or c.expiration_date >= ${today}::date))
        or exists (select 1 from bank_slips s where s.company_id = e.company_id and s.receivable_id = e.id and s.deleted_at is null
          and (s.status = 'PAID' or (s.status in ('WAITING', 'REGISTERED') and ${method} = 'BOLETO'))) as charged
      from entries e where e.company_id = ${companyId} and e.id = ${id} and e.kind = 'RECEIVABLE' and e.deleted_at is null for update`,
  )

export const newestKey = (db: Db, companyId: string): Promise<{ key: string } | undefined> =>
  first(
    db,
    sql<{ key: string }>`
      select key from pix_keys where company_id = ${companyId} and status = 'ACTIVE' and deleted_at is null
      order by created_at desc, id desc limit 1`,
  )
